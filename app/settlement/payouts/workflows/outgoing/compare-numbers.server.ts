import { inTransaction } from '#app/kernel/db/client.server.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { AccountNumbers } from '#app/ledgers/outgoing.ts'
import { endGap, findOpenGap, openGap } from '#app/settlement/payouts/db/outgoing.server.ts'
import {
  type AccountKey,
  noteBehind,
  noteMark,
  type OutgoingCursor,
} from '#app/settlement/payouts/db/outgoing-cursors.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { settleUnexplainedStop, stopUnexplained } from './stop-unexplained.server.ts'

/** How long a list of transactions may lag behind its accounts, or behind another server at the same address. */
const PATIENCE_MS = 60_000

export type NumbersComparison = {
  key: AccountKey
  reading: { byHand: boolean }
  /** The account before its numbers were read. */
  mark: string
  /** The cursor before and after reading the transactions up to now; the numbers were read in between. */
  before: OutgoingCursor
  after: OutgoingCursor
  numbers: AccountNumbers
}

/**
 * Compares the account's used numbers with the transactions read. A mismatch forbids signing: at first because the
 * server may lag (LedgerUnavailable), after a minute because numbers were used by transactions that we cannot see. Then
 * payouts are stopped until an operator decides.
 */
export async function compareNumbers(deps: Deps, comparison: NumbersComparison): Promise<void> {
  const { key, reading, mark, after, numbers } = comparison
  const missing = reading.byHand ? null : findMissing(comparison)
  if (missing === null) {
    await inTransaction(deps.db, async (tx) => {
      await noteMark(tx, { ...key, mark })
      const gap = await findOpenGap(tx, key)
      if (gap === null) return
      const reason = 'The ledger shows the transactions now.'
      await endGap(tx, { id: gap.id, by: null, reason, at: deps.clock.now() })
      await settleUnexplainedStop(deps, tx, { network: key.network, by: null, reason })
    })
    return
  }
  if ((await findOpenGap(deps.db, key)) !== null) return
  const now = deps.clock.now()
  const since = after.behindSince ?? now
  if (after.behindSince === null) await noteBehind(deps.db, { ...key, since })
  if (now.getTime() - since.getTime() < PATIENCE_MS) {
    throw new LedgerUnavailable(
      key.network,
      `what left ${key.account} is not all shown: it stands at ${numbers.sequence}`,
    )
  }
  await inTransaction(deps.db, async (tx) => {
    await openGap(tx, { ...key, ...missing, id: deps.newId(), at: now })
    const used = [missing.sequence, ...missing.tickets].filter((number) => number !== null)
    const reason = `numbers of ${key.account} are used up by no transaction that the ledger shows: ${used.join(', ')}`
    await stopUnexplained(deps, tx, { network: key.network, reason })
  })
}

type Missing = { sequence: string | null; known: string | null; tickets: string[] }

/** Numbers and tickets used by no transaction that was read. Null: none. */
function findMissing({ before, after, numbers }: NumbersComparison): Missing | null {
  const isAhead = after.sequence !== null && BigInt(numbers.sequence) > BigInt(after.sequence)
  const there = new Set(numbers.tickets)
  // A ticket created after the numbers were read is not missing.
  const tickets = after.tickets.filter((ticket) => before.tickets.includes(ticket) && !there.has(ticket))
  if (!isAhead && tickets.length === 0) return null
  return { sequence: isAhead ? numbers.sequence : null, known: isAhead ? after.sequence : null, tickets }
}
