/** What began before there were settlements is given its own, and goes on as it was: paid once, with what the record says of it (docs/decisions/142). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSettlements } from '#app/settlement/custody/workflows/fill-settlements.server.ts'
import {
  agree,
  anOverfundedEscrow,
  decide,
  dispute,
  refundOf,
  returnOf,
} from '#tests/support/settlement/settlement-rows.ts'
import { aDueEscrow, releaseOf } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** As the version before has left it: no payout names a settlement, and there is none. */
async function forget(escrowId: string): Promise<void> {
  await world.deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.transfer.updateMany({ where: { escrowId }, data: { settlementId: null } })
    await tx.settlement.deleteMany({ where: { escrowId } })
  })
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
  await db.transfer.create({ data: releaseOf(released.id) })
  const divided = await anOverfundedEscrow(db)
  await dispute(db, divided.id)
  await decide(db, divided.id, { decision: 'split', seller: '0.4', buyer: '0.6000001' })
  await db.transfer.create({ data: { ...releaseOf(divided.id), amount: '0.4' } })
  await db.transfer.create({ data: refundOf(divided.id, { amount: '0.6000001' }) })
  await db.transfer.create({ data: returnOf(divided.id, '1') })
  await db.transfer.create({ data: returnOf(divided.id, '2') })
  const before = await Promise.all([released, divided].map(({ id }) => told(id)))
  for (const { id } of [released, divided]) await forget(id)
  expect(await told(divided.id)).toMatchObject({ settlements: [] })

  await fillSettlements(world.deps, { slice: 2 })

  const after = await Promise.all([released, divided].map(({ id }) => told(id)))
  expect(after).toEqual(before)
  await fillSettlements(world.deps)
  expect(await Promise.all([released, divided].map(({ id }) => told(id)))).toEqual(after)
})

test('also where the facts do not give the right any more', async () => {
  const { db } = world.deps
  const { id } = await aDueEscrow(db)
  await db.transfer.create({ data: releaseOf(id) })
  await forget(id)
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.escrow.update({ where: { id }, data: { documentApprovalStatus: 'Rejected' } })
  })
  await fillSettlements(world.deps)
  expect(await told(id)).toMatchObject({ settlements: ['approval 1.0000001 0'], payouts: ['release of approval'] })
  const second = db.transfer.create({ data: refundOf(id) })
  await expect(second).rejects.toThrow(/owes no refund|is settled/)
})

test('a payout that waits for a wallet is sent to another one before it was given a settlement', async () => {
  const { db } = world.deps
  const { id } = await anOverfundedEscrow(db)
  await agree(db, id)
  const where = { id: (await db.transfer.create({ data: refundOf(id) })).id }
  await forget(id)
  await db.transfer.update({ where, data: { state: 'blocked', blockedReason: 'wallet_not_found' } })
  await db.escrow.update({ where: { id }, data: { refundAddress: 'R2' } })
  await db.transfer.update({ where, data: { address: 'R2', state: 'queued', blockedReason: null } })
  expect(await told(id)).toMatchObject({ payouts: ['refund of agreed_refund'] })
})
