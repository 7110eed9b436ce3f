/** What an escrow owes back to its buyer (product.md §3). Every amount in whole units of the escrow's asset. */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isOwed } from '#app/ledgers/payments/domain/rest.ts'

const NOTHING = new Decimal(0)

export type Held = {
  asset: Asset
  amount: Decimal
  /** Everything that arrived and counts. */
  received: Decimal
  /** The sum of all payouts, whatever their state: what is queued is as good as gone. */
  paidOut: Decimal
  /** Somebody decided where the amount goes, or the escrow was cancelled. */
  isSettled: boolean
}

/**
 * What is owed back to the buyer beside the settlement: an excess, money that came after the end, or what a cancelled
 * escrow had received. While nothing is decided the amount itself stays. What costs more to send than it is worth is not owed.
 */
export function owedBack({ asset, amount, received, paidOut, isSettled }: Held): Decimal {
  const beyond = received.minus(paidOut).minus(isSettled ? NOTHING : amount)
  return isOwed({ asset, amount: beyond }) ? beyond : NOTHING
}
