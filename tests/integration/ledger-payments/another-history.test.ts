/** A ledger that begins anew, loses its history or lags: no payment is ever passed over without a word. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ingestPayments } from '#app/workflows/ledger-payments/ingest-payments.server.ts'
import { pay } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeEach(async () => {
  world = await openWorld()
})

afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

const LEDGERS = [
  { network: 'stellar', asset: 'XLM', standIn: 'horizon' },
  { network: 'xrpl', asset: 'XRP', standIn: 'rippled' },
] as const

test.each(LEDGERS)(
  'a deposit on a ledger that began anew is not lost in silence ($network)',
  async ({ network, asset, standIn }) => {
    const { deps, harbour } = world
    const account = deps.accounts[network].escrow
    const deposit = async (amount: string) =>
      (await pay(world, { asset, to: account, amount, memo: '7' }))[0] ?? ''
    for (let ahead = 0; ahead < 60; ahead += 1) harbour[standIn].closeLedger()
    await deposit('1')
    await ingestPayments(deps, { network, account })
    harbour[standIn].reset()
    const early = await deposit('1.5')
    // The new chain is shorter than what was read.
    await ingestPayments(deps, { network, account }).catch(() => undefined)
    for (let grown = 0; grown < 200; grown += 1) harbour[standIn].closeLedger()
    await deposit('2')
    await ingestPayments(deps, { network, account }).catch(() => undefined)
    const isStored = (await deps.db.ledgerPayment.count({ where: { hash: early } })) === 1
    const stopped = await deps.db.$queryRaw<object[]>`select * from "cursor_stop"`.catch(() => [])
    expect([isStored, stopped.length]).not.toEqual([false, 0])
  },
)
