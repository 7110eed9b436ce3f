/** How a settlement ended by what the ledger says, and whether a signed one can still be included. */

import { Decimal } from '#app/kernel/domain/money.ts'
import type { OnchainSettlementKind } from '#app/settlement/custody/domain/settlement.ts'
import type { OnchainSettlement, Share } from './settlement.ts'
import type { OnchainTerms } from './terms.ts'

export type OnchainEnd = 'released' | 'refunded' | 'divided' | 'expired'

/** How the deposit ends when the ledger includes a settlement of this kind. */
export const END_OF: Record<OnchainSettlementKind, OnchainEnd> = {
  release: 'released',
  refund: 'refunded',
  division: 'divided',
  expiry: 'expired',
}

/**
 * Classifies the claim of a balance on Stellar: by the buyer after the ledger date, or by the multisig account, by what
 * the two wallets were paid in the same transaction. The two sides may have paid anybody else: that is a split.
 */
export function endOfClaim(
  terms: Pick<OnchainTerms, 'amount' | 'buyerWallet' | 'sellerWallet'>,
  claim: { claimant: string; paid: readonly Share[] },
): OnchainEnd {
  if (claim.claimant === terms.buyerWallet) return 'expired'
  const paidTo = (wallet: string) =>
    claim.paid.reduce((sum, { address, amount }) => (address === wallet ? sum.plus(amount) : sum), new Decimal(0))
  if (paidTo(terms.sellerWallet).gte(terms.amount)) return 'released'
  return paidTo(terms.buyerWallet).gte(terms.amount) ? 'refunded' : 'divided'
}

/** The same of a deposit that does not count, whatever its amount: only who was paid matters. */
export function endOfOther(
  terms: Pick<OnchainTerms, 'buyerWallet' | 'sellerWallet'>,
  claim: { claimant: string; paid: readonly Share[] },
): OnchainEnd {
  if (claim.claimant === terms.buyerWallet) return 'expired'
  const isPaid = (wallet: string) => claim.paid.some(({ address }) => address === wallet)
  const [toBuyer, toSeller] = [isPaid(terms.buyerWallet), isPaid(terms.sellerWallet)]
  if (toBuyer === toSeller) return 'divided'
  return toBuyer ? 'refunded' : 'released'
}

export function endOfEscrow(end: { kind: 'finished' | 'cancelled' }): OnchainEnd {
  return end.kind === 'finished' ? 'released' : 'expired'
}

/** Why a described settlement can never be included. Any other reason is the code with which the ledger refused it. */
export const DEAD_REASONS = ['sequence_used', 'too_late', 'superseded'] as const
export type DeadReason = (typeof DEAD_REASONS)[number]

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3_600_000

/**
 * When another one may be described after `count` refusals by the ledger, the last at `lastAt`: a minute later,
 * doubling each time, at most six hours. Otherwise somebody who makes it fail causes a loop of emails and fees.
 */
export function mayDescribeFrom({ count, lastAt }: { count: number; lastAt: Date | null }): Date | null {
  if (count === 0 || lastAt === null) return null
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(count - 1, 16), LONGEST_WAIT_MS)
  return new Date(lastAt.getTime() + waitMs)
}

/**
 * Null: it may still be included. `nextSequence`: of the multisig account; null: the account is gone. `closedAt`: close
 * time of the newest ledger seen. Only for a deposit that is still on the ledger.
 */
export function whyDead(
  exit: Pick<OnchainSettlement, 'sequence' | 'maxTime'>,
  now: { nextSequence: string | null; closedAt: Date },
): DeadReason | null {
  if (now.closedAt.getTime() / 1000 > exit.maxTime) return 'too_late'
  return now.nextSequence === exit.sequence ? null : 'sequence_used'
}

/** May another one replace it? Not one that came too late: the ledger date decides. Beginning is checked again. */
export function mayFollow(why: string): boolean {
  return why !== 'too_late'
}
