/** People. The password hash leaves the database in `findPasswordHash` only. */

import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { type FeeStanding, feeStandingOf, type Role } from '#app/domain/accounts/access.ts'

type OfSetting = { userId: string; serviceFee: 'once' | 'each' }

/** What guards and menus need to know about a signed-in person. */
export async function findViewer(db: Database, { userId, serviceFee }: OfSetting) {
  const row = await db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      name: true,
      email: true,
      emailConfirmedAt: true,
      role: true,
      locale: true,
      hasPaid: true,
      trialCredits: true,
      plan: true,
    },
  })
  if (!row) return null
  return {
    ...row,
    feeStanding: await findFeeStanding(db, { ...row, userId, serviceFee }),
    plan: row.plan === 'pilot' ? ('pilot' as const) : null,
  }
}

/** Null when there is no such account. */
export async function findRole(db: Database, userId: string): Promise<{ role: Role | null } | null> {
  return db.user.findUnique({ where: { id: userId }, select: { role: true } })
}

/** Asks for the single fees only where they matter: every page looks at its viewer. */
export async function findFeeStanding(
  db: Database | Transaction,
  { userId, serviceFee, hasPaid }: OfSetting & { hasPaid: boolean },
): Promise<FeeStanding> {
  const isAsked = hasPaid && serviceFee === 'each'
  const fees = isAsked
    ? await db.feePayment.findMany({ where: { buyerUid: userId }, select: { covers: true, escrowId: true } })
    : []
  const told = fees.map(({ covers, escrowId }) => ({ covers, isUsed: escrowId !== null }))
  return feeStandingOf({ hasPaid, serviceFee, fees: told })
}

/** What a person reads of the own account. */
export async function findAccount(db: Database, userId: string) {
  return db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      name: true,
      email: true,
      emailConfirmedAt: true,
      consentTimestamp: true,
      termsVersion: true,
      createdAt: true,
    },
  })
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

export async function storeLanguage(db: Database, { userId, language }: { userId: string; language: string }) {
  await db.user.updateMany({ where: { id: userId, locale: { not: language } }, data: { locale: language } })
}

/** Whose account a normalized address is, and what it may do; null when there is none. */
export async function findAccountAt(db: Database | Transaction, email: string) {
  return db.user.findUnique({ where: { email }, select: { id: true, role: true } })
}

/** The account of a normalized address, for a letter that only its owner gets. */
export async function findUserId(tx: Transaction, email: string): Promise<string | null> {
  const row = await tx.user.findUnique({ where: { email }, select: { id: true } })
  return row?.id ?? null
}

/** False when the address was confirmed before. */
export async function storeEmailConfirmed(tx: Transaction, user: { id: string; at: Date }): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: user.id, emailConfirmedAt: null },
    data: { emailConfirmedAt: user.at },
  })
  return count === 1
}

export async function replacePasswordHash(tx: Transaction, { userId, hash }: { userId: string; hash: string }) {
  await tx.password.update({ where: { userId }, data: { hash }, select: { userId: true } })
}

/** The same password under another hash. A password that was changed meanwhile stays as it is. */
export async function renewPasswordHash(db: Database, renewal: { userId: string; from: string; to: string }) {
  const { userId, from, to } = renewal
  await db.password.updateMany({ where: { userId, hash: from }, data: { hash: to } })
}
