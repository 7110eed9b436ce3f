/** Operators' changes to how an account's owner gets in, and the freeze that follows (decision 099). */

/** The old mailbox has this long to object; its link lives as long (keep_email). */
export const STANDS_STILL_MS = 7 * 24 * 60 * 60_000

export const CHANGE_KINDS = ['address', 'second_factor'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Reads a stored kind, which the database restricts to these words. */
export function changeKind(stored: string): ChangeKind {
  return CHANGE_KINDS.find((known) => known === stored) ?? 'address'
}

/** `confirmed`: by another operator; `taken_back`: by an operator; `objected`: by the old mailbox. */
export type ChangeEnd = 'confirmed' | 'taken_back' | 'objected'

/** Until when the account is frozen, unless the change ends before. */
export function stillUntil(changedAt: Date): Date {
  return new Date(changedAt.getTime() + STANDS_STILL_MS)
}

/** Until when an account is frozen at a moment; null: it is not. */
export function standsStill(until: Date | null, now: Date): Date | null {
  return until !== null && until > now ? until : null
}

/** Only an address can be restored: it is still known. What was deleted is not. */
export function canTakeBack(kind: ChangeKind): boolean {
  return kind === 'address'
}
