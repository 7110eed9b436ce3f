/** What prevents closing an account, and how long is kept what the law requires (decision 064). */

/** `subject`: the escrow ID, the quote's reference or the case's id; for a check nothing is revealed. */
export type OpenWork = { kind: 'escrow' | 'fee' | 'case' | 'check'; subject: string }

/**
 * Until when screenings, and name and address of whoever traded or paid, are kept: “at least 5 years” (spec §9), or
 * more by the setting, from the day on which the account is closed (the end of the relationship).
 */
export function keptUntil(closedAt: Date, years: number): Date {
  const end = new Date(closedAt)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return end
}
