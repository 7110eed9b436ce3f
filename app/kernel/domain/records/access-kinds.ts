/** The kinds of recorded accesses: sign-ins, refusals, downloads (docs/operating.md, "Who did what"). */
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
  /** An operator read these records. */
  'records_read',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** What anybody can cause without any right, and with a made-up page address. */
const REFUSALS: readonly AccessKind[] = [
  'sign_in_failed',
  'role_denied',
  'too_many_tries',
  'foreign_form',
  'file_refused',
  'statement_refused',
]

/** Most rows of one kind of refusal in an hour; further refusals are counted in one more row (docs/decisions/128). */
export const MOST_REFUSALS_AN_HOUR = { fromOnePlace: 50, altogether: 2000 } as const

/** The subject of the row that counts further refusals. */
export const OTHER_REFUSALS = '…'

/** The maximum of rows in an hour for this kind; null: no maximum. */
export function mostRowsOf(kind: AccessKind): { fromOnePlace: number; altogether: number } | null {
  return REFUSALS.includes(kind) ? MOST_REFUSALS_AN_HOUR : null
}
