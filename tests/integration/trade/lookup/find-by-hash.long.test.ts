/** An escrow is found by the hash that funded it: by its parties, and by the seller whom the buyer named. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  type Person,
  paidBuyer,
  pilotBuyer,
  register,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person

beforeAll(async () => {
  world = await openWorld()
  buyer = await paidBuyer(world)
})
afterAll(() => world[Symbol.asyncDispose]())

type Looking = Person & { role: string; hasConfirmedEmail?: boolean }

async function find(typed: string, { id, email, role, hasConfirmedEmail = true }: Looking) {
  const viewer = { id, email, role, hasConfirmedEmail }
  const network = { issuers: world.deps.settings.issuers, stellarPassphrase: null, supportEmail: '' }
  const found = await lookUpEscrow(world.deps.db, { viewer, typed, network: network as never, now: new Date() })
  return found?.transactionId ?? null
}

test('the named seller finds it by hash before being bound, and nobody else does', async () => {
  const seller = await aSeller(world)
  const { escrowId, transactionId } = await escrowOf(world, {
    buyer,
    asset: 'XLM',
    amount: '5',
    sellerEmail: seller.email,
  })
  const hash = await fund(world, escrowId)
  expect(await find(hash, { ...buyer, role: 'buyer' })).toBe(transactionId)
  expect(await find(hash, { ...seller, role: 'seller' })).toBe(transactionId)
  expect(await find(hash.toUpperCase(), { ...seller, role: 'seller' })).toBe(transactionId)
  expect(await find(hash, { ...seller, role: 'seller', hasConfirmedEmail: false })).toBeNull()
  expect(await find(hash, { ...(await aSeller(world)), role: 'seller' })).toBeNull()
  expect(await find(hash, { ...(await pilotBuyer(world)), role: 'buyer' })).toBeNull()
  const unconfirmed = await register(world, { role: 'seller', isConfirmed: false })
  expect(await find(hash, { ...unconfirmed, role: 'seller', hasConfirmedEmail: false })).toBeNull()
})

test('of several that one transaction has funded the newest is found', async () => {
  const older = await escrowOf(world, { buyer, asset: 'XLM', amount: '5' })
  const hash = await fund(world, older.escrowId)
  const newer = await escrowOf(world, { buyer, asset: 'XLM', amount: '6' })
  await world.deps.db.escrow.update({ where: { id: newer.escrowId }, data: { realTxId: hash } })
  for (const _ of [1, 2, 3]) expect(await find(hash, { ...buyer, role: 'buyer' })).toBe(newer.transactionId)
})
