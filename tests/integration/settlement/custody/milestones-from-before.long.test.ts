/** Escrows of every stage from before milestones: the migration gives each its own (docs/decisions/142). */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import { readFunctions } from '#prisma/functions.ts'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/runner/database.ts'
import { aDueEscrow, at } from '#tests/support/world/rows.ts'

const MILESTONES = '20261204000800_milestones'
const day = (days: number) => new Date(at.getTime() + days * 86_400_000)

/** As their rows say; those with dates have deadlines, and once presented a presentation. */
const pending = { documentApprovalStatus: 'Pending' }
const unfunded = {
  verifiedAt: null,
  txValidated: false,
  sellerConfirmed: false,
  confirmedAt: null,
  payments: {},
  ...pending,
}
const STAGES = {
  opened: { ...unfunded, payoutAddress: null },
  lapsed: { ...unfunded, payoutAddress: null, cancelledAt: at, lapsedAt: at },
  funded: { ...pending, sellerConfirmed: false, confirmedAt: null },
  presented: pending,
  rejected: { documentApprovalStatus: 'Rejected', rejectionReason: 'r' },
  refunded: { ...pending, sellerConfirmed: false, confirmedAt: null, refundOpenedAt: at },
  approved: {},
  released: { releasedAt: at },
} as const
type Stage = keyof typeof STAGES
type Kept = { escrowId: string; stage: Stage; isDated: boolean }

let database: FreshDatabase
let db: Database
let client: Client
const kept: Kept[] = []

beforeAll(async () => {
  database = await emptyDatabase()
  const all = await readMigrations(MIGRATIONS)
  await migrate(
    database.url,
    all.filter(({ name }) => name < MILESTONES),
  )
  client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  // One connection without triggers.
  const before = openDatabase({ url: database.url, connections: 1 })
  await before.$executeRaw`set session_replication_role = replica`
  for (const stage of Object.keys(STAGES) as Stage[])
    for (const isDated of [true, false]) {
      const { id: escrowId } = await aDueEscrow(before, STAGES[stage])
      kept.push({ escrowId, stage, isDated })
      await leaveRows({ escrowId, stage, isDated })
    }
  await before.$disconnect()
  await migrate(database.url, all, { functions: await readFunctions() })
  db = openDatabase({ url: database.url, connections: 4 })
}, 240_000)

afterAll(async () => {
  await db.$disconnect()
  await client.end()
  await database[Symbol.asyncDispose]()
})

const insertDates = `insert into "trade_dates" ("escrowId", "fundBy", "presentBy", "examineDays", "onSilence", "weekend", "documents", "createdAt")
  values ($1, $2, $3, 5, 'quayside', 'fri', '{BillOfLading}', $4)`

async function leaveRows({ escrowId, stage, isDated }: Kept): Promise<void> {
  if (isDated) {
    await client.query(insertDates, [escrowId, day(1), day(9), at])
    const clock = `insert into "escrow_clock" ("id", "escrowId", "kind", "owner", "since", "turnSince", "startedAt", "dueAt", "nextAt", "endedAt", "end")
      values ($1, $2, 'fund', 'buyer', $3, $3, $3, $4, $4, $5, $6)`
    const ended = stage === 'opened' ? [null, null] : stage === 'lapsed' ? [day(1), 'ran_out'] : [at, 'moved']
    await client.query(clock, [randomUUID(), escrowId, at, day(1), ...ended])
  }
  if (['presented', 'rejected', 'approved', 'released'].includes(stage))
    await client.query(`insert into "presentation" ("id", "escrowId", "round", "presentedAt") values ($1, $2, 1, $3)`, [
      ...[randomUUID(), escrowId, at],
    ])
  if (stage === 'rejected') {
    const { rows } = await client.query<{ buyerId: string }>('select "buyerId" from "escrow" where "id" = $1', [
      escrowId,
    ])
    await client.query(
      `insert into "examination" ("id", "escrowId", "round", "givenById", "givenAt", "reason", "isBinding") values ($1, $2, 1, $3, $4, 'r', true)`,
      [randomUUID(), escrowId, rows[0]?.buyerId, at],
    )
  }
  const ended = stage === 'approved' || stage === 'released' || stage === 'refunded'
  const shares = stage === 'refunded' ? ['deadline', 0, '1.0000001'] : ['approval', '1.0000001', 0]
  for (const each of ended ? [shares, ['excess', 0, 1]] : []) {
    await client.query(
      `insert into "settlement" ("id", "escrowId", "cause", "toSeller", "toBuyer", "createdAt") values ($1, $2, $3, $4, $5, $6)`,
      [randomUUID(), escrowId, ...each, at],
    )
  }
}

async function told({ escrowId }: Pick<Kept, 'escrowId'>) {
  const [milestone, presentations, clocks, settlements] = await Promise.all([
    db.milestone.findUnique({ where: { escrowId } }),
    db.presentation.findMany({ where: { escrowId } }),
    db.escrowClock.findMany({ where: { escrowId } }),
    db.settlement.findMany({ where: { escrowId, cause: { not: 'excess' } } }),
  ])
  return { milestone, of: [...presentations, ...clocks, ...settlements].map(({ milestoneId }) => milestoneId) }
}

test('each has its own, with its dates, and what is of it names it', async () => {
  const given = await Promise.all(kept.map(told))
  for (const [index, { milestone, of }] of given.entries()) {
    const { escrowId, stage, isDated } = kept[index] ?? { escrowId: '', stage: 'opened' as const, isDated: false }
    expect(milestone, stage).toMatchObject({ id: expect.any(String), ordinal: 1, fundBy: isDated ? day(1) : null })
    expect(milestone?.amount.toFixed(), stage).toBe('1.0000001')
    expect(new Set(of), stage).toEqual(new Set(of.length > 0 ? [milestone?.id] : []))
    const dates = { fundBy: day(1), presentBy: day(9), examineDays: 5, weekend: 'fri', documents: ['BillOfLading'] }
    expect(await findDates(db, escrowId)).toEqual(isDated ? { ...dates, onSilence: 'quayside' } : null)
  }
  expect(given.flatMap(({ of }) => of).length).toBe(8 + 8 + 6)
  expect(await db.settlement.count({ where: { cause: 'excess', milestoneId: null } })).toBe(6)
})
