/** Which emails are about the running deadline of their trade, and where they state it (decision 110). */
import type { EmailKind, OfEmail } from '#app/notices/domain/email-kinds.ts'

/** `subject`: it starts the deadline, or is only about it. `line`: it is about something else while a deadline runs. */
export type DatePlace = 'subject' | 'line'

/** Emails not listed report events or concern no trade. Those about a deadline alone state it themselves. */
const PLACES: { [Letter in EmailKind]?: DatePlace } = {
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

/** `isDecided`: where the money goes was decided before the email was sent. */
type Found = OfEmail & { isDecided?: boolean | undefined }

/** Null: it does not mention the deadline. */
export function datePlaceOf(content: Found): DatePlace | null {
  // Approved before the money arrived: no deadline decides.
  if (content.letter === 'escrow_funded' && content.isDecided) return null
  // Another presentation, an extension, a dismissed dispute: these start the deadline.
  if (content.letter === 'waiver' && content.moment === 'round') return 'subject'
  if (content.letter === 'more_time' && content.moment === 'agreed') return 'subject'
  return PLACES[content.letter] ?? null
}

/** Whether it is about the running deadline, and so has the calendar file attached. */
export function isAboutDate(content: Found): boolean {
  if (content.letter === 'clock') return content.moment !== 'outcome'
  return datePlaceOf(content) !== null
}
