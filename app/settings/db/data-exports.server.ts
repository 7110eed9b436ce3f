/** Copies of a person's data: who asked for one, and until when it can be fetched. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'

export type DataExport = { id: string; userId: string; askedAt: Date; expiresAt: Date }

export async function addDataExport(tx: Transaction, asked: DataExport): Promise<void> {
  await tx.dataExport.create({ data: asked, select: { id: true } })
}

/** Returns the newest that can still be fetched; null: none. */
export async function findLiveExport(db: Database, { userId, now }: { userId: string; now: Date }) {
  return db.dataExport.findFirst({
    where: { userId, expiresAt: { gt: now } },
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
    select: { id: true, expiresAt: true },
  })
}

/** Null: somebody else's, or expired. */
export async function findExport(db: Database, { id, userId, now }: { id: string; userId: string; now: Date }) {
  return db.dataExport.findFirst({
    where: { id, userId, expiresAt: { gt: now } },
    select: { id: true, expiresAt: true },
  })
}

export async function deleteOldExports(db: Database, now: Date): Promise<number> {
  return inSlices(
    async (limit) => (await db.dataExport.deleteMany({ where: { expiresAt: { lte: now } }, limit })).count,
  )
}
