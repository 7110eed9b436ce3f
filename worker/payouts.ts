/** `npm run payouts -- stop|go|status`: works while the web app and the worker are down. */
import { openDatabase } from '#app/db/kernel/client.server.ts'
import { CommandRefused, payoutsCommand } from './payouts-command.ts'

const { DATABASE_URL } = process.env
if (!DATABASE_URL) {
  process.stderr.write('DATABASE_URL is not set: it names the database whose payouts are meant.\n')
  process.exitCode = 1
} else {
  const db = openDatabase({ url: DATABASE_URL, connections: 1 })
  try {
    process.stdout.write(`${await payoutsCommand(db, process.argv.slice(2))}\n`)
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } finally {
    await db.$disconnect()
  }
}
