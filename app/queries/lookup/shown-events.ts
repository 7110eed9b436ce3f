/** What the parties read of an escrow's history: known facts only, and no wallet of the other side among them. */
import type { StoredEvent } from '#app/db/kernel/audit.server.ts'
import { DECISIONS } from '#app/domain/disputes/decision.ts'
import { PRESENTED_TYPES } from '#app/domain/documents/documents.ts'
import type { EventDetail, ShownEvent } from '#app/domain/lookup/escrow-view.ts'

export function showEvent({ id, kind, at, detail }: StoredEvent): ShownEvent {
  return { id, kind, at: at.toISOString(), detail: showDetail(kind, detail) }
}

/** A payout's obstacle is written down as its code, and stands on the page in words while it lasts. */
const REASON_IS_CODE = ['release_blocked', 'refund_blocked']

function showDetail(kind: string, detail: StoredEvent['detail']): EventDetail {
  const rejected = Array.isArray(detail.rejected) ? detail.rejected : []
  const by = detail.by === 'buyer' || detail.by === 'seller' ? detail.by : undefined
  const decision = DECISIONS.find((known) => known === detail.decision)
  return definedOnly({
    reason: REASON_IS_CODE.includes(kind) ? undefined : (textOf(detail.reason) ?? textOf(detail.note)),
    by,
    decision,
    amount: textOf(detail.amount) ?? textOf(detail.total),
    seller: textOf(detail.seller),
    buyer: textOf(detail.buyer),
    differs: detail.differs === true ? true : undefined,
    rejected: rejected.length > 0 ? PRESENTED_TYPES.filter((type) => rejected.includes(type)) : undefined,
    fileName: textOf(detail.fileName),
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Only what is there is sent to the page. */
function definedOnly(detail: { [Key in keyof EventDetail]: EventDetail[Key] | undefined }): EventDetail {
  return Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== undefined))
}
