import { findEscrow, lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { findArrivals, findUnansweredClaims, storeVerdict } from '#app/escrow/db/payment-claims.server.ts'
import { judgeClaim } from '#app/escrow/domain/payment-claim.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import type { LedgerTransaction } from '#app/ledgers/ledger.ts'
import { findMadeBy } from '#app/ledgers/payments/db/claimable-money.server.ts'
import { findTransaction } from '#app/ledgers/payments/workflows/find-transaction.server.ts'
import { pollClaimable } from '#app/ledgers/payments/workflows/poll-claimable.server.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Poll interval for a hash that the ledger does not know yet; ten polls (spec §9: 10 tries, 7 s apart). */
export const CLAIM_POLL_MS = 7_000
const LOOK_FOR_MS = 10 * CLAIM_POLL_MS

/**
 * Gives a verdict on each payment claim of an escrow, as with a fee: the payment must carry the escrow's reference.
 * Returns the next poll, or null if all have a verdict. A payment that is not found in time is left to the watcher,
 * which sees it whenever it arrives. Throws LedgerUnavailable.
 */
export async function verifyPaymentClaim(deps: Deps, { escrowId }: { escrowId: string }): Promise<Date | null> {
  const escrow = await findEscrow(deps.db, escrowId)
  if (!escrow) return null
  let isSought = false
  for (const stated of await findUnansweredClaims(deps.db, escrowId)) {
    if (!(await answer(deps, { escrow, stated }))) isSought = true
  }
  return isSought ? new Date(deps.clock.now().getTime() + CLAIM_POLL_MS) : null
}

type Stated = Awaited<ReturnType<typeof findUnansweredClaims>>[number]

/** False: unknown to the ledger, and still to be polled. */
async function answer(deps: Deps, { escrow, stated }: { escrow: StoredEscrow; stated: Stated }): Promise<boolean> {
  const transaction = await findWhereverItWent(deps, { escrow, hash: stated.hash })
  const network = networkOf(escrow.currency)
  const hash = transaction?.outerHash ?? stated.hash
  return inTransaction(deps.db, async (tx) => {
    if (transaction) await recordLedgerPayments(deps, tx, transaction.payments)
    const at = deps.clock.now()
    // A claimable balance arrives by the transaction that claims it, not by the one that created it.
    const made = await findMadeBy(tx, { network, hash })
    const ledgerHash = made.find(({ takenBy }) => takenBy !== null)?.takenBy ?? hash
    const arrivals = await findArrivals(tx, { network, hash: ledgerHash })
    const now = await lockedFacts(tx, escrow.id)
    const isOnLedger = made.some(({ isOpen }) => isOpen)
    const verdict = judgeClaim({ escrow: now, transaction, arrivals, isOnLedger })
    if (verdict === 'not_found' && at.getTime() - stated.statedAt.getTime() < LOOK_FOR_MS) return false
    const memo = transaction?.memo ?? arrivals.find((payment) => payment.memo !== null)?.memo ?? null
    await storeVerdict(tx, { id: stated.id, verdict, ledgerHash, memo, at })
    return true
  })
}

async function lockedFacts(tx: Transaction, escrowId: string) {
  const { id, reference, cancelledAt, paidAt, realTxId } = await lockEscrow(tx, escrowId)
  return { id, reference, cancelledAt, paidAt, realTxId }
}

/** Also looks at our fee account, to which the payment may have gone. */
async function findWhereverItWent(
  deps: Deps,
  { escrow, hash }: { escrow: StoredEscrow; hash: string },
): Promise<LedgerTransaction | null> {
  const network = networkOf(escrow.currency)
  const { fee } = deps.accounts[network]
  const transaction = await findTransaction(deps, { network, account: escrow.account, hash })
  if (!transaction?.successful || transaction.payments.length > 0) return transaction
  const ofFees = await findTransaction(deps, { network, account: fee, hash })
  if (ofFees !== null && ofFees.payments.length > 0) return ofFees
  // The transaction contains no payment, but may have created a claimable balance for us.
  for (const account of [escrow.account, fee]) await pollClaimable(deps, { network, account })
  return ofFees ?? transaction
}
