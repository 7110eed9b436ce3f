/**
 * `npm run audit:verify`: checks the audit log from its first event (docs/operating.md, "The audit log"). Exit code 0:
 * whole; 1: something is wrong, or nothing was checked. With STELLAR_ANCHOR_ACCOUNT (and HORIZON_URL and
 * STELLAR_PASSPHRASE) also compares it with the heads that this account wrote onto the ledger.
 */
import { openDatabase } from '#app/kernel/db/client.server.ts'
import type { Anchor } from '#app/ledgers/ledger.ts'
import { openStellarAnchor } from '#app/ledgers/stellar.server.ts'
import { Impossible, runCommand } from '../commands/command.ts'
import { verifyCommand } from './verify-command.ts'

await runCommand(async () => {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Impossible('DATABASE_URL is not set: it names the database whose audit log is meant.')
  const anchor = openAnchor()
  const db = openDatabase({ url: DATABASE_URL, connections: 1 })
  try {
    const { isWhole, said } = await verifyCommand(db, process.argv.slice(2), anchor && (await anchor.all()))
    console.log(said)
    if (!isWhole) process.exitCode = 1
  } finally {
    await anchor?.close()
    await db.$disconnect()
  }
})

function openAnchor(): Anchor | null {
  const { STELLAR_ANCHOR_ACCOUNT: account, HORIZON_URL, STELLAR_PASSPHRASE: passphrase } = process.env
  if (!account) return null
  if (!HORIZON_URL || !passphrase)
    throw new Impossible('STELLAR_ANCHOR_ACCOUNT is set: HORIZON_URL and STELLAR_PASSPHRASE say where it is.')
  return openStellarAnchor({ horizonUrls: HORIZON_URL.split(',').map((url) => url.trim()), passphrase, account })
}
