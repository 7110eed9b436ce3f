/** The states of a commission (decision 027): accrued → payable → paid, or reversed. */
import { ASSET_FACTS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'

export const EARNING_STATES = ['accrued', 'payable', 'paid', 'reversed'] as const
export type EarningState = (typeof EARNING_STATES)[number]

/** The state that people read: an earning in a payout is no longer payable and not yet paid. */
export type EarningStateView = EarningState | 'on_its_way'

export function shownState(earning: { status: string; resellerPayoutId: string | null }): EarningStateView {
  const state = EARNING_STATES.find((known) => known === earning.status) ?? 'accrued'
  return state === 'payable' && earning.resellerPayoutId !== null ? 'on_its_way' : state
}

export const REVERSALS = ['fee_paid_back', 'not_earned'] as const
export type Reversal = (typeof REVERSALS)[number]

/** A commission can be taken back until it is in a payout. */
export function mayReverse(earning: { status: string; resellerPayoutId: string | null }): boolean {
  const state = shownState(earning)
  return state === 'accrued' || state === 'payable'
}

/** Converts US dollars at a price to whole units of the ledger, rounded down: never more than earned. May be 0. */
export function amountToPay(usd: Decimal, priceUsd: Decimal, asset: Asset): Decimal {
  const places = ASSET_FACTS[asset].ledgerPlaces
  // The division may round up at its last digit, so one unit less may be right.
  const cut = usd.div(priceUsd).toDecimalPlaces(places, Decimal.ROUND_DOWN)
  return cut.times(priceUsd).gt(usd) ? cut.minus(new Decimal(10).pow(-places)) : cut
}
