/** Nobody earns a commission on their own fee, even where this shows only when the money comes (decision 027). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAdminOverview } from '#app/admin/queries/overview.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import type { PlayName } from '#harbour/accounts.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { granted, hasPaid, type Person, pay, readPayments, unpaidBuyer, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  await refreshMarket(world.deps)
})
afterAll(() => world?.[Symbol.asyncDispose]())

async function codeOf(reseller: { resellerEmail?: string; resellerWallet?: string }): Promise<string> {
  const code = `CODE${randomUUID().slice(0, 8).toUpperCase()}`
  const rates = { discountRate: '0.05', payoutRate: '0.10' }
  await world.deps.db.resellerCode.create({
    data: { id: code, code, resellerId: `reseller of ${code}`, resellerName: 'Rita Reseller', ...rates, ...reseller },
  })
  return code
}

const quoteFor = async (buyer: Person, couponCode: string) =>
  granted(await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '48000', couponCode, asset: 'USDC' }))

async function payFrom(from: PlayName, quote: Awaited<ReturnType<typeof quoteFor>>, amount: string): Promise<void> {
  await pay(world, { from, asset: 'USDC', to: quote.account, amount, memo: String(quote.reference) })
  await readPayments(world, { network: 'stellar', account: world.deps.accounts.stellar.fee })
}

const isSettled = (buyer: Person) =>
  world.workUntil(async () => (await hasPaid(world, buyer)) === true, 'the fee is settled')

async function outcomeOf(buyer: Person, code: string) {
  const { db } = world.deps
  const fee = await db.feePayment.findFirstOrThrow({ where: { buyerUid: buyer.id } })
  const { totalEarned, totalTxCount } = await db.resellerCode.findUniqueOrThrow({ where: { id: code } })
  const { withheld } = await loadAdminOverview(db, new Date())
  return {
    fee: {
      commission: fee.commission,
      usd: fee.commissionUSD.toFixed(2),
      withheld: fee.withheldUSD?.toFixed(2) ?? null,
    },
    earnings: await db.resellerEarning.count({ where: { code } }),
    booked: await db.bookPosting.count({ where: { account: `commission:reseller of ${code}` } }),
    totals: `${totalEarned.toFixed(2)} ${totalTxCount}`,
    onDesk: withheld.filter((row) => row.code === code).map(({ email, usd, wallet }) => ({ email, usd, wallet })),
  }
}

const EARNED = {
  fee: { commission: true, usd: '34.20', withheld: null },
  earnings: 1,
  booked: 1,
  totals: '34.20 1',
  onDesk: [],
}
const withheldOf = (buyer: Person, from: PlayName) => ({
  fee: { commission: false, usd: '0.00', withheld: '34.20' },
  earnings: 0,
  booked: 0,
  totals: '0.00 0',
  onDesk: [{ email: buyer.email, usd: '34.20', wallet: walletOf('USDC', from) }],
})

test('a fee that comes from the reseller’s wallet earns none; the discount stays, and the desk shows it', async () => {
  const buyer = await unpaidBuyer(world)
  const code = await codeOf({ resellerWallet: walletOf('USDC', 'buyer') })
  const quote = await quoteFor(buyer, code)
  // Nobody can know before the payment.
  expect(quote.couponVerdict).toBe('applied')
  await payFrom('buyer', quote, quote.amountDue.toFixed())
  await isSettled(buyer)
  expect(await outcomeOf(buyer, code)).toEqual(withheldOf(buyer, 'buyer'))
})

test('nor does one that came in parts, of which one was the reseller’s', async () => {
  const buyer = await unpaidBuyer(world)
  const code = await codeOf({ resellerWallet: walletOf('USDC', 'buyer') })
  const quote = await quoteFor(buyer, code)
  await payFrom('buyer', quote, '1')
  await world.workUntil(
    async () => (await world.deps.db.ledgerPayment.count({ where: { feeQuoteId: quote.id } })) === 1,
    'the first part is seen',
  )
  await payFrom('second-buyer', quote, quote.amountDue.minus(1).toFixed())
  await isSettled(buyer)
  expect(await outcomeOf(buyer, code)).toEqual(withheldOf(buyer, 'second-buyer'))
})

test('nor one whose buyer turns out to have the reseller’s mailbox', async () => {
  const buyer = await unpaidBuyer(world)
  const code = await codeOf({})
  const quote = await quoteFor(buyer, code)
  await world.deps.db.resellerCode.update({ where: { id: code }, data: { resellerEmail: buyer.email.toUpperCase() } })
  await payFrom('buyer', quote, quote.amountDue.toFixed())
  await isSettled(buyer)
  expect(await outcomeOf(buyer, code)).toEqual(withheldOf(buyer, 'buyer'))
})

test('a fee from anybody else earns it', async () => {
  const buyer = await unpaidBuyer(world)
  const code = await codeOf({ resellerWallet: walletOf('USDC', 'seller'), resellerEmail: 'rita@reseller.example' })
  const quote = await quoteFor(buyer, code)
  await payFrom('buyer', quote, quote.amountDue.toFixed())
  await isSettled(buyer)
  expect(await outcomeOf(buyer, code)).toEqual(EARNED)
})
