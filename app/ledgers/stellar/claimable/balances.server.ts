/** Claimable balances that name an account of ours, as Horizon has them. */
import { z } from 'zod'
import type { Issuers } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { isWorthClaiming } from '#app/ledgers/payments/domain/claimable.ts'
import type { ClaimablePage, ClaimableState, FoundClaimable } from '../../claimable.ts'
import type { LedgerPayment } from '../../ledger.ts'
import { type OperationAnswer, transactionAnswer } from '../answers.ts'
import { assetOfName, NATIVE } from '../assets.ts'
import { ledgerOf } from '../cursor.ts'
import { type Horizon, unavailable } from '../horizon/horizon.server.ts'
import { type ClaimableBalanceAnswer, claimableBalancesAnswer } from '../onchain/answers.ts'
import { readClock } from '../onchain/questions.server.ts'
import { readMemo } from '../payments.ts'
import { windowOf } from './window.ts'

/** Balances of a page that cost further requests: strangers can make and reclaim balances almost for free. */
const MOST_ASKED = 5

const historyAnswer = z.object({
  _embedded: z.object({
    records: z.array(
      z.object({
        type: z.string(),
        source_account: z.string(),
        transaction_hash: z.string(),
        transaction_successful: z.boolean(),
        asset: z.string().optional(),
        amount: z.string().optional(),
        transaction: transactionAnswer,
      }),
    ),
  }),
})
type Happened = z.infer<typeof historyAnswer>['_embedded']['records'][number]

/** Asks further only about what can be claimed, is worth it, and is of an asset that we settle in. */
export async function readClaimable(
  horizon: Horizon,
  of: { account: string; issuers: Issuers },
  page: { after: string | null; limit: number },
): Promise<ClaimablePage> {
  const now = new Date((await readClock(horizon)) * 1000)
  const cursor = page.after === null ? '' : `&cursor=${encodeURIComponent(page.after)}`
  const path = `/claimable_balances?claimant=${encodeURIComponent(of.account)}&order=asc&limit=${page.limit}${cursor}`
  const { records } = (await horizon.read(path, claimableBalancesAnswer))._embedded
  const found: FoundClaimable[] = []
  let asked = 0
  let reached = page.after ?? ''
  for (const balance of records) {
    const window = windowOf(balance.claimants.find(({ destination }) => destination === of.account)?.predicate, now)
    const asset = assetOfName(balance.asset, of.issuers)
    const amount = new Decimal(balance.amount)
    if (window === null || asset === null || !isWorthClaiming({ asset, amount })) {
      reached = balance.paging_token
      continue
    }
    if (asked === MOST_ASKED) return { found, cursor: reached, caughtUp: false }
    asked += 1
    reached = balance.paging_token
    const made = await findMaking(horizon, balance.id)
    // Claimed between the two requests, or older than this Horizon's history.
    if (made === null) continue
    found.push({ ...toFound(balance, made), asset, amount, ...window })
  }
  return { found, cursor: reached, caughtUp: records.length < page.limit }
}

function toFound({ id }: ClaimableBalanceAnswer, made: Happened) {
  return {
    kind: 'claimable_balance' as const,
    ledgerId: id,
    hash: made.transaction_hash,
    maker: made.source_account,
    memo: readMemo(made.transaction),
    sequence: null,
    needsSecret: false,
  }
}

/** Throws LedgerUnavailable, also where Horizon knows neither the balance nor its end. */
export async function readState(horizon: Horizon, balanceId: string): Promise<ClaimableState> {
  const path = `/claimable_balances/${encodeURIComponent(balanceId)}`
  if ((await horizon.get(path, z.object({ id: z.string() }))) !== null) return { is: 'open' }
  const taken = (await readHistory(horizon, balanceId, 'desc')).find(({ type }) => TAKEN_BY.includes(type))
  if (taken === undefined) throw unavailable(`Horizon does not say what became of the balance ${balanceId}`)
  return { is: 'gone', by: taken.transaction_hash }
}

const TAKEN_BY = ['claim_claimable_balance', 'clawback_claimable_balance']

/**
 * A claimed balance as a payment from whoever made it, with that transaction's memo. Null: somebody else claimed it.
 */
export async function readClaimed(
  horizon: Horizon,
  { operation, hash, at }: { operation: OperationAnswer; hash: string; at: Date },
  of: { account: string; issuers: Issuers },
): Promise<LedgerPayment | null> {
  const { type, claimant, balance_id: balanceId } = operation
  if (type !== 'claim_claimable_balance' || claimant !== of.account || balanceId === undefined) return null
  if (!operation.transaction_successful) return null
  const made = await findMaking(horizon, balanceId)
  if (made?.asset === undefined || made.amount === undefined) {
    throw unavailable(`Horizon does not say who made the balance ${balanceId}`)
  }
  const asset = assetOfName(made.asset, of.issuers)
  return {
    network: 'stellar',
    hash,
    operation: operation.id,
    from: made.source_account,
    to: of.account,
    asset,
    assetLabel: asset === NATIVE ? asset : made.asset,
    amount: new Decimal(made.amount),
    memo: readMemo(made.transaction),
    needsReview: false,
    claimed: balanceId,
    ledger: ledgerOf(operation.id),
    at,
  }
}

async function findMaking(horizon: Horizon, balanceId: string): Promise<Happened | null> {
  const history = await readHistory(horizon, balanceId, 'asc')
  return history.find(({ type }) => type === 'create_claimable_balance') ?? null
}

async function readHistory(horizon: Horizon, balanceId: string, order: 'asc' | 'desc'): Promise<Happened[]> {
  const path = `/claimable_balances/${encodeURIComponent(balanceId)}/operations?order=${order}&limit=10&join=transactions`
  const found = await horizon.get(path, historyAnswer)
  return (found?.body._embedded.records ?? []).filter((happened) => happened.transaction_successful)
}
