/** Agreed splits (decision 134): an offer in a dispute, or a lower price before approval. In units of the asset. */
import { canReview, type EscrowFacts, isSettled } from '#app/escrow/domain/escrow.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'

export const DIVISION_KINDS = ['offer', 'reduction'] as const
export type DivisionKind = (typeof DIVISION_KINDS)[number]

/** `superseded`: another act has replaced it. */
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
 * Returns the shares, which sum to the whole exactly. An offer may give all to one side. A lower price leaves something
 * to both: all to the seller is an approval, all to the buyer a refund. Null: not a valid split.
 */
export function sharesOfDivision(
  kind: DivisionKind,
  { amount, sellerAmount }: { amount: Decimal; sellerAmount: Decimal | null },
): Shares | null {
  if (sellerAmount === null || sellerAmount.isNegative() || sellerAmount.gt(amount)) return null
  if (kind === 'reduction' && (sellerAmount.isZero() || sellerAmount.eq(amount))) return null
  return { seller: sellerAmount, buyer: amount.minus(sellerAmount) }
}

/** "0", "0.00" and the like are valid shares, but the parser of amounts refuses them: it takes no zero. */
export function isNothing(plain: string): boolean {
  return /^0+(\.0*)?$/.test(plain)
}

/** Returns the kind of split that can be agreed on now; null: none. */
export function divisibleAs(facts: EscrowFacts): DivisionKind | null {
  if (facts.disputedAt) return isSettled(facts) || facts.refundOpenedAt ? null : 'offer'
  return facts.verifiedAt && canReview(facts) ? 'reduction' : null
}

/** A lower price is proposed by the buyer alone; in a dispute either side may propose. */
export function mayPropose(kind: DivisionKind, side: Reader): boolean {
  return kind === 'offer' || side === 'buyer'
}
