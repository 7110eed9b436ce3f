/** Payment claims: who stated a hash as their fee's payment. They help to find the payer of money without a memo. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type StoredFeeClaim = { hash: string; name: string; email: string; reason: string; at: Date }

/** A bound on who is notified of one payment: anybody can paste a hash. */
const MOST_TOLD = 20

/** Returns the people who claimed this hash for their fee, first claim first. */
export async function findFeeClaimants(tx: Transaction, hash: string): Promise<string[]> {
  const rows = await tx.failedPayment.findMany({
    // The hash is stored as typed, in either case.
    where: { txid: { in: [hash.toLowerCase(), hash.toUpperCase()] } },
    distinct: ['uid'],
    orderBy: { timestamp: 'asc' },
    take: MOST_TOLD,
    select: { uid: true },
  })
  return rows.map(({ uid }) => uid)
}

/** Returns each person's last claim for each hash, newest first. `hash` is spelled as in `hashes`. */
export async function findClaims(db: Database, hashes: readonly string[]): Promise<StoredFeeClaim[]> {
  if (hashes.length === 0) return []
  const rows = await db.failedPayment.findMany({
    // The hash is stored as typed, in either case.
    where: { txid: { in: hashes.flatMap((hash) => [hash.toLowerCase(), hash.toUpperCase()]) } },
    distinct: ['uid', 'txid'],
    orderBy: { timestamp: 'desc' },
    select: { txid: true, reason: true, timestamp: true, user: { select: { name: true, email: true } } },
  })
  return rows.map(({ txid, reason, timestamp, user }) => ({
    hash: hashes.find((hash) => hash.toLowerCase() === txid.toLowerCase()) ?? txid,
    name: user.name,
    email: user.email,
    reason,
    at: timestamp,
  }))
}
