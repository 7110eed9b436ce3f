import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { askForDeposit, findAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Somebody waits on a page for the deposit, or has just sent it: polls the ledger next, and often from then on. */
export async function expectDeposit({ db, clock }: Pick<Deps, 'db' | 'clock'>, escrowId: string): Promise<void> {
  await inTransaction(db, (tx) => scheduleDepositPoll(tx, { escrowId, now: clock.now() }))
}

/** The same for a deadline that waits for it. Does nothing where Quayside holds the money, or nothing is agreed yet. */
export async function scheduleDepositPoll(
  tx: Transaction,
  { escrowId, now }: { escrowId: string; now: Date },
): Promise<void> {
  const agreement = await findAgreement(tx, escrowId)
  if (agreement && (await askForDeposit(tx, { id: agreement.id, at: now })))
    await enqueue(tx, { name: 'find_locks', payload: {} })
}
