/** Pages count the payouts before one in the order in which the worker takes them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDuePayouts } from '#app/settlement/payouts/db/due-payouts.server.ts'
import { countBefore } from '#app/settlement/payouts/db/waiting-payouts.server.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('one that was tried before stands behind those that are due since then', async () => {
  const { db } = world.deps
  const ids = await queuePayouts(world, 'XLM', 3)
  expect(await countBefore(db, ids)).toEqual(new Map(ids.map((id, place) => [id, place])))
  const [first, second, third] = ids as [string, string, string]
  await db.transfer.update({ where: { id: first }, data: { nextTryAt: new Date(Date.now() - 1) } })
  const order = [second, third, first]
  const due = await findDuePayouts(db, { network: 'stellar', paidFrom: 'client', take: 9, now: new Date() })
  expect(due.map(({ id }) => id)).toEqual(order)
  expect(await countBefore(db, ids)).toEqual(new Map(order.map((id, place) => [id, place])))
})

test('payouts of the other account are in no queue with it', async () => {
  const { db } = world.deps
  const [before, after] = (await queuePayouts(world, 'USDC', 2)) as [string, string]
  const queued = (await countBefore(db, [after])).get(after) ?? 0
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    const ofFees = {
      escrowId: null,
      settlementId: null,
      caseId: randomUUID(),
      purpose: 'payback',
      paidFrom: 'fee',
    } as const
    await tx.transfer.update({ where: { id: before }, data: ofFees })
  })
  expect((await countBefore(db, [after, before])).get(after)).toBe(queued - 1)
  expect((await countBefore(db, [before])).get(before)).toBe(0)
})
