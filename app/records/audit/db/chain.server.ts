/** The chain of audit events: unsealed events, their places once sealed, and the seals (docs/decisions/058). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { JsonValue } from '#app/kernel/domain/words/canonical-json.ts'
import type { Peaks, Subtree } from '#app/records/audit/domain/hash-tree.ts'

export type StoredAuditEvent = {
  id: string
  kind: string
  at: Date
  escrowId: string | null
  userId: string | null
  detail: JsonValue
}

/** False: somebody else is sealing. Only sealers use this lock, and none of them waits for another. */
export async function takeSealing(tx: Transaction): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('audit_sealing', 0)) as "taken"`
  return row?.taken === true
}

export type Seal = { head: Uint8Array; root: Uint8Array; peaks: Peaks; at: Date }

const HASH_BYTES = 32

/** Splits the concatenated hashes. */
export function readPeaks(size: bigint, bytes: Uint8Array): Peaks {
  const count = bytes.length / HASH_BYTES
  const hashes = Array.from({ length: count }, (_, n) => bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES))
  return { size: Number(size), hashes }
}

export function writePeaks({ hashes }: Peaks): Buffer<ArrayBuffer> {
  return Buffer.concat(hashes)
}

type SealRow = { size: bigint; head: Uint8Array; root: Uint8Array; peaks: Uint8Array; at: Date }
const sealOf = ({ size, head, root, peaks, at }: SealRow): Seal => ({ head, root, at, peaks: readPeaks(size, peaks) })

/** Null: nothing is sealed yet. */
export async function findNewestSeal(db: Database | Transaction): Promise<Seal | null> {
  const row = await db.auditSeal.findFirst({ orderBy: { size: 'desc' } })
  return row && sealOf(row)
}

/** The places of chain hashes (hexadecimal). A full read of the table: a check reads everything, too. */
export async function findPlacesOf(db: Database, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await db.$queryRaw<{ seq: bigint; hash: string }[]>`
    select "seq", encode("hash", 'hex') as "hash" from "audit_link"
    where "hash" in (select decode(h, 'hex') from unnest(${[...hashes]}::text[]) as h)`
  return new Map(rows.map(({ seq, hash }) => [hash, Number(seq)]))
}

export async function findSealsBetween(
  db: Database,
  { after, upTo }: { after: number; upTo: number },
): Promise<Seal[]> {
  const rows = await db.auditSeal.findMany({ where: { size: { gt: after, lte: upTo } }, orderBy: { size: 'asc' } })
  return rows.map(sealOf)
}

/** How many events were sealed before a moment. */
export async function countSealedBefore(db: Database, at: Date): Promise<number> {
  const row = await db.auditSeal.findFirst({
    where: { at: { lt: at } },
    orderBy: { at: 'desc' },
    select: { size: true },
  })
  return Number(row?.size ?? 0)
}

/** In the order of their arrival. */
export async function findUnsealed(
  tx: Transaction,
  { limit, kind = null }: { limit: number; kind?: string | null },
): Promise<StoredAuditEvent[]> {
  return tx.$queryRaw<StoredAuditEvent[]>`
    select e."id"::text, e."kind", e."at", e."escrowId"::text, e."userId"::text, e."detail"
    from "audit_unsealed" u join "audit_event" e on e."id" = u."eventId"
    where (${kind}::text is null or e."kind" = ${kind}::text)
    order by u."ordinal" limit ${limit}`
}

export async function countUnsealed(db: Database): Promise<number> {
  return db.auditUnsealed.count()
}

export type NewLink = { seq: number; eventId: string; salt: Uint8Array; hash: Uint8Array }

const hexes = (all: readonly Uint8Array[]) => all.map((each) => Buffer.from(each).toString('hex'))

/** Gives the events their places, and removes them from the unsealed. */
export async function storeLinks(tx: Transaction, links: readonly NewLink[]): Promise<void> {
  const ids = links.map(({ eventId }) => eventId)
  await tx.$executeRaw`
    insert into "audit_link" ("seq", "eventId", "salt", "hash")
    select l."seq", l."id", decode(l."salt", 'hex'), decode(l."hash", 'hex')
    from unnest(${links.map(({ seq }) => BigInt(seq))}::bigint[], ${ids}::uuid[],
      ${hexes(links.map(({ salt }) => salt))}::text[], ${hexes(links.map(({ hash }) => hash))}::text[])
      as l ("seq", "id", "salt", "hash")
    order by l."seq"`
  await tx.$executeRaw`delete from "audit_unsealed" where "eventId" = any(${ids}::uuid[])`
}

export async function storeSeal(tx: Transaction, { seal, whole }: { seal: Seal; whole: readonly Subtree[] }) {
  await tx.$executeRaw`
    insert into "audit_node" ("level", "place", "hash")
    select n."level", n."place", decode(n."hash", 'hex')
    from unnest(${whole.map(({ level }) => level)}::int[], ${whole.map(({ place }) => BigInt(place))}::bigint[],
      ${hexes(whole.map(({ hash }) => hash))}::text[]) as n ("level", "place", "hash")`
  const { head, root, peaks, at } = seal
  await tx.auditSeal.create({
    data: { size: peaks.size, head: Buffer.from(head), root: Buffer.from(root), peaks: writePeaks(peaks), at },
    select: { size: true },
  })
}

export type FoundEvents = { upTo: string | null; count: number; doneAt: Date | null }

export async function findFound(db: Database | Transaction): Promise<FoundEvents> {
  const row = await db.auditFound.findFirst()
  return { upTo: row?.upTo ?? null, count: Number(row?.count ?? 0), doneAt: row?.doneAt ?? null }
}

export async function storeFound(tx: Transaction, found: FoundEvents): Promise<void> {
  await tx.auditFound.upsert({ where: { id: true }, create: found, update: found, select: { id: true } })
}

/**
 * Reads events by id, from a cursor on, and whether each is sealed or waits to be. Events from before the chain are
 * neither. Later, only an event that was not written in the regular way is neither.
 */
export async function walkEvents(
  db: Database | Transaction,
  { after, limit }: { after: string | null; limit: number },
): Promise<(StoredAuditEvent & { isKnown: boolean })[]> {
  return db.$queryRaw<(StoredAuditEvent & { isKnown: boolean })[]>`
    select e."id"::text, e."kind", e."at", e."escrowId"::text, e."userId"::text, e."detail",
      coalesce(
        (select true from "audit_link" l where l."eventId" = e."id" limit 1),
        (select true from "audit_unsealed" u where u."eventId" = e."id" limit 1), false) as "isKnown"
    from "audit_event" e
    where e."id" > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by e."id" limit ${limit}`
}

/** Returns an event that waits to be sealed, but no longer exists. */
export async function findLostUnsealed(db: Database): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    select u."eventId"::text as "id" from "audit_unsealed" u
    where not exists (select 1 from "audit_event" e where e."id" = u."eventId") order by u."ordinal" limit 1`
  return row?.id ?? null
}

export type StoredPlace = {
  seq: number
  eventId: string
  salt: Uint8Array
  hash: Uint8Array
  /** Null: the event is gone. */
  event: StoredAuditEvent | null
}

type PlaceRow = {
  seq: bigint
  eventId: string
  salt: Uint8Array
  hash: Uint8Array
  isThere: boolean
  kind: string
  at: Date
  escrowId: string | null
  userId: string | null
  detail: JsonValue
}

function placeOf({ seq, eventId, salt, hash, isThere, kind, at, escrowId, userId, detail }: PlaceRow): StoredPlace {
  const event = isThere ? { id: eventId, kind, at, escrowId, userId, detail } : null
  return { seq: Number(seq), eventId, salt, hash, event }
}

/** In chain order, with their events. */
export async function findAuditPlaces(
  db: Database | Transaction,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<StoredPlace[]> {
  const rows = await db.$queryRaw<PlaceRow[]>`
    select l."seq", l."eventId"::text, l."salt", l."hash", e."id" is not null as "isThere",
      e."kind", e."at", e."escrowId"::text, e."userId"::text, e."detail"
    from "audit_link" l left join "audit_event" e on e."id" = l."eventId"
    where l."seq" > ${BigInt(after)} and l."seq" <= ${BigInt(upTo)} order by l."seq" limit ${limit}`
  return rows.map(placeOf)
}

/** The sealed events of one escrow, in chain order. */
export async function findPlacesOfEscrow(
  db: Database | Transaction,
  { escrowId, upTo }: { escrowId: string; upTo: number },
): Promise<StoredPlace[]> {
  const rows = await db.$queryRaw<PlaceRow[]>`
    select l."seq", l."eventId"::text, l."salt", l."hash", true as "isThere",
      e."kind", e."at", e."escrowId"::text, e."userId"::text, e."detail"
    from "audit_event" e join "audit_link" l on l."eventId" = e."id"
    where e."escrowId" = ${escrowId}::uuid and l."seq" <= ${BigInt(upTo)} order by l."seq"`
  return rows.map(placeOf)
}

/** The chain's hashes by place. */
export async function findHashesAt(
  db: Database | Transaction,
  seqs: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const rows = await db.auditLink.findMany({
    where: { seq: { in: seqs.map(BigInt) } },
    select: { seq: true, hash: true },
  })
  return new Map(rows.map(({ seq, hash }) => [Number(seq), hash]))
}

/** The hashes of whole subtrees, by `level:place`. */
export async function findNodes(
  db: Database | Transaction,
  wanted: readonly Omit<Subtree, 'hash'>[],
): Promise<Map<string, Uint8Array>> {
  const rows = await db.$queryRaw<{ level: number; place: bigint; hash: Uint8Array }[]>`
    select n."level", n."place", n."hash" from "audit_node" n
    join unnest(${wanted.map(({ level }) => level)}::int[], ${wanted.map(({ place }) => BigInt(place))}::bigint[])
      as w ("level", "place") on w."level" = n."level" and w."place" = n."place"`
  return new Map(rows.map(({ level, place, hash }) => [`${level}:${place}`, hash]))
}
