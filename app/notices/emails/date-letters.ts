/** Which letters are about the date that runs in their trade, and where they say it (decision 112). */
import type { LetterKind, OfLetter } from '#app/notices/domain/letter-kinds.ts'

/** `subject`: it starts the date, or is about nothing else. `line`: it is about something else while a date runs. */
export type DatePlace = 'subject' | 'line'

/** Letters that are not named are about what has happened, or about no trade. Those about a clock alone say it themselves. */
const PLACES: { [Letter in LetterKind]?: DatePlace } = {
  escrow_to_fund: 'subject',
  escrow_opened: 'subject',
  deposit_incomplete: 'subject',
  hold_ready: 'subject',
  escrow_funded: 'subject',
  seller_confirmed: 'subject',
  documents_rejected: 'subject',
  waiver: 'line',
  more_time: 'line',
  dispute_decided: 'line',
  terms: 'line',
  refund_requested: 'line',
  refund_answered: 'line',
  payout_wallet_changed: 'line',
  reminder: 'line',
}

/** `isDecided`: where the money goes was decided before the letter went. */
type Found = OfLetter & { isDecided?: boolean | undefined }

/** Null: it says nothing of it. */
export function datePlaceOf(content: Found): DatePlace | null {
  // Approved before the money came: no date has to decide.
  if (content.letter === 'escrow_funded' && content.isDecided) return null
  // Another round, more time, a dispute that is dismissed: the date begins to run by them.
  if (content.letter === 'waiver' && content.moment === 'round') return 'subject'
  if (content.letter === 'more_time' && content.moment === 'agreed') return 'subject'
  return PLACES[content.letter] ?? null
}

/** Is it about the date that runs, so that it brings the calendar's file along? */
export function isAboutDate(content: Found): boolean {
  if (content.letter === 'clock') return content.moment !== 'outcome'
  return datePlaceOf(content) !== null
}
