/** No escrow and no quote is larger than its asset can hold; the database enforces it, too. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { acceptJump, refreshMarket } from '#tests/support/world/market.ts'
import { granted, paidBuyer, submission, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import { anEscrow } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

test.each([
  ['XLM', '922337203685.4775807', '922337203685.4775808'],
  ['USDC', '922337203685.4775807', '922337203685.4775808'],
  ['XRP', '100000000000', '100000000000.000001'],
] as const)('an escrow in %s holds %s and no more', async (currency, most, more) => {
  const { db } = world.deps
  expect((await anEscrow(db, { currency, amount: most })).amount.toFixed()).toBe(most)
  await expect(anEscrow(db, { currency, amount: more })).rejects.toThrow(/escrow_amount_within_asset/)
})

test('an escrow above the bound is refused in words', async () => {
  const buyer = await paidBuyer(world)
  const walletAddress = walletOf('XRP')
  const asked = submission(buyer, { currency: 'XRP', amount: '100000000001', walletAddress })
  expect(await openEscrow(world.deps, asked)).toMatchObject({ refused: 'escrow_amount_invalid' })
})

test('a fee that is more than there can be of its asset is not quoted', async () => {
  const { db } = world.deps
  const buyer = await unpaidBuyer(world)
  const ask = (amountUsd: string) =>
    quoteServiceFee(world.deps, { userId: buyer.id, amountUsd, couponCode: '', asset: 'XLM' })
  await refreshMarket(world.deps)
  const { id } = granted(await ask('20000'))
  expect(await ask('1000000000000')).toMatchObject({ refused: 'amount_invalid' })
  await expect(db.feeQuote.update({ where: { id }, data: { amountUsd: '1000000000000' } })).rejects.toThrow(
    /fee_quote_amount_within_bounds/,
  )
  world.harbour.market.setPrice('XLM', new Decimal('0.001'))
  await acceptJump(world.deps)
  granted(await ask('100000000000'))
  expect(await ask('999999999999.99')).toMatchObject({ refused: 'amount_beyond_asset', values: { currency: 'XLM' } })
})
