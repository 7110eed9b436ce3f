/**
 * How a web process shuts its door. The kernel answers whoever dials before Node has let them in, and resets those who
 * stand there when the listener closes: a proxy that had dialled for a form would lose it. So the door is shut in a round
 * of the event loop in which nobody came and nothing was done, right after the look at who stands there.
 */
import type { Server } from 'node:http'

/** A round in which more was done leaves people time to come. */
const QUIET_MS = 1
/** A process that is never quiet shuts its door in front of somebody. */
const LIMIT_MS = 5_000

/** Calls `shut` at a moment when nobody stands before the door of `server`, or after the limit. */
export function whenNobodyStandsThere(server: Server, shut: () => void): void {
  let came = 0
  const count = () => {
    came += 1
  }
  server.on('connection', count)
  const begun = performance.now()
  const look = (seen: number, since: number) => {
    const now = performance.now()
    const isQuiet = came === seen && now - since < QUIET_MS
    if (isQuiet || now - begun > LIMIT_MS) {
      server.off('connection', count)
      shut()
    } else {
      setImmediate(look, came, performance.now())
    }
  }
  // The first round is under way, and its look at who stands there may be over.
  setImmediate(() => setImmediate(look, came, performance.now()))
}
