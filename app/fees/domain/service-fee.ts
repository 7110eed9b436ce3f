/** Decides what a service fee covers (setting SERVICE_FEE, product.md §2, decision 027). */
import { Decimal } from '#app/kernel/domain/money.ts'

export const SERVICE_FEES = ['once', 'each'] as const

/** `once`: paid once for the account. `each`: an escrow uses up the fee that was paid for it. */
export type ServiceFee = (typeof SERVICE_FEES)[number]

/** What one fee pays for, as its quote said. */
export type FeeCover = 'account' | 'escrow'

/** An escrow may be worth this share of the amount that its fee was paid for: prices move while a form is filled in. */
export const COVERED_SHARE = new Decimal('1.05')

export function coverOf(serviceFee: ServiceFee): FeeCover {
  return serviceFee === 'once' ? 'account' : 'escrow'
}

/** Returns the setting under which a fee was quoted; it chooses the sentences shown for the fee. */
export function serviceFeeOf(covers: FeeCover): ServiceFee {
  return covers === 'account' ? 'once' : 'each'
}

/** In US dollars: the amount of the transaction that the fee was paid for. */
export type UnusedFee = { amountUsd: Decimal }

/** Returns the maximum worth of an escrow that uses all of these fees, in US dollars, not rounded. */
export function mostCovered(fees: readonly UnusedFee[]): Decimal {
  return statedFor(fees).mul(COVERED_SHARE)
}

export function statedFor(fees: readonly UnusedFee[]): Decimal {
  return fees.reduce((sum, { amountUsd }) => sum.plus(amountUsd), new Decimal(0))
}

/**
 * Chooses which unused fees an escrow of this worth uses: the smallest one that covers it, else the largest ones, as
 * few as cover it together. Null: all of them together do not. `worthUsd`: amount times price, not rounded.
 */
export function feesFor<Fee extends UnusedFee>(fees: readonly Fee[], worthUsd: Decimal): Fee[] | null {
  const bySize = [...fees].sort((a, b) => a.amountUsd.comparedTo(b.amountUsd))
  const smallest = bySize.find((fee) => mostCovered([fee]).gte(worthUsd))
  if (smallest) return [smallest]
  const used: Fee[] = []
  for (const fee of bySize.reverse()) {
    used.push(fee)
    if (mostCovered(used).gte(worthUsd)) return used
  }
  return null
}

/** The amount to state for one more fee, so that this worth is covered: US dollars, whole cents, rounded up. */
export function feeDifference(fees: readonly UnusedFee[], worthUsd: Decimal): Decimal {
  return worthUsd.minus(statedFor(fees)).toDecimalPlaces(2, Decimal.ROUND_UP)
}
