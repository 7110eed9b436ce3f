/** 'Fetch real TXID' on the lookup page (spec §5, §8; product.md §3). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchRealTxId } from '#app/trade/lookup/workflows/fetch-real-txid.server.ts'
import { seller as aSeller, escrowOf, fund, type Person, paidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

test('fetching the real TXID finds the deposit, or says why it did not', async () => {
  const fetchOf = async (currency: 'XLM' | 'XRP') => {
    const { escrowId } = await escrowOf(world, { buyer, asset: currency, amount: '10' })
    return { escrowId, fetch: (buyerId = buyer.id) => fetchRealTxId(world.deps, { escrowId, buyerId }) }
  }
  const [xlm, xrp] = [await fetchOf('XLM'), await fetchOf('XRP')]
  expect(await xlm.fetch()).toMatchObject({ refused: 'payment_not_seen' })
  expect(await xlm.fetch((await aSeller(world)).id)).toMatchObject({ refused: 'escrow_not_found' })
  world.harbour.faults.set({ target: 'horizon', kind: 'server_error' })
  world.harbour.faults.set({ target: 'rippled', kind: 'drop_before', match: 'account_tx' })
  expect(await xlm.fetch()).toMatchObject({ refused: 'ledger_query_failed' })
  expect(await xrp.fetch()).toMatchObject({ refused: 'fetch_failed' })
  world.harbour.faults.clear()
  await fund(world, xlm.escrowId, '9.5')
  expect(await xlm.fetch()).toEqual({
    refused: 'payment_short',
    values: { received: '9.5 XLM', stillDue: '0.5 XLM' },
  })
  const hash = await fund(world, xlm.escrowId, '0.5')
  expect(await xlm.fetch()).toMatchObject({ realTxId: hash })
})
