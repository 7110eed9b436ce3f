import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import {
  type FittingUnmatched,
  lockAllUnmatched,
  storeDenial,
} from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import {
  explainOutgoing,
  findPayoutCandidates,
  lockOutgoing,
  type StoredOutgoing,
} from '#app/settlement/payouts/db/outgoing.server.ts'
import { findPayout, lockPayout, type StoredPayout } from '#app/settlement/payouts/db/payouts.server.ts'
import { readOutgoingAnswer } from '#app/settlement/payouts/domain/outgoing.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { confirmElsewhere } from './confirm-elsewhere.server.ts'
import { findUnansweredCases } from './deny-unmatched.server.ts'
import { settleUnexplainedStop } from './stop-unexplained.server.ts'

export type Explanation = {
  outgoingId: string
  /** As typed: 'foreign', or the id of the payout that it paid. */
  answer: string
  /** How the operator knows; stored with the transaction. */
  reason: string
  /** With 'foreign': the unmatched payments that it fits, as read by the operator, all to be denied. Default: none. */
  denied?: readonly string[]
}

/** What the explanation would do, for the operator to confirm. */
export type WeighedExplanation = {
  hash: string
  /** The payout to be confirmed. Null: none of ours. */
  payout: { id: string; amount: string; asset: Asset; address: string; transactionId: string | null } | null
  /** How many payouts it fits that would still be paid. */
  stillOpen: number
  /** Unmatched payments that it may have paid back, and would be denied for. */
  denied: FittingUnmatched[]
}

/** Checks the explanation without storing it. Refusals: those of explain. */
export async function weighExplanation(deps: Deps, asked: Explanation): Promise<WeighedExplanation | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { transaction, payout, candidates, fits } = checked
    const escrow =
      payout?.escrowId != null
        ? await tx.escrow.findUniqueOrThrow({ where: { id: payout.escrowId }, select: { transactionId: true } })
        : null
    return {
      hash: transaction.hash,
      payout:
        payout !== null
          ? {
              id: payout.id,
              amount: plain(payout.amount),
              asset: payout.asset,
              address: payout.address,
              transactionId: escrow?.transactionId ?? null,
            }
          : null,
      stillOpen: payout ? 0 : candidates.length,
      denied: payout ? [] : fits,
    }
  })
}

/**
 * Explains, for an operator, a transaction that left one of our accounts outside our books. Either it paid this payout,
 * which it then confirms, or it is foreign and denied for the unmatched payments that it fits (the first of two
 * denials, decision 098; for the other answer see unmatched/workflows/link-unmatched). Final. The last explanation ends the
 * stop of the ledger's payouts. The caller has checked that `operatorId` is an operator. Refusals:
 * outgoing_answer_required, outgoing_reason_required, outgoing_explained (also for an unknown one), outgoing_mismatch,
 * outgoing_cases_changed (`denied` lacks one that it fits).
 */
export async function explainTransaction(
  deps: Deps,
  asked: Explanation & { operatorId: string },
): Promise<{ explainedAt: Date; isLast: boolean } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { transaction, payout, fits } = checked
    const { operatorId: by, reason, denied = [] } = asked
    if (!payout && fits.some(({ caseId }) => !denied.includes(caseId))) {
      return refuse('outgoing_cases_changed', { field: 'answer' })
    }
    const at = deps.clock.now()
    const deniedIds = payout ? [] : fits.map(({ caseId }) => caseId)
    for (const caseId of deniedIds) await storeDenial(tx, { outgoingId: transaction.id, caseId, by, reason, at })
    const explanation = payout ? ('paid_elsewhere' as const) : ('foreign' as const)
    await explainOutgoing(tx, { id: transaction.id, explanation, payoutId: payout?.id ?? null, by, reason, at })
    const { hash, network } = transaction
    await writeEvent(tx, {
      kind: 'outgoing_explained',
      at,
      userId: by,
      detail: { hash, network, explanation, payoutId: payout?.id ?? null, deniedIds, reason },
    })
    if (payout) await confirmElsewhere(tx, { payout, by: transaction, operatorId: by, at })
    const isLast = await settleUnexplainedStop(deps, tx, { network, by, reason })
    return { explainedAt: at, isLast }
  })
}

type Checked = {
  transaction: StoredOutgoing
  payout: StoredPayout | null
  candidates: string[]
  /** Not answered yet. */
  fits: FittingUnmatched[]
}

/** Locks the payout, or the unmatched payments, before the transaction, as everybody does. */
async function check(tx: Transaction, { outgoingId, answer: typed, reason }: Explanation): Promise<Checked | Refusal> {
  const answer = readOutgoingAnswer(typed)
  if (answer === null) return refuse('outgoing_answer_required', { field: 'answer' })
  if (reason === '') return refuse('outgoing_reason_required', { field: 'reason' })
  if (!looksLikeRowId(outgoingId)) return refuse('outgoing_explained')
  if (answer.kind === 'case') return refuse('outgoing_cases_changed', { field: 'answer' })
  const payoutId = answer.kind === 'foreign' ? null : answer.payoutId
  if (payoutId !== null && !looksLikeRowId(payoutId)) return refuse('outgoing_mismatch', { field: 'answer' })
  if (payoutId !== null) await lockPayout(tx, payoutId)
  else
    await lockAllUnmatched(
      tx,
      (await findUnansweredCases(tx, outgoingId)).map(({ caseId }) => caseId),
    )
  const transaction = await lockOutgoing(tx, outgoingId)
  if (!transaction || transaction.explanation !== null) return refuse('outgoing_explained')
  const candidates = (await findPayoutCandidates(tx, [outgoingId])).map((candidate) => candidate.payoutId)
  if (payoutId === null) {
    return { transaction, payout: null, candidates, fits: await findUnansweredCases(tx, outgoingId) }
  }
  const payout = candidates.includes(payoutId) ? await findPayout(tx, payoutId) : null
  return payout ? { transaction, payout, candidates, fits: [] } : refuse('outgoing_mismatch', { field: 'answer' })
}
