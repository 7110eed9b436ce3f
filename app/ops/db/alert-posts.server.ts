/** The outbox of the operators' webhook: written with the alert emails, in their transaction. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

type Backlog = { count: number; oldestAt: Date | null; newestAt: Date | null }

const EARLY_MS = 2_000

export async function createPost(tx: Transaction, post: { id: string; body: string; at: Date }): Promise<void> {
  const { id, body, at } = post
  await tx.alertPost.create({ data: { id, body, createdAt: at, nextTryAt: at }, select: { id: true } })
}

/** Counts an attempt before it is made; of two processes one posts. Null: nothing is due, or another is posting. */
export async function beginPost(
  db: Database,
  begun: { id: string; now: Date; nextTryAt: (attempts: number) => Date },
): Promise<{ body: string; attempts: number; createdAt: Date } | null> {
  const { id, now, nextTryAt } = begun
  // A job may start slightly early by this clock.
  const open = { id, sentAt: null, givenUpAt: null, nextTryAt: { lte: new Date(now.getTime() + EARLY_MS) } }
  const post = await db.alertPost.findFirst({
    where: open,
    select: { body: true, attempts: true, createdAt: true },
  })
  if (post === null) return null
  const attempts = post.attempts + 1
  const { count } = await db.alertPost.updateMany({
    where: { ...open, attempts: post.attempts },
    data: { attempts, nextTryAt: nextTryAt(attempts) },
  })
  return count === 1 ? { ...post, attempts } : null
}

export async function markPosted(db: Database, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.alertPost.updateMany({ where: { id, sentAt: null }, data: { sentAt: at, givenUpAt: null } })
}

/** `givenUpAt`: set when it was the last attempt. */
export async function notePostFailed(
  db: Database,
  failed: { id: string; error: string; givenUpAt: Date | null },
): Promise<void> {
  const { id, error, givenUpAt } = failed
  await db.alertPost.updateMany({ where: { id, sentAt: null }, data: { lastError: error, givenUpAt } })
}

/** Posts whose next attempt is due, oldest first. */
export async function findDuePosts(db: Database, { now, take }: { now: Date; take: number }): Promise<string[]> {
  const rows = await db.alertPost.findMany({
    where: { sentAt: null, givenUpAt: null, nextTryAt: { lte: now } },
    orderBy: [{ nextTryAt: 'asc' }, { id: 'asc' }],
    take,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Given up since a moment. */
export async function countGivenUpPosts(db: Database, since: Date): Promise<Backlog> {
  const { _count, _min, _max } = await db.alertPost.aggregate({
    where: { givenUpAt: { gte: since } },
    _count: true,
    _min: { givenUpAt: true },
    _max: { givenUpAt: true },
  })
  return { count: _count, oldestAt: _min.givenUpAt, newestAt: _max.givenUpAt }
}

export async function deleteOldPosts(db: Database, before: Date): Promise<void> {
  await db.alertPost.deleteMany({ where: { createdAt: { lt: before } } })
}
