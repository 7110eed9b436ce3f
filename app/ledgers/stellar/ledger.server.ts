/** Stellar behind the port `Ledger`: reads from Horizon. */
import type { z } from 'zod'
import { looksLikeHash, normalizeHash } from '#app/domain/kernel/assets.ts'
import type { Ledger, LedgerPayment, LedgerTransaction, PaymentsPage } from '../ledger.ts'
import { balanceOf, findObstacle, type StellarSettings, spendableOf } from './accounts.server.ts'
import { joinedPaymentsAnswer, operationsAnswer, rootAnswer, transactionAnswer } from './answers.ts'
import { isStellarAddress, mergedAmount } from './envelope.server.ts'
import { type Horizon, openHorizon, unavailable } from './horizon.server.ts'
import { outerHash, readMemo, readPayments } from './payments.ts'

/** Horizon's largest page; a transaction has at most 100 operations. */
const PAGE_LIMIT = 200
/** The cursor of an account that nothing was ever read of: whatever history the server has. */
const FROM_THE_START = '0'
/** About a day of ledgers. */
const LEDGERS_OF_A_DAY = 17_280n
/** How far a cursor may be ahead of a server that lags, before it can only be another network's. */
const LAG_TOLERANCE = 1_000n
export function openStellarLedger(settings: StellarSettings): Ledger {
  const horizon = openHorizon(settings)
  const view = (account: string) => ({ account, usdcIssuer: settings.usdcIssuer, mergedAmount })

  return {
    network: 'stellar',
    findTransaction: (hash, { account }) => findTransaction(horizon, hash, view(account)),
    paymentsTo: (account, page) => readPaymentsPage(horizon, view(account), page),
    spendable: (account, asset) => spendableOf(horizon, { account, asset }, settings),
    balance: (account, asset) => balanceOf(horizon, { account, asset }, settings),
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
  const cursor = page.after ?? FROM_THE_START
  if (!/^\d{1,20}$/.test(cursor)) throw new Error(`"${cursor}" is no Stellar cursor`)
  const root = await horizon.read('/', rootAnswer)
  if (cursor !== FROM_THE_START) assertHistoryCovers(cursor, root)
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
