import { lockShortFee, type ShortFee, settleShortFee } from '#app/fees/workflows/settle-short-fee.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findPeopleOfUnmatched, hasOwnChangeWaiting } from '#app/kernel/db/own-changes.server.ts'
import { type Asset, isAsset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findQuoteOfUnmatched, lockUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type AcceptingShortFee = {
  caseId: string
  /** As the operator read it: more may have arrived since. `amount` in plain digits. */
  seen: { kind: string; amount: string }
  /** Stored for later questions. */
  reason: string
}

/** What accepting does, for the operator to confirm, in plain digits. */
export type WeighedAcceptance = { asset: Asset; received: string; due: string; missing: string }

/** Checks the acceptance without storing it. Refusals: those of acceptShortFee. */
export async function weighAcceptance(deps: Deps, asked: AcceptingShortFee): Promise<WeighedAcceptance | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const short = await check(deps, tx, asked)
    if (isRefusal(short)) return short
    const { received, due } = short
    const [all, arrived] = [plain(due), plain(received)]
    return { asset: short.arriving.quote.asset, received: arrived, due: all, missing: plain(due.minus(received)) }
  })
}

/**
 * An operator waives a small rest of a fee: it counts as paid, and its unmatched payment is closed. The caller has
 * checked that `operatorId` is an operator. Refusals: act_reason_required, case_changed (also for an unknown one, or no
 * fee's), rest_too_much, act_own_change (this operator's change of the payer's account waits for another operator).
 */
export async function acceptShortFee(
  deps: Deps,
  { operatorId, ...asked }: AcceptingShortFee & { operatorId: string },
): Promise<{ quoteId: string } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const short = await check(deps, tx, asked)
    if (isRefusal(short)) return short
    const at = deps.clock.now()
    const userIds = await findPeopleOfUnmatched(tx, asked.caseId)
    if (await hasOwnChangeWaiting(tx, { operatorId, userIds, at })) return refuse('act_own_change')
    const { quote } = short.arriving
    const sums = { asset: quote.asset, received: plain(short.received), due: plain(short.due) }
    const detail = { caseId: asked.caseId, quoteId: quote.id, ...sums, reason: asked.reason }
    await writeEvent(tx, { kind: 'fee_rest_left_out', at, userId: operatorId, detail })
    await settleShortFee(deps, tx, short)
    return { quoteId: quote.id }
  })
}

async function check(
  deps: Deps,
  tx: Transaction,
  { caseId, seen, reason }: AcceptingShortFee,
): Promise<ShortFee | Refusal> {
  if (!looksLikeRowId(caseId)) return refuse('case_changed')
  const quoteId = await findQuoteOfUnmatched(tx, caseId)
  if (quoteId === null) return refuse('case_changed')
  const short = await lockShortFee(deps, tx, { quoteId })
  const found = await lockUnmatched(tx, caseId)
  if (!found || found.closedAt !== null || found.kind !== seen.kind || !isAsset(found.assetLabel)) {
    return refuse('case_changed')
  }
  if (short === null || plain(short.received) !== seen.amount) return refuse('case_changed')
  if (!short.isSmall) return refuse('rest_too_much')
  return reason === '' ? refuse('act_reason_required', { field: 'note' }) : short
}
