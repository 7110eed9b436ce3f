/**
 * Loaded into the web process before remix-serve (node --import). It does not start with wrong settings or a key that signs, nor
 * on a database by transaction pooling, or on tables that are not those of its code. On SIGTERM remix-serve takes no more requests, but the connections to the database and the ledgers would keep the
 * process for long. It ends as soon as every request that had reached it is answered.
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

/** A proxy that has dialled sends its request at once; some look only whether a door is open. */
const WORDS_WITHIN_MS = 1_000

const leaving = openLeaving(() => process.exit(0))
let front: ReturnType<typeof standInFront> | null = null

// A connection may have been let in, and its request not been read yet, when the door is shut.
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
    // Before remix-serve has opened its door there is nobody to wait for; afterwards it shuts it, and the front tells.
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
 * A database that is late holds nobody up: pages say that it is away, and its connections and tables are looked at as soon as
 * it is there. A web app that started on others would take orders it cannot keep.
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
