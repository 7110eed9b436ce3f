/** Decides whether what arrived settles a fee quote, by the time at which it was in a closed ledger. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { amountToSend, Decimal } from '#app/kernel/domain/money.ts'
import { depositState, isCovered } from '#app/ledgers/payments/domain/deposit.ts'
import { isOwed } from '#app/ledgers/payments/domain/rest.ts'

export type FeeArrival<Held extends QuoteWindow = QuoteWindow> =
  | { state: 'none' }
  | { state: 'short'; stillDue: Decimal }
  /** The fee is paid in the window `lock`; `excess` is owed back. */
  | { state: 'settled'; lock: Held; late: boolean; excess: Decimal }
  /**
   * Arrived after the quote expired and is worth less than the fee now: listed for the operator. `stillDue` is at
   * today's price; null: no price is known.
   */
  | { state: 'late_uncovered'; stillDue: Decimal | null }

/** A quote window, in whole units: the amount asked for, its end, and what was in a closed ledger by then. */
export type QuoteWindow = { amountDue: Decimal; expiresAt: Date; receivedAmount: Decimal }

export type Arrival<Held extends QuoteWindow = QuoteWindow> = {
  quote: { asset: Asset; netUsd: Decimal }
  /** Every window that the quote has had, oldest first; the last is the current one. */
  locks: readonly Held[]
  /** Everything that arrived for the quote's reference and counts, in whole units. */
  received: Decimal
  /** US dollars for one unit now; null when no fresh price is known. */
  priceNow: Decimal | null
}

/** Adds one payment to what had arrived. */
export function addArrival<Held extends QuoteWindow>(
  arrival: Arrival<Held>,
  payment: { amount: Decimal; at: Date },
): Arrival<Held> {
  const locks = arrival.locks.map((lock) =>
    payment.at <= lock.expiresAt ? { ...lock, receivedAmount: lock.receivedAmount.plus(payment.amount) } : lock,
  )
  return { ...arrival, locks, received: arrival.received.plus(payment.amount) }
}

/**
 * Decides whether what arrived settles a fee quote (product.md §2). What was in a closed ledger within a window is
 * judged by that window's amount, however the price moves and however late we learn of it. The earliest window that is
 * covered decides. After the last window, what arrived must cover the net fee at the current price.
 */
export function judgeFeeArrival<Held extends QuoteWindow>({
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
  // The amount asked for is the minimum: a payer who sent it is owed nothing back because the price rose.
  const excess = excessOf(quote.asset, { due: Decimal.max(present.amountDue, dueNow), received })
  return { state: 'settled', lock: present, late: true, excess }
}

/** Returns what is owed back; 0 when sending it costs more than it is worth. */
function excessOf(asset: Asset, deposit: { due: Decimal; received: Decimal }): Decimal {
  const { excess } = depositState(deposit)
  return isOwed({ asset, amount: excess }) ? excess : new Decimal(0)
}
