import { countReversedBy, lockEarning, reverse } from '#app/fees/resellers/db/earnings.server.ts'
import { lockReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { mayReverse, REVERSALS, type Reversal } from '#app/fees/resellers/domain/earning.ts'
import { isProblem, problem, type ResellerProblem } from '#app/fees/resellers/domain/problem.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, looksLikeHash, networkOf } from '#app/kernel/domain/assets.ts'
import { plainUsd } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { findLeft } from '#app/settlement/payouts/db/reseller-payouts.server.ts'
import { readOutgoingFacts } from '#app/settlement/payouts/domain/outgoing.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type ReverseEarning = {
  id: string
  earningId: string
  /** As typed: fee_paid_back or not_earned. */
  why: string
  /** Of the payment that gave the fee back; only for fee_paid_back. */
  hash: string
  reason: string
}
type Wrong = ResellerProblem | Refusal
type Checked = { why: Reversal; hash: string | null; usd: string; resellerId: string }

/** Checks the reversal without storing it. */
export async function weighReversal(deps: Deps, asked: ReverseEarning): Promise<Checked | Wrong> {
  return inTransaction(deps.db, (tx) => check(deps, tx, asked))
}

/**
 * Reverses a commission that is in no payout: its fee was paid back, as the ledger must show, or it was never earned.
 * It is not owed any more and leaves its code's totals. Problems: changed, cause_missing, reason_missing,
 * payment_unknown, payment_used, earning_over. Refusal: hash_malformed.
 */
export async function reverseEarning(
  deps: Deps,
  asked: ReverseEarning & { operatorId: string },
): Promise<{ id: string } | Wrong> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(deps, tx, asked)
    if (isProblem(checked) || isRefusal(checked)) return checked
    const { earningId, reason, operatorId: by } = asked
    const { why, hash, resellerId, usd } = checked
    const at = deps.clock.now()
    await reverse(tx, { id: earningId, why, hash, reason, by, at })
    const detail = { resellerId, earningId, why, hash, usd, reason }
    await writeEvent(tx, { kind: 'earning_reversed', at, userId: by, detail })
    return { id: asked.id }
  })
}

async function check(deps: Deps, tx: Transaction, asked: ReverseEarning): Promise<Checked | Wrong> {
  const { id, earningId, reason } = asked
  const why = REVERSALS.find((known) => known === asked.why)
  const reseller = looksLikeRowId(id) ? await lockReseller(tx, id) : null
  if (!reseller || !looksLikeRowId(earningId)) return problem('changed')
  const { resellerId } = reseller
  const earning = await lockEarning(tx, { id: earningId, resellerId })
  if (!earning || !mayReverse(earning)) return problem('earning_over')
  if (!why) return problem('cause_missing', 'why')
  const paidBack =
    why === 'fee_paid_back' ? await findPaidBack(deps, tx, { hash: asked.hash.trim(), asset: earning.currency }) : null
  if (isProblem(paidBack) || isRefusal(paidBack)) return paidBack
  if (reason === '') return problem('reason_missing', 'reason')
  return { why, hash: paidBack?.hash ?? null, usd: plainUsd(earning.commissionUSD), resellerId }
}

/**
 * Finds the payment that gave a fee back: from the fee account, in the fee's asset, not a commission. Each payment in
 * the transaction reverses one commission.
 */
async function findPaidBack(
  deps: Deps,
  tx: Transaction,
  { hash, asset }: { hash: string; asset: Asset },
): Promise<{ hash: string } | Wrong> {
  if (!looksLikeHash(hash)) return refuse('hash_malformed', { field: 'hash' })
  const left = await findLeft(tx, { account: deps.accounts[networkOf(asset)].fee, hash })
  const facts = left && readOutgoingFacts(left.facts)
  const payments = facts?.successful ? facts.payments.filter((payment) => payment.asset === asset) : []
  if (!left || payments.length === 0 || left.payout?.purpose === 'commission') return problem('payment_unknown', 'hash')
  const used = await countReversedBy(tx, left)
  return used < payments.length ? { hash: left.hash } : problem('payment_used', 'hash')
}
