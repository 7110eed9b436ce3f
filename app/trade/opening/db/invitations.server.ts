/** Links in emails to sellers that buyers named. Only the SHA-256 of a token is stored. */
import { hashAccountToken } from '#app/accounts/db/account-tokens.server.ts'
import { findEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type NewInvitation = {
  id: string
  escrowId: string
  /** Normalized. */
  email: string
  token: string
  createdAt: Date
  expiresAt: Date
}

export async function addInvitation(tx: Transaction, { token, ...row }: NewInvitation): Promise<void> {
  await tx.sellerInvitation.create({ data: { ...row, tokenHash: hashAccountToken(token) }, select: { id: true } })
}

export type StoredInvitation = { id: string; email: string; expiresAt: Date; escrow: StoredEscrow }

/** The invitation with its escrow, expired or not. Null: unknown token. */
export async function findInvitation(db: Database | Transaction, token: string): Promise<StoredInvitation | null> {
  const row = await db.sellerInvitation.findUnique({
    where: { tokenHash: hashAccountToken(token) },
    select: { id: true, email: true, expiresAt: true, escrowId: true },
  })
  if (!row) return null
  const { escrowId, ...invitation } = row
  const escrow = await findEscrow(db, escrowId)
  return escrow && { ...invitation, escrow }
}
