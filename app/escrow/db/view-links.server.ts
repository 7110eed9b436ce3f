/** Links that let people without an account read an escrow. Only the SHA-256 of a token is stored, as with sessions. */
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type NewViewLink = {
  id: string
  escrowId: string
  madeById: string
  token: string
  showsFiles: boolean
  createdAt: Date
  expiresAt: Date
}

export async function createViewLink(tx: Transaction, { token, ...row }: NewViewLink): Promise<void> {
  await tx.viewLink.create({ data: { ...row, tokenHash: hashOf(token) }, select: { id: true } })
}

/** Returns one party's live links, oldest first. */
export async function findLiveLinks(db: Database | Transaction, of: { escrowId: string; madeById: string; now: Date }) {
  const { now, ...maker } = of
  return db.viewLink.findMany({
    where: { ...maker, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, showsFiles: true, expiresAt: true, views: true, lastViewedAt: true },
  })
}

/** Finds a link by its token, live or not; null: never issued. */
export async function findViewLink(db: Database | Transaction, token: string) {
  return db.viewLink.findUnique({
    where: { tokenHash: hashOf(token) },
    select: {
      id: true,
      escrowId: true,
      madeById: true,
      showsFiles: true,
      expiresAt: true,
      revokedAt: true,
      lastViewedAt: true,
      madeBy: { select: { name: true } },
    },
  })
}

/** Returns 'before' when it was already revoked; null when the link is not this person's. */
export async function revokeViewLink(
  tx: Transaction,
  revoked: { id: string; escrowId: string; madeById: string; at: Date },
): Promise<'now' | 'before' | null> {
  const { at: revokedAt, ...own } = revoked
  const { count } = await tx.viewLink.updateMany({ where: { ...own, revokedAt: null }, data: { revokedAt } })
  if (count === 1) return 'now'
  return (await tx.viewLink.count({ where: own })) === 1 ? 'before' : null
}

/** Counts one view of a live link; false when it has ended. */
export async function countView(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await tx.viewLink.updateMany({
    where: { id, revokedAt: null, expiresAt: { gt: at } },
    data: { views: { increment: 1 }, lastViewedAt: at },
  })
  return count === 1
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
