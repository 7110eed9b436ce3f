/** What began before settlements gets one by a migration, as the record says (docs/decisions/142). */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import {
  agree,
  anOverfundedEscrow,
  decide,
  dispute,
  refundOf,
  returnOf,
} from '#tests/support/settlement/settlement-rows.ts'
import { aDueEscrow, at, releaseOf } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const MIGRATION = '20261204000910_settled_and_in_parts'
/** The migration's checks, except those that another migration drops. */
const CHECKS = [
  ['transfer', 'transfer_carries_settlement'],
  ['settlement', 'settlement_of_milestone'],
  ['presentation', 'presentation_of_milestone'],
  ['escrow_clock', 'escrow_clock_of_milestone'],
]

/** Leaves payouts without settlements, as an older version did, and what `leave` adds; then migrates. */
async function migrateAgain(escrowIds: string[], leave = 'select 1'): Promise<void> {
  const migration = (await readMigrations(MIGRATIONS)).find(({ name }) => name === MIGRATION)
  const client = new Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    for (const [table, check] of CHECKS) await client.query(`alter table "${table}" drop constraint "${check}"`)
    await client.query('set local session_replication_role = replica')
    await client.query('update "transfer" set "settlementId" = null where "escrowId" = any($1)', [escrowIds])
    await client.query('delete from "settlement" where "escrowId" = any($1)', [escrowIds])
    await client.query(leave)
    await client.query('set local session_replication_role = origin')
    await client.query(migration?.sql ?? '')
    for (const check of ['milestone_id_there', 'milestone_amount_there'])
      await client.query(`alter table "milestone" drop constraint "${check}"`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function told(escrowId: string) {
  const [settlements, payouts] = await Promise.all([
    world.deps.db.settlement.findMany({ where: { escrowId } }),
    world.deps.db.transfer.findMany({ where: { escrowId } }),
  ])
  const causeOf = (id: string | null) => settlements.find((one) => one.id === id)?.cause ?? null
  return {
    settlements: settlements.map(({ cause, toSeller, toBuyer }) => `${cause} ${toSeller} ${toBuyer}`).toSorted(),
    payouts: payouts.map(({ purpose, settlementId }) => `${purpose} of ${causeOf(settlementId)}`).toSorted(),
  }
}

test('each kind of it, as it stands in the record', async () => {
  const { db } = world.deps
  const released = await aDueEscrow(db)
  await payOut(db, releaseOf(released.id))
  const [agreed, refunded] = [await anOverfundedEscrow(db), await anOverfundedEscrow(db)]
  await agree(db, agreed.id)
  await payOut(db, refundOf(agreed.id))
  // Without the deadline that has to expire before it.
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.escrow.update({ where: { id: refunded.id }, data: { refundOpenedAt: at } })
  })
  await payOut(db, refundOf(refunded.id))
  const divided = await anOverfundedEscrow(db)
  await dispute(db, divided.id)
  await decide(db, divided.id, { decision: 'split', seller: '0.4', buyer: '0.6000001' })
  await payOut(db, { ...releaseOf(divided.id), amount: '0.4' })
  await payOut(db, refundOf(divided.id, { amount: '0.6000001' }))
  await payOut(db, returnOf(divided.id, '1'))
  await payOut(db, returnOf(divided.id, '2'))
  const ids = [released, agreed, refunded, divided].map(({ id }) => id)
  const before = await Promise.all(ids.map(told))
  expect(before.flatMap(({ payouts }) => payouts)).toEqual([
    'release of approval',
    'refund of agreed_refund',
    'refund of deadline',
    ...['refund of decision', 'release of decision', 'return of excess', 'return of excess'],
  ])

  await migrateAgain(ids)
  expect(await Promise.all(ids.map(told))).toEqual(before)
})

test('also where the facts do not give the right any more', async () => {
  const { db } = world.deps
  const { id } = await aDueEscrow(db)
  await payOut(db, releaseOf(id))
  await migrateAgain([id], `update "escrow" set "documentApprovalStatus" = 'Rejected' where "id" = '${id}'`)
  expect(await told(id)).toMatchObject({ settlements: ['approval 1.0000001 0'], payouts: ['release of approval'] })
  await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund|is settled/)
})
