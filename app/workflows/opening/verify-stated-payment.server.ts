import { findEscrow } from '#app/db/escrow/escrows.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { findTransaction } from '#app/workflows/ledger-payments/find-transaction.server.ts'
import { recordLedgerPayments } from '#app/workflows/ledger-payments/record-ledger-payments.server.ts'

/** Looks again this much later for a hash that the ledger does not know yet, ten times (spec §9: 10 tries, 7 s apart). */
const LOOK_AGAIN_MS = 7_000
const LOOK_FOR_MS = 10 * LOOK_AGAIN_MS

/**
 * Manual mode: verifies the hash that the buyer stated as a fee's is verified: the payment must carry the escrow's
 * reference. Answers with when to look again, or null when there is nothing more to do: found, or left to the watcher, who
 * costs nothing per escrow and sees it whenever it comes.
 */
export async function verifyStatedPayment(deps: Deps, { escrowId }: { escrowId: string }): Promise<Date | null> {
  const escrow = await findEscrow(deps.db, escrowId)
  if (!escrow?.statedTxId || escrow.verifiedAt) return null
  const transaction = await findTransaction(deps, {
    network: networkOf(escrow.currency),
    account: escrow.account,
    hash: escrow.statedTxId,
  })
  if (transaction) {
    await inTransaction(deps.db, (tx) => recordLedgerPayments(deps, tx, transaction.payments))
    return null
  }
  const now = deps.clock.now()
  return now.getTime() - escrow.createdAt.getTime() < LOOK_FOR_MS ? new Date(now.getTime() + LOOK_AGAIN_MS) : null
}
