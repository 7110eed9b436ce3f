/** What stands in the way of closing an account, and how long is kept what the law asks for (docs/decisions/064). */

/** `subject`: the escrow ID, the quote's reference or the case's id; of a check nothing is told. */
export type OpenWork = { kind: 'escrow' | 'fee' | 'case' | 'check'; subject: string }

/**
 * Until when what was compared is kept, and name and address of somebody who has traded or paid: the specification's “at least 5
 * years” (spec §9), or more where the setting says so, from the end of the relationship: the day on which the account is closed.
 */
export function keptUntil(closedAt: Date, years: number): Date {
  const end = new Date(closedAt)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return end
}
