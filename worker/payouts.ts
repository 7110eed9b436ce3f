/** `npm run payouts -- stop|go|status`: works while the web app and the worker are down. */
import { ConfigInvalid, readDatabaseUrl } from '#app/config.server.ts'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { CommandRefused, payoutsCommand } from './payouts-command.ts'

try {
  const url = readDatabaseUrl(process.env)
  if (url === null) throw new CommandRefused('DATABASE_URL is not set: it names the database whose payouts are meant.')
  const db = openDatabase({ url, connections: 1 })
  // It reads no other settings, so there is no clock but the machine's.
  const clock = { now: () => new Date() }
  try {
    process.stdout.write(`${await payoutsCommand({ db, clock }, process.argv.slice(2))}\n`)
  } finally {
    await db.$disconnect()
  }
} catch (error) {
  if (!(error instanceof CommandRefused || error instanceof ConfigInvalid)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
