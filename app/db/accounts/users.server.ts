/** People. The password hash leaves the database in `findPasswordHash` only. */

import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Role } from '#app/domain/accounts/access.ts'
import type { Somebody } from '#app/domain/escrow/escrow-party.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'

/** What guards and menus need to know about a signed-in person. */
export async function findViewer(db: Database, userId: string) {
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
  return { ...row, plan: row.plan === 'pilot' ? ('pilot' as const) : null }
}

/** A person as the rules about an escrow's parties know one. Throws when there is none. */
export async function findSomebody(db: Database | Transaction, userId: string): Promise<Somebody> {
  const { email, emailConfirmedAt } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, emailConfirmedAt: true },
  })
  return { id: userId, email, hasConfirmedEmail: emailConfirmedAt !== null }
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
    select: { id: true, name: true, email: true, emailConfirmedAt: true, locale: true },
  })
}

/** The language of the account with a normalized address; null when there is none. */
export async function findLanguageAt(tx: Transaction, email: string): Promise<string | null> {
  const row = await tx.user.findUnique({ where: { email }, select: { locale: true } })
  return row?.locale ?? null
}

export async function storeLanguage(db: Database, { userId, language }: { userId: string; language: string }) {
  await db.user.updateMany({ where: { id: userId, locale: { not: language } }, data: { locale: language } })
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

/** The wallet that a buyer pays from in this currency, when one is saved. */
export async function findPayingWallet(
  db: Database,
  of: { userId: string; currency: Asset },
): Promise<{ address: string; memo: string | null } | null> {
  const row = await db.user.findUnique({
    where: { id: of.userId, buyerWalletCurrency: of.currency },
    select: { buyerWalletAddress: true, buyerMemoTag: true },
  })
  return row?.buyerWalletAddress ? { address: row.buyerWalletAddress, memo: row.buyerMemoTag } : null
}

export async function replacePasswordHash(tx: Transaction, { userId, hash }: { userId: string; hash: string }) {
  await tx.password.update({ where: { userId }, data: { hash }, select: { userId: true } })
}

/** Gives the user a reference for the next escrow, unless one is waiting already. */
export async function keepNextReference(tx: Transaction, user: { id: string; reference: number }): Promise<void> {
  await tx.user.updateMany({ where: { id: user.id, nextReference: null }, data: { nextReference: user.reference } })
}
