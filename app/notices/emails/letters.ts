/** All emails (product.md §6). An outbox row stores the content as JSON; it is worded when sent, for its reader. */
import { z } from 'zod'
import { ACCOUNT_LETTERS } from '#app/accounts/emails/account-letters.ts'
import { FEE_LETTERS } from '#app/fees/emails/fee-letters.ts'
import { money } from '#app/kernel/emails/facts.ts'
import { type LetterBody, layOut, type RenderedLetter } from '#app/kernel/emails/layout.ts'
import { type ContentOf, type Letter, type LetterContext, type MailWords, tokenId } from '#app/kernel/emails/letter.ts'
import { keptBy } from '#app/kernel/emails/letter-custody.ts'
import { directionOf, FALLBACK_LANGUAGE, isLanguage, type Language } from '#app/kernel/i18n/languages.ts'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'
import type { LetterKind } from '#app/notices/domain/letter-kinds.ts'
import { operatorAlert } from '#app/ops/emails/operator-alert.ts'
import { custodyInLetter } from '#app/settlement/custody/emails/letter-custody.ts'
import { PAYOUT_LETTERS } from '#app/settlement/payouts/emails/payout-letters.ts'
import { contactMessage } from '#app/site/emails/contact-message.ts'
import { DISPUTE_LETTERS } from '#app/trade/disputes/emails/dispute-letters.ts'
import { DIVISION_LETTERS } from '#app/trade/divisions/emails/division-letters.ts'
import { DOCUMENT_LETTERS } from '#app/trade/documents/emails/document-letters.ts'
import { HOLD_LETTERS } from '#app/trade/onchain/emails/hold-letters.ts'
import { OPENING_LETTERS } from '#app/trade/opening/emails/opening-letters.ts'
import { REFUND_LETTERS } from '#app/trade/refunds/emails/refund-letters.ts'
import { reminder } from '#app/trade/reminders/emails/reminder.ts'
import { AGREEMENT_LETTERS } from '#app/trade/terms/emails/agreement-letters.ts'
import { calendarOf, calendarSaid, datesSaid, sayDates } from '#app/trade/terms/emails/ahead.ts'
import { CASE_LETTERS } from '#app/unmatched/emails/case-letters.ts'
import { datePlaceOf } from './date-letters.ts'

/** A new kind needs a row in the table of its module, and an entry in MATTER_OF. */
const LETTERS = {
  ...ACCOUNT_LETTERS,
  ...AGREEMENT_LETTERS,
  ...CASE_LETTERS,
  ...DISPUTE_LETTERS,
  ...DIVISION_LETTERS,
  ...DOCUMENT_LETTERS,
  ...FEE_LETTERS,
  ...HOLD_LETTERS,
  ...OPENING_LETTERS,
  ...PAYOUT_LETTERS,
  ...REFUND_LETTERS,
  reminder,
  contact_message: contactMessage,
  operator_alert: operatorAlert,
} satisfies Record<LetterKind, Letter>

type OfKind<Kind extends LetterKind> =
  (typeof LETTERS)[Kind] extends Letter<infer Fields> ? ContentOf<{ letter: z.ZodLiteral<Kind> } & Fields> : never

const [first, ...others] = Object.entries(LETTERS).map(([kind, { fields }]) =>
  z.object({ letter: z.literal(kind), ...fields }),
)
if (!first) throw new Error('There is no kind of letter.')
const ofAnyKind = z.discriminatedUnion('letter', [first, ...others]) as unknown as z.ZodType<
  { [Kind in LetterKind]: OfKind<Kind> }[LetterKind]
>

/**
 * `invitationId`: for an address that a buyer named as the seller's: its link is the invitation's, whatever the email
 * is about. `lng`: the language of the linked page, if the buyer has stated the seller's. `held`: the on-chain escrow
 * of this email; left out where Quayside holds the money. `dates`: the state of the trade's dates, and `calendar`: the
 * attached file, both as of the first attempt (decision 110).
 */
const ofAnyLetter = z.object({
  invitationId: tokenId.optional(),
  lng: z.custom<Language>(isLanguage).optional(),
  held: keptBy.optional(),
  dates: datesSaid.optional(),
  calendar: calendarSaid.optional(),
})

export const letterContent = z.intersection(ofAnyKind, ofAnyLetter)

export type LetterContent = z.infer<typeof letterContent>

/** Messages of the namespaces `mail` and `common` in one language. */
export type LetterTranslator = MailWords

type Reader = Omit<LetterContext, 'language' | 'invitationId' | 'lng' | 'custody' | 'isDated'> & {
  /** For numbers, dates and the writing direction. */
  language?: string
  /** The messages of another language, for a bilingual email. */
  wordsOf?: (language: Language) => LetterTranslator
}

/** Subject, HTML and plain text of an email, and its calendar date. */
export function renderLetter(
  content: LetterContent,
  { language, wordsOf, ...reader }: Reader,
): RenderedLetter & { calendar?: CalendarFile } {
  const known = isLanguage(language) ? language : FALLBACK_LANGUAGE
  const { invitationId = null, lng = null, held, dates, calendar } = content
  const custody = custodyInLetter(held)
  const isDated = Boolean(dates?.ahead)
  const contextIn = (language: Language, t: LetterTranslator): LetterContext => ({
    ...reader,
    ...{ t, language, invitationId, lng, custody, isDated },
  })
  const part = (language: Language, t: LetterTranslator) => ({
    body: dated(content, contextIn(language, t)),
    reader: { language, direction: directionOf(language) },
  })
  const first = part(known, reader.t)
  const also = wordsOf && secondLanguage(content, known)
  const second = also && part(also, wordsOf(also))
  const written = layOut(second ? [first, { ...second, body: { ...second.body, languages: undefined } }] : [first])
  const file = calendar && calendarOf({ calendar, dates }, contextIn(known, reader.t))
  return { ...written, ...(file && { calendar: file }) }
}

function dated(content: LetterContent, context: LetterContext): LetterBody {
  const place = datePlaceOf(content)
  const body = write(content, context)
  if (!content.dates || !place) return body
  const opens = content.letter === 'escrow_opened' ? money(content, context) : null
  return sayDates(body, { dates: content.dates, place, opens }, context)
}

/** English beside the buyer's language, for a seller whose language nobody has stated (decision 110). */
function secondLanguage(content: LetterContent, first: Language): Language | null {
  if (content.letter !== 'escrow_opened' || !content.isLanguageUnknown) return null
  return first === FALLBACK_LANGUAGE ? null : FALLBACK_LANGUAGE
}

function write(content: LetterContent, context: LetterContext): LetterBody {
  const kind: Letter = LETTERS[content.letter]
  return kind.write(content, context)
}
