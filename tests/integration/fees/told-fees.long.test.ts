/** What pages say about the fee: what the next escrow costs, and the trade that the form begins with. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findViewer } from '#app/accounts/db/users.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { loadSubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import {
  granted,
  type Person,
  paidBuyer,
  pay,
  pilotBuyer,
  readPayments,
  submission,
  unpaidBuyer,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let dashboard: typeof import('#app/trade/lookup/routes/dashboard/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  await refreshMarket(world.deps)
  dashboard = await import('#app/trade/lookup/routes/dashboard/route.tsx')
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

afterEach(() => {
  world.deps.settings.serviceFee = 'once'
})

async function cardOf(person: Person) {
  const headers = { Cookie: await cookieOf(world, person) }
  const request = new Request(`${ORIGIN}/dashboard`, { headers })
  return (await dashboard.loader({ request, params: {}, context: {} })).fee
}

async function submitPageOf(buyer: Person) {
  const { serviceFee } = world.deps.settings
  const viewer = await findViewer(world.deps.db, { userId: buyer.id, serviceFee })
  return loadSubmitPage(world.deps.db, {
    userId: buyer.id,
    feeStanding: viewer?.feeStanding ?? 'unpaid',
    now: world.deps.clock.now(),
    reference: null,
    escrowAccounts: { stellar: 'G', xrpl: 'r' },
  })
}

async function payFee(buyer: Person, amountUsd: string): Promise<void> {
  const quote = granted(
    await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd, couponCode: '', asset: 'USDC' }),
  )
  await pay(world, { asset: 'USDC', to: quote.account, amount: quote.amountDue.toFixed(), memo: `${quote.reference}` })
  await readPayments(world, { network: 'stellar', account: quote.account })
  const isPaid = async () => (await world.deps.db.feeQuote.count({ where: { id: quote.id, state: 'paid' } })) === 1
  await world.workUntil(isPaid, 'the fee is settled')
}

test.each(['once', 'each'] as const)(
  'a pilot is asked for no fee while a transaction is free (%s)',
  async (setting) => {
    world.deps.settings.serviceFee = setting
    const pilot = await pilotBuyer(world)
    expect(await cardOf(pilot)).toEqual({ standing: 'pilot' })
    expect(await submitPageOf(pilot)).toMatchObject({ fee: { by: 'pilot' }, paidTrade: null })
    granted(await openEscrow(world.deps, submission(pilot, { currency: 'USDC', amount: '90000' })))
    expect(await cardOf(pilot)).toEqual({ standing: 'unpaid' })
  },
)

test('who has paid for the account is told of no further fee', async () => {
  expect(await cardOf(await unpaidBuyer(world))).toEqual({ standing: 'unpaid' })
  const buyer = await paidBuyer(world)
  expect(await cardOf(buyer)).toBeNull()
  expect(await submitPageOf(buyer)).toMatchObject({ fee: { by: 'account' } })
})

test('who pays for each escrow is told what the fee covers, then that it is used', async () => {
  world.deps.settings.serviceFee = 'each'
  const buyer = await unpaidBuyer(world)
  await payFee(buyer, '10000')
  expect(await cardOf(buyer)).toEqual({ standing: 'unused', mostUsd: '10500.00' })
  const fee = { by: 'fee', statedUsd: '10000.00', mostUsd: '10500.00' }
  expect(await submitPageOf(buyer)).toMatchObject({ fee, paidTrade: { currency: 'USDC', usd: '10000.00' } })
  granted(await openEscrow(world.deps, submission(buyer, { currency: 'USDC', amount: '10000' })))
  expect(await cardOf(buyer)).toEqual({ standing: 'used_up' })
})

test('the form begins with the trade that the fee was paid for, until an escrow is opened', async () => {
  const buyer = await unpaidBuyer(world)
  await payFee(buyer, '48000')
  expect((await submitPageOf(buyer)).paidTrade).toEqual({ currency: 'USDC', amount: '48000', usd: '48000.00' })
  granted(await openEscrow(world.deps, submission(buyer, { currency: 'USDC', amount: '48000' })))
  expect((await submitPageOf(buyer)).paidTrade).toBeNull()
})
