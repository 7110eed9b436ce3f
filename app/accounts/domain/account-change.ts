/** What an operator changes of how an account's owner gets in, and what stands still for it (docs/decisions/099). */

/** So long has the old mailbox to object; its link lives as long (keep_email). */
export const STANDS_STILL_MS = 7 * 24 * 60 * 60_000

export const CHANGE_KINDS = ['address', 'second_factor'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Of a stored one, which the database holds to these words. */
export function changeKind(stored: string): ChangeKind {
  return CHANGE_KINDS.find((known) => known === stored) ?? 'address'
}

/** `confirmed`, by another operator; `taken_back`, by an operator; `objected`, by the old mailbox. */
export type ChangeEnd = 'confirmed' | 'taken_back' | 'objected'

/** Until when the account does nothing with money, unless the change ends before. */
export function stillUntil(changedAt: Date): Date {
  return new Date(changedAt.getTime() + STANDS_STILL_MS)
}

/** Until when an account stands still at a moment; null: it does not. */
export function standsStill(until: Date | null, now: Date): Date | null {
  return until !== null && until > now ? until : null
}

/** What was deleted cannot be given back: only an address is still known. */
export function canTakeBack(kind: ChangeKind): boolean {
  return kind === 'address'
}
