/** People. The password hash leaves the database only in `findPasswordHash` and `findOwnPassword`. */

import { type FeeStanding, feeStandingOf, type Role } from '#app/accounts/domain/access.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { mailboxOf } from '#app/kernel/domain/words/mailbox.ts'
import { findDeliveryFailure } from '#app/notices/db/mail-events.server.ts'

type OfSetting = { userId: string; serviceFee: 'once' | 'each' }

/** Returns what guards and menus need to know about a signed-in person. */
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
      lockedAt: true,
      stillUntil: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  })
  // The database lets a suspended person have no session; this is a second check of the same.
  if (!row || row.lockedAt) return null
  const { secondFactor, lockedAt: _, ...person } = row
  return {
    ...person,
    hasSecondFactor: secondFactor?.confirmedAt != null,
    unreachedSince: (await findDeliveryFailure(db, row.email))?.since ?? null,
    feeStanding: await findFeeStanding(db, { ...row, userId, serviceFee }),
    plan: row.plan === 'pilot' ? ('pilot' as const) : null,
  }
}

/** Returns everybody with the operator's role. `twoStepSince`: null without a second factor. */
export async function listOperators(db: Database) {
  const operators = await db.$queryRaw<{ id: string }[]>`select "id"::text as "id" from "user" where "role" = 'admin'`
  const rows = await db.user.findMany({
    where: { id: { in: operators.map(({ id }) => id) } },
    orderBy: { email: 'asc' },
    select: { id: true, name: true, email: true, secondFactor: { select: { confirmedAt: true } } },
  })
  return rows.map(({ secondFactor, ...row }) => ({ ...row, twoStepSince: secondFactor?.confirmedAt ?? null }))
}

type Standing = { role: Role | null; closedAt: Date | null }

export async function findRole(db: Database | Transaction, userId: string): Promise<Standing | null> {
  return db.user.findUnique({ where: { id: userId }, select: { role: true, closedAt: true } })
}

/** Reads the single fees only where they matter: every page loads its viewer. */
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

/** Returns what a person reads of the own account. */
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

/** Returns what checking a signed-in person's password takes; null when there is no such account. */
export async function findOwnPassword(db: Database, userId: string) {
  const row = await db.user.findUnique({
    where: { id: userId },
    select: { name: true, email: true, emailConfirmedAt: true, password: { select: { hash: true } } },
  })
  return row?.password
    ? { name: row.name, email: row.email, emailConfirmedAt: row.emailConfirmedAt, hash: row.password.hash }
    : null
}

/** Replaces the address; false when it is no longer `from`. Throws a unique-constraint error when `to` is taken. */
export async function replaceEmail(
  tx: Transaction,
  change: { userId: string; from: string; to: string; confirmedAt: Date | null },
): Promise<boolean> {
  const { userId, from, to, confirmedAt } = change
  const { count } = await tx.user.updateMany({
    where: { id: userId, email: from },
    data: { email: to, emailConfirmedAt: confirmedAt },
  })
  return count === 1
}

export type NewUser = {
  name: string
  email: string
  role: Role
  locale: string
  consentTimestamp: Date
  termsVersion: string
  /** SHA-256 of the text that was agreed to. */
  consentFingerprint: string
  isPilot: boolean
  /** Who referred a pilot; null for everybody else. */
  referredById: string | null
  passwordHash: string
  /** Null: nobody has proved yet that the mailbox is theirs. */
  emailConfirmedAt: Date | null
}

/** Throws a unique-constraint error: the email address or the pilot of its mailbox is taken (see isDuplicateOf). */
export async function createUser(tx: Transaction, user: NewUser): Promise<{ id: string }> {
  return tx.user.create({
    data: {
      name: user.name,
      email: user.email,
      emailConfirmedAt: user.emailConfirmedAt,
      role: user.role,
      locale: user.locale,
      sanctionsConsent: true,
      consentTimestamp: user.consentTimestamp,
      termsVersion: user.termsVersion,
      consentFingerprint: user.consentFingerprint,
      trialCredits: user.isPilot ? 1 : 0,
      plan: user.isPilot ? 'pilot' : null,
      pilotSource: user.isPilot ? 'freight' : null,
      pilotPerson: user.isPilot ? mailboxOf(user.email) : null,
      pilotReferredById: user.referredById,
      password: { create: { hash: user.passwordHash } },
    },
    select: { id: true },
  })
}

/** Has this mailbox had the pilot's free transaction in an account that is now closed? Only a digest is left of it. */
export async function hadPilotBefore(tx: Transaction, email: string): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ had: boolean }[]>`
    select exists (select 1 from "user" where "pilotPerson"
      = 'sha256:' || encode(sha256(convert_to(${mailboxOf(email)}, 'UTF8')), 'hex')) as "had"`
  return found?.had ?? false
}

export async function storeName(tx: Transaction, { userId, name }: { userId: string; name: string }): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { name }, select: { id: true } })
}

export async function storeLanguage(
  tx: Transaction,
  { userId, language }: { userId: string; language: string },
): Promise<boolean> {
  const where = { id: userId, locale: { not: language } }
  return (await tx.user.updateMany({ where, data: { locale: language } })).count === 1
}

/** Returns the account of a normalized address and its role; null when there is none. */
export async function findAccountAt(db: Database | Transaction, email: string) {
  return db.user.findUnique({ where: { email }, select: { id: true, role: true, emailConfirmedAt: true } })
}

/** Returns a person's row, locked until the transaction ends: the address is not confirmed meanwhile. */
export async function lockPerson(tx: Transaction, userId: string) {
  await tx.$queryRaw`select 1 from "user" where "id" = ${userId}::uuid for no key update`
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true, locale: true } })
}

/** Returns the account of a normalized address, for an email that only its owner gets. */
export async function findUserId(tx: Transaction, email: string): Promise<string | null> {
  const row = await tx.user.findUnique({ where: { email }, select: { id: true } })
  return row?.id ?? null
}

/**
 * Returns a person's role, and whether it has been used, which makes it final. The database decides which facts count
 * (function role_is_used). Null when there is no such account.
 */
export async function findRoleUse(
  db: Database | Transaction,
  userId: string,
): Promise<{ role: Role | null; isUsed: boolean } | null> {
  const [found] = await db.$queryRaw<{ role: Role | null; isUsed: boolean }[]>`
    select "role"::text as "role", "role_is_used"("id") as "isUsed" from "user" where "id" = ${userId}::uuid`
  return found ?? null
}

/** Does an escrow without a seller name this person's confirmed address as its seller's? */
export async function isNamedSomewhere(db: Database, userId: string): Promise<boolean> {
  const [found] = await db.$queryRaw<{ isNamed: boolean }[]>`
    select exists (
      select 1 from "escrow" where "sellerEmail" = "email" and "sellerId" is null and "cancelledAt" is null
    ) as "isNamed" from "user" where "id" = ${userId}::uuid and "emailConfirmedAt" is not null`
  return found?.isNamed ?? false
}

/** The same with the person's row locked until the transaction ends. */
export async function lockRoleUse(tx: Transaction, userId: string) {
  await tx.$queryRaw`select 1 from "user" where "id" = ${userId}::uuid for update`
  return findRoleUse(tx, userId)
}

export async function storeRole(tx: Transaction, { userId, role }: { userId: string; role: Role }): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { role }, select: { id: true } })
}

/** Returns false when the address was already confirmed. */
export async function storeEmailConfirmed(tx: Transaction, user: { id: string; at: Date }): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: user.id, emailConfirmedAt: null },
    data: { emailConfirmedAt: user.at },
  })
  return count === 1
}

/** Removes all wallets saved in the account. */
export async function forgetSavedWallets(tx: Transaction, userId: string): Promise<void> {
  const receiving = { walletAddress: null, walletMemo: null, walletCurrency: null, walletSellerEmail: null }
  const paying = { buyerWalletAddress: null, buyerWalletCurrency: null, buyerMemoTag: null }
  await tx.user.update({ where: { id: userId }, data: { ...receiving, ...paying }, select: { id: true } })
  await tx.savedWallet.deleteMany({ where: { userId } })
}

export async function replacePasswordHash(tx: Transaction, { userId, hash }: { userId: string; hash: string }) {
  await tx.password.update({ where: { userId }, data: { hash }, select: { userId: true } })
}

/** Stores a new hash of the same password. A password that was changed meanwhile stays as it is. */
export async function renewPasswordHash(db: Database, renewal: { userId: string; from: string; to: string }) {
  const { userId, from, to } = renewal
  await db.password.updateMany({ where: { userId, hash: from }, data: { hash: to } })
}
