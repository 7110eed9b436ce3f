/** Payouts that an operator should know of: blocked, late, or waiting for something that may last. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'

/** `lateSince`: a payout owed by then and not final is late. */
type Asked = { lateSince: Date }

/** Plain SQL with literals: Prisma would send cast parameters, and no partial index matches those. */
const waiting = ({ lateSince }: Asked) => Prisma.sql`
  "lockId" is null and "state" <> 'confirmed' and (
    "state" = 'blocked' or "createdAt" < ${lateSince}
    -- What ends by nobody's waiting, and what may last.
    or ("state" = 'queued' and "waitsFor" in ('stopped', 'cover', 'float', 'fees', 'history', 'second_operator', 'held', 'no_key', 'error', 'doubt'))
  )`

export async function countWaitingPayouts(db: Database, asked: Asked): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from "transfer" where ${waiting(asked)}`
  return row?.count ?? 0
}

/** Longest-waiting first. */
export async function findWaitingPayouts(db: Database, { take, ...asked }: Asked & { take: number }) {
  const found = await db.$queryRaw<{ id: string }[]>`
    select "id"::text as "id" from "transfer" where ${waiting(asked)} order by "createdAt", "id" limit ${take}`
  const rows = await db.transfer.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      purpose: true,
      asset: true,
      amount: true,
      state: true,
      blockedReason: true,
      waitsFor: true,
      feeAsked: true,
      network: true,
      createdAt: true,
      escrow: { select: { transactionId: true } },
      resellerPayout: { select: { reseller: { select: { id: true } } } },
    },
  })
  return rows.map((row) => ({
    ...asPayout(row),
    amount: toDecimal(row.amount),
    feeAsked: toDecimalOrNull(row.feeAsked),
  }))
}

/** How many payouts are before each of these in its account's queue (findDuePayouts), without those that wait for something else. */
export async function countBefore(db: Database | Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; before: number }[]>`
    select p."id"::text as "id", (
      select count(*)::int from "transfer" q
      where q."network" = p."network" and q."paidFrom" = p."paidFrom" and q."state" = 'queued' and q."heldAt" is null
        and (q."waitsFor" is null or q."waitsFor" = 'turn')
        and (coalesce(q."nextTryAt", q."createdAt"), q."createdAt", q."id") < (coalesce(p."nextTryAt", p."createdAt"), p."createdAt", p."id")
    ) as "before"
    from "transfer" p where p."id" = any(${[...ids]}::uuid[])`
  return new Map(rows.map(({ id, before }) => [id, before]))
}
