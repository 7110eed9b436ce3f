/** People. The password hash leaves the database in `findPasswordHash` only. */
import type { Role } from '#app/domain/access.ts'
import type { Database, Transaction } from './client.server.ts'

/** What guards and menus need to know about a signed-in person. */
export async function findViewer(db: Database, userId: string) {
  const row = await db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      name: true,
      email: true,
      role: true,
      locale: true,
      hasPaid: true,
      trialCredits: true,
      plan: true,
    },
  })
  if (!row) return null
  return { ...row, plan: row.plan === 'pilot' ? ('pilot' as const) : null }
}

export async function findPasswordHash(db: Database, email: string): Promise<{ userId: string; hash: string } | null> {
  const row = await db.user.findUnique({ where: { email }, select: { id: true, password: { select: { hash: true } } } })
  return row?.password ? { userId: row.id, hash: row.password.hash } : null
}

export type NewUser = {
  name: string
  email: string
  role: Role
  locale: string
  consentTimestamp: Date
  termsVersion: string
  isPilot: boolean
  passwordHash: string
}

/** Throws a unique-constraint error when the e-mail address is taken (see isDuplicate). */
export async function createUser(tx: Transaction, user: NewUser): Promise<{ id: string }> {
  return tx.user.create({
    data: {
      name: user.name,
      email: user.email,
      role: user.role,
      locale: user.locale,
      sanctionsConsent: true,
      consentTimestamp: user.consentTimestamp,
      termsVersion: user.termsVersion,
      trialCredits: user.isPilot ? 1 : 0,
      plan: user.isPilot ? 'pilot' : null,
      pilotSource: user.isPilot ? 'freight' : null,
      password: { create: { hash: user.passwordHash } },
    },
    select: { id: true },
  })
}

/** Whom to write to, and in which language. */
export async function findAddressee(tx: Transaction, userId: string) {
  return tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, name: true, email: true, locale: true },
  })
}

/** Gives the user a reference for the next escrow, unless one is waiting already. */
export async function keepNextReference(tx: Transaction, user: { id: string; reference: number }): Promise<void> {
  await tx.user.updateMany({ where: { id: user.id, nextReference: null }, data: { nextReference: user.reference } })
}
