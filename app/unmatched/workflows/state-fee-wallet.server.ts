import {
  closeByPayer,
  findFeeBacks,
  findStatedBacks,
  type StoredFeeBack,
  storeBackWallet,
} from '#app/fees/db/fee-backs.server.ts'
import { lockIsFeePaid } from '#app/fees/db/fee-payments.server.ts'
import { closeFeeQuote, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { feeBackState, isOfQuote, takesWallet } from '#app/fees/domain/fee-back.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { isSameWallet, type TypedWallet, type Wallet, walletOf } from '#app/kernel/domain/wallet.ts'
import { eachAlone } from '#app/kernel/workflows/each-alone.ts'
import { isDoubted } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import { lockUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import {
  createPayback,
  lockPayback,
  redirectPayback,
  wasPaidByHand,
} from '#app/settlement/payouts/db/paybacks.server.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import { notifyClaimants } from '#app/unmatched/workflows/notify-claimants.server.ts'
import { payerOf } from '#app/unmatched/workflows/payer-of.server.ts'
import type { Deps, Log } from '#app/workflow-deps.ts'

type Stated = { userId: string; caseId: string; wallet: TypedWallet }

/**
 * The payer states where money with their fee's memo goes that is not the fee (decision 111): one ordinary payout, or
 * another wallet for a payout that waits for one. A short or late fee ends by it. Where no payout can be made now, the
 * wallet is stored and the sweep retries. Refusals: fee_back_not_open (not this person's, or answered, sent or changed
 * meanwhile) and those of checkPayoutWallet.
 */
export async function stateFeeWallet(deps: Deps, stated: Stated): Promise<{ isOnItsWay: boolean } | Refusal> {
  const { userId, caseId } = stated
  const wallet = walletOf(stated.wallet)
  // The ledger is asked before any row is locked.
  const seen = await findOpen(deps, deps.db, stated)
  if (isRefusal(seen)) return seen
  const obstacle = await checkPayoutWallet(deps, {
    asset: seen.asset,
    amount: seen.amount,
    ...wallet,
    statedBy: userId,
  })
  if (obstacle) return obstacle
  return inTransaction(deps.db, async (tx) => {
    await lockAll(tx, seen)
    const back = await findOpen(deps, tx, stated)
    if (isRefusal(back)) return back
    if (!back.amount.eq(seen.amount)) return refuse('fee_back_not_open')
    const at = deps.clock.now()
    const { asset } = back
    const network = networkOf(asset)
    await enqueue(tx, { name: 'screen_person', payload: { userId } })
    if (back.payout) {
      if (!(await redirectPayback(tx, { id: back.payout.id, wallet, by: null }))) return refuse('fee_back_not_open')
      const detail = { caseId, case: back.kind, amount: plain(back.amount), asset, ...wallet }
      await writeEvent(tx, { kind: 'payback_redirected', at, userId, detail })
      await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
      return { isOnItsWay: true }
    }
    if (back.wallet === null || !isSameWallet(back.wallet, wallet)) {
      const detail = { caseId, address: wallet.address }
      await writeEvent(tx, { kind: 'fee_back_stated', at, userId, detail })
    }
    // Later payments for the quote become unmatched payments of their own.
    if (isOfQuote(back.kind)) await closeFeeQuote(tx, back.quoteId)
    const isOnItsWay = await payBack(deps, tx, { back, userId, wallet })
    if (!isOnItsWay) await storeBackWallet(tx, { caseId, wallet, at })
    return { isOnItsWay }
  })
}

/** A bound for one sweep. */
const MOST_TRIED = 100

/** Makes the payouts that could not be made when their wallets were stated, each in its own transaction. */
export async function payStatedBacks(deps: Deps & { log: Log }): Promise<void> {
  const stated = await findStatedBacks(deps.db, MOST_TRIED)
  const work = ({ caseId, userId }: (typeof stated)[number]) =>
    inTransaction(deps.db, async (tx) => {
      const seen = await findOpen(deps, tx, { caseId, userId })
      if (isRefusal(seen)) return
      await lockAll(tx, seen)
      const back = await findOpen(deps, tx, { caseId, userId })
      if (isRefusal(back) || back.payout || !back.wallet) return
      await payBack(deps, tx, { back, userId, wallet: back.wallet })
    })
  await eachAlone(stated, { work, log: deps.log, what: 'fee refund failed' })
}

async function findOpen(
  { clock }: Pick<Deps, 'clock'>,
  db: Deps['db'] | Transaction,
  { caseId, userId }: Omit<Stated, 'wallet'>,
): Promise<StoredFeeBack | Refusal> {
  if (!looksLikeRowId(caseId)) return refuse('fee_back_not_open')
  const [back] = await findFeeBacks(db, { userId, now: clock.now(), caseId })
  const state = back && stateOf(back)
  return back && state && takesWallet(state) ? back : refuse('fee_back_not_open')
}

function stateOf({ closedAt, end, wallet, payout }: StoredFeeBack) {
  return feeBackState({ isClosed: closedAt !== null, end, hasWallet: wallet !== null, payout })
}

/** Locks the quote and its payer, then the unmatched payment, then its payout, as everybody does. */
async function lockAll(tx: Transaction, { id, quoteId }: StoredFeeBack): Promise<void> {
  await lockIsFeePaid(tx, await lockFeeQuote(tx, quoteId))
  await lockUnmatched(tx, id)
  await lockPayback(tx, id)
}

type Back = { back: StoredFeeBack; userId: string; wallet: Wallet }

/** False: we have no key for the account that has it, or an outgoing payment may have paid it back already. */
async function payBack(deps: Deps, tx: Transaction, { back, userId, wallet }: Back): Promise<boolean> {
  const { id: caseId, account, asset, amount, kind, payment } = back
  const network = networkOf(asset)
  const paidFrom = await payerOf(deps, tx, { network, account })
  if (isRefusal(paidFrom)) return false
  if (await wasPaidByHand(tx, { caseId, asset, amount, wallet })) return false
  if (await isDoubted(tx, caseId)) return false
  const at = deps.clock.now()
  await createPayback(tx, { caseId, paidFrom, network, asset, amount, wallet })
  if (!(await closeByPayer(tx, { caseId, userId, wallet, at })))
    throw new Error(`case ${caseId} was closed while it was locked`)
  const detail = { caseId, case: kind, amount: plain(amount), asset, ...wallet }
  await writeEvent(tx, { kind: 'payback_queued', at, userId, detail })
  if (payment) await notifyClaimants(tx, { caseId, hash: payment.hash, knownTo: userId })
  await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
  return true
}
