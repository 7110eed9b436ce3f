/** What an escrow owes back to its buyer (product.md §3). Amounts in whole units of the escrow's asset. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isOwed } from '#app/ledgers/payments/domain/rest.ts'

const NOTHING = new Decimal(0)

export type AmountInCustody = {
  asset: Asset
  amount: Decimal
  /** Everything that arrived and counts. */
  received: Decimal
  /** The sum of all payouts in any state: a queued one counts as gone. */
  paidOut: Decimal
  /** It is decided where the amount goes, or the escrow was cancelled. */
  isSettled: boolean
}

/**
 * What the buyer is owed beside the settlement: an excess, money after the end, or what a cancelled escrow received.
 * The amount itself stays until it is decided. Dust is not owed.
 */
export function owedBack({ asset, amount, received, paidOut, isSettled }: AmountInCustody): Decimal {
  const beyond = received.minus(paidOut).minus(isSettled ? NOTHING : amount)
  return isOwed({ asset, amount: beyond }) ? beyond : NOTHING
}
