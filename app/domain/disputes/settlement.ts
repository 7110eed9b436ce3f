/** What an escrow owes to whom when it ends (product.md §3). Every amount in whole units of the escrow's asset. */
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

/** How the operator can end a dispute. `dismissed`: nothing was decided, the escrow goes on as before. */
export const DECISIONS = ['release', 'refund', 'split', 'dismissed'] as const
export type Decision = (typeof DECISIONS)[number]

export type Shares = { seller: Decimal; buyer: Decimal }

/**
 * The two shares of a decision about the money; they sum to the amount exactly. Null when a split leaves one side nothing
 * or gives away more than there is: then it is no split.
 */
export function sharesOf(
  decision: Exclude<Decision, 'dismissed'>,
  of: { amount: Decimal; sellerAmount: Decimal | null },
): Shares | null {
  if (decision === 'release') return { seller: of.amount, buyer: NOTHING }
  if (decision === 'refund') return { seller: NOTHING, buyer: of.amount }
  const seller = of.sellerAmount
  if (!seller?.gt(0) || seller.gte(of.amount)) return null
  return { seller, buyer: of.amount.minus(seller) }
}
