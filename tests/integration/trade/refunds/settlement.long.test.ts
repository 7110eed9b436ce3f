/** Money that goes back or is split: how much, where to, once, and who is notified (product.md §3, §4). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSETS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { TypedWallet } from '#app/kernel/domain/wallet.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { gained } from '#tests/support/settlement/holdings.ts'
import { type Cast, castOf, deskOf, type Trade, walletAt } from '#tests/support/settlement/settlement.ts'
import { fund, granted } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  world = await openWorld()
  cast = await castOf(world)
  desk = deskOf(world, cast)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const owed = async (trade: Trade) =>
  (await desk.payouts(trade)).map(({ purpose, amount }) => `${purpose} ${amount.toFixed()}`)

const AMOUNT: Record<Asset, string> = { XLM: '41.1234567', USDC: '20.0000001', XRP: '9.000001' }

describe.each(ASSETS)('in %s', (asset) => {
  const amount = AMOUNT[asset]

  test('a refund gives back the amount and the excess, each once, and says so', async () => {
    const trade = await desk.openFunded(asset, amount, { paid: new Decimal(amount).plus('2.5').toFixed() })
    granted(await desk.confirm(trade))
    granted(await desk.ask(trade))
    const back = await gained(world, { asset, name: 'friend' }, async () => {
      granted(await desk.answer(trade))
      await desk.untilPaid(trade)
    })
    expect(back).toBe(new Decimal(amount).plus('2.5').toFixed())
    expect(await owed(trade)).toEqual([`refund ${amount}`, 'return 2.5'])
    expect(await desk.stage(trade)).toBe('refunded')
    expect(await desk.letters(trade)).toEqual([
      'escrow_funded to buyer',
      'escrow_to_fund to buyer',
      'funds_refunded to buyer',
      'funds_refunded to buyer',
      'funds_refunded to seller',
      'money_owed_back to buyer',
      'refund_answered to buyer',
      'refund_requested to seller',
      'seller_confirmed to buyer',
    ])
  })

  test('a split pays both shares, which are the whole', async () => {
    const trade = await desk.openFunded(asset, amount)
    granted(await desk.confirm(trade))
    granted(await desk.state(trade, walletAt(asset, 'friend')))
    granted(await desk.dispute(trade))
    let toBuyer = ''
    const toSeller = await gained(world, { asset, name: 'seller' }, async () => {
      toBuyer = await gained(world, { asset, name: 'friend' }, async () => {
        granted(await desk.decide(trade, { decision: 'split', seller: '3.000001' }))
        await desk.untilPaid(trade)
      })
    })
    expect(toSeller).toBe('3.000001')
    expect(new Decimal(toSeller).plus(toBuyer).toFixed()).toBe(amount)
    expect(await desk.stage(trade)).toBe('split')
  })

  test('what a cancelled escrow received goes back, the part and what comes late', async () => {
    const trade = await desk.openFunded(asset, amount, { paid: '4.5' })
    const { escrowId } = trade
    const back = await gained(world, { asset, name: 'friend' }, async () => {
      const wallet = walletAt(asset, 'friend')
      granted(await cancelEscrow(world.deps, { escrowId, buyerId: cast.buyer.id, wallet }))
      await desk.untilPaid(trade)
      await fund(world, escrowId)
      granted(await desk.state(trade, wallet))
      granted(await desk.state(trade, wallet))
      await desk.untilPaid(trade)
    })
    expect(back).toBe(new Decimal(amount).plus('4.5').toFixed())
    expect(await owed(trade)).toEqual(['return 4.5', `return ${amount}`])
  })
})

test('who cancels twice, and states a wallet the second time only, is paid back there, once', async () => {
  const trade = await desk.openFunded('XLM', '10', { paid: '4' })
  const cancel = (wallet: TypedWallet | null) =>
    cancelEscrow(world.deps, { escrowId: trade.escrowId, buyerId: cast.buyer.id, wallet })
  granted(await cancel(null))
  expect(await owed(trade)).toEqual([])
  const answers = await Promise.all([cancel(walletAt('XLM', 'friend')), cancel(walletAt('XLM', 'friend'))])
  for (const answer of answers) granted(answer)
  expect(await owed(trade)).toEqual(['return 4'])
})

test('an excess goes back as often as it comes, each once, and leaves the amount alone', async () => {
  const trade = await desk.openFunded('XLM', '10', { paid: '13' })
  const wallet = walletAt('XLM', 'friend')
  await Promise.all([desk.state(trade, wallet), desk.state(trade, wallet), desk.state(trade, wallet)])
  expect(await owed(trade)).toEqual(['return 3'])
  await fund(world, trade.escrowId, '0.0000001')
  granted(await desk.state(trade, wallet))
  expect(await owed(trade)).toEqual(['return 3'])
  await fund(world, trade.escrowId, '2')
  granted(await desk.state(trade, wallet))
  expect(await owed(trade)).toEqual(['return 3', 'return 2.0000001'])
  granted(await desk.confirm(trade))
  const toSeller = await gained(world, { asset: 'XLM', name: 'seller' }, async () => {
    granted(await desk.review(trade))
    await desk.untilPaid(trade)
  })
  expect(toSeller).toBe('10')
})

test('what comes after the release goes back whole, and never to the seller', async () => {
  const trade = await desk.openFunded('XLM', '10')
  granted(await desk.confirm(trade))
  granted(await desk.review(trade))
  await desk.untilPaid(trade)
  await fund(world, trade.escrowId)
  granted(await desk.state(trade, walletAt('XLM', 'friend')))
  await desk.untilPaid(trade)
  expect(await owed(trade)).toEqual(['release 10', 'return 10'])
  expect(await desk.stage(trade)).toBe('released')
})

test('an excess may go back during a dispute: nobody argues about it', async () => {
  const trade = await desk.openFunded('XLM', '10', { paid: '11' })
  granted(await desk.confirm(trade))
  granted(await desk.dispute(trade))
  granted(await desk.state(trade, walletAt('XLM', 'friend')))
  await desk.untilPaid(trade)
  expect(await owed(trade)).toEqual(['return 1'])
  expect(await desk.stage(trade)).toBe('disputed')
})

test('the operator releases without an approval, and the open request for a refund ends', async () => {
  const trade = await desk.openFunded('XLM', '10')
  granted(await desk.confirm(trade))
  granted(await desk.ask(trade))
  granted(await desk.dispute(trade, { userId: cast.seller.id }))
  const toSeller = await gained(world, { asset: 'XLM', name: 'seller' }, async () => {
    granted(await desk.decide(trade, { decision: 'release' }))
    await desk.untilPaid(trade)
  })
  expect(toSeller).toBe('10')
  expect(await desk.stage(trade)).toBe('released')
  const [request] = await world.deps.db.refundRequest.findMany({ where: { escrowId: trade.escrowId } })
  expect(request?.answer).toBe('decided')
})

test('two operators decide at once, and one of them does', async () => {
  const trade = await desk.openFunded('XLM', '10')
  granted(await desk.confirm(trade))
  granted(await desk.state(trade, walletAt('XLM', 'friend')))
  granted(await desk.dispute(trade))
  const answers = await Promise.all([
    desk.decide(trade, { decision: 'release' }),
    desk.decide(trade, { decision: 'refund' }),
    desk.decide(trade, { decision: 'split', seller: '5' }),
  ])
  expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(2)
  const sum = (await desk.payouts(trade)).reduce((total, { amount }) => total.plus(amount.toFixed()), new Decimal(0))
  expect(sum.toFixed()).toBe('10')
})

test('every letter of all this is in the inbox, once, but what was overtaken or waits for the end of a dispute', async () => {
  const { db } = world.deps
  const findWaiting = () => db.$queryRaw<object[]>`
    select 1 from "outbox_letter" l where l."sentAt" is null and l."withheldFor" is null
      and not exists (select 1 from "dispute" d where d."escrowId" = l."escrowId" and d."decision" is null)`
  await world.workUntil(async () => (await findWaiting()).length === 0, 'every letter is sent')
  const mails = world.harbour.post.mails()
  expect(mails.length).toBe(await db.outboxLetter.count({ where: { sentAt: { not: null } } }))
  expect(mails.map((mail) => mail.subject).join('\n')).not.toMatch(/undefined|\{\{|mail\./)
})
