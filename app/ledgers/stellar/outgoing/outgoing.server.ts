import { z } from 'zod'
import type { AccountNumbers, Outgoing, OutgoingPage } from '../../outgoing.ts'
import type { StellarSettings } from '../accounts.server.ts'
import {
  accountAnswer,
  type OwnOperation,
  type OwnTransactionAnswer,
  ownOperationsAnswer,
  ownTransactionsAnswer,
  rootAnswer,
} from '../answers.ts'
import { fromStroops, isStellarAddress } from '../envelope.server.ts'
import { type Horizon, unavailable } from '../horizon/horizon.server.ts'
import type { openHorizons } from '../horizon/horizons.server.ts'
import { failureCode } from '../results/failure-code.server.ts'
import { mergedAmount, soldAtOnce } from '../results/operation-results.server.ts'
import { readOutgoing } from './outgoing.ts'
import type { OutgoingView } from './what-left.ts'

/** Horizon's largest page. */
const PAGE_LIMIT = 200
/** A transaction has at most 100 operations; their ids follow its own within 12 bits (SEP-35). */
const OPERATIONS_OF_A_TRANSACTION = 0xfffn
/** About a day of ledgers. */
const LEDGERS_OF_A_DAY = 17_280n

const markedAccountAnswer = accountAnswer.extend({
  last_modified_ledger: z.number().optional(),
  balances: z.array(z.looseObject({ balance: z.string().optional(), last_modified_ledger: z.number().optional() })),
})

/** Each read uses one server from start to end. */
export function openOutgoing(
  horizons: ReturnType<typeof openHorizons>,
  { issuers }: Pick<StellarSettings, 'issuers'>,
): Outgoing {
  return {
    markOf: (account) => horizons.use((horizon) => readMark(horizon, account)),
    numbersOf: (account) => horizons.use((horizon) => readNumbers(horizon, account)),
    head: () =>
      horizons.use(async (horizon) => firstOfLedger((await horizon.read('/', rootAnswer)).history_latest_ledger + 1)),
    outgoingOf: (account, page) =>
      horizons.use((horizon) =>
        readPage(horizon, { account, issuers, mergedAmount, soldAtOnce, failureCode, fromStroops }, page),
      ),
  }
}

function firstOfLedger(ledger: number | bigint): string {
  return ((BigInt(ledger) << 32n) - 1n).toString()
}

/** A payment that the account sends changes its number; one that a channel sends for it changes its balance. */
async function readMark(horizon: Horizon, account: string): Promise<string | null> {
  if (!isStellarAddress(account)) return null
  const found = await horizon.get(`/accounts/${account}`, markedAccountAnswer)
  if (found === null) return null
  const { sequence, last_modified_ledger: ledger = 0, balances } = found.body
  const lines = balances.map((line) => `${line.balance ?? ''}@${line.last_modified_ledger ?? ''}`)
  return [sequence, ledger, ...lines].join(' ')
}

async function readNumbers(horizon: Horizon, account: string): Promise<AccountNumbers> {
  const { sequence } = await horizon.read(`/accounts/${encodeURIComponent(account)}`, accountAnswer)
  return { sequence, tickets: [] }
}

type Page = { after: string | null; limit: number }

/** A page of the account's transactions with the operations of the same range, most of them payments from others. */
async function readPage(horizon: Horizon, view: OutgoingView, page: Page): Promise<OutgoingPage> {
  const cursor = page.after ?? '0'
  if (!/^\d{1,20}$/.test(cursor)) throw new Error(`"${cursor}" is no Stellar cursor`)
  const root = await horizon.read('/', rootAnswer)
  if (page.after !== null) assertHistoryCovers(cursor, root)
  const limit = Math.min(Math.max(page.limit, 1), PAGE_LIMIT)
  const path = `/accounts/${encodeURIComponent(view.account)}/transactions`
  const answer = await horizon.get(
    `${path}?cursor=${cursor}&order=asc&include_failed=true&limit=${limit}`,
    ownTransactionsAnswer,
  )
  const records = answer?.body._embedded.records ?? []
  const last = records.at(-1)
  if (last === undefined) return { transactions: [], cursor: followAtADistance(cursor, root), caughtUp: true }
  const operations = await readOperations(horizon, view.account, { after: cursor, upTo: last.paging_token })
  const read = []
  for (const record of records) {
    const own = operations.get(record.hash) ?? (await readOperationsOf(horizon, record))
    read.push(readOutgoing(record, own, view))
  }
  return {
    transactions: read.filter((transaction) => transaction !== null),
    cursor: last.paging_token,
    caughtUp: records.length < limit,
  }
}

/** By the hash of their transaction. */
async function readOperations(
  horizon: Horizon,
  account: string,
  { after, upTo }: { after: string; upTo: string },
): Promise<Map<string, OwnOperation[]>> {
  const found: OwnOperation[] = []
  const end = BigInt(upTo) + OPERATIONS_OF_A_TRANSACTION
  for (let cursor = after; ; ) {
    const path = `/accounts/${encodeURIComponent(account)}/operations?cursor=${cursor}&order=asc&include_failed=true`
    const answer = await horizon.get(`${path}&limit=${PAGE_LIMIT}`, ownOperationsAnswer)
    const records = answer?.body._embedded.records ?? []
    found.push(...records.filter(({ id }) => BigInt(id) <= end))
    const last = records.at(-1)
    if (last === undefined || records.length < PAGE_LIMIT || BigInt(last.id) > end) break
    cursor = last.paging_token
  }
  return Map.groupBy(found, (operation) => operation.transaction_hash)
}

/** For a transaction missing from the account's list of operations: another server behind the address may lag. */
async function readOperationsOf(horizon: Horizon, { hash }: OwnTransactionAnswer): Promise<OwnOperation[]> {
  const path = `/transactions/${hash}/operations?order=asc&limit=${PAGE_LIMIT}`
  return (await horizon.read(path, ownOperationsAnswer))._embedded.records
}

type Root = z.output<typeof rootAnswer>

/** For a cursor older than its history a server silently starts at its first ledger: transactions would be missing. */
function assertHistoryCovers(cursor: string, root: Root): void {
  const ledger = BigInt(cursor) >> 32n
  if (ledger + 1n < BigInt(root.history_elder_ledger)) {
    throw unavailable(`Horizon keeps ledgers from ${root.history_elder_ledger} on, what left is read up to ${ledger}`)
  }
  // The server lags, or shows another chain: either way it does not know everything that left.
  if (ledger > BigInt(root.history_latest_ledger)) {
    throw unavailable(`Horizon ends at ledger ${root.history_latest_ledger}, what left is read up to ${ledger} already`)
  }
}

/** As the cursors of payments: the cursor of an idle account must not become older than the server's history. */
function followAtADistance(cursor: string, root: Root): string {
  const followed = (BigInt(root.history_latest_ledger) - LEDGERS_OF_A_DAY) << 32n
  return followed > BigInt(cursor) ? followed.toString() : cursor
}
