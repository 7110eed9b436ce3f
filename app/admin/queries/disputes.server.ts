import { sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { findDisputes } from '#app/trade/disputes/db/disputes.server.ts'
import { decideBy } from '#app/trade/disputes/domain/decide-by.ts'
import { type DisputeEnd, disputeEndOf } from '#app/trade/disputes/domain/decision.ts'
import { ROWS_PER_PAGE } from './admin-page.ts'

export type DisputeRow = {
  id: string
  transactionId: string
  amount: string
  currency: Asset
  buyerName: string
  sellerName: string | null
  openedBy: Reader
  openedAt: string
  decideBy: string
  reason: string
  ended: { as: DisputeEnd; at: string } | null
}

export async function listDisputes(
  db: Database,
  ask: { state: 'open' | 'decided'; place: ListPlace | null },
): Promise<ListPage<DisputeRow>> {
  const { rows, ...page } = await readPage({
    place: ask.place,
    size: ROWS_PER_PAGE,
    find: (slice) => findDisputes(db, { ...slice, state: ask.state }),
    placeOf: ({ id, openedAt, decidedAt }) => ({ id, at: decidedAt ?? openedAt }),
  })
  return {
    ...page,
    rows: rows.map(({ escrow, ...row }) => ({
      id: row.id,
      transactionId: escrow.transactionId,
      amount: plain(escrow.amount),
      currency: escrow.currency,
      buyerName: escrow.buyer.name,
      sellerName: escrow.seller?.name ?? null,
      openedBy: sideOfAct(escrow, row),
      openedAt: row.openedAt.toISOString(),
      decideBy: decideBy(row.openedAt, ledgerDateOf({ held: escrow.hold })).toISOString(),
      reason: row.reason,
      ended: endOf(row),
    })),
  }
}

export function endOf(row: { decision: string | null; decidedAt: Date | null }): DisputeRow['ended'] {
  const as = disputeEndOf(row.decision)
  return as && row.decidedAt ? { as, at: row.decidedAt.toISOString() } : null
}
