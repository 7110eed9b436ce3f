/**
 * `npm run audit:verify`: checks the audit log from its first event on (docs/operating.md, "The audit log"). Exit code 0 when it
 * is whole, 1 when something is wrong with it, or nothing was checked.
 */
import { openDatabase } from '#app/db/kernel/client.server.ts'
import { Impossible, runCommand } from '../commands/command.ts'
import { verifyCommand } from './verify-command.ts'

await runCommand(async () => {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Impossible('DATABASE_URL is not set: it names the database whose audit log is meant.')
  const db = openDatabase({ url: DATABASE_URL, connections: 1 })
  try {
    const { isWhole, said } = await verifyCommand(db, process.argv.slice(2))
    console.log(said)
    if (!isWhole) process.exitCode = 1
  } finally {
    await db.$disconnect()
  }
})
