/**
 * Changes that operators made to accounts, and the accounts frozen by them (decision 099). `user.stillUntil` is written
 * only here. Rows of `account_change` end once and are kept (trigger).
 */

import type { ChangeEnd, ChangeKind } from '#app/accounts/domain/account-change.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Language } from '#app/kernel/domain/words/languages.ts'

export type NewChange = {
  id: string
  kind: ChangeKind
  userId: string
  /** Null: by a command of whoever runs the machine. */
  changedById: string | null
  reason: string
  changedAt: Date
  stillUntil: Date
  emailChangeId?: string
}

/** Stores the change and freezes the account for money until `stillUntil`, or until its last change has ended. */
export async function standStill(tx: Transaction, change: NewChange): Promise<void> {
  await tx.accountChange.create({ data: change, select: { id: true } })
  await notifyUser(tx, change.userId)
}

/** Stores an operator's choice of a reseller's wallet. That operator may approve no commission to it (trigger). */
export async function writeWalletChange(
  tx: Transaction,
  change: { id: string; resellerId: string; changedById: string; reason: string; changedAt: Date },
): Promise<void> {
  await tx.accountChange.create({ data: { ...change, kind: 'reseller_wallet' }, select: { id: true } })
}

type Ended = { ids: string[]; userId: string; end: ChangeEnd; endedAt: Date; endedById: string | null }

/** Ends open changes; unfreezes the account when none is left. Returns how many were open. */
export async function endStandstill(tx: Transaction, { ids, userId, ...ended }: Ended): Promise<number> {
  const { count } = await tx.accountChange.updateMany({
    where: { id: { in: ids }, userId, endedAt: null },
    data: ended,
  })
  if (count > 0) await notifyUser(tx, userId)
  return count
}

/** Sets `stillUntil` to the latest date of the account's open changes; null when none is open. */
async function notifyUser(tx: Transaction, userId: string): Promise<void> {
  const { _max } = await tx.accountChange.aggregate({ where: { userId, endedAt: null }, _max: { stillUntil: true } })
  await tx.user.update({ where: { id: userId }, data: { stillUntil: _max.stillUntil }, select: { id: true } })
}

const CHANGE = {
  id: true,
  kind: true,
  userId: true,
  changedById: true,
  changedBy: { select: { name: true } },
  reason: true,
  changedAt: true,
  stillUntil: true,
  endedAt: true,
  end: true,
  emailChange: {
    select: {
      id: true,
      userId: true,
      fromEmail: true,
      toEmail: true,
      fromConfirmedAt: true,
      createdAt: true,
      doneAt: true,
    },
  },
} as const

/** Returns a change of an account, or null. Changes of resellers' wallets are not found. */
export async function findChange(db: Database | Transaction, id: string) {
  return db.accountChange.findFirst({ where: { id, userId: { not: null } }, select: CHANGE })
}

/** Returns an account's changes that wait for a second operator, oldest first. */
export async function findWaitingChanges(db: Database, { userId, now }: { userId: string; now: Date }) {
  return db.accountChange.findMany({
    where: { userId, endedAt: null, stillUntil: { gt: now } },
    orderBy: [{ changedAt: 'asc' }, { id: 'asc' }],
    select: CHANGE,
  })
}

/** Returns whose account changes wait for a second operator, the longest-waiting first. */
export async function findPeopleWithChanges(db: Database, { now, take }: { now: Date; take: number }) {
  const rows = await db.accountChange.findMany({
    where: { endedAt: null, stillUntil: { gt: now }, userId: { not: null } },
    orderBy: [{ changedAt: 'asc' }, { id: 'asc' }],
    take,
    select: { id: true, kind: true, changedAt: true, user: { select: { id: true, name: true } } },
  })
  return rows.flatMap(({ user, ...row }) => (user ? [{ ...row, user }] : []))
}

/** Returns the open changes that began at `since` or later: undoing the first undoes what was built on it. */
export async function findOpenSince(tx: Transaction, { userId, since }: { userId: string; since: Date }) {
  const where = { userId, endedAt: null, changedAt: { gte: since } }
  return (await tx.accountChange.findMany({ where, select: { id: true } })).map(({ id }) => id)
}

export type OpenTrade = {
  id: string
  transactionId: string
  buyerId: string
  sellerId: string | null
  sellerEmail: string | null
  sellerLanguage: Language | null
  buyerLocale: string
}

/** Returns a person's escrows that are not over: their other parties wait for somebody whose account is frozen. */
export async function findOpenTrades(tx: Transaction, userId: string): Promise<OpenTrade[]> {
  const rows = await tx.escrow.findMany({
    where: {
      OR: [{ buyerId: userId }, { sellerId: userId }],
      cancelledAt: null,
      lapsedAt: null,
      releasedAt: null,
      transfers: { none: { purpose: { in: ['release', 'refund'] }, state: 'confirmed' } },
    },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      transactionId: true,
      buyerId: true,
      sellerId: true,
      sellerEmail: true,
      sellerLanguage: true,
      buyer: { select: { locale: true } },
    },
  })
  return rows.map(({ buyer, ...trade }) => ({ ...trade, buyerLocale: buyer.locale }))
}
