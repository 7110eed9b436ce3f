/** What stands in the way of closing an account, and how long is kept what the law asks for (docs/decisions/064). */

/** `subject`: the escrow ID, the quote's reference or the case's id. */
export type OpenWork = { kind: 'escrow' | 'fee' | 'case'; subject: string }

/** The specification's “at least 5 years” (spec §9), from the end of the relationship: the day on which the account is closed. */
export const KEPT_YEARS = 5

/** Until when name and address of somebody who has traded or paid are kept. */
export function keptUntil(closedAt: Date): Date {
  const end = new Date(closedAt)
  end.setUTCFullYear(end.getUTCFullYear() + KEPT_YEARS)
  return end
}
