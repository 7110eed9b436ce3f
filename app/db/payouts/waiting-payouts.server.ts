/** Payouts that a person should know of: their wallet cannot receive them, sending failed too often, or they are late. */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import type { WaitsFor } from '#app/domain/kernel/payout-state.ts'

/** `lateSince`: a payout that was owed by then and is not final is late. */
type Asked = { lateSince: Date }

/** What ends by nobody's waiting. */
const FOR_PEOPLE: WaitsFor[] = ['stopped', 'cover', 'float', 'second_operator']

function waiting({ lateSince }: Asked): Prisma.PayoutWhereInput {
  return {
    OR: [
      { state: 'blocked' },
      { state: 'queued', waitsFor: { in: FOR_PEOPLE } },
      { state: { not: 'confirmed' }, createdAt: { lt: lateSince } },
    ],
  }
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
      waitsFor: true,
      createdAt: true,
      escrow: { select: { transactionId: true } },
    },
  })
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount) }))
}

/** How many payouts of its ledger are before each of these in the queue. What waits for something else lets others pass. */
export async function countBefore(db: Database | Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; before: number }[]>`
    select p."id"::text as "id", (
      select count(*)::int from "payout" q
      where q."network" = p."network" and q."state" = 'queued' and (q."waitsFor" is null or q."waitsFor" = 'turn')
        and (q."createdAt", q."id") < (p."createdAt", p."id")
    ) as "before"
    from "payout" p where p."id"::text = any(${[...ids]}::text[])`
  return new Map(rows.map(({ id, before }) => [id, before]))
}
