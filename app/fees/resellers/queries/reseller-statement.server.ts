/** The statement of a month as CSV, read and sent in slices: there may be any number of commissions. */

import { findEarnings } from '#app/fees/resellers/db/earnings.server.ts'
import { shownState } from '#app/fees/resellers/domain/earning.ts'
import type { Month } from '#app/fees/resellers/domain/month.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { plain, plainUsd } from '#app/kernel/domain/money.ts'
import type { ListPlace } from '#app/kernel/domain/paging/list-place.ts'
import { csvLine } from '#app/kernel/domain/words/csv.ts'

const SLICE = 500

/** The same in every language, because programs read them too. */
const COLUMNS = [
  'earned_at',
  'code',
  'fee_net_usd',
  'rate',
  'commission_usd',
  'state',
  'payable_from',
  'paid_at',
].concat('paid_hash', 'taken_back_at', 'taken_back_for')

/** Newest first, after a line of column names. */
export async function* writeStatementLines(
  db: Database,
  { resellerId, month }: { resellerId: string; month: Month },
): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let place: ListPlace | null = null
  for (;;) {
    const rows = await findEarnings(db, { resellerId, place, take: SLICE, between: month })
    const lines = rows.map((row) =>
      csvLine([
        row.createdAt.toISOString(),
        row.code,
        plainUsd(row.feeNetUSD),
        plain(row.payoutRate),
        plainUsd(row.commissionUSD),
        shownState(row),
        row.payableFrom?.toISOString() ?? '',
        row.paidAt?.toISOString() ?? '',
        row.paidHash ?? '',
        row.reversedAt?.toISOString() ?? '',
        row.reversedFor ?? '',
      ]),
    )
    if (lines.length > 0) yield lines.join('')
    const last = rows.at(-1)
    if (rows.length < SLICE || !last) return
    place = { way: 'next', row: { at: last.createdAt, id: last.id } }
  }
}
