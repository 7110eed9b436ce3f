/**
 * How a web process shuts its door. The kernel answers whoever dials before Node has let them in, and resets those who
 * stand there when the listener closes: a proxy that had dialled for a form would lose it. So the door is shut in a round
 * of the event loop in which nobody came and nothing was done, right after the look at who stands there.
 */
import type { Server } from 'node:http'

/** Requests tend to come in flocks, and so does what follows a signal: it is let go by first. */
const FIRST_MS = 200
/** A round in which more was done leaves people time to come. */
const QUIET_MS = 0.25
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
      shut()
      server.off('connection', count)
    } else {
      setImmediate(look, came, performance.now())
    }
  }
  setTimeout(() => {
    // What closing does, so that it is quickly done in the end.
    server.closeIdleConnections()
    setImmediate(look, -1, 0)
  }, FIRST_MS)
}
