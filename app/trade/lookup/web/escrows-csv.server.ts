/** A person's escrows as CSV, streamed page by page, so that memory use does not depend on their number. */
import type { TFunction } from 'i18next'
import { readerLanguage } from '#app/accounts/web/reader.server.ts'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { LISTED_TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { type ListPlace, readPlace } from '#app/kernel/domain/paging/list-place.ts'
import { CSV_START, csvLine } from '#app/kernel/domain/words/csv.ts'
import { countTry } from '#app/kernel/web/http/limits.server.ts'
import { sendCsv } from '#app/kernel/web/http/send-csv.server.ts'
import { translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { deps } from '#app/runtime.server.ts'
import { type EscrowFilter, readEscrowFilter } from '#app/trade/lookup/domain/escrow-filter.ts'
import { type EscrowRow, listEscrows } from '#app/trade/lookup/queries/escrow-pages.server.ts'

const ROWS = 200

/** All pages of the list with the same query. */
export async function sendEscrowsCsv(request: Request): Promise<Response> {
  const viewer = await requireVisit('/dashboard', request)
  await countTry('csv_by_user', viewer.id)
  const filter = readEscrowFilter(new URL(request.url).searchParams)
  const t = translatorFor(await readerLanguage(request))
  const now = deps.clock.now()
  const day = now.toISOString().slice(0, 10)
  return sendCsv(`quayside-escrows-${day}`, linesOf({ viewerId: viewer.id, filter, now, t }))
}

type Asked = { viewerId: string; filter: EscrowFilter; now: Date; t: TFunction }

async function* linesOf({ viewerId, filter, now, t }: Asked): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS.map(({ head }) => head(t)))
  let place: ListPlace | null = null
  do {
    const page = await listEscrows(deps.db, { viewerId, place, size: ROWS, filter, now })
    if (page.rows.length > 0) yield page.rows.map((row) => csvLine(COLUMNS.map(({ cell }) => cell(row, t)))).join('')
    place = page.next && readPlace(page.next)
  } while (place)
}

type Column = { head: (t: TFunction) => string; cell: (row: EscrowRow, t: TFunction) => string | null }

/** Numbers and times in machine format, words in the reader's language. */
const COLUMNS: readonly Column[] = [
  { head: (t) => t('ui.escrowId'), cell: ({ transactionId }) => transactionId },
  { head: (t) => t('escrow.facts.opened'), cell: ({ createdAt }) => createdAt },
  { head: (t) => t('dates.calendar.due'), cell: ({ dueAt }) => dueAt },
  { head: (t) => t('dashboard.find.state'), cell: ({ stage }, t) => t(`escrow.stage.${stage}`) },
  { head: (t) => t('dashboard.find.asset'), cell: ({ currency }) => currency },
  { head: (t) => t('escrow.facts.amount'), cell: ({ amount }) => amount },
  { head: (t) => t('dashboard.find.other'), cell: ({ counterparty }) => counterparty },
  ...LISTED_TEXTS.map((name): Column => ({ head: (t) => t(`escrow.facts.${name}`), cell: (row) => row[name] })),
  { head: (t) => t('dashboard.find.reference'), cell: ({ reference }) => String(reference) },
  { head: (t) => t('dashboard.payments.hash'), cell: ({ realTxId }) => realTxId },
  { head: (t) => t('dashboard.finished'), cell: ({ finishedAt }) => finishedAt },
]
