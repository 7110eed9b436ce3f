/**
 * Loaded into the web process before remix-serve (node --import). It does not start on tables that are not those of its
 * code. Its log gets paths without their queries, which hold escrow IDs and the tokens of links in mails. On SIGTERM remix-serve takes no more requests, but the connections to the
 * database and the ledgers would keep the process for long. It ends as soon as every request that was under way is
 * answered.
 */
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import morgan from 'morgan'
import { withoutSecrets } from '#app/domain/kernel/secrets.ts'
import { schemaComplaintWhenThere } from '#prisma/schema-complaint.ts'

/** The line that remix-serve writes for each request, as a line of the log: its path without the query. */
morgan.format('tiny', (tokens, request, response) =>
  JSON.stringify({
    level: 30,
    time: Date.now(),
    process: 'web',
    requestId: response.getHeader('X-Request-Id'),
    method: request.method,
    path: withoutSecrets(request.url?.split('?')[0] ?? ''),
    status: response.headersSent ? response.statusCode : null,
    ms: Math.round(Number(tokens['response-time']?.(request, response) ?? 0)),
    msg: response.headersSent ? 'request answered' : 'request broken off before an answer',
  }),
)

let isStopping = false
let underWay = 0

function exitWhenAnswered(): void {
  if (isStopping && underWay === 0) process.exit(0)
}

subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('response' in message)) return
  const { response } = message
  if (!(response instanceof ServerResponse)) return
  underWay += 1
  response.once('close', () => {
    underWay -= 1
    setImmediate(exitWhenAnswered)
  })
})

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    isStopping = true
    // After remix-serve's own listener, which closes the door.
    setImmediate(exitWhenAnswered)
  })
}

await refuseOtherTables(process.env.DATABASE_URL)

/**
 * A database that is late holds nobody up: pages say that it is away, and its tables are looked at as soon as it is
 * there. A web app that started on others would take orders it cannot keep.
 */
async function refuseOtherTables(databaseUrl: string | undefined): Promise<void> {
  if (!databaseUrl) return
  const away = Promise.withResolvers<void>()
  const checked = schemaComplaintWhenThere({ databaseUrl, onAway: () => away.resolve() }).then(
    (complaint) => {
      if (complaint === null) return
      process.stderr.write(`Quayside cannot start. ${complaint}\n`)
      process.exit(1)
    },
    (error: unknown) => void process.stderr.write(`The database cannot be used: ${String(error)}\n`),
  )
  await Promise.race([checked, away.promise])
}
