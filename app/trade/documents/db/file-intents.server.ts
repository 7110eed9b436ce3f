/**
 * Intents of files that are being moved to their final key. The intent is written before the move and deleted in the
 * transaction that writes the file's row (documents.server.ts). After a crash in between, the intent leads to the file.
 */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export async function createFileIntent(db: Database, intent: { storageKey: string; createdAt: Date }): Promise<void> {
  await db.fileIntent.create({ data: intent, select: { storageKey: true } })
}

export async function deleteFileIntent(db: Database | Transaction, storageKey: string): Promise<void> {
  await db.fileIntent.deleteMany({ where: { storageKey } })
}

/** Never tried first, then the least recently tried, then the oldest; at most `limit`. */
export async function findOldFileIntents(db: Database, search: { before: Date; limit: number }): Promise<string[]> {
  const intents = await db.fileIntent.findMany({
    where: { createdAt: { lt: search.before } },
    orderBy: [{ triedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: search.limit,
    select: { storageKey: true },
  })
  return intents.map(({ storageKey }) => storageKey)
}

export async function markIntentsTried(db: Database, tried: { storageKeys: string[]; at: Date }): Promise<void> {
  await db.fileIntent.updateMany({ where: { storageKey: { in: tried.storageKeys } }, data: { triedAt: tried.at } })
}
