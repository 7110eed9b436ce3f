/** The page of an on-chain escrow lets only its buyer take back early what does not count (decision 118). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findReturnToSign } from '#app/trade/onchain/workflows/returning/sign-return.server.ts'
import { deposit, pollDeposits } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { depositAsStranger, followReturn } from '#tests/support/onchain/wrong-locks.ts'
import { seller as aSeller } from '#tests/support/world/people.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

async function wrongDeposit() {
  const trade = await routes.ready('XLM')
  await deposit(routes.world, trade.agreement, { amount: new Decimal(7) })
  await depositAsStranger(routes.world, trade.escrowId)
  await pollDeposits(routes.world)
  const { hold } = await routes.shownTo(routes.buyer, trade.txid)
  // The stranger's deposit is not there.
  expect(hold.others).toMatchObject([{ differences: ['amount'], early: 'open', end: null }])
  return { ...trade, lockId: hold.others[0]?.id ?? '' }
}

test('the buyer asks, signs on the page, and has it back; the escrow goes on', async () => {
  const { txid, escrowId, lockId } = await wrongDeposit()
  const { buyer, seller, world } = routes
  const asking = { intent: 'return_early', lockId }
  expect(await routes.send({ by: null, txid, fields: asking })).toBe('/login?redirectTo=%2Fheld')
  expect(await routes.send({ by: seller, txid, fields: asking })).toEqual(['escrow_not_found'])
  const stranger = await aSeller(world)
  expect(await routes.send({ by: stranger, txid, fields: asking })).toBe(`/transaction-lookup?txid=${txid}`)
  expect(await routes.send({ by: buyer, txid, fields: { intent: 'return_early' } })).toEqual(['return_not_open'])
  expect((await routes.shownTo(buyer, txid)).back).toBeNull()

  expect(await routes.send({ by: buyer, txid, fields: asking })).toBe(`/held?txid=${txid}&done=return_early`)
  const shown = await routes.shownTo(buyer, txid)
  expect(shown).toMatchObject({ step: 'lock', back: { kind: 'return' } })
  expect((await routes.shownTo(seller, txid)).back).toBeNull()
  const open = await findReturnToSign(world.deps, escrowId)
  const signing = { intent: 'sign_exit', signed: signedBy(world, 'buyer', open ?? { xdr: '', hash: '' }) }
  expect(await routes.send({ by: buyer, txid, fields: signing })).toBe(`/held?txid=${txid}&done=sign_exit`)
  expect(await routes.shownTo(buyer, txid)).toMatchObject({ back: null, hold: { others: [{ early: 'signed' }] } })
  await followReturn(world, escrowId)
  expect(await routes.shownTo(buyer, txid)).toMatchObject({
    step: 'lock',
    hold: { lock: null, others: [{ early: null, end: { as: 'refunded' } }] },
  })
})

test('a wallet hands back what it has signed by the address of the link', async () => {
  const { txid, escrowId, lockId } = await wrongDeposit()
  const { buyer, world } = routes
  await routes.send({ by: buyer, txid, fields: { intent: 'return_early', lockId } })
  const { back } = await routes.shownTo(buyer, txid)
  const open = await findReturnToSign(world.deps, escrowId)
  const xdr = signedBy(world, 'buyer', open ?? { xdr: '', hash: '' })
  expect(await routes.handBack(back?.uri ?? '', xdr, { token: 'another' })).toMatchObject({ status: 404 })
  expect(await routes.handBack(back?.uri ?? '', xdr)).toMatchObject({ status: 200 })
  await followReturn(world, escrowId)
  expect(await routes.shownTo(buyer, txid)).toMatchObject({ hold: { others: [{ end: { as: 'refunded' } }] } })
})
