/** SERVICE_FEE=each: a fee covers one escrow, up to the value it was paid for (product.md §2, decision 027). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#app/accounts/db/users.server.ts'
import { canLookUp, canSubmit, visit } from '#app/accounts/domain/access.ts'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findFeeReceipt } from '#app/records/statement/queries/fee-receipt.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import {
  fund,
  granted,
  type Person,
  paidBuyer,
  pay,
  pilotBuyer,
  readPayments,
  submission,
  unpaidBuyer,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  await refreshMarket(world.deps)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

beforeEach(() => {
  world.deps.settings.serviceFee = 'each'
})

afterEach(() => {
  world.deps.settings.serviceFee = 'once'
})

const quoteFor = async (buyer: Person, amountUsd: string) =>
  granted(await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd, couponCode: '', asset: 'USDC' }))

async function payFor(quote: Awaited<ReturnType<typeof quoteFor>>): Promise<string> {
  const order = { asset: quote.asset, to: quote.account, amount: quote.amountDue.toFixed() }
  const [hash = ''] = await pay(world, { ...order, memo: String(quote.reference) })
  await readPayments(world, { network: 'stellar', account: quote.account })
  await world.workUntil(
    async () => (await world.deps.db.ledgerPayment.count({ where: { hash, feeQuoteId: quote.id } })) === 1,
    'the fee is seen',
  )
  return hash
}

async function buyerWith(...amounts: string[]): Promise<Person> {
  const buyer = await unpaidBuyer(world)
  for (const amount of amounts) await payFor(await quoteFor(buyer, amount))
  return buyer
}

const open = (buyer: Person, amount: string, currency: 'USDC' | 'XRP' = 'USDC') =>
  openEscrow(world.deps, submission(buyer, { currency, amount }))

const viewerOf = (buyer: Person) =>
  findViewer(world.deps.db, { userId: buyer.id, serviceFee: world.deps.settings.serviceFee })

const feesOf = (buyer: Person) =>
  world.deps.db.feePayment.findMany({
    where: { buyerUid: buyer.id },
    orderBy: [{ createdAt: 'asc' }, { paymentHash: 'asc' }],
    select: { covers: true, escrowId: true, transactionAmountUSD: true },
  })

describe('an escrow uses its fee up', () => {
  test('then its buyer is led to the next fee, and keeps the account and the lookup', async () => {
    const buyer = await buyerWith('48000')
    expect(canSubmit(await viewerOf(buyer))).toBe(true)
    const { escrowId } = granted(await open(buyer, '48000'))
    expect(await feesOf(buyer)).toMatchObject([{ covers: 'escrow', escrowId }])
    const viewer = await viewerOf(buyer)
    expect(viewer).toMatchObject({ hasPaid: true, feeStanding: 'used_up' })
    expect([canSubmit(viewer), canLookUp(viewer)]).toEqual([false, true])
    expect([visit('/submit', viewer), visit('/payment', viewer)]).toEqual([{ redirectTo: '/payment' }, { allow: true }])
    expect(await open(buyer, '10')).toMatchObject({ refused: 'must_pay_first' })
  })

  test('the next fee is quoted and paid like the first, and its escrow opens', async () => {
    const buyer = await buyerWith('20000', '30000')
    granted(await open(buyer, '30000'))
    granted(await open(buyer, '20000'))
    expect(new Set((await feesOf(buyer)).map(({ escrowId }) => escrowId)).size).toBe(2)
    const user = await world.deps.db.user.findUniqueOrThrow({ where: { id: buyer.id } })
    expect([user.usdValue?.toFixed(2), user.feeNetUSD?.toFixed(2)]).toEqual(['30000.00', '225.00'])
  })

  test('once, even when two tabs ask at the same moment', async () => {
    const buyer = await buyerWith('20000')
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(buyer, '20000')))
    expect(answers.filter((answer) => 'escrowId' in answer)).toHaveLength(1)
    expect(await world.deps.db.escrow.count({ where: { buyerId: buyer.id } })).toBe(1)
  })

  test('a pilot’s free transaction goes first, whatever it is worth', async () => {
    const pilot = await pilotBuyer(world)
    await payFor(await quoteFor(pilot, '100'))
    granted(await open(pilot, '90000'))
    expect(await feesOf(pilot)).toMatchObject([{ escrowId: null }])
    granted(await open(pilot, '105'))
    expect(await open(pilot, '1')).toMatchObject({ refused: 'must_pay_first' })
  })
})

describe('what a fee covers', () => {
  test('is 5 % more than it was paid for, by our prices, to the last digit', async () => {
    const buyer = await buyerWith('10000')
    expect(await open(buyer, '10500.0000001')).toEqual({
      refused: 'fee_too_small',
      field: 'amount',
      values: { worth: '10500.00', most: '10500.00', difference: '500.01' },
    })
    granted(await open(buyer, '10500'))
  })

  test('is reckoned for another currency at the price of the moment', async () => {
    const buyer = await buyerWith('2200')
    const price = await world.deps.db.marketPrice.findUniqueOrThrow({ where: { asset: 'XRP' } })
    const most = new Decimal('2310').div(price.usd.toFixed())
    expect(await open(buyer, most.plus('0.01').toFixed(6), 'XRP')).toMatchObject({ refused: 'fee_too_small' })
    granted(await open(buyer, most.toDecimalPlaces(6, Decimal.ROUND_DOWN).toFixed(), 'XRP'))
  })

  test('grows by a fee for the difference, and both are used', async () => {
    const buyer = await buyerWith('10000')
    const refused = await open(buyer, '15000')
    expect(refused).toMatchObject({ values: { difference: '5000.00' } })
    const quote = await quoteFor(buyer, '5000')
    expect(quote.netUsd.toFixed(2)).toBe('100.00')
    await payFor(quote)
    const { escrowId } = granted(await open(buyer, '15000'))
    expect(await feesOf(buyer)).toMatchObject([{ escrowId }, { escrowId }])
  })

  test('is not guessed while no price can be trusted', async () => {
    const buyer = await buyerWith('10000')
    await world.deps.db.marketPrice.update({
      where: { asset: 'XRP' },
      data: { fetchedAt: new Date(world.deps.clock.now().getTime() - 3_600_000) },
    })
    expect(await open(buyer, '1', 'XRP')).toMatchObject({ refused: 'escrow_worth_unknown', field: 'currency' })
    await refreshMarket(world.deps)
    granted(await open(buyer, '1', 'XRP'))
  })
})

describe('an escrow that is called off', () => {
  test('before anything arrived gives its fee back for the next one', async () => {
    const buyer = await buyerWith('10000')
    const { escrowId } = granted(await open(buyer, '10000'))
    granted(await cancelEscrow(world.deps, { escrowId, buyerId: buyer.id, wallet: null }))
    expect(await viewerOf(buyer)).toMatchObject({ feeStanding: 'unused' })
    granted(await open(buyer, '10000'))
  })

  test('after a part arrived has used it up', async () => {
    const buyer = await buyerWith('10000')
    const { escrowId } = granted(await open(buyer, '10000'))
    await fund(world, escrowId, '1')
    granted(await cancelEscrow(world.deps, { escrowId, buyerId: buyer.id, wallet: null }))
    expect(await viewerOf(buyer)).toMatchObject({ feeStanding: 'used_up' })
  })
})

describe('payments', () => {
  test('a second one to the same quote is owed back, and covers nothing', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = await quoteFor(buyer, '10000')
    const [first, second] = [await payFor(quote), await payFor(quote)]
    expect(await world.deps.db.ledgerPayment.findFirst({ where: { hash: second } })).toMatchObject({
      problem: 'already_paid',
    })
    expect(await feesOf(buyer)).toHaveLength(1)
    granted(await open(buyer, '10000'))
    const next = await quoteFor(buyer, '10000')
    expect(await payServiceFee(world.deps, { userId: buyer.id, hash: first })).toMatchObject({ refused: 'hash_used' })
    await payFor(next)
    expect(await feesOf(buyer)).toHaveLength(2)
  })

  test('each has a receipt of its own that names its escrow', async () => {
    const buyer = await unpaidBuyer(world)
    const quotes = [await quoteFor(buyer, '10000')]
    await payFor(quotes[0] as (typeof quotes)[0])
    const { transactionId } = granted(await open(buyer, '10000'))
    quotes.push(await quoteFor(buyer, '20000'))
    await payFor(quotes[1] as (typeof quotes)[0])
    const networks = { stellarPassphrase: world.deps.settings.stellarPassphrase, xrplNetworkId: 1 }
    const receiptOf = (number?: number) =>
      findFeeReceipt(world.deps.db, {
        userId: buyer.id,
        networks,
        now: world.deps.clock.now(),
        ...(number && { number }),
      })
    expect(await receiptOf(quotes[0]?.reference)).toMatchObject({
      receipt: { usedFor: transactionId, serviceFee: 'each', backs: [] },
      others: [],
    })
    expect(await receiptOf()).toMatchObject({
      receipt: { number: String(quotes[1]?.reference), usedFor: null, backs: [] },
      others: [],
    })
    expect(await receiptOf(1)).toBeNull()
  })
})

describe('when the setting changes', () => {
  test('who paid for the account keeps it for good', async () => {
    world.deps.settings.serviceFee = 'once'
    const buyer = await paidBuyer(world)
    world.deps.settings.serviceFee = 'each'
    for (const amount of ['90000', '1']) granted(await open(buyer, amount))
    const again = { userId: buyer.id, amountUsd: '1', couponCode: '', asset: 'USDC' as const }
    expect(await quoteServiceFee(world.deps, again)).toMatchObject({ refused: 'already_paid' })
  })

  test('a quote covers what it was made for', async () => {
    world.deps.settings.serviceFee = 'once'
    const buyer = await unpaidBuyer(world)
    const quote = await quoteFor(buyer, '10000')
    world.deps.settings.serviceFee = 'each'
    await payFor(quote)
    expect(await viewerOf(buyer)).toMatchObject({ feeStanding: 'for_good' })
  })

  test('who asks again gets a quote of what is set now', async () => {
    const buyer = await unpaidBuyer(world)
    world.deps.settings.serviceFee = 'once'
    const before = await quoteFor(buyer, '10000')
    world.deps.settings.serviceFee = 'each'
    const now = await quoteFor(buyer, '10000')
    expect([before.covers, now.covers, now.reference === before.reference]).toEqual(['account', 'escrow', false])
  })
})

describe('the database', () => {
  const use = async (paymentHash: string, escrowId: string | null) =>
    world.deps.db.feePayment.updateMany({ where: { paymentHash }, data: { escrowId } })
  const hashOf = async (buyer: Person) =>
    (await world.deps.db.feePayment.findFirstOrThrow({ where: { buyerUid: buyer.id } })).paymentHash

  test('lets a fee cover one escrow, of its own payer, and the account none', async () => {
    const buyer = await buyerWith('10000')
    const other = await buyerWith('10000')
    const theirs = granted(await open(other, '10000'))
    await expect(use(await hashOf(buyer), theirs.escrowId)).rejects.toThrow('a fee covers an escrow of its payer')
    const own = granted(await open(buyer, '10000'))
    await expect(use(await hashOf(buyer), null)).rejects.toThrow('a fee covers one escrow')
    await expect(use(await hashOf(buyer), theirs.escrowId)).rejects.toThrow('a fee covers one escrow')
    expect(await feesOf(buyer)).toMatchObject([{ escrowId: own.escrowId }])

    world.deps.settings.serviceFee = 'once'
    const account = await paidBuyer(world)
    const { escrowId } = granted(await open(account, '1'))
    await expect(use(await hashOf(account), escrowId)).rejects.toThrow('fee_payment_of_account_has_no_escrow')
    const paid = await world.deps.db.feePayment.findFirstOrThrow({ where: { paymentHash: await hashOf(account) } })
    await expect(world.deps.db.feePayment.create({ data: { ...paid, paymentHash: 'again' } })).rejects.toMatchObject({
      code: 'P2002',
    })
  })
})
