/** Payouts that wait for a person: their wallet cannot receive them, or sending failed too often. */
import type { Database } from './client.server.ts'
import { toDecimal } from './decimal.server.ts'

export async function countBlockedPayouts(db: Database): Promise<number> {
  return db.payout.count({ where: { state: 'blocked' } })
}

/** The longest-waiting first. */
export async function findBlockedPayouts(db: Database, { take }: { take: number }) {
  const rows = await db.payout.findMany({
    where: { state: 'blocked' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
    select: {
      id: true,
      purpose: true,
      asset: true,
      amount: true,
      blockedReason: true,
      createdAt: true,
      escrow: { select: { transactionId: true } },
    },
  })
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount) }))
}
