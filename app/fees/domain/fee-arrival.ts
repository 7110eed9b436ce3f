/** What arrived for a fee quote, judged by the time at which it was in a closed ledger. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { amountToSend, Decimal } from '#app/kernel/domain/money.ts'
import { depositState, isCovered } from '#app/ledgers/payments/domain/deposit.ts'
import { isOwed } from '#app/ledgers/payments/domain/rest.ts'

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

/** An amount that was asked for, until when it counted, and what was in a closed ledger by then: in whole units. */
export type Lock = { amountDue: Decimal; expiresAt: Date; receivedAmount: Decimal }

export type Arrival<Held extends Lock = Lock> = {
  quote: { asset: Asset; netUsd: Decimal }
  /** Every lock that the quote has had, oldest first; the last is the present one. */
  locks: readonly Held[]
  /** Everything that arrived for the quote's reference and counts, in whole units. */
  received: Decimal
  /** US dollars for one unit now; null when no fresh price is known. */
  priceNow: Decimal | null
}

/** What had arrived, and one payment more. */
export function addArrival<Held extends Lock>(
  arrival: Arrival<Held>,
  payment: { amount: Decimal; at: Date },
): Arrival<Held> {
  const locks = arrival.locks.map((lock) =>
    payment.at <= lock.expiresAt ? { ...lock, receivedAmount: lock.receivedAmount.plus(payment.amount) } : lock,
  )
  return { ...arrival, locks, received: arrival.received.plus(payment.amount) }
}

/**
 * Does what arrived settle a fee quote (product.md §2)? What was in a closed ledger within a lock's time is judged by
 * that lock's amount, whatever the price does and however late we hear of it; the earliest lock that is met decides.
 * After the last lock what arrived must cover the net fee at the present price.
 */
export function judgeFeeArrival<Held extends Lock>({
  quote,
  locks,
  received,
  priceNow,
}: Arrival<Held>): FeeArrival<Held> {
  const present = locks.at(-1)
  if (received.lte(0) || present === undefined) return { state: 'none' }
  for (const lock of locks) {
    const due = lock.amountDue
    if (isCovered({ due, received: lock.receivedAmount })) {
      return { state: 'settled', lock, late: false, excess: excessOf(quote.asset, { due, received }) }
    }
  }
  if (present.receivedAmount.eq(received)) {
    return { state: 'short', stillDue: present.amountDue.minus(received) }
  }
  if (!priceNow?.gt(0)) return { state: 'late_uncovered', stillDue: null }
  const dueNow = amountToSend(quote.netUsd, priceNow, quote.asset)
  if (!isCovered({ due: dueNow, received })) return { state: 'late_uncovered', stillDue: dueNow.minus(received) }
  // A payer who sent what was asked for is owed nothing back because the price rose meanwhile.
  const excess = excessOf(quote.asset, { due: Decimal.max(present.amountDue, dueNow), received })
  return { state: 'settled', lock: present, late: true, excess }
}

/** What is owed back of it: nothing that costs more to send than it is worth. */
function excessOf(asset: Asset, deposit: { due: Decimal; received: Decimal }): Decimal {
  const { excess } = depositState(deposit)
  return isOwed({ asset, amount: excess }) ? excess : new Decimal(0)
}
