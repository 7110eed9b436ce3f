/** What letters say of the date that runs in their trade: what this reader has to do until when, and what follows (decision 112). */
import { z } from 'zod'
import type { LetterBody } from '#app/kernel/emails/layout.ts'
import { amount, asset, type LetterContext, reader, txid } from '#app/kernel/emails/letter.ts'
import { type CalendarFile, calendarId } from '#app/notices/domain/calendar-file.ts'
import { CUSTODIANS } from '#app/settlement/custody/domain/custodian.ts'
import { ACTS, FOLLOWS, type ShownConsequence, WHYS } from '#app/trade/terms/domain/consequence.ts'
import { CLOCKS } from '#app/trade/terms/domain/standing.ts'
import { clockThen, clockTitle, clockValues } from '#app/trade/terms/i18n/clock-words.ts'

const ahead = z.object({
  custody: z.enum(CUSTODIANS),
  kind: z.enum(CLOCKS),
  owner: reader,
  by: z.iso.datetime(),
  act: z.enum(ACTS),
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
}) satisfies z.ZodType<ShownConsequence>

/** As the letter's first try found the trade. `ahead`: null where it has no dates. */
export const datesSaid = z.object({ reader, asset, txid, ahead: ahead.nullable() })
export type DatesSaid = z.infer<typeof datesSaid>

/** The calendar file of the letter: made when it was first tried. `was`: the date that is cancelled. */
export const calendarSaid = z.object({
  txid,
  madeAt: z.iso.datetime(),
  cancels: z.object({ was: z.iso.datetime() }).optional(),
})

const HOUR_MS = 3_600_000

/** The sentences of the page: who has to do what until when, and what follows. */
export function sentencesOf({ ahead: said, asset: of }: DatesSaid, { t, language }: LetterContext): string[] {
  if (!said) return []
  const values = clockValues(said, { asset: of, language })
  return [t(`common:${clockTitle(said)}`, values), ...clockThen(said).map((key) => t(`common:${key}`, values))]
}

/** "Decide by …: otherwise the documents count as accepted and … goes to the seller"; null where no date runs. */
export function subjectOf({ ahead: said, asset: of, reader: side }: DatesSaid, context: LetterContext): string | null {
  if (!said) return null
  const { t, language } = context
  const hours = said.noticeUntil ? (Date.parse(said.noticeUntil) - Date.parse(said.by)) / HOUR_MS : 0
  const values = { ...clockValues(said, { asset: of, language }), hours: String(hours) }
  return t('dates.subject', { act: t(actOf(said, side), values), follows: t(`dates.then.${thenOf(said)}`, values) })
}

/** The key of: what this reader has to do, or the other side. */
function actOf({ kind, owner, custody, wasPresented, mayPresent }: ShownConsequence, side: 'buyer' | 'seller') {
  const isPresenting = kind === 'present' || kind === 'grace'
  // The buyer can act then, and the seller cannot, whosever date it is.
  if (isPresenting && wasPresented && !mayPresent) return side === 'buyer' ? 'dates.act.close' : 'dates.theirs.close'
  const step = isPresenting ? 'present' : kind === 'fund' && custody !== 'platform' ? 'lock' : kind
  if (owner === side) return `dates.act.${step}` as const
  return step === 'last_notice' ? 'dates.theirs.examine' : (`dates.theirs.${step}` as const)
}

function thenOf({ follows, noticeUntil }: ShownConsequence) {
  if (follows === 'ends_unfunded') return 'ends'
  if (follows === 'returns_at_ledger_date') return 'ledger_date'
  const what = follows === 'accepted' || follows === 'quayside' ? follows : 'refund'
  return noticeUntil ? (`${what}_later` as const) : what
}

/**
 * The date first: in the first line, and in the subject where the letter starts it. Without dates, that none decides. `opens`: how much
 * the trade is about, where the reader may never have heard of it.
 */
export function sayDates(
  body: LetterBody,
  { dates, place, opens }: { dates: DatesSaid; place: 'subject' | 'line'; opens: string | null },
  context: LetterContext,
): LetterBody {
  if (!dates.ahead) {
    return place === 'subject' && context.custody.until === null
      ? { ...body, paragraphs: [...body.paragraphs, context.t('dates.none')] }
      : body
  }
  const line = sentencesOf(dates, context).join(' ')
  const subject = (place === 'subject' && subjectOf(dates, context)) || body.subject
  const named = opens === null ? subject : context.t('dates.invited', { amount: opens, subject })
  return { ...body, subject: named, preview: line, paragraphs: [line, ...body.paragraphs] }
}

/** The running date, for the reader's calendar; or that it runs no more. */
export function calendarOf(
  { calendar, dates }: { calendar: z.infer<typeof calendarSaid>; dates: DatesSaid | undefined },
  context: LetterContext,
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
