/** Signed-in browsers. Only the SHA-256 of a token is stored, so a copy of the table opens nothing. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'

const IDLE_MINUTES = 12 * 60
const ABSOLUTE_HOURS = 24 * 7
const TOUCH_MINUTES = 5

/** More than people have; “all others” ends the rest. */
const MOST_LISTED = 50

const minutes = (count: number) => count * 60_000

/** Sessions last seen before this are over. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - minutes(IDLE_MINUTES))
}

/** A session that waits for the second factor is short: later, the person signs in again. */
const AWAITING_MINUTES = 10

/** What the owner is shown of a browser: its name, its system, and its network, shortened. */
export type Browser = { browser: string | null; system: string | null; network: string | null }

export type NewSession = Browser & {
  token: string
  userId: string
  now: Date
  /** The session opens nothing before a second factor is given. */
  awaitsCode: boolean
  /** When a code of the second factor was given; null: never. */
  codeAt: Date | null
}

/** More browsers than anybody has, so that signing in in a loop does not fill the table. */
export const MOST_SESSIONS = 50

/** Creates a session and ends the oldest ones above MOST_SESSIONS. */
export async function createSession(db: Database, { token, now, ...session }: NewSession): Promise<void> {
  const life = session.awaitsCode ? AWAITING_MINUTES : ABSOLUTE_HOURS * 60
  await db.session.create({
    data: {
      ...session,
      tokenHash: hashSessionToken(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + minutes(life)),
    },
    select: { tokenHash: true },
  })
  const { userId } = session
  const tooMany = await db.session.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: MOST_SESSIONS,
    select: { tokenHash: true },
  })
  if (tooMany.length === 0) return
  await db.session.deleteMany({ where: { tokenHash: { in: tooMany.map(({ tokenHash }) => tokenHash) } } })
}

/** Returns whose session waits for a code of the second factor; null when it does not wait or has expired. */
export async function findAwaitingUserId(db: Database, session: { token: string; now: Date }): Promise<string | null> {
  const row = await db.session.findUnique({
    where: { tokenHash: hashSessionToken(session.token), awaitsCode: true, expiresAt: { gt: session.now } },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** Returns when a code of the second factor was last given in a session; null: never. */
export async function findCodeAt(db: Database, token: string): Promise<Date | null> {
  const row = await db.session.findUnique({ where: { tokenHash: hashSessionToken(token) }, select: { codeAt: true } })
  return row?.codeAt ?? null
}

export async function storeCodeAt(tx: Transaction, { token, at }: { token: string; at: Date }): Promise<void> {
  await tx.session.updateMany({
    where: { tokenHash: hashSessionToken(token), awaitsCode: false },
    data: { codeAt: at },
  })
}

/** Returns a person's signed-in browsers, the last seen first. `isThis`: the one that asks. */
export async function listSessions(db: Database, asked: { userId: string; token: string; now: Date }) {
  const { userId, token, now } = asked
  const rows = await db.session.findMany({
    where: {
      userId,
      awaitsCode: false,
      expiresAt: { gt: now },
      lastSeenAt: { gt: idleSince(now) },
    },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: MOST_LISTED,
    select: {
      id: true,
      tokenHash: true,
      browser: true,
      system: true,
      network: true,
      createdAt: true,
      lastSeenAt: true,
    },
  })
  const own = hashSessionToken(token)
  return rows.map(({ tokenHash, ...row }) => ({ ...row, isThis: tokenHash === own }))
}

/** Ends one session of a person by its id; false when it does not exist. */
export async function deleteOwnSession(tx: Transaction, session: { userId: string; id: string }): Promise<boolean> {
  const { count } = await tx.session.deleteMany({ where: session })
  return count === 1
}

export async function deleteOtherSessions(tx: Transaction, { userId, token }: { userId: string; token: string }) {
  await tx.session.deleteMany({ where: { userId, tokenHash: { not: hashSessionToken(token) } } })
}

/** Returns the user of a live session. Null: it is unknown, expired, idle for too long or waits for a code. */
export async function findSessionUserId(db: Database, session: { token: string; now: Date }): Promise<string | null> {
  const tokenHash = hashSessionToken(session.token)
  const row = await db.session.findUnique({
    where: { tokenHash, awaitsCode: false },
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
  await db.session.deleteMany({ where: { tokenHash: hashSessionToken(token) } })
}

export async function deleteSessionsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.session.deleteMany({ where: { userId } })
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const expired = { expiresAt: { lte: now } }
  const idle = { lastSeenAt: { lte: idleSince(now) } }
  let ended = 0
  for (const where of [expired, idle]) {
    ended += await inSlices(async (limit) => (await db.session.deleteMany({ where, limit })).count)
  }
  return ended
}

export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
