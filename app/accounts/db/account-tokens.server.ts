/** Tokens of account emails. Only the SHA-256 is stored, as with sessions. */
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
  /** For change_email and keep_email: the change that the link is about. */
  emailChangeId?: string
}

/** More than anybody asks for who is looking for one of the emails. */
const MOST_TOKENS = 20

/** Older links stay valid: anybody can ask for an email to this address. Only the newest MOST_TOKENS are kept. */
export async function addToken(tx: Transaction, { token, ...row }: NewToken): Promise<void> {
  await tx.accountToken.create({ data: { ...row, tokenHash: hashAccountToken(token) }, select: { id: true } })
  const { userId, purpose } = row
  // Asking for many changes must not remove the link that stops the first one.
  if (row.emailChangeId) return
  const tooMany = await tx.accountToken.findMany({
    where: { userId, purpose },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: MOST_TOKENS,
    select: { id: true },
  })
  await tx.accountToken.deleteMany({ where: { id: { in: tooMany.map(({ id }) => id) } } })
}

/** Ends the links that open the account to whoever reads the mailbox. */
export async function endLinksOf(tx: Transaction, userId: string): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId, purpose: { in: ['reset_password', 'confirm_email'] } } })
}

/** Ends the links of all other emails with the same purpose. */
export async function endOtherTokens(
  tx: Transaction,
  { id, userId, purpose }: { id: string; userId: string; purpose: TokenPurpose },
): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId, purpose, id: { not: id } } })
}

/** Returns the token with its user, also when it is used or expired. Null: it was never issued or is deleted. */
export async function findToken(db: Database | Transaction, asked: { token: string; purpose: TokenPurpose }) {
  return db.accountToken.findUnique({
    where: { tokenHash: hashAccountToken(asked.token), purpose: asked.purpose },
    select: {
      id: true,
      expiresAt: true,
      usedAt: true,
      emailChange: true,
      user: { select: { id: true, name: true, email: true, emailConfirmedAt: true } },
    },
  })
}

/** Returns false when the token was already used or has expired. */
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

export function hashAccountToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
