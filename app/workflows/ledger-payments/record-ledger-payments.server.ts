import { reopenNotFound } from '#app/db/escrow/stated-payments.server.ts'
import { isHashUsed, lockHasPaid } from '#app/db/fees/fee-payments.server.ts'
import { findFeeQuotesByReference, lockFeeQuote } from '#app/db/fees/fee-quotes.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { insertLedgerPayments, judgeStoredPayment } from '#app/db/ledger-payments/ledger-payments.server.ts'
import { openPaymentCases, type UncountedPayment } from '#app/db/ledger-payments/payment-cases.server.ts'
import { type DepositTarget, findDepositTargets } from '#app/db/opening/openings.server.ts'
import { lockReferences } from '#app/db/references/references.server.ts'
import { type PaymentProblem, problemOf, referenceIn } from '#app/domain/ledger-payments/arrival.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { settleServiceFee } from '#app/workflows/fees/settle-service-fee.server.ts'
import { fundEscrow } from '#app/workflows/opening/fund-escrow.server.ts'

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
  const stored = payments.map((payment) => {
    const toFloat = isOurs(deps, payment)
    return { ...payment, id: deps.newId(), toFloat, problem: toFloat ? null : problemOf(payment, null) }
  })
  const fresh = await insertLedgerPayments(tx, stored)
  const references = fresh.flatMap((payment) => referenceIn(payment.memo) ?? [])
  // A buyer who paid ahead may be opening the escrow at this moment: whoever holds the reference goes first, and the
  // other then sees what the first has written.
  await lockReferences(tx, references)
  const quotes = await findFeeQuotesByReference(tx, references)
  const escrows = await findDepositTargets(tx, references)
  const uncounted: (UncountedPayment & { hash: string })[] = []
  for (const payment of fresh) {
    const reference = referenceIn(payment.memo)
    const feeQuoteId = reference === null ? undefined : quotes.get(reference)
    const escrow = reference === null ? undefined : escrows.get(reference)
    const problem = await recordPurpose(deps, tx, { payment, feeQuoteId, escrow })
    if (problem) uncounted.push({ ...payment, ledgerPaymentId: payment.id, problem })
  }
  await openPaymentCases(tx, uncounted, deps.clock.now())
  const stated = await reopenNotFound(
    tx,
    uncounted.map(({ hash }) => hash),
  )
  for (const escrowId of stated) await enqueue(tx, { name: 'verify_stated_payment', payload: { escrowId } })
}

/**
 * A top-up: our own money for network fees and reserves, from an account of ours. With somebody's reference it counts for
 * them all the same, as anybody's would.
 */
function isOurs(deps: Deps, { network, from, asset }: LedgerPayment): boolean {
  return asset !== null && (from === deps.accounts[network].fee || deps.operatingAccounts.includes(from))
}

type Stored = LedgerPayment & { id: string; problem: PaymentProblem | null }

/** Counts a payment for what its reference belongs to. Answers with the reason when it does not count. */
async function recordPurpose(
  deps: Deps,
  tx: Transaction,
  seen: { payment: Stored; feeQuoteId: string | undefined; escrow: DepositTarget | undefined },
): Promise<PaymentProblem | null> {
  const { payment, feeQuoteId, escrow } = seen
  if (feeQuoteId) return recordFeePayment(deps, tx, { payment, feeQuoteId })
  if (escrow) return recordDeposit(deps, tx, { payment, escrow })
  return payment.problem
}

async function recordFeePayment(
  deps: Deps,
  tx: Transaction,
  seen: { payment: Stored; feeQuoteId: string },
): Promise<PaymentProblem | null> {
  const { payment, feeQuoteId } = seen
  const quote = await lockFeeQuote(tx, feeQuoteId)
  const hasPaid = await lockHasPaid(tx, quote.userId)
  const isClosed = quote.state === 'closed'
  const problem = problemOf(payment, quote) ?? (await lateProblem(tx, { isClosed, hasPaid, hash: payment.hash }))
  await judgeStoredPayment(tx, { id: payment.id, problem, feeQuoteId })
  if (problem === null) await settleServiceFee(deps, tx, { quoteId: feeQuoteId, by: payment.hash })
  return problem
}

/** What is owed back to the payer: the quote is ended, the fee paid, or this transaction has settled a fee already. */
async function lateProblem(tx: Transaction, payment: { isClosed: boolean; hasPaid: boolean; hash: string }) {
  if (await isHashUsed(tx, payment.hash)) return 'hash_used' as const
  if (payment.isClosed) return 'quote_closed' as const
  return payment.hasPaid ? ('already_paid' as const) : null
}

async function recordDeposit(
  deps: Deps,
  tx: Transaction,
  seen: { payment: Stored; escrow: DepositTarget },
): Promise<PaymentProblem | null> {
  const { payment, escrow } = seen
  const problem = problemOf(payment, escrow)
  await judgeStoredPayment(tx, { id: payment.id, problem, escrowId: escrow.id })
  if (problem === null) {
    await fundEscrow(deps, tx, { escrowId: escrow.id, by: { hash: payment.hash, at: payment.at } })
  }
  return problem
}
