/**
 * Loaded into the web process before remix-serve (node --import). Refuses to start with wrong settings, a signing key,
 * a database behind transaction pooling, or tables of another version. After SIGTERM remix-serve accepts no requests,
 * but open database and ledger connections would keep the process alive: it ends when each request that arrived is
 * answered.
 */
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { resolve } from 'node:path'
import { type Config, ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { openLeaving } from '#app/ops/web/leave-when-answered.ts'
import { databaseComplaintWhenThere } from '#prisma/database-complaint.ts'
import { standInFront } from './serving/front.ts'
import { keepRoutes } from './serving/kept-routes.ts'

/** A proxy that has connected sends its request at once; some only probe the port. */
const WORDS_WITHIN_MS = 1_000

const leaving = openLeaving(() => process.exit(0))
let front: ReturnType<typeof standInFront> | null = null

// At closing, a connection may be accepted whose request was not read yet.
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: unknown }
  if (!(socket instanceof Socket)) return
  leaving.connected(socket)
  socket.once('close', () => leaving.disconnected(socket))
})

subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('response' in message && 'socket' in message)) return
  const { response, socket } = message
  if (!(response instanceof ServerResponse && socket instanceof Socket)) return
  leaving.asked(socket)
  response.once('close', () => setImmediate(leaving.answered))
})

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    // Before remix-serve listens there is nobody to wait for; afterwards it closes its listener, and onShut is called.
    if (!front?.isOpen()) leaving.stop()
  })
}

await refuseUnfitDatabase(readConfig().databaseUrl)
keepRoutes()
front = standInFront(resolve(process.argv[2] ?? 'build/server/index.js'), () => {
  leaving.stop()
  setTimeout(leaving.stopWaitingForWords, WORDS_WITHIN_MS)
})

/**
 * A late database does not block the start: pages report it, and its connections and tables are checked as soon as it
 * answers. On the wrong tables a web app would take orders that it cannot keep.
 */
async function refuseUnfitDatabase(databaseUrl: string): Promise<void> {
  const away = Promise.withResolvers<void>()
  const checked = databaseComplaintWhenThere({ databaseUrl, onAway: () => away.resolve() }).then(
    (complaint) => {
      if (complaint === null) return
      process.stderr.write(`Quayside cannot start. ${complaint}\n`)
      process.exit(1)
    },
    (error: unknown) => void process.stderr.write(`The database cannot be used: ${String(error)}\n`),
  )
  await Promise.race([checked, away.promise])
}

function readConfig(): Config {
  try {
    return parseConfig(process.env, 'web')
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
