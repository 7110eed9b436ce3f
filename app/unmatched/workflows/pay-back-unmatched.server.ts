import { closeFeeQuote, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findPeopleOfUnmatched, hasOwnChangeWaiting } from '#app/kernel/db/own-changes.server.ts'
import { type Asset, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { PaidFrom } from '#app/kernel/domain/payout-state.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { isDoubted } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import {
  closeUnmatched,
  findQuoteOfUnmatched,
  type LockedUnmatched,
  lockUnmatched,
} from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import {
  createPayback,
  findPayerOfUnmatched,
  lockPayback,
  redirectPayback,
  wasPaidByHand,
} from '#app/settlement/payouts/db/paybacks.server.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyClaimants } from './notify-claimants.server.ts'
import { payerOf } from './payer-of.server.ts'

export type Payback = {
  caseId: string
  /** As the operator read it; `amount` in plain digits. */
  seen: { kind: string; amount: string }
  /** Stated by the payer, never taken from the ledger: the sender may be an exchange's shared account. */
  wallet: Wallet
  /** How the payer proved that it is theirs; stored with the unmatched payment. */
  note: string
}

/** What would be paid, for the operator to confirm. */
export type WeighedPayback = { amount: string; asset: Asset; paidFrom: PaidFrom }

/** Checks the payback without storing it. Refusals: those of payUnmatchedBack, and payback_not_covered. */
export async function weighPayback(
  deps: Deps,
  asked: Payback & { operatorId: string },
): Promise<WeighedPayback | Refusal> {
  const checked = await inTransaction(deps.db, (tx) => check(deps, tx, asked))
  if (isRefusal(checked)) return checked
  const { amount, asset, network, account, paidFrom } = checked
  const refused = await checkWallet(deps, checked, asked)
  if (refused) return refused
  try {
    const spendable = await deps.ledgers[network].spendable(account, asset)
    if (spendable === null || spendable.lt(amount))
      return refuse('payback_not_covered', { values: { currency: asset } })
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse('wallet_unchecked', { field: 'walletAddress', values: { currency: asset } })
  }
  return { amount: plain(amount), asset, paidFrom }
}

/**
 * Pays an unmatched payment back for an operator, to a wallet that its payer states (decision 111): one ordinary payout
 * from the account that has the money, which closes it. A payout that waits for its wallet can be given another one in
 * the same way. The caller has checked that `operatorId` is an operator. Refusals: assign_note_required, case_closed,
 * case_changed, payback_foreign_asset, payback_gathered, payback_other_account, payback_no_key, payback_by_hand,
 * case_doubted (decision 098), act_own_change (this operator's change of the payer's account waits for another
 * operator), and those of checkPayoutWallet.
 */
export async function payUnmatchedBack(
  deps: Deps,
  asked: Payback & { operatorId: string },
): Promise<{ payoutId: string } | Refusal> {
  // The ledger is asked before any row is locked.
  const first = await inTransaction(deps.db, (tx) => check(deps, tx, asked))
  if (isRefusal(first)) return first
  const refused = await checkWallet(deps, first, asked)
  if (refused) return refused
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(deps, tx, asked)
    if (isRefusal(checked)) return checked
    const { network, amount, asset, paidFrom, waiting, quoteId, payment } = checked
    const { caseId, operatorId, wallet, note } = asked
    const at = deps.clock.now()
    const about = { operatorId, userIds: await findPeopleOfUnmatched(tx, caseId), at }
    if (await hasOwnChangeWaiting(tx, about)) return refuse('act_own_change')
    const detail = { caseId, case: asked.seen.kind, amount: plain(amount), asset, ...wallet, note }
    if (waiting !== null) {
      if (!(await redirectPayback(tx, { id: waiting, wallet, by: operatorId }))) return refuse('case_closed')
      await writeEvent(tx, { kind: 'payback_redirected', at, userId: operatorId, detail })
      await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
      return { payoutId: waiting }
    }
    // Later payments for the quote become unmatched payments of their own.
    if (quoteId) await closeFeeQuote(tx, quoteId)
    const { id } = await createPayback(tx, { caseId, paidFrom, network, asset, amount, wallet })
    const closed = { id: caseId, by: operatorId, outcome: note, at, end: 'paid_back' as const, endHash: null }
    if (!(await closeUnmatched(tx, closed))) throw new Error(`case ${caseId} was closed while it was locked`)
    await writeEvent(tx, { kind: 'payback_queued', at, userId: operatorId, detail })
    if (payment)
      await notifyClaimants(tx, { caseId, hash: payment.hash, knownTo: await findPayerOfUnmatched(tx, caseId) })
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
    return { payoutId: id }
  })
}

type Checked = {
  network: Network
  asset: Asset
  amount: Decimal
  account: string
  paidFrom: PaidFrom
  /** The payout that waits for another wallet. Null: there is no payout yet. */
  waiting: string | null
  quoteId: string | null
  /** Null: a fee's. */
  payment: LockedUnmatched['payment']
}

async function checkWallet(
  deps: Deps,
  { asset, amount }: Checked,
  { wallet, operatorId }: { wallet: Wallet; operatorId: string },
): Promise<Refusal | null> {
  return checkPayoutWallet(deps, { asset, amount, ...wallet, statedBy: operatorId })
}

/** Locks the quote, then the unmatched payment, then its payout, as everybody does. */
async function check(deps: Deps, tx: Transaction, asked: Payback): Promise<Checked | Refusal> {
  const { caseId, seen, note, wallet } = asked
  if (note === '') return refuse('assign_note_required', { field: 'note' })
  if (!looksLikeRowId(caseId)) return refuse('case_closed')
  const quoteId = await findQuoteOfUnmatched(tx, caseId)
  const quote = quoteId ? await lockFeeQuote(tx, quoteId) : null
  const known = await lockUnmatched(tx, caseId)
  if (!known) return refuse('case_closed')
  const payback = known.closedAt === null ? null : await lockPayback(tx, caseId)
  const isWaiting = payback?.state === 'blocked' && payback.blockedReason !== 'payout_failed'
  if (known.closedAt !== null && !isWaiting) return refuse('case_closed')
  const { amount, payment, hasGathered } = known
  if (known.kind !== seen.kind || plain(amount) !== seen.amount) return refuse('case_changed')
  const asset = quote ? quote.asset : payment?.asset
  const account = quote ? quote.account : payment?.toAddress
  if (!asset || !account) return refuse('payback_foreign_asset')
  if (hasGathered) return refuse('payback_gathered')
  const network = networkOf(asset)
  const payer = await payerOf(deps, tx, { network, account })
  if (isRefusal(payer)) return payer
  if (payback === null && (await wasPaidByHand(tx, { caseId, asset, amount, wallet }))) return refuse('payback_by_hand')
  if (await isDoubted(tx, caseId)) return refuse('case_doubted')
  return { network, asset, amount, account, paidFrom: payer, waiting: payback?.id ?? null, quoteId, payment }
}
