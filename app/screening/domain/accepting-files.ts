/** Two operators accept a file that was too short to be taken (docs/decisions/086). */

export type Acceptance = { wantedById: string | null; acceptedById: string | null }

/** What comes of an operator's yes: the wish that a second one has to share, the acceptance, or nothing. */
export function resultOfYes(
  { wantedById, acceptedById }: Acceptance,
  operatorId: string,
): 'wanted' | 'accepted' | 'own_wish' | 'not_now' {
  if (acceptedById !== null) return 'not_now'
  if (wantedById === null) return 'wanted'
  return wantedById === operatorId ? 'own_wish' : 'accepted'
}
