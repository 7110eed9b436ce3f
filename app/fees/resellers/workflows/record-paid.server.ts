import { findReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { isProblem, problem, type ResellerProblem } from '#app/fees/resellers/domain/problem.ts'
import { type Asset, looksLikeHash } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { findLeft, findOpenCommission } from '#app/settlement/payouts/db/reseller-payouts.server.ts'
import {
  explainTransaction,
  weighExplanation,
} from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { readAllOutgoing } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type PaidByHand = { id: string; payoutId: string; hash: string; reason: string }
type Wrong = ResellerProblem | Refusal

/** Checks the record; first reads what has left the account. Problems: changed, reason_missing, payment_unknown. */
export async function weighPaidByHand(
  deps: Deps,
  asked: PaidByHand,
): Promise<{ outgoingId: string; amount: string; asset: Asset; wallet: Wallet; hash: string } | Wrong> {
  const { id, payoutId, reason } = asked
  const hash = asked.hash.trim()
  const reseller = looksLikeRowId(id) ? await findReseller(deps.db, id) : null
  const open =
    reseller && looksLikeRowId(payoutId)
      ? await findOpenCommission(deps.db, { payoutId, resellerId: reseller.resellerId })
      : null
  if (!open) return problem('changed')
  if (!looksLikeHash(hash)) return refuse('hash_malformed', { field: 'hash' })
  if (reason === '') return problem('reason_missing', 'reason')
  const { network, account, amount, asset, wallet } = open
  try {
    await readAllOutgoing(deps, { network })
  } catch (error) {
    // Earlier reads may have stored the transaction.
    if (!(error instanceof LedgerUnavailable)) throw error
  }
  const left = await findLeft(deps.db, { account, hash })
  if (!left || left.explanation !== null) return problem('payment_unknown', 'hash')
  const weighed = await weighExplanation(deps, { outgoingId: left.id, answer: payoutId, reason })
  if (isRefusal(weighed)) return problem('payment_unknown', 'hash')
  return { outgoingId: left.id, amount: plain(amount), asset, wallet, hash }
}

/**
 * Records a commission that a person paid outside Quayside as paid by the transaction on the ledger. It must be from
 * the fee account, to the payout's wallet, and equal to the last unit. Like every explanation, it ends the stop that
 * the transaction caused.
 */
export async function recordPaidByHand(
  deps: Deps,
  asked: PaidByHand & { operatorId: string },
): Promise<{ payoutId: string } | Wrong> {
  const weighed = await weighPaidByHand(deps, asked)
  if (isProblem(weighed) || isRefusal(weighed)) return weighed
  const { payoutId, reason, operatorId } = asked
  const explained = await explainTransaction(deps, {
    outgoingId: weighed.outgoingId,
    answer: payoutId,
    reason,
    operatorId,
  })
  return isRefusal(explained) ? problem('changed') : { payoutId }
}
