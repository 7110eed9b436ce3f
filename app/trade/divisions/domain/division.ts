/**
 * What both sides agree to share (decision 079): an offer while a dispute is open, and a lower price while documents are
 * examined or were rejected. Every amount in whole units of the escrow's asset.
 */
import { canReview, type EscrowFacts, isSettled } from '#app/escrow/domain/escrow.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

export const DIVISION_KINDS = ['offer', 'reduction'] as const
export type DivisionKind = (typeof DIVISION_KINDS)[number]

/** `superseded`: another act has taken its place. */
export const DIVISION_ANSWERS = ['agreed', 'declined', 'withdrawn', 'superseded'] as const
export type DivisionAnswer = (typeof DIVISION_ANSWERS)[number]

export function divisionKindOf(text: string): DivisionKind {
  const kind = DIVISION_KINDS.find((known) => known === text)
  if (!kind) throw new Error(`${text} is no kind of division`)
  return kind
}

/** Null while it is open. */
export function divisionAnswerOf(text: string | null): DivisionAnswer | null {
  return DIVISION_ANSWERS.find((answer) => answer === text) ?? null
}

export type Shares = { seller: Decimal; buyer: Decimal }

/**
 * The shares that a proposed amount for the seller makes; they sum to the whole exactly. In a dispute either side may offer all to
 * one. At a lower price both get something: all to the seller is an approval, and all to the buyer a refund. Null: none of these.
 */
export function sharesOfDivision(
  kind: DivisionKind,
  { amount, sellerAmount }: { amount: Decimal; sellerAmount: Decimal | null },
): Shares | null {
  if (sellerAmount === null || sellerAmount.isNegative() || sellerAmount.gt(amount)) return null
  if (kind === 'reduction' && (sellerAmount.isZero() || sellerAmount.eq(amount))) return null
  return { seller: sellerAmount, buyer: amount.minus(sellerAmount) }
}

/** "0", "0.00" and the like are shares, which the parser of amounts does not read: nobody pays or is paid nothing. */
export function isNothing(plain: string): boolean {
  return /^0+(\.0*)?$/.test(plain)
}

/** What can be agreed on now; null: nothing. */
export function divisibleAs(facts: EscrowFacts): DivisionKind | null {
  if (facts.disputedAt) return isSettled(facts) || facts.refundOpenedAt ? null : 'offer'
  return facts.verifiedAt && canReview(facts) ? 'reduction' : null
}

/** May this side propose it? A lower price is the buyer's to offer; in a dispute either side may. */
export function mayPropose(kind: DivisionKind, side: Reader): boolean {
  return kind === 'offer' || side === 'buyer'
}
