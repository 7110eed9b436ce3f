/** Files that were too short to be taken, and who accepted one (decision 068). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { AcceptableFault } from '#app/screening/domain/list-floors.ts'
import type { SanctionsListName } from '#app/screening/domain/listed-entry.ts'

/** `beforeId`: the snapshot that it would replace; null: none. */
export type RefusedFile = {
  id: string
  list: SanctionsListName
  fault: AcceptableFault
  fingerprint: string
  sha256: string
  bytes: number
  publishedAt: string | null
  address: string
  entries: number
  names: number
  beforeId: string | null
  entriesBefore: number | null
  namesBefore: number | null
  fetchedAt: Date
}

/** The same entries, replacing the same snapshot. */
export type SameFile = Pick<RefusedFile, 'list' | 'fingerprint' | 'beforeId'>

/** Returns the id of the file that two operators accepted; null: none. */
export async function findAccepted(db: Database, file: SameFile): Promise<string | null> {
  const { list, fingerprint, beforeId } = file
  const accepted = { list, fingerprint, beforeId, acceptedById: { not: null } }
  return (await db.refusedList.findFirst({ where: accepted, select: { id: true } }))?.id ?? null
}

/** Stores the file, unless known, as the one of its list that waits; it replaces an earlier one. */
export async function keepRefused(tx: Transaction, file: RefusedFile): Promise<void> {
  const { list, fingerprint, beforeId } = file
  await tx.refusedList.createMany({ data: [file], skipDuplicates: true })
  const where = { list, fingerprint, beforeId }
  const { id } = await tx.refusedList.findFirstOrThrow({ where, select: { id: true } })
  await tx.listSource.update({ where: { list }, data: { refusedId: id }, select: { list: true } })
}

const WAITING = {
  id: true,
  list: true,
  fault: true,
  sha256: true,
  bytes: true,
  publishedAt: true,
  address: true,
  entries: true,
  names: true,
  entriesBefore: true,
  namesBefore: true,
  fetchedAt: true,
  wantedById: true,
  wantedReason: true,
  acceptedById: true,
} satisfies Prisma.RefusedListSelect

export type WaitingFile = Prisma.RefusedListGetPayload<{ select: typeof WAITING }>

/** Returns each list's last refused file, while nothing else has come into force; at most one a list. */
export async function findWaitingFiles(db: Database): Promise<WaitingFile[]> {
  return db.refusedList.findMany({ where: { sources: { some: {} } }, orderBy: { list: 'asc' }, select: WAITING })
}

/** Null when it no longer waits. Locks out other decisions about it and reading its list. */
export async function lockWaitingFile(
  tx: Transaction,
  id: string,
): Promise<Pick<WaitingFile, 'list' | 'sha256' | 'entries' | 'entriesBefore' | 'wantedById' | 'acceptedById'> | null> {
  const [source] = await tx.$queryRaw<unknown[]>`
    select 1 from "list_source" where "refusedId" = ${id}::uuid for update`
  if (source === undefined) return null
  return tx.refusedList.findUnique({
    where: { id },
    select: { list: true, sha256: true, entries: true, entriesBefore: true, wantedById: true, acceptedById: true },
  })
}

type Said = { id: string; operatorId: string; reason: string; at: Date }

/** Stores one operator's wish, to which a second one has yet to agree. */
export async function storeWishForFile(tx: Transaction, { id, operatorId, reason, at }: Said): Promise<void> {
  const data = { wantedById: operatorId, wantedReason: reason, wantedAt: at }
  await tx.refusedList.update({ where: { id }, data, select: { id: true } })
}

/** Makes its list be read at once. Throws the trigger's error where it takes a second operator. */
export async function storeFileAcceptance(tx: Transaction, { id, operatorId, reason, at }: Said): Promise<void> {
  const data = { acceptedById: operatorId, acceptedReason: reason, acceptedAt: at }
  await tx.refusedList.update({ where: { id }, data, select: { id: true } })
  await tx.listSource.updateMany({ where: { refusedId: id }, data: { retryAt: null } })
}
