/** `npm run accounts:opening` (docs/operating.md, "Our own money on the escrow accounts"). Exit code 1 on failure. */
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { Impossible, runCommand } from '../commands/command.ts'
import { openingCommand } from './opening-command.ts'

await runCommand(async () => {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Impossible('DATABASE_URL is not set: it names the database whose books are meant.')
  const db = openDatabase({ url: DATABASE_URL, connections: 1 })
  try {
    console.log(await openingCommand(db, process.argv.slice(2)))
  } finally {
    await db.$disconnect()
  }
})
