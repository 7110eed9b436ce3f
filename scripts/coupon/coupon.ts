/** `npm run coupon -- add|list|stop|start …` (docs/operating.md, "Coupon codes"). Exit code 0 on success, else 1. */
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { Impossible, runCommand } from '../commands/command.ts'
import { couponCommand } from './coupon-command.ts'

await runCommand(async () => {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Impossible('DATABASE_URL is not set: it names the database whose codes are meant.')
  const db = openDatabase({ url: DATABASE_URL, connections: 1 })
  try {
    console.log(await couponCommand(db, process.argv.slice(2)))
  } finally {
    await db.$disconnect()
  }
})
