import type { Transaction } from '#app/db/client.server.ts'
import { findEscrow, findEscrowsByReference } from '#app/db/escrows.server.ts'
import { isHashUsed, lockHasPaid } from '#app/db/fee-payments.server.ts'
import { findFeeQuotesByReference, lockFeeQuote } from '#app/db/fee-quotes.server.ts'
import { insertLedgerPayments, judgeStoredPayment } from '#app/db/ledger-payments.server.ts'
import { lockReferences } from '#app/db/references.server.ts'
import { problemOf, referenceIn } from '#app/domain/arrival.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import type { Deps } from './deps.ts'
import { fundEscrow } from './fund-escrow.server.ts'
import { settleServiceFee } from './settle-service-fee.server.ts'

/**
 * Stores payments that reached our accounts, each once, and settles what they are for, in the caller's transaction. The
 * watcher, the confirmation by hash and the look-up by hand all come through here, so a payment counts once whoever
 * brings it first.
 */
export async function recordLedgerPayments(
  deps: Deps,
  tx: Transaction,
  payments: readonly LedgerPayment[],
): Promise<void> {
  const stored = payments.map((payment) => ({ ...payment, id: deps.newId(), problem: problemOf(payment, null) }))
  const fresh = await insertLedgerPayments(tx, stored)
  const references = fresh.flatMap((payment) => referenceIn(payment.memo) ?? [])
  // A buyer who paid ahead may be opening the escrow at this moment: whoever holds the reference goes first, and the
  // other then sees what the first has written.
  await lockReferences(tx, references)
  const quotes = await findFeeQuotesByReference(tx, references)
  const escrows = await findEscrowsByReference(tx, references)

  for (const payment of fresh) {
    const reference = referenceIn(payment.memo)
    const feeQuoteId = reference === null ? undefined : quotes.get(reference)
    const escrowId = reference === null ? undefined : escrows.get(reference)
    if (feeQuoteId) await recordFeePayment(deps, tx, { payment, feeQuoteId })
    else if (escrowId) await recordDeposit(deps, tx, { payment, escrowId })
  }
}

type Stored = LedgerPayment & { id: string }

async function recordFeePayment(
  deps: Deps,
  tx: Transaction,
  seen: { payment: Stored; feeQuoteId: string },
): Promise<void> {
  const { payment, feeQuoteId } = seen
  const quote = await lockFeeQuote(tx, feeQuoteId)
  const hasPaid = await lockHasPaid(tx, quote.userId)
  const problem = problemOf(payment, quote) ?? (await lateProblem(tx, { hasPaid, hash: payment.hash }))
  await judgeStoredPayment(tx, { id: payment.id, problem, feeQuoteId })
  if (problem === null) {
    const by = { hash: payment.hash, from: payment.from, at: payment.at }
    await settleServiceFee(deps, tx, { quoteId: feeQuoteId, by })
  }
}

/** What is owed back to the payer: the fee is paid, or this transaction has settled a fee already. */
async function lateProblem(tx: Transaction, payment: { hasPaid: boolean; hash: string }) {
  if (await isHashUsed(tx, payment.hash)) return 'hash_used' as const
  return payment.hasPaid ? ('already_paid' as const) : null
}

async function recordDeposit(deps: Deps, tx: Transaction, seen: { payment: Stored; escrowId: string }): Promise<void> {
  const { payment, escrowId } = seen
  const escrow = await findEscrow(tx, escrowId)
  const target = escrow && { asset: escrow.currency, account: escrow.account }
  const problem = problemOf(payment, target)
  await judgeStoredPayment(tx, { id: payment.id, problem, escrowId })
  if (problem === null) await fundEscrow(deps, tx, { escrowId, by: { hash: payment.hash, at: payment.at } })
}
