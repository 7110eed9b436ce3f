/**
 * How fast a queue of payouts is paid from one client-money account, in payouts for each ledger that closed meanwhile, with
 * ledgers as often as in the world. Printed, and decides nothing.
 */
import { afterAll, beforeAll, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const LEDGER_MS = 5_000
const COUNT = 144
let world: World

beforeAll(async () => {
  world = await openWorld({ ledgerMs: LEDGER_MS })
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

test.each(['XLM', 'XRP'] as const)(
  'payouts for each ledger in %s',
  async (asset) => {
    const { db } = world.deps
    const network = networkOf(asset)
    // The first ones make the lanes.
    for (const count of [24, 48, COUNT]) {
      const ids = await queuePayouts(world, asset, count)
      const started = Date.now()
      await inTransaction(db, (tx) => enqueue(tx, { name: 'dispatch_payouts', payload: { network } }))
      const open = () => db.transfer.count({ where: { id: { in: ids }, state: { not: 'confirmed' } } })
      await world.workUntil(async () => (await open()) === 0, `${count} are paid`, { timesSooner: 1 })
      const ledgers = Math.ceil((Date.now() - started) / LEDGER_MS)
      console.log(
        `${asset}: ${count} payouts in ${ledgers} ledgers of ${LEDGER_MS} ms: ${(count / ledgers).toFixed(1)} each`,
      )
    }
  },
  300_000,
)
