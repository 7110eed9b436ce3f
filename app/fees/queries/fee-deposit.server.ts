/** What has arrived for a fee that is not settled. */

import { findQuoteWindows, type StoredFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { type FeeArrival, judgeFeeArrival } from '#app/fees/domain/fee-arrival.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import { findSeenPayments } from '#app/ledgers/payments/db/seen-payments.server.ts'
import type { SeenPayments } from '#app/ledgers/payments/domain/seen-payment.ts'

export type FeeDeposit = {
  /**
   * `short`: in time, but not enough. `late`: after the price expired, and worth less than the fee now. `covered`:
   * enough by now; a refresh settles it.
   */
  state: 'none' | 'short' | 'late' | 'covered'
  /** What arrived and counts, in whole units. */
  received: string
  /** At the price that holds; for `late` at today's. Null: no price is known, or `none` or `covered`. */
  stillDue: string | null
  /** Current worth of what arrived, in US dollars; only for `late`. Null: no price is known. */
  worthUsd: string | null
}

export const NO_DEPOSIT: FeeDeposit = { state: 'none', received: '0', stillDue: null, worthUsd: null }

/** `priceNow`: US dollars for one unit; null: no price can be used. */
export async function findFeeDeposit(
  db: Database,
  { quote, priceNow }: { quote: StoredFeeQuote; priceNow: Decimal | null },
): Promise<{ deposit: FeeDeposit; seen: SeenPayments }> {
  const seen = await findSeenPayments(db, { feeQuoteId: quote.id })
  const received = quote.receivedAmount
  if (received.isZero()) return { deposit: NO_DEPOSIT, seen }
  const locks = await findQuoteWindows(db, quote.id)
  const arrival = judgeFeeArrival({ quote, locks, received, priceNow })
  return { deposit: showDeposit(arrival, { received, priceNow }), seen }
}

function showDeposit(
  arrival: FeeArrival,
  { received, priceNow }: { received: Decimal; priceNow: Decimal | null },
): FeeDeposit {
  const shown = { received: plain(received), stillDue: null, worthUsd: null }
  switch (arrival.state) {
    case 'none':
      return NO_DEPOSIT
    case 'short':
      return { ...shown, state: 'short', stillDue: plain(arrival.stillDue) }
    case 'settled':
      return { ...shown, state: 'covered' }
    case 'late_uncovered':
      return {
        ...shown,
        state: 'late',
        stillDue: arrival.stillDue && plain(arrival.stillDue),
        worthUsd: priceNow && plainUsd(received.mul(priceNow)),
      }
  }
}
