/** All emails (product.md §6). An outbox row stores the content as JSON; it is worded when sent, for its reader. */
import { z } from 'zod'
import { ACCOUNT_EMAILS } from '#app/accounts/emails/account-emails.ts'
import { FEE_EMAILS } from '#app/fees/emails/fee-emails.ts'
import {
  type ContentOf,
  type EmailContext,
  type EmailParts,
  type MailWords,
  tokenId,
} from '#app/kernel/emails/email.ts'
import { keptBy } from '#app/kernel/emails/email-custody.ts'
import { money } from '#app/kernel/emails/facts.ts'
import { type EmailBody, layOut, type RenderedEmail } from '#app/kernel/emails/layout.ts'
import { directionOf, FALLBACK_LANGUAGE, isLanguage, type Language } from '#app/kernel/i18n/languages.ts'
import type { CalendarFile } from '#app/notices/domain/calendar-file.ts'
import type { EmailKind } from '#app/notices/domain/email-kinds.ts'
import { operatorAlert } from '#app/ops/emails/operator-alert.ts'
import { custodyInEmail } from '#app/settlement/custody/emails/email-custody.ts'
import { PAYOUT_EMAILS } from '#app/settlement/payouts/emails/payout-emails.ts'
import { contactMessage } from '#app/site/emails/contact-message.ts'
import { DISPUTE_EMAILS } from '#app/trade/disputes/emails/dispute-emails.ts'
import { DIVISION_EMAILS } from '#app/trade/divisions/emails/division-emails.ts'
import { DOCUMENT_EMAILS } from '#app/trade/documents/emails/document-emails.ts'
import { ONCHAIN_EMAILS } from '#app/trade/onchain/emails/onchain-emails.ts'
import { OPENING_EMAILS } from '#app/trade/opening/emails/opening-emails.ts'
import { REFUND_EMAILS } from '#app/trade/refunds/emails/refund-emails.ts'
import { reminder } from '#app/trade/reminders/emails/reminder.ts'
import { AGREEMENT_EMAILS } from '#app/trade/terms/emails/agreement-emails.ts'
import { calendarOf, calendarSaid, datesSaid, sayDates } from '#app/trade/terms/emails/ahead.ts'
import { UNMATCHED_EMAILS } from '#app/unmatched/emails/unmatched-emails.ts'
import { datePlaceOf } from './date-emails.ts'

/** A new kind needs a row in the table of its module, and an entry in MATTER_OF. */
const EMAILS = {
  ...ACCOUNT_EMAILS,
  ...AGREEMENT_EMAILS,
  ...UNMATCHED_EMAILS,
  ...DISPUTE_EMAILS,
  ...DIVISION_EMAILS,
  ...DOCUMENT_EMAILS,
  ...FEE_EMAILS,
  ...ONCHAIN_EMAILS,
  ...OPENING_EMAILS,
  ...PAYOUT_EMAILS,
  ...REFUND_EMAILS,
  reminder,
  contact_message: contactMessage,
  operator_alert: operatorAlert,
} satisfies Record<EmailKind, EmailParts>

type OfKind<Kind extends EmailKind> =
  (typeof EMAILS)[Kind] extends EmailParts<infer Fields> ? ContentOf<{ letter: z.ZodLiteral<Kind> } & Fields> : never

const [first, ...others] = Object.entries(EMAILS).map(([kind, { fields }]) =>
  z.object({ letter: z.literal(kind), ...fields }),
)
if (!first) throw new Error('There is no kind of letter.')
const ofAnyKind = z.discriminatedUnion('letter', [first, ...others]) as unknown as z.ZodType<
  { [Kind in EmailKind]: OfKind<Kind> }[EmailKind]
>

/**
 * `invitationId`: for an address that a buyer named as the seller's: its link is the invitation's, whatever the email
 * is about. `lng`: the language of the linked page, if the buyer has stated the seller's. `held`: the on-chain escrow
 * of this email; left out where Quayside holds the money. `dates`: the state of the trade's dates, and `calendar`: the
 * attached file, both as of the first attempt (decision 110).
 */
const ofAnyEmail = z.object({
  invitationId: tokenId.optional(),
  lng: z.custom<Language>(isLanguage).optional(),
  held: keptBy.optional(),
  dates: datesSaid.optional(),
  calendar: calendarSaid.optional(),
})

export const emailContent = z.intersection(ofAnyKind, ofAnyEmail)

export type EmailContent = z.infer<typeof emailContent>

/** Messages of the namespaces `mail` and `common` in one language. */
export type EmailTranslator = MailWords

type Reader = Omit<EmailContext, 'language' | 'invitationId' | 'lng' | 'custody' | 'isDated'> & {
  /** For numbers, dates and the writing direction. */
  language?: string
  /** The messages of another language, for a bilingual email. */
  wordsOf?: (language: Language) => EmailTranslator
}

/** Subject, HTML and plain text of an email, and its calendar date. */
export function renderEmail(
  content: EmailContent,
  { language, wordsOf, ...reader }: Reader,
): RenderedEmail & { calendar?: CalendarFile } {
  const known = isLanguage(language) ? language : FALLBACK_LANGUAGE
  const { invitationId = null, lng = null, held, dates, calendar } = content
  const custody = custodyInEmail(held)
  const isDated = Boolean(dates?.ahead)
  const contextIn = (language: Language, t: EmailTranslator): EmailContext => ({
    ...reader,
    ...{ t, language, invitationId, lng, custody, isDated },
  })
  const part = (language: Language, t: EmailTranslator) => ({
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

function dated(content: EmailContent, context: EmailContext): EmailBody {
  const place = datePlaceOf(content)
  const body = write(content, context)
  if (!content.dates || !place) return body
  const opens = content.letter === 'escrow_opened' ? money(content, context) : null
  return sayDates(body, { dates: content.dates, place, opens }, context)
}

/** English beside the buyer's language, for a seller whose language nobody has stated (decision 110). */
function secondLanguage(content: EmailContent, first: Language): Language | null {
  if (content.letter !== 'escrow_opened' || !content.isLanguageUnknown) return null
  return first === FALLBACK_LANGUAGE ? null : FALLBACK_LANGUAGE
}

function write(content: EmailContent, context: EmailContext): EmailBody {
  const kind: EmailParts = EMAILS[content.letter]
  return kind.write(content, context)
}
