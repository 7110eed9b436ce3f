/** Opening an escrow and reading its payment take locks in one order, so that the database never aborts either. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockReferences } from '#app/ledgers/references/db/references.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { formOf, granted, type Person, pilotBuyer, submission } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await pilotBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

test('opening an escrow keeps nobody waiting for the buyer while it waits for the watcher', async () => {
  const { db } = world.deps
  const { formToken, memo } = await formOf(world, buyer)
  const manual = { currency: 'XLM', amount: '10', type: 'manual', txid: 'ab'.repeat(32) } as const
  let opening: ReturnType<typeof openEscrow> | undefined
  await db.$transaction(async (tx) => {
    // As the watcher does when the buyer paid ahead: first the reference, then the notification of the buyer.
    await lockReferences(tx, [Number(memo)])
    opening = openEscrow(world.deps, submission(buyer, { ...manual, formToken }))
    const waiting = () => db.$queryRaw<object[]>`select 1 from pg_locks where not granted`
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
    await tx.$executeRaw`set local lock_timeout = '500ms'`
    await tx.auditEvent.create({ data: { kind: 'payment_seen', userId: buyer.id } })
  })
  granted(await opening)
})
