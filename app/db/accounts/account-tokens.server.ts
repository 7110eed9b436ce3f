/** Tokens of account letters. Only the SHA-256 is stored, as with sessions. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { TokenPurpose } from '#app/domain/kernel/account-token.ts'

export type NewToken = {
  id: string
  userId: string
  purpose: TokenPurpose
  token: string
  createdAt: Date
  expiresAt: Date
}

/** Takes the place of the user's older token for the same purpose, whose link is then dead. */
export async function replaceToken(tx: Transaction, { userId, purpose, token, ...times }: NewToken): Promise<void> {
  const fresh = { ...times, tokenHash: hashToken(token), usedAt: null }
  await tx.accountToken.upsert({
    where: { userId_purpose: { userId, purpose } },
    create: { userId, purpose, ...fresh },
    update: fresh,
    select: { id: true },
  })
}

/** The token with its user, used or expired ones included; null when it was never given out or has been replaced. */
export async function findToken(db: Database | Transaction, asked: { token: string; purpose: TokenPurpose }) {
  return db.accountToken.findUnique({
    where: { tokenHash: hashToken(asked.token), purpose: asked.purpose },
    select: {
      id: true,
      expiresAt: true,
      usedAt: true,
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
  const { count } = await db.accountToken.deleteMany({ where: { expiresAt: { lte: now } } })
  return count
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
