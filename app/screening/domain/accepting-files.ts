/** Two operators accept a file that was too short to be taken (decision 068). */

export type Acceptance = { wantedById: string | null; acceptedById: string | null }

/** The result of an operator's yes: a wish that a second one has to share, the acceptance, or nothing. */
export function resultOfYes(
  { wantedById, acceptedById }: Acceptance,
  operatorId: string,
): 'wanted' | 'accepted' | 'own_wish' | 'not_now' {
  if (acceptedById !== null) return 'not_now'
  if (wantedById === null) return 'wanted'
  return wantedById === operatorId ? 'own_wish' : 'accepted'
}
