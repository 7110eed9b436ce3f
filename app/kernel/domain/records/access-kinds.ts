/** What is written down of who signed in, was refused or took a paper away (docs/operating.md, "Who did what"). */
export const ACCESS_KINDS = [
  'signed_in',
  'sign_in_failed',
  'role_denied',
  'too_many_tries',
  'foreign_form',
  'file_downloaded',
  'file_previewed',
  'file_refused',
  'statement_read',
  'statement_refused',
  /** These records themselves, by an operator. */
  'records_read',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** What anybody brings about, with no right to anything and with an address of a page that is made up. */
const REFUSALS: readonly AccessKind[] = [
  'sign_in_failed',
  'role_denied',
  'too_many_tries',
  'foreign_form',
  'file_refused',
  'statement_refused',
]

/** Rows of one kind of refusal in an hour; whatever else is refused is counted in one more row (docs/decisions/128). */
export const MOST_REFUSALS_AN_HOUR = { fromOnePlace: 50, altogether: 2000 } as const

/** What the row is about that counts the rest. */
export const OTHER_REFUSALS = '…'

/** How many rows of an hour may tell this kind apart; null: all of them. */
export function mostRowsOf(kind: AccessKind): { fromOnePlace: number; altogether: number } | null {
  return REFUSALS.includes(kind) ? MOST_REFUSALS_AN_HOUR : null
}
