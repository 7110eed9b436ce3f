/**
 * Files that are on their way to their place. The intent is written before the file is moved and goes with the transaction
 * that writes the file's row (documents.server.ts); what a crash leaves in between is found by its intent.
 */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export async function createFileIntent(db: Database, intent: { storageKey: string; createdAt: Date }): Promise<void> {
  await db.fileIntent.create({ data: intent, select: { storageKey: true } })
}

export async function deleteFileIntent(db: Database | Transaction, storageKey: string): Promise<void> {
  await db.fileIntent.deleteMany({ where: { storageKey } })
}

/** Those that were tried least lately first, of these the oldest; at most `limit`. */
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
