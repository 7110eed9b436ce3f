/** What each reader sees of an escrow's history: only the details listed here per kind of event. */

import { CORRECTABLE } from '#app/escrow/domain/escrow-terms.ts'
import type { Permissions } from '#app/escrow/domain/permissions.ts'
import type { StoredEvent } from '#app/kernel/db/audit.server.ts'
import { ESCROW_EVENTS, type EscrowEvent } from '#app/kernel/domain/audit-events.ts'
import { DECISIONS } from '#app/trade/disputes/domain/decision.ts'
import { PRESENTED_TYPES } from '#app/trade/documents/domain/documents.ts'
import type { EventDetail, EventView } from '#app/trade/lookup/domain/escrow-view.ts'

type Shown = keyof EventDetail
type Stored = StoredEvent['detail']

/**
 * Details for both sides. Others that workflows store (wallets, hashes, an operator's proof, the code of an obstacle)
 * are for later questions. A new detail is hidden until it is listed here.
 */
const FOR_BOTH: Partial<Record<EscrowEvent, readonly Shown[]>> = {
  escrow_corrected: ['corrected', 'amount', 'amountBefore'],
  view_link_made: ['by', 'withFiles'],
  view_link_opened: ['by'],
  view_link_revoked: ['by'],
  payout_wallet_stated: ['differs'],
  payout_wallet_changed: ['differs'],
  document_removed: ['fileName'],
  documents_rejected: ['reason', 'rejected'],
  approval_withdrawn: ['reason'],
  waiver_asked: ['reason'],
  waiver_declined: ['reason'],
  refund_requested: ['reason'],
  refund_declined: ['reason'],
  dispute_opened: ['reason', 'by'],
  dispute_stated: ['by'],
  dispute_decided: ['reason', 'decision', 'seller', 'buyer'],
  offer_made: ['by', 'reason', 'seller', 'buyer'],
  offer_accepted: ['by', 'seller', 'buyer'],
  offer_declined: ['by'],
  offer_withdrawn: ['by'],
  reduction_offered: ['reason', 'seller', 'buyer'],
  reduction_agreed: ['seller', 'buyer'],
  time_asked: ['by', 'reason'],
  amendment_proposed: ['by', 'reason'],
  funds_released: ['amount'],
  funds_refunded: ['amount'],
}
/** An excess, or what a cancelled escrow had received, concerns only the buyer. */
const OF_BUYERS_MONEY: Partial<Record<EscrowEvent, readonly Shown[]>> = {
  return_queued: ['amount'],
  funds_returned: ['amount'],
}

export function showEvent(
  { id, kind, at, detail }: StoredEvent,
  sees: Pick<Permissions['sees'], 'buyersMoney'>,
): EventView {
  const known = ESCROW_EVENTS.find((event) => event === kind)
  const own = sees.buyersMoney && known ? OF_BUYERS_MONEY[known] : undefined
  const listed = [...((known && FOR_BOTH[known]) ?? []), ...(own ?? [])]
  return { id, kind, at: at.toISOString(), detail: pick(listed, { kind, detail }) }
}

const READ: { [Key in Shown]: (of: { kind: string; detail: Stored }) => EventDetail[Key] | undefined } = {
  // A decision's reasons are in its note; the notes of other events are the operator's own.
  reason: ({ kind, detail }) => textOf(kind === 'dispute_decided' ? detail.note : detail.reason),
  by: ({ detail }) => (detail.by === 'buyer' || detail.by === 'seller' ? detail.by : undefined),
  decision: ({ detail }) => DECISIONS.find((known) => known === detail.decision),
  amount: ({ detail }) => textOf(detail.amount),
  seller: ({ detail }) => textOf(detail.seller),
  buyer: ({ detail }) => textOf(detail.buyer),
  differs: ({ detail }) => (detail.differs === true ? true : undefined),
  rejected({ detail }) {
    const rejected = Array.isArray(detail.rejected) ? detail.rejected : []
    return rejected.length > 0 ? PRESENTED_TYPES.filter((type) => rejected.includes(type)) : undefined
  },
  amountBefore: ({ detail }) => textOf(detail.amountBefore),
  corrected({ detail }) {
    const corrected = Array.isArray(detail.corrected) ? detail.corrected : []
    const told = CORRECTABLE.filter((what) => what !== 'wallet' && corrected.includes(what))
    return told.length > 0 ? told : undefined
  },
  withFiles: ({ detail }) => (detail.withFiles === true ? true : undefined),
  fileName: ({ detail }) => textOf(detail.fileName),
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Leaves out missing values. */
function pick(listed: readonly Shown[], of: { kind: string; detail: Stored }): EventDetail {
  const entries = listed.map((key) => [key, READ[key](of)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
