/**
 * `npm run reconcile`: compares our accounts on the ledgers with the books now, and prints the result
 * (docs/operating.md, "Books do not agree"). --book books one transaction that an operator knows to be right. Needs the
 * settings of the web app and no seed. Exit code 0: all agree; else 1.
 */
import { findLastReconciliations } from '#app/ledgers/books/db/reconciliations.server.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { accountsComplaint } from '#app/ledgers/payments/workflows/agree-on-accounts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { bookTransaction, readOrder } from './accounts/book-transaction.ts'
import { Impossible, runCommand, withDeps } from './commands/command.ts'

/** Returns true when all agree. */
async function compare(deps: Deps): Promise<boolean> {
  await reconcile(deps)
  const rows = await findLastReconciliations(deps.db)
  for (const { network, account, asset, role, onLedger, booked, underWay, difference, findings } of rows) {
    const amount = (units: bigint) => `${fromUnits(units, asset).toFixed()} ${asset}`
    console.log(`${difference === 0n ? 'agrees ' : 'DIFFERS'}  ${network} ${role} ${account}`)
    console.log(
      `         on the ledger ${amount(onLedger)}, in the books ${amount(booked)}, under way ${amount(underWay)}`,
    )
    for (const { hash, at, onLedger: there, booked: here } of findings) {
      console.log(
        `         ${hash} ${at}: ${amount(BigInt(there))} on the ledger, ${amount(BigInt(here))} in the books`,
      )
    }
  }
  return rows.every(({ difference }) => difference === 0n)
}

await runCommand(async () => {
  const order = readOrder(process.argv.slice(2))
  await withDeps(async (deps) => {
    const complaint = await accountsComplaint(deps)
    if (complaint !== null) throw new Impossible(complaint)
    if (order) for (const line of await bookTransaction(deps, order)) console.log(line)
    if (!(await compare(deps))) process.exitCode = 1
  })
})
