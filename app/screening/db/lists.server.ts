/** Sanctions lists as they were read. `list_source` coordinates workers and restarts: when a list may be fetched. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { ListedEntry, OWN_LIST, SanctionsListName } from '#app/screening/domain/listed-entry.ts'

/** `failures`: in a row, when the caller may fetch; `retryAt`: otherwise, when to try again. */
export type ListClaim = { failures: number } | { retryAt: Date }

/** Takes the lease on reading a list until `until`. */
export async function claimList(
  db: Database,
  claim: { list: SanctionsListName; now: Date; until: Date },
): Promise<ListClaim> {
  const [taken] = await db.$queryRaw<{ failures: number }[]>`
    insert into "list_source" ("list", "retryAt") values (${claim.list}, ${claim.until.toISOString()}::timestamptz)
    on conflict ("list") do update set "retryAt" = excluded."retryAt"
    where "list_source"."retryAt" is null or "list_source"."retryAt" <= ${claim.now.toISOString()}::timestamptz
    returning "failures"`
  if (taken) return taken
  const { retryAt } = await db.listSource.findUniqueOrThrow({ where: { list: claim.list }, select: { retryAt: true } })
  return { retryAt: retryAt ?? claim.now }
}

export async function recordListFailure(
  db: Database,
  trouble: { list: SanctionsListName; failures: number; retryAt: Date; error: string; at: Date },
): Promise<void> {
  const { list, at, error, ...facts } = trouble
  await db.listSource.update({ where: { list }, data: { ...facts, lastError: error } })
  await db.listSource.updateMany({ where: { list, failingSince: null }, data: { failingSince: at } })
}

const WELL = { failures: 0, retryAt: null, lastError: null, failingSince: null, refusedId: null }

export type ListState = {
  list: string
  failures: number
  lastError: string | null
  failingSince: Date | null
  lastGoodAt: Date | null
  /** Currencies of listed wallets that are not known here. */
  unknownCurrencies: string[]
  /** The publisher's last file, if it was too short to be taken and nobody has accepted it. */
  refused: { id: string; fetchedAt: Date; wantedById: string | null } | null
  snapshot: {
    id: string
    publishedAt: string | null
    fetchedAt: Date
    /** Without the query, which may hold credentials. */
    address: string
    parsedCount: number
    sha256: string
    reader: number
  } | null
}

export async function findListStates(db: Database | Transaction): Promise<ListState[]> {
  const states = await db.listSource.findMany({
    orderBy: { list: 'asc' },
    select: {
      list: true,
      failures: true,
      lastError: true,
      failingSince: true,
      lastGoodAt: true,
      unknownCurrencies: true,
      refused: { select: { id: true, fetchedAt: true, wantedById: true, acceptedById: true } },
      snapshot: {
        select: {
          id: true,
          publishedAt: true,
          fetchedAt: true,
          address: true,
          parsedCount: true,
          sha256: true,
          reader: true,
        },
      },
    },
  })
  return states.map(({ refused, ...state }) => {
    return { ...state, refused: refused?.acceptedById === null ? refused : null }
  })
}

type Unchanged = { list: SanctionsListName; unknownCurrencies: string[]; at: Date }

export async function recordListUnchanged(db: Database, { list, unknownCurrencies, at }: Unchanged): Promise<void> {
  await db.listSource.update({ where: { list }, data: { ...WELL, unknownCurrencies, lastGoodAt: at } })
}

export type HashedEntry = ListedEntry & { hash: string }

export type NewSnapshot = {
  id: string
  list: SanctionsListName | typeof OWN_LIST
  publishedAt: string | null
  fetchedAt: Date
  address: string
  sha256: string
  bytes: number
  declaredCount: number | null
  reader: number
}

const SLICE = 500
/** For the transaction that puts a list into force: the first brings tens of thousands of names. */
export const LIST_TAKES_MS = 300_000

/** `byId`: the operator who changed this installation's own list. */
export type WholeList = {
  snapshot: NewSnapshot
  entries: readonly HashedEntry[]
  unknownCurrencies?: string[]
  byId?: string
}

/** Keeps entries with unchanged wording; ends or adds the others. */
export async function putIntoForce(
  tx: Transaction,
  { snapshot, entries, unknownCurrencies = [], byId }: WholeList,
): Promise<{ added: number; ended: number }> {
  const { list, id: snapshotId, fetchedAt: at } = snapshot
  const before = await tx.listEntry.findMany({ where: { list, endedAt: null }, select: { id: true, hash: true } })
  const known = new Set(before.map(({ hash }) => hash))
  const now = new Set(entries.map(({ hash }) => hash))
  const ended = before.filter(({ hash }) => !now.has(hash)).map(({ id }) => id)
  const added = entries.filter(({ hash }) => !known.has(hash))
  await tx.listSnapshot.create({
    data: { ...snapshot, parsedCount: entries.length, added: added.length, ended: ended.length },
    select: { id: true },
  })
  await endEntries(tx, { ids: ended, at, byId: byId ?? null })
  for (let from = 0; from < added.length; from += SLICE)
    await addEntries(tx, { list, snapshotId, byId: byId ?? null, at, entries: added.slice(from, from + SLICE) })
  await tx.listSource.update({ where: { list }, data: { ...WELL, unknownCurrencies, lastGoodAt: at, snapshotId } })
  return { added: added.length, ended: ended.length }
}

/** Ended entries are no longer compared; their wording stays as the basis of decisions. */
async function endEntries(
  tx: Transaction,
  ended: { ids: readonly string[]; at: Date; byId: string | null },
): Promise<void> {
  const ids = [...ended.ids]
  if (ids.length === 0) return
  const data = { endedAt: ended.at, endedById: ended.byId }
  await tx.listEntry.updateMany({ where: { id: { in: ids }, endedAt: null }, data })
  await tx.listedWallet.deleteMany({ where: { entryId: { in: ids } } })
}

async function addEntries(
  tx: Transaction,
  added: { list: string; snapshotId: string; byId: string | null; at: Date; entries: readonly HashedEntry[] },
): Promise<void> {
  const rows = await tx.listEntry.createManyAndReturn({
    data: added.entries.map(({ sourceId, hash, kind, ...detail }) => ({
      list: added.list,
      sourceId,
      hash,
      kind,
      detail,
      snapshotId: added.snapshotId,
      madeById: added.byId,
      since: added.at,
    })),
    select: { id: true, hash: true },
  })
  const idOf = new Map(rows.map(({ id, hash }) => [hash, id]))
  const wallets = added.entries.flatMap(({ hash, wallets: listed }) =>
    listed.map((wallet) => ({ entryId: idOf.get(hash), ...wallet })),
  )
  await tx.$executeRaw`
    insert into "listed_wallet" ("entryId", "currency", "address")
    select * from jsonb_to_recordset(${JSON.stringify(wallets)}::jsonb)
      as w ("entryId" uuid, "currency" text, "address" text) on conflict do nothing`
}
