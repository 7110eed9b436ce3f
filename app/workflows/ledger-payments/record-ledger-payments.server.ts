import { reopenNotFound } from '#app/db/escrow/stated-payments.server.ts'
import { hasPaidWith, lockIsFeePaid } from '#app/db/fees/fee-payments.server.ts'
import { type FeeTarget, findFeeTargets, lockFeeQuote } from '#app/db/fees/fee-quotes.server.ts'

import type { Transaction } from '#app/db/kernel/client.server.ts'
import { findOpeningsOf } from '#app/db/ledger-payments/account-openings.server.ts'
import { insertLedgerPayments, judgeStoredPayment } from '#app/db/ledger-payments/ledger-payments.server.ts'
import { gatherDust, openPaymentCases, type UncountedPayment } from '#app/db/ledger-payments/payment-cases.server.ts'
import { type DepositTarget, findDepositTargets } from '#app/db/opening/openings.server.ts'
import { lockReferences } from '#app/db/references/references.server.ts'
import type { Decimal } from '#app/domain/kernel/money.ts'
import { type PaymentProblem, problemOf, referenceIn } from '#app/domain/ledger-payments/arrival.ts'
import { sumOf } from '#app/domain/ledger-payments/deposit.ts'
import { DUST_BELOW, isDust } from '#app/domain/ledger-payments/dust.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { settleServiceFee } from '#app/workflows/fees/settle-service-fee.server.ts'
import { fundEscrow } from '#app/workflows/opening/fund-escrow.server.ts'
import { keeperOn } from './watched-accounts.ts'

/**
 * Stores payments that reached our accounts, each once, and settles what they are for, in the caller's transaction. The
 * watcher, the confirmation by hash and the look-up by hand all come through here, so a payment counts once whoever
 * brings it first. What came together for one reference is told together, when the last of it counts.
 */
export async function recordLedgerPayments(
  deps: Deps,
  tx: Transaction,
  payments: readonly LedgerPayment[],
): Promise<void> {
  await storeLedgerPayments(deps, tx, await withoutOpened(tx, payments))
}

/**
 * Without what is in the opening of its account's books, whoever brings it: a hash that was pasted, or a ledger read again. What could name
 * somebody never is: it was stored with the opening.
 */
async function withoutOpened(tx: Transaction, payments: readonly LedgerPayment[]): Promise<LedgerPayment[]> {
  const [first] = payments
  if (first === undefined) return []
  const accounts = [...new Set(payments.map(({ to }) => to))]
  const openings = await findOpeningsOf(tx, { network: first.network, accounts })
  return payments.filter(({ to, ledger, at, memo }) => {
    const opening = openings.get(to)
    if (referenceIn(memo) !== null) return true
    // By the time as well: a test network that has begun anew comes to the same numbers later.
    return opening === undefined || ledger > opening.ledger || at > opening.closedAt
  })
}

/** As `recordLedgerPayments`, for the opening itself. */
export async function storeLedgerPayments(
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
  const fees = await findFeeTargets(tx, references)
  const escrows = await findDepositTargets(tx, references)
  const arrived = fresh.map((payment): Arrived => {
    const reference = referenceIn(payment.memo)
    const fee = reference === null ? undefined : fees.get(reference)
    const escrow = reference === null ? undefined : escrows.get(reference)
    return { payment, fee, escrow, fits: problemOf(payment, fee ?? escrow ?? null) === null }
  })
  const uncounted: Uncounted[] = []
  for (const [index, seen] of arrived.entries()) {
    const { payment, fee, escrow } = seen
    const problem = await recordPurpose(deps, tx, { seen, told: toldWith(arrived, index) })
    if (problem) uncounted.push({ ...payment, ledgerPaymentId: payment.id, problem, isKnown: !!(fee ?? escrow) })
  }
  await openCases(deps, tx, uncounted)
}

type Stored = LedgerPayment & { id: string; problem: PaymentProblem | null }
type Arrived = { payment: Stored; fee: FeeTarget | undefined; escrow: DepositTarget | undefined; fits: boolean }
type Uncounted = UncountedPayment & { hash: string; asset: LedgerPayment['asset']; isKnown: boolean }

/** What is told of a payment that counts: nothing, while more of the same comes with it; else of all that came together. */
function toldWith(arrived: readonly Arrived[], index: number): { isLast: boolean; amount: Decimal } {
  const seen = arrived[index]
  const together = arrived.filter(({ payment, fits }) => fits && payment.memo === seen?.payment.memo)
  return { isLast: together.at(-1) === seen, amount: sumOf(together.map(({ payment }) => payment)) }
}

/** A case for each payment that does not count; next to nothing with somebody's reference is gathered in one. */
async function openCases(deps: Deps, tx: Transaction, uncounted: readonly Uncounted[]): Promise<void> {
  const apart: Uncounted[] = []
  for (const payment of uncounted) {
    const { asset, amount, isKnown } = payment
    const gathers = asset !== null && isKnown && isDust({ asset, amount, stillDue: null })
    const isGathered = gathers && (await gatherDust(tx, { ...payment, below: DUST_BELOW[asset] }))
    // The next one finds the case of this one.
    if (gathers && !isGathered) await openPaymentCases(tx, [payment], deps.clock.now())
    if (!gathers) apart.push(payment)
  }
  await openPaymentCases(tx, apart, deps.clock.now())
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
  const own = [deps.accounts[network].fee, keeperOn(deps, network)]
  return asset !== null && (own.includes(from) || deps.operatingAccounts.includes(from))
}

type Recorded = { seen: Arrived; told: ReturnType<typeof toldWith> }

/** Counts a payment for what its reference belongs to. Answers with the reason when it does not count. */
async function recordPurpose(deps: Deps, tx: Transaction, { seen, told }: Recorded): Promise<PaymentProblem | null> {
  const { payment, fee, escrow } = seen
  if (fee) return recordFeePayment(deps, tx, { payment, fee, told })
  if (escrow) return recordDeposit(deps, tx, { payment, escrow, told })
  return payment.problem
}

async function recordFeePayment(
  deps: Deps,
  tx: Transaction,
  { payment, fee, told }: { payment: Stored; fee: FeeTarget } & Pick<Recorded, 'told'>,
): Promise<PaymentProblem | null> {
  const quote = await lockFeeQuote(tx, fee.id)
  const isPaid = await lockIsFeePaid(tx, quote)
  const late = { isClosed: quote.state === 'closed', isPaid, hash: payment.hash, userId: quote.userId }
  const problem = problemOf(payment, quote) ?? (await lateProblem(tx, late))
  await judgeStoredPayment(tx, { id: payment.id, problem, feeQuoteId: fee.id })
  // A wallet that money came from is compared, whether it counts or not: it is asked to go back there, or elsewhere.
  await enqueue(tx, { name: 'screen_person', payload: { userId: quote.userId } })
  if (problem === null) await settleServiceFee(deps, tx, { quoteId: fee.id, by: payment.hash, told })
  return problem
}

type Late = { isClosed: boolean; isPaid: boolean; hash: string; userId: string }

/** What is owed back to the payer: the quote is ended, or the fee paid, or another of this person's by this very transaction. */
async function lateProblem(tx: Transaction, payment: Late): Promise<PaymentProblem | null> {
  if (await hasPaidWith(tx, payment)) return 'hash_used'
  if (payment.isClosed) return 'quote_closed'
  return payment.isPaid ? 'already_paid' : null
}

async function recordDeposit(
  deps: Deps,
  tx: Transaction,
  { payment, escrow, told }: { payment: Stored; escrow: DepositTarget } & Pick<Recorded, 'told'>,
): Promise<PaymentProblem | null> {
  const problem = problemOf(payment, escrow)
  await judgeStoredPayment(tx, { id: payment.id, problem, escrowId: escrow.id })
  await enqueue(tx, { name: 'screen_person', payload: { userId: escrow.buyerId } })
  if (problem === null) {
    const by = { hash: payment.hash, at: payment.at, amount: payment.amount }
    await fundEscrow(deps, tx, { escrowId: escrow.id, by, told })
  }
  return problem
}
