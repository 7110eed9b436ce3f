/** What operators do from the page of a person, an escrow, a payout or a letter: each asked once more, with a reason that is kept. */

export const DESK_ACTS = [
  'note-person',
  'note-escrow',
  'lock',
  'unlock',
  'end-sessions',
  'correct-address',
  'send-letter',
  'hold-payout',
  'let-go',
  'retry-payout',
] as const
export type DeskAct = (typeof DESK_ACTS)[number]

/** What an act is done to. */
export type ActSubject = 'person' | 'escrow' | 'letter' | 'payout'

const SUBJECTS: Record<DeskAct, ActSubject> = {
  'note-person': 'person',
  'note-escrow': 'escrow',
  lock: 'person',
  unlock: 'person',
  'end-sessions': 'person',
  'correct-address': 'person',
  'send-letter': 'letter',
  'hold-payout': 'payout',
  'let-go': 'payout',
  'retry-payout': 'payout',
}

export function subjectOf(act: DeskAct): ActSubject {
  return SUBJECTS[act]
}

/** Longer reasons are papers of their own. */
export const LONGEST_REASON = 2000

export function deskActIn(text: string | undefined): DeskAct | null {
  return DESK_ACTS.find((known) => known === text) ?? null
}

/** As a note of it is kept: an act's own name, and one word for what was only noted. */
export type NoteKind = 'note' | Exclude<DeskAct, 'note-person' | 'note-escrow'>
export const NOTE_KINDS: readonly NoteKind[] = [
  'note',
  'lock',
  'unlock',
  'end-sessions',
  'correct-address',
  'send-letter',
  'hold-payout',
  'let-go',
  'retry-payout',
]

/** May a payout be held? One that is signed may be on the ledger already. */
export function canBeHeld({ state, isHeld }: { state: string; isHeld: boolean }): boolean {
  return !isHeld && (state === 'queued' || state === 'blocked')
}
