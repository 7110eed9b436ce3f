/** Checks of the chain: their progress and results. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { AuditFinding } from '#app/records/audit/domain/finding.ts'
import type { Peaks } from '#app/records/audit/domain/hash-tree.ts'
import { readPeaks, writePeaks } from './chain.server.ts'

export type OpenCheck = {
  id: string
  askedById: string | null
  size: number
  /** How many places are checked; `head` is the hash at the last one. */
  checked: number
  head: Uint8Array
  peaks: Peaks
  walked: string | null
}

export async function findOpenCheck(db: Database | Transaction): Promise<OpenCheck | null> {
  const row = await db.auditCheck.findFirst({ where: { finishedAt: null } })
  if (!row) return null
  const { id, askedById, size, checked, head, peaks, walked } = row
  return { id, askedById, size: Number(size), checked: Number(checked), head, walked, peaks: readPeaks(checked, peaks) }
}

type NewCheck = { id: string; at: Date; askedById: string | null; size: number; head: Uint8Array }

/** False: another check is open. */
export async function beginCheck(tx: Transaction, { id, at, askedById, size, head }: NewCheck): Promise<boolean> {
  const begun = await tx.$executeRaw`
    insert into "audit_check" ("id", "askedAt", "askedById", "size", "head")
    values (${id}::uuid, ${at}, ${askedById}::uuid, ${BigInt(size)}, ${Buffer.from(head)})
    on conflict ((true)) where "finishedAt" is null do nothing`
  return begun === 1
}

/** False: somebody else has made progress meanwhile. */
export async function storeProgress(
  db: Database,
  before: OpenCheck,
  { checked, head, peaks, walked }: OpenCheck,
): Promise<boolean> {
  const { count } = await db.auditCheck.updateMany({
    where: { id: before.id, finishedAt: null, checked: before.checked, walked: before.walked },
    data: { checked, head: Buffer.from(head), peaks: writePeaks(peaks), walked },
  })
  return count === 1
}

export type WrongEvents = { finding: AuditFinding; seq: number | null; eventId: string | null }

export async function endCheck(
  tx: Transaction,
  { id, at, wrong }: { id: string; at: Date; wrong: WrongEvents | null },
): Promise<boolean> {
  const { count } = await tx.auditCheck.updateMany({
    where: { id, finishedAt: null },
    data: {
      finishedAt: at,
      wrong: wrong?.finding ?? null,
      wrongSeq: wrong?.seq ?? null,
      wrongEventId: wrong?.eventId ?? null,
    },
  })
  return count === 1
}

export async function findLastAsked(db: Database | Transaction): Promise<Date | null> {
  const row = await db.auditCheck.findFirst({
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
    select: { askedAt: true },
  })
  return row?.askedAt ?? null
}

/** Sizes and last hashes of the chain at the newest checks that found it whole. */
export async function findKnownHeads(db: Database): Promise<{ size: number; head: Uint8Array }[]> {
  const rows = await db.auditCheck.findMany({
    where: { finishedAt: { not: null }, wrong: null, size: { gt: 0 } },
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
    take: 500,
    select: { size: true, head: true },
  })
  return rows.map(({ size, head }) => ({ size: Number(size), head }))
}

/** Newest first, including an open one. */
export async function findChecks(db: Database, take: number) {
  const rows = await db.auditCheck.findMany({
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
    take,
    select: {
      id: true,
      askedAt: true,
      finishedAt: true,
      size: true,
      checked: true,
      wrong: true,
      wrongSeq: true,
      wrongEventId: true,
      head: true,
      askedBy: { select: { name: true } },
    },
  })
  return rows.map(({ head, size, checked, wrongSeq, ...row }) => ({
    ...row,
    size: Number(size),
    checked: Number(checked),
    wrongSeq: wrongSeq === null ? null : Number(wrongSeq),
    headHex: Buffer.from(head).toString('hex'),
  }))
}
