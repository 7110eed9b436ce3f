/** The deadlines of one escrow as a calendar file, for those who may open its page. */

import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { formatMoment } from '#app/kernel/i18n/format.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import { secureResource } from '#app/kernel/web/http/headers.server.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { type CalendarDate, calendarId } from '#app/notices/domain/calendar-file.ts'
import { writeCalendar } from '#app/notices/services/calendar.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { findSellerEscrow, lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { deadlineThen, deadlineTitle, deadlineValues } from '#app/trade/terms/i18n/deadline-words.ts'
import { escrowLink } from './escrow-link.server.ts'
import { escrowNetwork } from './escrow-network.server.ts'

/** Throws a 404 Response without permission or without a deadline. */
export async function sendCalendar(request: Request, transactionId: string | undefined): Promise<Response> {
  const viewer = await requireVisit('/dashboard', request)
  await countTry('look_up_by_user', viewer.id)
  const now = deps.clock.now()
  const ask = { viewer, typed: transactionId ?? '', network: escrowNetwork(), now }
  const find = viewer.role === 'seller' ? findSellerEscrow : lookUpEscrow
  const escrow = await find(deps.db, ask)
  const language = await readerLanguage(request)
  const dates = escrow && [...datesOf(escrow, language), ...dateOfLedger(escrow, { language, now })]
  if (!dates || dates.length === 0) throw new Response(null, { status: 404 })
  const headers = new Headers({
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': `attachment; filename="quayside-${escrow.transactionId}.ics"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  })
  secureResource(headers, { isHttps: config.isHttps, isDevelopment: config.mode === 'development' })
  const file = writeCalendar({ method: 'publish', madeAt: now, from: config.mail.support, dates })
  return new Response(file, { headers })
}

/** Only the running deadline: later ones depend on what happens before. */
function datesOf({ transactionId, agreement, currency: asset }: PartyView, language: Language): CalendarDate[] {
  if (!agreement?.clock) return []
  const { clock } = agreement
  const t = translatorFor(language)
  const values = deadlineValues(clock, { asset, language })
  return [
    {
      id: calendarId(transactionId, config.origin),
      at: new Date(clock.by),
      title: t(`dates.calendar.${clock.kind}`),
      text: [
        t(deadlineTitle(clock), values),
        ...deadlineThen(clock).map((key) => t(key, values)),
        `${t('ui.escrowId')}: ${transactionId}`,
      ].join('\n\n'),
      url: escrowLink(transactionId),
    },
  ]
}

/** The on-chain escrow's date, if it is in the future. */
function dateOfLedger(
  { transactionId, custody: { until } }: PartyView,
  { language, now }: { language: Language; now: Date },
): CalendarDate[] {
  if (until === null || new Date(until) <= now) return []
  const t = translatorFor(language)
  const time = formatMoment(until, language)
  return [
    {
      id: calendarId(`${transactionId}-held`, config.origin),
      at: new Date(until),
      title: t('pages.held'),
      text: [t('held.until', { time }), `${t('ui.escrowId')}: ${transactionId}`].join('\n\n'),
      url: escrowLink(transactionId),
    },
  ]
}
