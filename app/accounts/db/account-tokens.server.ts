/** Tokens of account letters. Only the SHA-256 is stored, as with sessions. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'
import type { TokenPurpose } from '#app/kernel/domain/account-token.ts'

export type NewToken = {
  id: string
  userId: string
  purpose: TokenPurpose
  token: string
  createdAt: Date
  expiresAt: Date
  /** Of the purposes change_email and keep_email: the change that the link is about. */
  emailChangeId?: string
}

/** More letters than anybody asks for who looks for one of them. */
const MOST_TOKENS = 20

/** Older links stay good for their time: anybody can ask for a letter to this address. Only the newest of very many are kept. */
export async function addToken(tx: Transaction, { token, ...row }: NewToken): Promise<void> {
  await tx.accountToken.create({ data: { ...row, tokenHash: hashToken(token) }, select: { id: true } })
  const { userId, purpose } = row
  // Whoever asks for one change after the other must not make the link vanish that stops the first.
  if (row.emailChangeId) return
  const tooMany = await tx.accountToken.findMany({
    where: { userId, purpose },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: MOST_TOKENS,
    select: { id: true },
  })
  await tx.accountToken.deleteMany({ where: { id: { in: tooMany.map(({ id }) => id) } } })
}

/** Links that open the account to whoever reads the mailbox are dead from now on. */
export async function endLinksOf(tx: Transaction, userId: string): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId, purpose: { in: ['reset_password', 'confirm_email'] } } })
}

/** The links of all other letters with the same purpose are dead from now on. */
export async function endOtherTokens(
  tx: Transaction,
  { id, userId, purpose }: { id: string; userId: string; purpose: TokenPurpose },
): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId, purpose, id: { not: id } } })
}

/** The token with its user, used or expired ones included; null when it was never given out or is gone. */
export async function findToken(db: Database | Transaction, asked: { token: string; purpose: TokenPurpose }) {
  return db.accountToken.findUnique({
    where: { tokenHash: hashToken(asked.token), purpose: asked.purpose },
    select: {
      id: true,
      expiresAt: true,
      usedAt: true,
      emailChange: true,
      user: { select: { id: true, name: true, email: true, emailConfirmedAt: true } },
    },
  })
}

/** False when somebody else used it first, or its time is over. */
export async function spendToken(tx: Transaction, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { count } = await tx.accountToken.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  return count === 1
}

export async function deleteExpiredTokens(db: Database, now: Date): Promise<number> {
  const where = { expiresAt: { lte: now } }
  return inSlices(async (limit) => (await db.accountToken.deleteMany({ where, limit })).count)
}

/** What is stored of a link. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
