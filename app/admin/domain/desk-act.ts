/** What operators do from the page of a person, an escrow, a payout or a letter: each asked once more, with a reason that is kept. */

export const DESK_ACTS = [
  'note_person',
  'note_escrow',
  'lock',
  'unlock',
  'end_sessions',
  'correct_address',
  'confirm_change',
  'take_back_change',
  'send_letter',
  'hold_payout',
  'let_go',
  'retry_payout',
] as const
export type DeskAct = (typeof DESK_ACTS)[number]

/** What an act is done to. */
export type ActSubject = 'person' | 'change' | 'escrow' | 'letter' | 'payout'

const SUBJECTS: Record<DeskAct, ActSubject> = {
  note_person: 'person',
  note_escrow: 'escrow',
  lock: 'person',
  unlock: 'person',
  end_sessions: 'person',
  correct_address: 'person',
  confirm_change: 'change',
  take_back_change: 'change',
  send_letter: 'letter',
  hold_payout: 'payout',
  let_go: 'payout',
  retry_payout: 'payout',
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
export type NoteKind = 'note' | Exclude<DeskAct, 'note_person' | 'note_escrow'>
export const NOTE_KINDS: readonly NoteKind[] = [
  'note',
  'lock',
  'unlock',
  'end_sessions',
  'correct_address',
  'confirm_change',
  'take_back_change',
  'send_letter',
  'hold_payout',
  'let_go',
  'retry_payout',
]
