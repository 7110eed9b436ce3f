/** What is done about a match, and by how many operators (decision 068). */

export type ReviewSubject = `user:${string}` | `reseller:${string}` | `wallet:${string}`
export type ReviewBy = 'name' | 'wallet'

export const REVIEW_STATES = ['open', 'in_review', 'needs_information', 'false_match', 'true_match'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const REVIEW_ACTS = ['take', 'ask', 'false_match', 'true_match'] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

export type Review = {
  by: ReviewBy
  state: ReviewState
  wanted: 'false_match' | 'true_match' | null
  wantedById: string | null
}

/** Does a review in this state keep a person or money from going on? */
export function holds(state: ReviewState): boolean {
  return state !== 'false_match'
}

/**
 * The result of an act: a state, a wish that a second operator has to share, or nothing: not allowed. A true match
 * takes two; so does clearing a wallet or a true match. A match of names is cleared by one.
 */
export function resultOf(
  review: Review,
  { act, operatorId }: { act: ReviewAct; operatorId: string },
): { state: ReviewState } | { wanted: 'false_match' | 'true_match' } | 'own_wish' | 'not_now' {
  const { by, state, wanted, wantedById } = review
  if (act === 'take') return state === 'open' ? { state: 'in_review' } : 'not_now'
  if (state === act) return 'not_now'
  if (act === 'ask') return state === 'open' || state === 'in_review' ? { state: 'needs_information' } : 'not_now'
  const takesTwo = act === 'true_match' || by === 'wallet' || state === 'true_match'
  if (!takesTwo) return { state: act }
  if (wanted !== act) return { wanted: act }
  return wantedById === operatorId ? 'own_wish' : { state: act }
}

/** What the person can be asked for, in fixed texts: an operator's own words could reveal a match (decision 110). */
export const ASKED_DETAILS = ['native_name', 'company', 'country', 'birth_date', 'contact'] as const
export type AskedDetail = (typeof ASKED_DETAILS)[number]
