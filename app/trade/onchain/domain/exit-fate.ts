/** What becomes of a way out by what the ledger says: how the money ended, and whether what was signed can still take it. */

import { Decimal } from '#app/kernel/domain/money.ts'
import type { HoldExitKind } from '#app/settlement/custody/domain/exit.ts'
import type { HeldExit, Share } from './exit.ts'
import type { HoldTerms } from './terms.ts'

export type HoldEnd = 'released' | 'refunded' | 'divided' | 'expired'

/** How a way out ends what was locked when the ledger takes it. */
export const END_OF: Record<HoldExitKind, HoldEnd> = {
  release: 'released',
  refund: 'refunded',
  division: 'divided',
  expiry: 'expired',
}

/**
 * What a claim of a balance on Stellar was: the buyer's own after the date, or one of the account of two signatures, told by what the
 * two wallets were paid in the same transaction. Whoever else the two sent it to, it was theirs to say: that is a division.
 */
export function endOfClaim(
  terms: Pick<HoldTerms, 'amount' | 'buyerWallet' | 'sellerWallet'>,
  claim: { claimant: string; paid: readonly Share[] },
): HoldEnd {
  if (claim.claimant === terms.buyerWallet) return 'expired'
  const paidTo = (wallet: string) =>
    claim.paid.reduce((sum, { address, amount }) => (address === wallet ? sum.plus(amount) : sum), new Decimal(0))
  if (paidTo(terms.sellerWallet).gte(terms.amount)) return 'released'
  return paidTo(terms.buyerWallet).gte(terms.amount) ? 'refunded' : 'divided'
}

/**
 * The same of something that does not count, whatever it holds: the two sides or the arbiter with one of them gave it to somebody, or the
 * buyer's own wallet has claimed it.
 */
export function endOfOther(
  terms: Pick<HoldTerms, 'buyerWallet' | 'sellerWallet'>,
  claim: { claimant: string; paid: readonly Share[] },
): HoldEnd {
  if (claim.claimant === terms.buyerWallet) return 'expired'
  const isPaid = (wallet: string) => claim.paid.some(({ address }) => address === wallet)
  const [toBuyer, toSeller] = [isPaid(terms.buyerWallet), isPaid(terms.sellerWallet)]
  if (toBuyer === toSeller) return 'divided'
  return toBuyer ? 'refunded' : 'released'
}

/** What ended an escrow of the XRP Ledger. */
export function endOfEscrow(end: { kind: 'finished' | 'cancelled' }): HoldEnd {
  return end.kind === 'finished' ? 'released' : 'expired'
}

/** Why what is described can never be included any more. Every other reason is the code with which the ledger has refused it. */
export const DEAD_REASONS = ['sequence_used', 'too_late', 'superseded'] as const
export type DeadReason = (typeof DEAD_REASONS)[number]

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3_600_000

/**
 * When the next one may be described after so many that the ledger refused, the last of them then: a minute later, twice as long each
 * time, six hours at most. Whoever makes it fail by turns makes no loop of letters and fees of it.
 */
export function mayDescribeFrom({ count, lastAt }: { count: number; lastAt: Date | null }): Date | null {
  if (count === 0 || lastAt === null) return null
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(count - 1, 16), LONGEST_WAIT_MS)
  return new Date(lastAt.getTime() + waitMs)
}

/**
 * Null: it may still be included. `nextSequence` is of the account of two signatures, null when it is gone, and `closedAt` the close
 * time of the newest ledger that was asked. Ask only of what lies on the ledger still.
 */
export function whyDead(
  exit: Pick<HeldExit, 'sequence' | 'maxTime'>,
  now: { nextSequence: string | null; closedAt: Date },
): DeadReason | null {
  if (now.closedAt.getTime() / 1000 > exit.maxTime) return 'too_late'
  return now.nextSequence === exit.sequence ? null : 'sequence_used'
}

/** May another one take its place? Not of one that came too late: the date decides. Whether it may be begun is asked again. */
export function mayFollow(why: string): boolean {
  return why !== 'too_late'
}
