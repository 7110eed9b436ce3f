/** Payouts that a person should know of: their wallet cannot receive them, sending failed too often, or they are late. */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'

/** `lateSince`: a payout that was owed by then and is not final is late. */
type Asked = { lateSince: Date }

function waiting({ lateSince }: Asked): Prisma.PayoutWhereInput {
  return { OR: [{ state: 'blocked' }, { state: { not: 'confirmed' }, createdAt: { lt: lateSince } }] }
}

export async function countWaitingPayouts(db: Database, asked: Asked): Promise<number> {
  return db.payout.count({ where: waiting(asked) })
}

/** The longest-waiting first. */
export async function findWaitingPayouts(db: Database, { take, ...asked }: Asked & { take: number }) {
  const rows = await db.payout.findMany({
    where: waiting(asked),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take,
    select: {
      id: true,
      purpose: true,
      asset: true,
      amount: true,
      state: true,
      blockedReason: true,
      createdAt: true,
      escrow: { select: { transactionId: true } },
    },
  })
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount) }))
}
