/** Does what arrived pay what is due? Amounts within 1e-7 are equal (spec §5); what counts is what arrived. */
import { type Asset, networkOf } from '#app/domain/kernel/assets.ts'
import { AMOUNT_TOLERANCE, amountToSend, Decimal } from '#app/domain/kernel/money.ts'
import type { RefusalCode } from '#app/domain/kernel/refusal.ts'

const NOTHING = new Decimal(0)

export type DepositState = {
  state: 'none' | 'short' | 'exact' | 'over'
  /** What the payer still has to send; 0 unless `none` or `short`. */
  stillDue: Decimal
  /** What is owed back; 0 unless `over`. */
  excess: Decimal
}

/** Everything that arrived for one reference against what it should be. Both in whole units of the same asset. */
export function depositState({ due, received }: { due: Decimal; received: Decimal }): DepositState {
  const difference = received.minus(due)
  if (difference.abs().lte(AMOUNT_TOLERANCE)) return { state: 'exact', stillDue: NOTHING, excess: NOTHING }
  if (difference.gt(0)) return { state: 'over', stillDue: NOTHING, excess: difference }
  return { state: received.gt(0) ? 'short' : 'none', stillDue: difference.neg(), excess: NOTHING }
}

/** What this file needs of a payment; a ledger adapter's payment fits. */
export type PaymentLike = {
  to: string
  asset: Asset | null
  amount: Decimal
  memo: string | null
  needsReview: boolean
}

/** What this file needs of a final transaction; a ledger adapter's transaction fits. */
export type LedgerTransactionLike<Payment extends PaymentLike = PaymentLike> = {
  successful: boolean
  memo: string | null
  payments: readonly Payment[]
}

/** What a payer was asked for. */
export type PaymentDue = {
  asset: Asset
  /** The account that was to be paid. */
  account: string
  /** The reference, as digits. */
  memo: string
  amountDue: Decimal
}

/** A refused claim has the shape of a Refusal (domain/refusal.ts), so that a workflow can return it as it is. */
export type HashVerdict<Payment extends PaymentLike = PaymentLike> =
  | { ok: true; amount: Decimal; payments: Payment[] }
  | { ok: false; refused: RefusalCode }

/**
 * Judges a hash that a payer shows, in the order of product.md §5: used already, found, memo, then destination, asset
 * and amount. Several payments of one transaction add up. Refusals: hash_used; stellar_not_found, memo_mismatch,
 * payment_mismatch; xrp_not_found, xrp_mismatch (the XRP Ledger's one sentence covers the tag too, spec §8).
 */
export function judgeHashClaim<Payment extends PaymentLike>(
  due: PaymentDue,
  shown: { transaction: LedgerTransactionLike<Payment> | null; alreadyUsed: boolean },
): HashVerdict<Payment> {
  const onStellar = networkOf(due.asset) === 'stellar'
  if (shown.alreadyUsed) return { ok: false, refused: 'hash_used' }
  const { transaction } = shown
  if (!transaction) return { ok: false, refused: onStellar ? 'stellar_not_found' : 'xrp_not_found' }

  const memos = [transaction.memo, ...transaction.payments.map((payment) => payment.memo)]
  if (!memos.includes(due.memo)) return { ok: false, refused: onStellar ? 'memo_mismatch' : 'xrp_mismatch' }

  const payments = transaction.successful ? transaction.payments.filter((payment) => paysFor(due, payment)) : []
  const amount = sum(payments)
  if (!isCovered({ due: due.amountDue, received: amount })) {
    return { ok: false, refused: onStellar ? 'payment_mismatch' : 'xrp_mismatch' }
  }
  return { ok: true, amount, payments }
}

/** Is this a payment of the asset to the account with the reference, one that needs no person to look at it? */
export function paysFor(due: Omit<PaymentDue, 'amountDue'>, payment: PaymentLike): boolean {
  return payment.to === due.account && payment.asset === due.asset && payment.memo === due.memo && !payment.needsReview
}

export type FeeArrival<Held extends Lock = Lock> =
  | { state: 'none' }
  /** Wait for the rest. */
  | { state: 'short'; stillDue: Decimal }
  /** The fee is paid under `lock`; `excess` is owed back. */
  | { state: 'settled'; lock: Held; late: boolean; excess: Decimal }
  /**
   * Arrived after the quote expired and is worth less than the fee now: listed for the operator. `stillDue` at today's
   * price, null when there is none.
   */
  | { state: 'late_uncovered'; stillDue: Decimal | null }

/** An amount that was asked for, and until when it counted. */
export type Lock = { amountDue: Decimal; expiresAt: Date }

type Arrival<Held extends Lock> = {
  quote: { asset: Asset; netUsd: Decimal }
  /** Every lock that the quote has had, oldest first; the last is the present one. */
  locks: readonly Held[]
  /** Everything that arrived for the quote's reference and counts, in whole units. */
  payments: readonly { amount: Decimal; at: Date }[]
  /** US dollars for one unit now; null when no fresh price is known. */
  priceNow: Decimal | null
}

/**
 * Does what arrived settle a fee quote (product.md §2)? What was in a closed ledger within a lock's time is judged by
 * that lock's amount, whatever the price does and however late we hear of it; the earliest lock that is met decides.
 * After the last lock what arrived must cover the net fee at the present price.
 */
export function judgeFeeArrival<Held extends Lock>({
  quote,
  locks,
  payments,
  priceNow,
}: Arrival<Held>): FeeArrival<Held> {
  const received = sum(payments)
  const present = locks.at(-1)
  if (received.lte(0) || present === undefined) return { state: 'none' }
  for (const lock of locks) {
    const due = lock.amountDue
    if (isCovered({ due, received: sum(payments.filter((payment) => payment.at <= lock.expiresAt)) })) {
      return { state: 'settled', lock, late: false, excess: depositState({ due, received }).excess }
    }
  }
  if (payments.every((payment) => payment.at <= present.expiresAt)) {
    return { state: 'short', stillDue: present.amountDue.minus(received) }
  }
  if (!priceNow?.gt(0)) return { state: 'late_uncovered', stillDue: null }
  const dueNow = amountToSend(quote.netUsd, priceNow, quote.asset)
  if (!isCovered({ due: dueNow, received })) return { state: 'late_uncovered', stillDue: dueNow.minus(received) }
  // A payer who sent what was asked for is owed nothing back because the price rose meanwhile.
  const { excess } = depositState({ due: Decimal.max(present.amountDue, dueNow), received })
  return { state: 'settled', lock: present, late: true, excess }
}

function sum(payments: readonly { amount: Decimal }[]): Decimal {
  return payments.reduce((total, payment) => total.plus(payment.amount), NOTHING)
}

function isCovered(deposit: { due: Decimal; received: Decimal }): boolean {
  const { state } = depositState(deposit)
  return state === 'exact' || state === 'over'
}
