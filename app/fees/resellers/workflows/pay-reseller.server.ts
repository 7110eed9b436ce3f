import { lockPayable, putIntoPayout } from '#app/fees/resellers/db/earnings.server.ts'
import { lockReseller, type PaidWith, type StoredReseller } from '#app/fees/resellers/db/resellers.server.ts'
import { amountToPay } from '#app/fees/resellers/domain/earning.ts'
import { isProblem, problem, type ResellerProblem } from '#app/fees/resellers/domain/problem.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { FreshPrice } from '#app/prices/domain/price.ts'
import { findQuotePrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import { findPayingAccounts } from '#app/settlement/payouts/db/paybacks.server.ts'
import { createResellerPayout } from '#app/settlement/payouts/db/reseller-payouts.server.ts'
import { checkPayoutWallet } from '#app/settlement/payouts/workflows/wallets/check-payout-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type PayReseller = {
  id: string
  /** The payable sum and the wallet as the operator read them. Null: not shown yet, so the current ones are used. */
  seen: { usd: string; asset: string; address: string; memo: string | null } | null
  reason: string
}

/** What would be paid, for the operator to confirm. */
export type WeighedCommission = {
  name: string
  count: number
  usd: string
  asset: Asset
  /** At the current price; the price at confirmation counts. */
  amount: string
  price: { usd: string; source: string; at: string }
  wallet: Wallet
  /** False: no worker has the key of the fee account, so the payout would wait or be paid by hand. */
  hasKey: boolean
}

type Wrong = ResellerProblem | Refusal

/** Workers report their keys every minute (sweep-open-work). */
const SAID_WITHIN_MS = 15 * 60_000

/**
 * Checks the payout without making it. Problems: reason_missing, changed, wallet_missing, nothing_payable, not_covered;
 * refusals: those of checkPayoutWallet, and why there is no price now.
 */
export async function weighPayReseller(deps: Deps, asked: PayReseller): Promise<WeighedCommission | Wrong> {
  const checked = await inTransaction(deps.db, (tx) => check(deps, tx, asked))
  if (isProblem(checked) || isRefusal(checked)) return checked
  const { reseller, paidWith, amount, usd, price, ids } = checked
  const { asset, wallet } = paidWith
  const refused = await checkPayoutWallet(deps, { asset, amount, ...wallet, statedBy: null })
  if (refused) return withoutField(refused)
  const network = networkOf(asset)
  const account = deps.accounts[network].fee
  try {
    const spendable = await deps.ledgers[network].spendable(account, asset)
    if (spendable === null || spendable.lt(amount)) return problem('not_covered')
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse('wallet_unchecked')
  }
  const since = new Date(deps.clock.now().getTime() - SAID_WITHIN_MS)
  return {
    name: reseller.name,
    count: ids.length,
    usd: plainUsd(usd),
    asset,
    amount: plain(amount),
    price: { usd: plain(price.usd), source: price.source, at: price.at.toISOString() },
    wallet,
    hasKey: (await findPayingAccounts(deps.db, since)).has(account),
  }
}

/** The wallet is changed elsewhere, so no field of this form is wrong. */
const withoutField = ({ field: _, ...refusal }: Refusal): Refusal => refusal

/**
 * Pays everything payable to a reseller by one payout from the fee account, at the current price (decision 027). The
 * caller has checked that `operatorId` is an operator. Problems and refusals: those of weighPayReseller without
 * not_covered: then it waits.
 */
export async function payReseller(
  deps: Deps,
  asked: PayReseller & { operatorId: string },
): Promise<{ payoutId: string } | Wrong> {
  // The ledger is asked before any row is locked.
  const first = await inTransaction(deps.db, (tx) => check(deps, tx, asked))
  if (isProblem(first) || isRefusal(first)) return first
  const { asset, wallet } = first.paidWith
  const refused = await checkPayoutWallet(deps, { asset, amount: first.amount, ...wallet, statedBy: null })
  if (refused) return withoutField(refused)
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(deps, tx, asked)
    if (isProblem(checked) || isRefusal(checked)) return checked
    const { reseller, paidWith, usd, amount, price, ids } = checked
    const { operatorId, reason } = asked
    const { resellerId } = reseller
    const network = networkOf(paidWith.asset)
    const id = deps.newId()
    const at = deps.clock.now()
    const { payoutId } = await createResellerPayout(tx, {
      id,
      resellerId,
      amountUsd: usd,
      asset: paidWith.asset,
      amount,
      price,
      account: deps.accounts[network].fee,
      wallet: paidWith.wallet,
      reason,
      madeById: operatorId,
      madeAt: at,
    })
    await putIntoPayout(tx, { ids, resellerPayoutId: id })
    await writeEvent(tx, {
      kind: 'commission_queued',
      at,
      userId: operatorId,
      detail: {
        resellerId,
        resellerPayoutId: id,
        payoutId,
        usd: plainUsd(usd),
        earnings: ids.length,
        amount: plain(amount),
        asset: paidWith.asset,
        priceUsd: plain(price.usd),
        ...paidWith.wallet,
        reason,
      },
    })
    await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
    return { payoutId }
  })
}

type Checked = {
  reseller: StoredReseller
  paidWith: PaidWith
  ids: string[]
  usd: Decimal
  amount: Decimal
  price: FreshPrice
}

/** Locks the reseller before the earnings, as the admin panel always does. */
async function check(deps: Deps, tx: Transaction, { id, seen, reason }: PayReseller): Promise<Checked | Wrong> {
  const reseller = looksLikeRowId(id) ? await lockReseller(tx, id) : null
  if (!reseller) return problem('changed')
  if (reason === '') return problem('reason_missing', 'reason')
  const { paidWith } = reseller
  if (!paidWith) return problem('wallet_missing')
  const { ids, usd } = await lockPayable(tx, reseller.resellerId)
  const { asset, wallet } = paidWith
  const isAsSeen =
    seen === null ||
    (seen.usd === plainUsd(usd) && seen.asset === asset && seen.address === wallet.address && seen.memo === wallet.memo)
  if (!isAsSeen) return problem('changed')
  if (ids.length === 0) return problem('nothing_payable')
  const price = await findQuotePrice(tx, { asset, now: deps.clock.now() })
  if (typeof price === 'string') return refuse(price, { values: { currency: asset } })
  const amount = amountToPay(usd, price.usd, asset)
  if (amount.isZero()) return problem('nothing_payable')
  return { reseller, paidWith, ids, usd, amount, price }
}
