/**
 * How a web process closes its listener. The kernel accepts connections before Node does, and resets the waiting ones
 * when the listener closes: a proxy would lose the form it connected for. So the listener closes in a round of the
 * event loop without new connections or other work, right after the poll for connections.
 */
import type { Server } from 'node:http'

/** Requests come in groups, and a signal causes work of its own: wait until both are over. */
const FIRST_MS = 200
/** In a round that takes longer, somebody may have connected meanwhile. */
const QUIET_MS = 0.25
/** A process that is never quiet closes its listener nevertheless. */
const LIMIT_MS = 5_000

/** Calls `shut` when no connection waits at `server`, or after the limit. */
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
    // Done now, so that the closing itself is short.
    server.closeIdleConnections()
    setImmediate(look, -1, 0)
  }, FIRST_MS)
}
