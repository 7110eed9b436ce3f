import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { OutgoingPage } from '#app/ledgers/outgoing.ts'
import { countUnexplained, firstUnexplained, insertOutgoing } from '#app/settlement/payouts/db/outgoing.server.ts'
import {
  type AccountKey,
  beginOutgoing,
  countNumbers,
  findFirstPayoutTime,
  findOutgoingCursor,
  moveOutgoingCursor,
  type OutgoingCursor,
} from '#app/settlement/payouts/db/outgoing-cursors.server.ts'
import { hasUnexplainedStop } from '#app/settlement/payouts/db/unexplained-stop.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { compareNumbers } from './compare-numbers.server.ts'
import { stopUnexplained } from './stop-unexplained.server.ts'

const PAGE = 200
/** An unchanged account is still read after this time: transactions that failed for it leave no mark on it. */
const READ_ANYWAY_MS = 60 * 60_000

/** Somebody else moved the cursor while this page was read; nothing of it may be stored. */
class CursorMoved extends Error {
  override name = 'CursorMoved' as const
}

/**
 * Reads what has left a ledger's client-money account up to now. A transaction or used number that the books lack stops
 * the ledger's payouts in the same database transaction. Run it before signing: a restored database, or a second
 * installation with the same keys, then pays nothing twice. One request when nothing is new. Throws LedgerUnavailable:
 * nothing may be signed then.
 */
export async function readOutgoingTransactions(deps: Deps, network: Network): Promise<void> {
  const key = { network, account: deps.accounts[network].escrow }
  await readAccount(deps, key, { byHand: false })
  // The stop is a row: if it is missing while something is unexplained, it is written again.
  if ((await countUnexplained(deps.db, network)) > 0 && !(await hasUnexplainedStop(deps.db, network))) {
    await inTransaction(deps.db, (tx) => stopFor(deps, tx, network))
  }
}

/** Also reads the fee account. People pay from it too, which stops nothing unless it may have paid an open payout. */
export async function readAllOutgoing(deps: Deps, { network }: { network: Network }): Promise<void> {
  await readOutgoingTransactions(deps, network)
  await readAccount(deps, { network, account: deps.accounts[network].fee }, { byHand: true })
}

type Reading = { byHand: boolean }

async function readAccount(deps: Deps, key: AccountKey, reading: Reading): Promise<void> {
  const { outgoing } = deps.ledgers[key.network]
  const mark = await outgoing.markOf(key.account)
  if (mark === null) return
  const before = (await findOutgoingCursor(deps.db, key)) ?? (await begin(deps, key))
  if (before.mark === mark && deps.clock.now().getTime() - before.updatedAt.getTime() < READ_ANYWAY_MS) return
  // Numbers first: everything used by then must be among the transactions read next.
  const numbers = before.countedAt === null ? null : await outgoing.numbersOf(key.account)
  const after = await readPages(deps, key, reading)
  if (numbers !== null) return compareNumbers(deps, { key, reading, mark, before, after, numbers })
  await countNumbers(deps.db, { ...key, ...(await outgoing.numbersOf(key.account)), now: deps.clock.now() })
}

/** What an account sent before the first payout is history. Without one, reading begins at the ledger's head. */
async function begin(deps: Deps, key: AccountKey): Promise<OutgoingCursor> {
  const since = await findFirstPayoutTime(deps.db, key.network)
  const cursor = since === null ? await deps.ledgers[key.network].outgoing.head() : null
  await beginOutgoing(deps.db, { ...key, cursor, since, now: deps.clock.now() })
  return stored(deps, key)
}

async function stored(deps: Deps, key: AccountKey): Promise<OutgoingCursor> {
  const cursor = await findOutgoingCursor(deps.db, key)
  if (cursor === null) throw new Error(`what leaves ${key.account} is not being read`)
  return cursor
}

/** Reads up to the head; returns the cursor. */
async function readPages(deps: Deps, key: AccountKey, reading: Reading): Promise<OutgoingCursor> {
  const { outgoing } = deps.ledgers[key.network]
  for (;;) {
    const from = await stored(deps, key)
    const page = await outgoing.outgoingOf(key.account, { after: from.cursor, limit: PAGE })
    // Another reader was faster: its page may be shorter, so the next page is requested again.
    if (page.cursor !== from.cursor && !(await storePage(deps, { key, reading, from, page }))) continue
    if (page.caughtUp) return stored(deps, key)
  }
}

type Stored = { key: AccountKey; reading: Reading; from: OutgoingCursor; page: OutgoingPage }

/** Stores the cursor, the transactions, their explanations and the stop, all or nothing. */
async function storePage(deps: Deps, { key, reading, from, page }: Stored): Promise<boolean> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const moved = await moveOutgoingCursor(tx, {
        ...key,
        from: from.cursor,
        to: page.cursor,
        sequence: highest(page.transactions.flatMap(({ sequenceAfter }) => sequenceAfter ?? [])),
        ticketsMade: page.transactions.flatMap(({ ticketsMade }) => ticketsMade),
        ticketsUsed: page.transactions.flatMap(({ ticketUsed }) => ticketUsed ?? []),
        now: deps.clock.now(),
      })
      if (!moved) throw new CursorMoved()
      const { since } = from
      const transactions = page.transactions
        .filter(({ at }) => since === null || at >= since)
        .map((transaction) => ({ ...transaction, id: deps.newId() }))
      const unexplained = await insertOutgoing(tx, { account: key.account, byHand: reading.byHand, transactions })
      if (unexplained.length === 0) return
      await stopFor(deps, tx, key.network)
      deps.log.error({ ...key, hashes: unexplained }, 'unexplained transactions found')
    })
    return true
  } catch (error) {
    if (error instanceof CursorMoved) return false
    throw error
  }
}

async function stopFor(deps: Deps, tx: Transaction, network: Network): Promise<void> {
  const count = await countUnexplained(tx, network)
  const hashes = await firstUnexplained(tx, network)
  await stopUnexplained(deps, tx, { network, reason: `${count} unexplained: ${hashes.join(', ') || 'numbers'}` })
}

function highest(numbers: string[]): string | null {
  return numbers.reduce<string | null>((top, next) => (top === null || BigInt(next) > BigInt(top) ? next : top), null)
}
