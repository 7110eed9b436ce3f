/** What emails say about the running deadline: what the reader has to do by when, and what follows (decision 110). */
import { z } from 'zod'
import { amount, asset, type EmailContext, reader, txid } from '#app/kernel/emails/email.ts'
import type { EmailBody } from '#app/kernel/emails/layout.ts'
import { type CalendarFile, calendarId } from '#app/notices/domain/calendar-file.ts'
import { CUSTODIANS } from '#app/settlement/custody/domain/custodian.ts'
import { CONSEQUENT_ACTS, type ConsequenceView, FOLLOWS, WHYS } from '#app/trade/terms/domain/consequence.ts'
import { DEADLINES } from '#app/trade/terms/domain/standing.ts'
import { deadlineThen, deadlineTitle, deadlineValues } from '#app/trade/terms/i18n/deadline-words.ts'

const ahead = z.object({
  custody: z.enum(CUSTODIANS),
  kind: z.enum(DEADLINES),
  owner: reader,
  by: z.iso.datetime(),
  act: z.enum(CONSEQUENT_ACTS),
  noticeUntil: z.iso.datetime().nullable(),
  follows: z.enum(FOLLOWS),
  at: z.iso.datetime(),
  to: reader.nullable(),
  amount,
  why: z.enum(WHYS).nullable(),
  needsSignature: z.boolean(),
  needsWallet: z.boolean(),
  wasPresented: z.boolean(),
  mayPresent: z.boolean(),
}) satisfies z.ZodType<ConsequenceView>

/** As of the first try to send the email. `ahead`: null where no deadline runs. */
export const datesSaid = z.object({ reader, asset, txid, ahead: ahead.nullable() })
export type DatesSaid = z.infer<typeof datesSaid>

/** The email's calendar file, made on the first try. `was`: the date that is cancelled. */
export const calendarSaid = z.object({
  txid,
  madeAt: z.iso.datetime(),
  cancels: z.object({ was: z.iso.datetime() }).optional(),
})

const HOUR_MS = 3_600_000

/** The same sentences as on the page: who has to do what until when, and what follows. */
export function sentencesOf({ ahead: said, asset: of }: DatesSaid, { t, language }: EmailContext): string[] {
  if (!said) return []
  const values = deadlineValues(said, { asset: of, language })
  return [t(`common:${deadlineTitle(said)}`, values), ...deadlineThen(said).map((key) => t(`common:${key}`, values))]
}

/** "Decide by …: otherwise the documents count as accepted and … goes to the seller"; null: no deadline runs. */
export function emailSubjectOf(
  { ahead: said, asset: of, reader: side }: DatesSaid,
  context: EmailContext,
): string | null {
  if (!said) return null
  const { t, language } = context
  const hours = said.noticeUntil ? (Date.parse(said.noticeUntil) - Date.parse(said.by)) / HOUR_MS : 0
  const values = { ...deadlineValues(said, { asset: of, language }), hours: String(hours) }
  return t('dates.subject', { act: t(actOf(said, side), values), follows: t(`dates.then.${thenOf(said)}`, values) })
}

/** The key of what the reader, or the other side, has to do. */
function actOf({ kind, owner, custody, wasPresented, mayPresent }: ConsequenceView, side: 'buyer' | 'seller') {
  const isPresenting = kind === 'present' || kind === 'grace'
  // Then the buyer can act and the seller cannot, whoever owns the deadline.
  if (isPresenting && wasPresented && !mayPresent) return side === 'buyer' ? 'dates.act.close' : 'dates.theirs.close'
  const step = isPresenting ? 'present' : kind === 'fund' && custody !== 'platform' ? 'lock' : kind
  if (owner === side) return `dates.act.${step}` as const
  return step === 'last_notice' ? 'dates.theirs.examine' : (`dates.theirs.${step}` as const)
}

function thenOf({ follows, noticeUntil }: ConsequenceView) {
  if (follows === 'ends_unfunded') return 'ends'
  if (follows === 'returns_at_ledger_date') return 'ledger_date'
  const what = follows === 'accepted' || follows === 'quayside' ? follows : 'refund'
  return noticeUntil ? (`${what}_later` as const) : what
}

/**
 * Puts the deadline into the first line, and into the subject of an email that it starts. Without dates it says so.
 * `opens`: the amount, for a reader who may not know the trade.
 */
export function sayDates(
  body: EmailBody,
  { dates, place, opens }: { dates: DatesSaid; place: 'subject' | 'line'; opens: string | null },
  context: EmailContext,
): EmailBody {
  if (!dates.ahead) {
    return place === 'subject' && context.custody.until === null
      ? { ...body, paragraphs: [...body.paragraphs, context.t('dates.none')] }
      : body
  }
  const line = sentencesOf(dates, context).join(' ')
  const subject = (place === 'subject' && emailSubjectOf(dates, context)) || body.subject
  const named = opens === null ? subject : context.t('dates.invited', { amount: opens, subject })
  return { ...body, subject: named, preview: line, paragraphs: [line, ...body.paragraphs] }
}

/** The running deadline for the reader's calendar, or its cancellation. */
export function calendarOf(
  { calendar, dates }: { calendar: z.infer<typeof calendarSaid>; dates: DatesSaid | undefined },
  context: EmailContext,
): CalendarFile | null {
  const { t, origin, supportEmail: from } = context
  const { txid: transactionId, madeAt, cancels } = calendar
  const named = {
    id: calendarId(transactionId, origin),
    url: `${origin}/dashboard?txid=${encodeURIComponent(transactionId)}`,
  }
  const idLine = `${t('common:ui.escrowId')}: ${transactionId}`
  if (cancels) {
    const date = { ...named, at: new Date(cancels.was), title: t('dates.over'), text: idLine }
    return { method: 'cancel', madeAt: new Date(madeAt), from, dates: [date] }
  }
  if (!dates?.ahead) return null
  const { by, kind } = dates.ahead
  const text = [...sentencesOf(dates, context), idLine].join('\n\n')
  const date = { ...named, at: new Date(by), title: t(`common:dates.calendar.${kind}`), text }
  return { method: 'publish', madeAt: new Date(madeAt), from, dates: [date] }
}
