/** Admin actions on a person, escrow, payout or email. Each asks for confirmation, and its reason is stored. */

export const ADMIN_ACTIONS = [
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
export type AdminAction = (typeof ADMIN_ACTIONS)[number]

export type ActionSubject = 'person' | 'change' | 'escrow' | 'letter' | 'payout'

const SUBJECTS: Record<AdminAction, ActionSubject> = {
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

export function actionSubjectOf(act: AdminAction): ActionSubject {
  return SUBJECTS[act]
}

/** In characters. A longer reason belongs in a document. */
export const LONGEST_REASON = 2000

export function adminActionIn(text: string | undefined): AdminAction | null {
  return ADMIN_ACTIONS.find((known) => known === text) ?? null
}

/** The kind of a stored note: the name of the action, or 'note' for a plain note. */
export type NoteKind = 'note' | Exclude<AdminAction, 'note_person' | 'note_escrow'>
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
