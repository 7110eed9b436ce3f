/** Who has shown a hash as the payment of their fee: for whoever has to find the payer of money without a memo. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

export type PaymentClaim = { hash: string; name: string; email: string; reason: string; at: Date }

/** At most so many are told of one payment: everybody can paste a hash. */
const MOST_TOLD = 20

/** The people who have shown a hash as the payment of their fee, the first ones first. */
export async function findFeeClaimants(tx: Transaction, hash: string): Promise<string[]> {
  const rows = await tx.failedPayment.findMany({
    // Kept as it was typed, so in either case.
    where: { txid: { in: [hash.toLowerCase(), hash.toUpperCase()] } },
    distinct: ['uid'],
    orderBy: { timestamp: 'asc' },
    take: MOST_TOLD,
    select: { uid: true },
  })
  return rows.map(({ uid }) => uid)
}

/** The last claim of each person for each hash, newest first. `hash` as it was given here. */
export async function findClaims(db: Database, hashes: readonly string[]): Promise<PaymentClaim[]> {
  if (hashes.length === 0) return []
  const rows = await db.failedPayment.findMany({
    // Kept as it was typed, so in either case.
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
