/** What an escrow owes back to its buyer (product.md §3). Every amount in whole units of the escrow's asset. */
import { AMOUNT_TOLERANCE, Decimal } from '#app/domain/kernel/money.ts'

const NOTHING = new Decimal(0)

export type Held = {
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
 * escrow had received. While nothing is decided the amount itself stays. Differences within 1e-7 are nothing (spec §5).
 */
export function owedBack({ amount, received, paidOut, isSettled }: Held): Decimal {
  const beyond = received.minus(paidOut).minus(isSettled ? NOTHING : amount)
  return beyond.gt(AMOUNT_TOLERANCE) ? beyond : NOTHING
}
