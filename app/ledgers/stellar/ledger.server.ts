/** Stellar behind the port `Ledger`: reads from Horizon. */
import type { z } from 'zod'
import type { Asset } from '#app/domain/assets.ts'
import { looksLikeHash, normalizeHash } from '#app/domain/assets.ts'
import { Decimal } from '#app/domain/money.ts'
import type { Ledger, LedgerPayment, LedgerTransaction, Payee, PaymentsPage, ReceiveObstacle } from '../ledger.ts'
import {
  type AccountAnswer,
  accountAnswer,
  type BalanceLine,
  joinedPaymentsAnswer,
  ledgersAnswer,
  operationsAnswer,
  rootAnswer,
  transactionAnswer,
} from './answers.ts'
import { fromStroops, isStellarAddress, isStellarMemo, mergedAmount } from './envelope.server.ts'
import { type Horizon, openHorizon, unavailable } from './horizon.server.ts'
import { outerHash, readMemo, readPayments } from './payments.ts'

export type StellarSettings = {
  horizonUrl: string
  passphrase: string
  usdcIssuer: string
  /** Accounts of the platform: never a payee. */
  ownAccounts: string[]
}

/** Horizon's largest page; a transaction has at most 100 operations. */
const PAGE_LIMIT = 200
/** About a day of ledgers. */
const LEDGERS_OF_A_DAY = 17_280n
/** How far a cursor may be ahead of a server that lags, before it can only be another network's. */
const LAG_TOLERANCE = 1_000n
/** SEP-29: the value of the data entry "config.memo_required", "1" in base64. */
const MEMO_REQUIRED = 'MQ=='

export function openStellarLedger(settings: StellarSettings): Ledger {
  const horizon = openHorizon(settings)
  const view = (account: string) => ({ account, usdcIssuer: settings.usdcIssuer, mergedAmount })

  return {
    network: 'stellar',
    findTransaction: (hash, { account }) => findTransaction(horizon, hash, view(account)),
    paymentsTo: (account, page) => readPaymentsPage(horizon, view(account), page),
    async spendable(account, asset) {
      const answer = await loadAccount(horizon, account)
      if (answer === null) return null
      return asset === 'XLM'
        ? spendableXlm(answer, await readBaseReserve(horizon))
        : spendableUsdc(findLine(answer, asset, settings))
    },
    async balance(account, asset) {
      const answer = await loadAccount(horizon, account)
      return answer === null ? null : new Decimal(findLine(answer, asset, settings)?.balance ?? 0)
    },
    obstacleTo: (payee) => findObstacle(horizon, payee, settings),
    isAddress: isStellarAddress,
    watch: (account, onActivity) =>
      horizon.stream(`/accounts/${encodeURIComponent(account)}/payments?cursor=now`, onActivity),
    async close() {
      horizon.close()
    },
  }
}

type View = Parameters<typeof readPayments>[2]

async function findTransaction(horizon: Horizon, asked: string, view: View): Promise<LedgerTransaction | null> {
  // Anything else in the path would ask Horizon for something else.
  if (!looksLikeHash(asked.trim())) return null
  const hash = normalizeHash('stellar', asked)
  const found = await horizon.get(`/transactions/${hash}`, transactionAnswer)
  if (found === null) return null
  const transaction = found.body
  const payments = transaction.successful ? readAll(await readOperations(horizon, hash), () => transaction, view) : []
  return {
    network: 'stellar',
    hash,
    outerHash: outerHash(transaction),
    successful: transaction.successful,
    memo: readMemo(transaction) ?? payments[0]?.memo ?? null,
    at: new Date(transaction.created_at),
    payments,
  }
}

async function readOperations(horizon: Horizon, hash: string) {
  const path = `/transactions/${hash}/operations?order=asc&limit=${PAGE_LIMIT}`
  return (await horizon.read(path, operationsAnswer))._embedded.records
}

function readAll<T extends Parameters<typeof readPayments>[0]>(
  operations: T[],
  transactionOf: (operation: T) => Parameters<typeof readPayments>[1],
  view: View,
): LedgerPayment[] {
  try {
    return operations.flatMap((operation) => readPayments(operation, transactionOf(operation), view))
  } catch (cause) {
    throw unavailable(`Horizon's operations cannot be read: ${cause instanceof Error ? cause.message : cause}`, cause)
  }
}

/** The cursor is a paging token: ledger, transaction and operation in one number, the same on every Horizon (SEP-35). */
async function readPaymentsPage(
  horizon: Horizon,
  view: View,
  page: { after: string | null; limit: number },
): Promise<PaymentsPage> {
  const cursor = page.after ?? '0'
  if (!/^\d{1,20}$/.test(cursor)) throw new Error(`"${cursor}" is no Stellar cursor`)
  const root = await horizon.read('/', rootAnswer)
  if (page.after !== null) assertHistoryCovers(cursor, root)
  const limit = Math.min(Math.max(page.limit, 1), PAGE_LIMIT)
  const path = `/accounts/${encodeURIComponent(view.account)}/payments?cursor=${cursor}&order=asc&limit=${limit}&join=transactions`
  const records = (await horizon.get(path, joinedPaymentsAnswer))?.body._embedded.records ?? []
  return {
    payments: readAll(records, (record) => record.transaction, view),
    cursor: records.at(-1)?.paging_token ?? followAtADistance(cursor, root),
    caughtUp: records.length < limit,
  }
}

type Root = z.output<typeof rootAnswer>

/**
 * Horizon starts a page silently at the oldest ledger that it still has when the cursor is older, and answers with
 * nothing for ever when the cursor lies in a future that never comes (a test network that was reset).
 */
function assertHistoryCovers(cursor: string, root: Root): void {
  const ledger = BigInt(cursor) >> 32n
  if (ledger + 1n < BigInt(root.history_elder_ledger)) {
    throw unavailable(`Horizon keeps ledgers from ${root.history_elder_ledger} on, payments are read up to ${ledger}`)
  }
  if (ledger > BigInt(root.history_latest_ledger) + LAG_TOLERANCE) {
    throw unavailable(`Horizon ends at ledger ${root.history_latest_ledger}, payments are read up to ${ledger} already`)
  }
}

/**
 * The cursor of an account without news must not grow old until the server forgets the ledgers after it. It follows a
 * day behind, never closer: behind a load balancer the empty page may have come from a server that lags.
 */
function followAtADistance(cursor: string, root: Root): string {
  const followed = (BigInt(root.history_latest_ledger) - LEDGERS_OF_A_DAY) << 32n
  return followed > BigInt(cursor) ? followed.toString() : cursor
}

async function loadAccount(horizon: Horizon, account: string): Promise<AccountAnswer | null> {
  if (!isStellarAddress(account)) return null
  return (await horizon.get(`/accounts/${account}`, accountAnswer))?.body ?? null
}

async function readBaseReserve(horizon: Horizon): Promise<Decimal> {
  const [latest] = (await horizon.read('/ledgers?order=desc&limit=1', ledgersAnswer))._embedded.records
  if (latest === undefined) throw unavailable('Horizon has no ledger')
  return fromStroops(BigInt(latest.base_reserve_in_stroops))
}

function findLine(account: AccountAnswer, asset: Asset, { usdcIssuer }: StellarSettings): BalanceLine | undefined {
  return account.balances.find((line) =>
    asset === 'XLM'
      ? line.asset_type === 'native'
      : line.asset_type === 'credit_alphanum4' && line.asset_code === 'USDC' && line.asset_issuer === usdcIssuer,
  )
}

function spendableXlm(account: AccountAnswer, baseReserve: Decimal): Decimal {
  const line = account.balances.find(({ asset_type: type }) => type === 'native')
  const reserves = baseReserve.times(2 + account.subentry_count + account.num_sponsoring - account.num_sponsored)
  return atLeastZero(new Decimal(line?.balance ?? 0).minus(reserves).minus(line?.selling_liabilities ?? 0))
}

function spendableUsdc(line: BalanceLine | undefined): Decimal {
  if (line === undefined || line.is_authorized === false) return new Decimal(0)
  return atLeastZero(new Decimal(line.balance ?? 0).minus(line.selling_liabilities ?? 0))
}

function atLeastZero(amount: Decimal): Decimal {
  return Decimal.max(amount, 0)
}

async function findObstacle(
  horizon: Horizon,
  payee: Payee,
  settings: StellarSettings,
): Promise<ReceiveObstacle | null> {
  if (!isStellarAddress(payee.address)) return 'address_invalid'
  if (settings.ownAccounts.includes(payee.address)) return 'own_account'
  if (payee.memo !== null && !isStellarMemo(payee.memo)) return 'memo_invalid'
  const account = await loadAccount(horizon, payee.address)
  if (account === null) {
    if (payee.asset !== 'XLM') return 'account_missing'
    // A payment in XLM creates the account when it covers the two base reserves that every account needs.
    const minimum = (await readBaseReserve(horizon)).times(2)
    return payee.amount.gte(minimum) ? null : 'below_reserve'
  }
  if (account.data['config.memo_required'] === MEMO_REQUIRED && payee.memo === null) return 'memo_required'
  return payee.asset === 'XLM' ? null : obstacleOfLine(findLine(account, payee.asset, settings), payee.amount)
}

function obstacleOfLine(line: BalanceLine | undefined, amount: Decimal): ReceiveObstacle | null {
  if (line === undefined) return 'trustline_missing'
  if (line.is_authorized === false) return 'not_authorized'
  const room = new Decimal(line.limit ?? 0).minus(line.balance ?? 0).minus(line.buying_liabilities ?? 0)
  return room.gte(amount) ? null : 'trustline_full'
}
