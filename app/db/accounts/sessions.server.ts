/** Signed-in browsers. Only the SHA-256 of a token is stored, so a copy of the table opens nothing. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'

const IDLE_MINUTES = 12 * 60
const ABSOLUTE_HOURS = 24 * 7
/** `lastSeenAt` is written at most this often. */
const TOUCH_MINUTES = 5

const minutes = (count: number) => count * 60_000

export async function createSession(
  db: Database,
  session: { token: string; userId: string; now: Date },
): Promise<void> {
  await db.session.create({
    data: {
      tokenHash: hashToken(session.token),
      userId: session.userId,
      createdAt: session.now,
      lastSeenAt: session.now,
      expiresAt: new Date(session.now.getTime() + minutes(ABSOLUTE_HOURS * 60)),
    },
    select: { tokenHash: true },
  })
}

/** The user of a live session, or null when it is unknown, expired or idle for too long. */
export async function findSessionUserId(db: Database, session: { token: string; now: Date }): Promise<string | null> {
  const tokenHash = hashToken(session.token)
  const row = await db.session.findUnique({
    where: { tokenHash },
    select: { userId: true, lastSeenAt: true, expiresAt: true },
  })
  if (!row) return null
  const idleFor = session.now.getTime() - row.lastSeenAt.getTime()
  if (row.expiresAt <= session.now || idleFor > minutes(IDLE_MINUTES)) return null
  if (idleFor > minutes(TOUCH_MINUTES)) {
    await db.session.updateMany({ where: { tokenHash }, data: { lastSeenAt: session.now } })
  }
  return row.userId
}

export async function deleteSession(db: Database, token: string): Promise<void> {
  await db.session.deleteMany({ where: { tokenHash: hashToken(token) } })
}

/** Logs a person out everywhere. */
export async function deleteSessionsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.session.deleteMany({ where: { userId } })
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const { count } = await db.session.deleteMany({
    where: {
      OR: [{ expiresAt: { lte: now } }, { lastSeenAt: { lte: new Date(now.getTime() - minutes(IDLE_MINUTES)) } }],
    },
  })
  return count
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
