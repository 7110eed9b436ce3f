/** How far each account has been read, in which history, and why one is stopped. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { LedgerMark } from '#app/ledgers/ledger.ts'
import type { ReadingStopCause } from '#app/ledgers/payments/domain/reading.ts'

export type ReadAccount = { network: Network; account: string }

/** Where the next page begins; `cursor` is null before the first one. */
export type Position = { cursor: string | null; mark: LedgerMark | null }

export type Stop = { cause: ReadingStopCause; detail: string; since: Date }

export type StoredReading = ReadAccount & {
  /** The last successful read; null: never. */
  readAt: Date | null
  /** A ledger of the history in which the cursor stands; null before there was one. */
  mark: LedgerMark | null
  /** Nothing is read while this is set. */
  stopped: Stop | null
}

const POSITION = { cursor: true, ledger: true, ledgerHash: true, ledgerAt: true } satisfies Prisma.LedgerCursorSelect
type PositionRow = Prisma.LedgerCursorGetPayload<{ select: typeof POSITION }>

export async function findPosition(db: Database | Transaction, of: ReadAccount): Promise<Position> {
  const row = await db.ledgerCursor.findUnique({ where: { network_account: of }, select: POSITION })
  return { cursor: row?.cursor ?? null, mark: row && toMark(row) }
}

export async function findStop(db: Database | Transaction, of: ReadAccount): Promise<Stop | null> {
  const row = await db.cursorStop.findUnique({
    where: { network_account: of },
    select: { cause: true, detail: true, since: true },
  })
  return row && toStop(row)
}

/**
 * The state of every account that was ever read or stopped, by network and account. One that was never read has no
 * entry: the caller knows the expected accounts (ledgers/payments/workflows/watched-accounts).
 */
export async function findReadings(db: Database): Promise<StoredReading[]> {
  const [cursors, stops] = await Promise.all([
    db.ledgerCursor.findMany({ select: { network: true, account: true, readAt: true, ...POSITION } }),
    db.cursorStop.findMany(),
  ])
  const isSame = (a: ReadAccount) => (b: ReadAccount) => a.network === b.network && a.account === b.account
  const read = cursors.map((row) => {
    const { network, account, readAt } = row
    const stop = stops.find(isSame(row))
    return { network, account, readAt, mark: toMark(row), stopped: stop ? toStop(stop) : null }
  })
  const neverRead = stops
    .filter((stop) => !cursors.some(isSame(stop)))
    .map(({ network, account, ...stop }) => ({ network, account, readAt: null, mark: null, stopped: toStop(stop) }))
  return [...read, ...neverRead].toSorted((a, b) =>
    a.network === b.network ? (a.account < b.account ? -1 : 1) : a.network < b.network ? -1 : 1,
  )
}

/**
 * Whether the history of this ledger is in doubt: the reading of any account of ours is stopped. While it is, nothing
 * is signed there (trigger `may_be_signed`), and no answer of its servers counts.
 */
export async function isHistoryDoubted(db: Database | Transaction, network: Network): Promise<boolean> {
  return (await db.cursorStop.findFirst({ where: { network }, select: { cause: true } })) !== null
}

export async function findDoubtedHistories(db: Database): Promise<Network[]> {
  const rows = await db.cursorStop.findMany({ distinct: ['network'], select: { network: true } })
  return rows.map(({ network }) => network)
}

/** The newest ledger known of these accounts' history, which a server has to show to be trusted. Null: none yet. */
export async function findNewestMark(
  db: Database,
  { network, accounts }: { network: Network; accounts: readonly string[] },
): Promise<LedgerMark | null> {
  const row = await db.ledgerCursor.findFirst({
    where: { network, account: { in: [...accounts] }, ledger: { not: null } },
    orderBy: { ledger: 'desc' },
    select: POSITION,
  })
  return row && toMark(row)
}

/** The longest first. */
export async function findStopped(db: Database): Promise<(ReadAccount & Stop)[]> {
  const rows = await db.cursorStop.findMany({ orderBy: [{ since: 'asc' }, { account: 'asc' }] })
  return rows.map(({ network, account, ...stop }) => ({ network, account, ...toStop(stop) }))
}

/** `completeTo`: see PaymentsPage; null leaves the stored value. */
export type CursorMove = ReadAccount & {
  from: string | null
  to: string
  mark: LedgerMark | null
  completeTo: Date | null
  now: Date
}

/**
 * Moves cursor and mark from where they were read, and stores that the account was read now. False: another reader
 * moved it meanwhile, and nothing may be committed. Throws where the reading is stopped.
 */
export async function moveCursor(tx: Transaction, move: CursorMove): Promise<boolean> {
  const { network, account, from, to, mark, completeTo, now } = move
  const { ledger, ledgerHash, ledgerAt } = fromMark(mark)
  if (from === null) {
    const inserted = await tx.$executeRaw`
      insert into "ledger_cursor" ("network", "account", "cursor", "ledger", "ledgerHash", "ledgerAt", "completeTo", "readAt", "updatedAt")
      values (${network}::"Network", ${account}, ${to}, ${ledger}, ${ledgerHash}, ${ledgerAt}, ${completeTo}, ${now}, ${now})
      on conflict do nothing`
    return inserted === 1
  }
  const { count } = await tx.ledgerCursor.updateMany({
    where: { network, account, cursor: from },
    data: { cursor: to, ledger, ledgerHash, ledgerAt, readAt: now, ...(completeTo && { completeTo }) },
  })
  return count === 1
}

/** Sets the cursor to where a person wants it, from any position. Lock its row first. */
export async function placeCursor(
  tx: Transaction,
  place: ReadAccount & { cursor: string; mark: LedgerMark },
): Promise<void> {
  const { network, account, cursor, mark } = place
  // From here on nothing is known to be complete.
  const data = { cursor, ...fromMark(mark), completeTo: null }
  await tx.ledgerCursor.upsert({
    where: { network_account: { network, account } },
    create: { network, account, ...data },
    update: data,
    select: { network: true },
  })
}

export async function lockPosition(tx: Transaction, of: ReadAccount): Promise<Position> {
  await tx.$queryRaw`
    select 1 from "ledger_cursor" where "network" = ${of.network}::"Network" and "account" = ${of.account} for update`
  return findPosition(tx, of)
}

/** Stops the reading, or updates the cause; `since` stays. True: it was not stopped before. */
export async function stopReading(tx: Transaction, stop: ReadAccount & Stop): Promise<boolean> {
  const { network, account, cause, detail, since } = stop
  const inserted = await tx.$executeRaw`
    insert into "cursor_stop" ("network", "account", "cause", "detail", "since")
    values (${network}::"Network", ${account}, ${cause}, ${detail}, ${since}) on conflict do nothing`
  if (inserted === 1) return true
  await tx.cursorStop.updateMany({ where: { network, account }, data: { cause, detail } })
  return false
}

/** False: it was not stopped. */
export async function liftStop(tx: Transaction, of: ReadAccount): Promise<boolean> {
  const { count } = await tx.cursorStop.deleteMany({ where: of })
  return count === 1
}

function toMark({ ledger, ledgerHash, ledgerAt }: Omit<PositionRow, 'cursor'>): LedgerMark | null {
  return ledger === null || ledgerHash === null || ledgerAt === null
    ? null
    : { sequence: ledger, hash: ledgerHash, closedAt: ledgerAt }
}

function fromMark(mark: LedgerMark | null) {
  return {
    ledger: mark?.sequence ?? null,
    ledgerHash: mark?.hash ?? null,
    ledgerAt: mark?.closedAt ?? null,
  }
}

/** The column's check constraint allows no other cause. */
function toStop({ cause, detail, since }: { cause: string; detail: string; since: Date }): Stop {
  return { cause: cause as ReadingStopCause, detail, since }
}
