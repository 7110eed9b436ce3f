/** Disputes for the operator. */

import { findDisputes } from '#app/db/disputes/disputes.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { ledgerDateOf } from '#app/domain/custody/custodian.ts'
import { decideBy } from '#app/domain/disputes/decide-by.ts'
import { type DisputeEnd, disputeEndOf } from '#app/domain/disputes/decision.ts'
import { sideOfAct } from '#app/domain/escrow/permissions.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { type ListPage, type ListPlace, readPage } from '#app/domain/kernel/paging/list-place.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { ROWS_PER_PAGE } from './desk-page.ts'

export type DisputeRow = {
  id: string
  transactionId: string
  amount: string
  currency: Asset
  buyerName: string
  sellerName: string | null
  openedBy: Reader
  openedAt: string
  /** By when it is to be decided. */
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
