import type { Database } from '#app/kernel/db/client.server.ts'
import { idleSince } from './sessions.server.ts'

export async function findAdminPerson(db: Database, userId: string) {
  return db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      name: true,
      email: true,
      emailConfirmedAt: true,
      role: true,
      locale: true,
      hasPaid: true,
      paidAt: true,
      trialCredits: true,
      plan: true,
      lockedAt: true,
      closedAt: true,
      keptEmail: true,
      createdAt: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  })
}

const MOST_SESSIONS = 20

/** Returns the browsers in which a person is logged in, the last seen first. */
export async function findLiveSessions(db: Database, { userId, now }: { userId: string; now: Date }) {
  return db.session.findMany({
    where: { userId, awaitsCode: false, expiresAt: { gt: now }, lastSeenAt: { gt: idleSince(now) } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: MOST_SESSIONS,
    select: { id: true, browser: true, system: true, network: true, lastSeenAt: true },
  })
}
