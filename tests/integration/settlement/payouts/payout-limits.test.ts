/** Payouts above a limit: checked by the database, never signed without a second person who has decided nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { PayoutLimits } from '#app/settlement/payouts/domain/payout-limits.ts'
import { approve } from '#app/settlement/payouts/workflows/operator/approve.server.ts'
import { weighPayout } from '#app/settlement/payouts/workflows/payout-limits.server.ts'
import {
  type AdminPanelOf,
  disputed,
  openDesk,
  operator,
  refusalOf,
  thrownBy,
} from '#tests/support/settlement/admin.ts'
import { decide } from '#tests/support/settlement/decide.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { granted, seller } from '#tests/support/world/people.ts'
import { aDueEscrow, anEnvelopeOf, arrived, releaseOf } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: AdminPanelOf
let page: typeof import('#app/admin/routes/payouts/route.tsx')
let olga: Awaited<ReturnType<typeof operator>>
let omar: Awaited<ReturnType<typeof operator>>

beforeAll(async () => {
  world = await openWorld()
  desk = await openDesk(world)
  page = await import('#app/admin/routes/payouts/route.tsx')
  olga = await operator(world)
  omar = await operator(world)
})

afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

beforeEach(async () => {
  // Payouts that other tests cleared leave the windows; the price is current: a dollar for an XLM.
  await world.deps.db.$executeRaw`update "transfer" set "clearedAt" = null, "aboveLimit" = null`
  await setPrice(0)
})

async function setPrice(minutesAgo: number) {
  const data = { usd: '1', source: 'CoinGecko', fetchedAt: new Date(Date.now() - minutesAgo * 60_000) }
  await world.deps.db.marketPrice.upsert({ where: { asset: 'XLM' }, create: { asset: 'XLM', ...data }, update: data })
  await world.deps.db.marketTrades.deleteMany()
}

async function due(amount: string) {
  const { db } = world.deps
  const { id } = await aDueEscrow(db, { amount, payments: { create: arrived(amount) } })
  return asPayout(await payOut(db, { ...releaseOf(id), amount }))
}

type Due = Awaited<ReturnType<typeof due>>

function weigh(payout: Due, limits: Partial<Record<keyof PayoutLimits, string>>) {
  const limit = (name: keyof PayoutLimits) => (limits[name] === undefined ? null : new Decimal(limits[name]))
  const payoutLimits = {
    payout: limit('payout'),
    hour: limit('hour'),
    day: limit('day'),
    directed: limit('directed'),
  }
  const deps = { ...world.deps, settings: { ...world.deps.settings, payoutLimits } }
  return weighPayout(deps, { ...payout, amount: new Decimal(payout.amount.toFixed()) })
}

const sign = async (payoutId: string) =>
  world.deps.db.transferAttempt.create({ data: await anEnvelopeOf(world.deps.db, payoutId) })
const stored = (id: string) => world.deps.db.transfer.findUniqueOrThrow({ where: { id } })
const waitsFor = (limit: string) => ({ waitsFor: 'second_operator', limit })
const approval = (payout: Due, person: { id: string }, reason = 'Called the buyer.') => ({
  payoutId: payout.id,
  operatorId: person.id,
  seen: { address: payout.address, memo: payout.memo },
  reason,
  isSure: true,
})

describe('weighing', () => {
  it('lets everything through where no limit is set, and notes its value', async () => {
    const payout = await due('5000')
    expect(await weigh(payout, {})).toBeNull()
    expect(await stored(payout.id)).toMatchObject({ aboveLimit: null, clearedAt: expect.any(Date) })
    expect((await stored(payout.id)).usdValue?.toFixed(2)).toBe('5000.00')
  })

  it('holds up what is above the limit of one payout; the database stores no envelope of it', async () => {
    const payout = await due('1000.0000001')
    expect(await weigh(payout, { payout: '1000' })).toEqual(waitsFor('payout'))
    await expect(sign(payout.id)).rejects.toThrow(/above a limit and nobody has approved it/)
    expect(await weigh(await due('1000'), { payout: '1000' })).toBeNull()
  })

  it('counts what was let through within the hour and the day, of all ledgers and in any order', async () => {
    const limits = { hour: '250', day: '350' }
    const [first, second, third, fourth] = [await due('100'), await due('100'), await due('100'), await due('100')]
    expect(await weigh(first, limits)).toBeNull()
    expect(await weigh(second, limits)).toBeNull()
    expect(await weigh(third, limits)).toEqual(waitsFor('hour'))
    // Checked again, a cleared payout does not count against itself.
    expect(await weigh(second, limits)).toBeNull()
    await world.deps.db.$executeRaw`
      update "transfer" set "clearedAt" = "clearedAt" - interval '61 minutes' where "clearedAt" is not null`
    expect(await weigh(third, limits)).toBeNull()
    expect(await weigh(fourth, limits)).toEqual(waitsFor('day'))
    await world.deps.db.$executeRaw`update "transfer" set "clearedAt" = "clearedAt" - interval '1 day'`
    expect(await weigh(fourth, limits)).toBeNull()
  })

  it('holds up what operators direct above a day’s sum of its own, and nothing that its parties have said', async () => {
    const { db } = world.deps
    const directed = async (amount: string) => {
      const payout = await due(amount)
      return asPayout(await db.transfer.update({ where: { id: payout.id }, data: { redirectedById: olga.id } }))
    }
    const limits = { directed: '500' }
    const [first, second] = [await directed('300'), await directed('200.01')]
    expect(await weigh(first, limits)).toBeNull()
    expect(await weigh(second, limits)).toEqual(waitsFor('directed'))
    await expect(sign(second.id)).rejects.toThrow(/above a limit and nobody has approved it/)
    expect(await weigh(await due('5000'), limits)).toBeNull()
    const asked = { ...approval(second, olga), operatorId: omar.id }
    granted(await approve(world.deps, asked))
    expect(await weigh(second, limits)).toBeNull()
    await db.$executeRaw`update "transfer" set "clearedAt" = "clearedAt" - interval '1 day' where "clearedAt" is not null`
    expect(await weigh(await directed('500'), limits)).toBeNull()
  })

  it('of many at once lets through no more than the limit', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => due('100')))
    const weighed = await Promise.all(many.map((payout) => weigh(payout, { day: '300' })))
    expect(weighed.filter((answer) => answer === null)).toHaveLength(3)
  })

  it('holds up what nobody knows the value of, while any limit is set', async () => {
    const payout = await due('1')
    await setPrice(61)
    expect(await weigh(payout, { day: '1000000' })).toEqual(waitsFor('price'))
    expect(await weigh(payout, {})).toBeNull()
    await setPrice(59)
    expect(await weigh(payout, { day: '1000000' })).toBeNull()
  })
})

describe('an approval', () => {
  it('lets the payout through, for good and beside the windows, once for each operator', async () => {
    const payout = await due('2000')
    await weigh(payout, { payout: '1000', day: '1000' })
    const twice = await Promise.all([1, 2].map(() => approve(world.deps, approval(payout, olga))))
    expect(twice).toEqual([{ id: payout.id }, { id: payout.id }])
    expect(await approve(world.deps, approval(payout, omar))).toMatchObject({ refused: 'approval_not_wanted' })
    const approvals = await world.deps.db.settlementApproval.findMany({ where: { payoutId: payout.id } })
    expect(approvals).toMatchObject([{ operatorId: olga.id, aboveLimit: 'payout', reason: 'Called the buyer.' }])
    expect(await weigh(payout, { payout: '1000', day: '1000' })).toBeNull()
    expect(await weigh(await due('900'), { day: '1000' })).toBeNull()
    await sign(payout.id)
    const events = await world.deps.db.auditEvent.findMany({ where: { kind: 'payout_approved', userId: olga.id } })
    expect(events.map(({ detail }) => detail)).toMatchObject([{ payoutId: payout.id, limit: 'payout' }])
  })

  it('counts for the wallet that was seen only', async () => {
    const payout = await due('2000')
    await weigh(payout, { payout: '1000' })
    const elsewhere = { ...approval(payout, olga), seen: { address: 'GOTHER', memo: null } }
    expect(await approve(world.deps, elsewhere)).toMatchObject({ refused: 'approval_not_wanted' })
    granted(await approve(world.deps, approval(payout, olga)))
    await expect(
      world.deps.db.settlementApproval.updateMany({ where: { payoutId: payout.id }, data: { address: 'GOTHER' } }),
    ).rejects.toThrow(/stay what they are/)
    await expect(world.deps.db.settlementApproval.deleteMany({ where: { payoutId: payout.id } })).rejects.toThrow(
      /stay what they are/,
    )
  })

  it('is not given by the operator who decided about the money, nor by anybody who is none', async () => {
    const { escrowId, disputeId } = await disputed(world, { asset: 'XLM', amount: '2000' })
    granted(
      await decide(world.deps, {
        escrowId,
        operatorId: olga.id,
        disputeId,
        decision: 'release',
        sellerAmount: '',
        note: 'So be it.',
      }),
    )
    const payout = asPayout(await world.deps.db.transfer.findFirstOrThrow({ where: { escrowId } }))
    await weigh(payout, { payout: '1000' })
    expect(await approve(world.deps, approval(payout, olga))).toMatchObject({ refused: 'approval_own_decision' })
    const row = (operatorId: string) =>
      world.deps.db.settlementApproval.create({
        data: { payoutId: payout.id, operatorId, address: payout.address, aboveLimit: 'payout', reason: 'r' },
      })
    await expect(row(olga.id)).rejects.toThrow(/does not approve it, too/)
    await expect(row((await seller(world)).id)).rejects.toThrow(/only operators approve/)
    const shownTo = async (person: typeof olga) =>
      (await page.loader(await desk.ask({ person }))).above.find(({ id }) => id === payout.id)
    expect((await shownTo(olga))?.own).toBe('decision')
    expect((await shownTo(omar))?.own).toBeNull()
    granted(await approve(world.deps, approval(payout, omar)))
    expect(await shownTo(omar)).toBeUndefined()
  })

  it('is not given by the operator who said that a payment was meant for this escrow', async () => {
    const { db } = world.deps
    const payout = await due('2000')
    const payment = await db.ledgerPayment.findFirstOrThrow({ where: { escrowId: payout.escrowId } })
    const of = { kind: 'no_memo', ledgerPaymentId: payment.id, amount: '2000', assetLabel: 'XLM' }
    await db.paymentCase.create({ data: { ...of, closedAt: new Date(), closedById: olga.id, outcome: 'Called them.' } })
    await weigh(payout, { payout: '1000' })
    expect(await approve(world.deps, approval(payout, olga))).toMatchObject({ refused: 'approval_own_decision' })
    const row = { payoutId: payout.id, operatorId: olga.id, address: payout.address, aboveLimit: 'payout', reason: 'r' }
    await expect(db.settlementApproval.create({ data: row })).rejects.toThrow(/does not approve it, too/)
    granted(await approve(world.deps, approval(payout, omar)))
  })

  it('is given by no operator who ever gave it another wallet, also when another one did since', async () => {
    const { db } = world.deps
    const { id } = await due('2000')
    const third = await operator(world)
    for (const { id: redirectedById } of [olga, omar])
      await db.transfer.update({ where: { id }, data: { redirectedById } })
    const payout = asPayout(await stored(id))
    await weigh(payout, { payout: '1000' })
    for (const one of [olga, omar]) {
      expect(await approve(world.deps, approval(payout, one))).toMatchObject({ refused: 'approval_own_decision' })
      const row = { payoutId: id, operatorId: one.id, address: payout.address, aboveLimit: 'payout', reason: 'r' }
      await expect(db.settlementApproval.create({ data: row })).rejects.toThrow(/does not approve it, too/)
    }
    granted(await approve(world.deps, approval(payout, third)))
  })

  it('is asked for once more on the desk, with a reason, by operators alone', async () => {
    const payout = await due('3000')
    await weigh(payout, { payout: '1000' })
    const fields = { form: payout.id, intent: 'approve', payout: payout.id, address: payout.address, reason: '' }
    const send = async (more: Record<string, string>, person: typeof olga | null = olga) =>
      page.action(await desk.ask({ person }, { ...fields, ...more }))
    expect(refusalOf(await send({}))).toBe('approval_reason_required')
    expect(refusalOf(await send({ payout: 'no id', reason: 'r' }))).toBe('approval_not_wanted')
    const asked = await send({ reason: 'Called the buyer.' })
    expect(asked).toMatchObject({ data: { asked: { payout: { amount: '3000', usd: '3000.00', limit: 'payout' } } } })
    expect(await world.deps.db.settlementApproval.count({ where: { payoutId: payout.id } })).toBe(0)
    const args = await desk.ask({ person: await seller(world) }, { ...fields, reason: 'r', sure: 'yes' })
    expect((await thrownBy(page.action(args))).status).toBe(403)
    const done = await send({ reason: 'Called the buyer.', sure: 'yes' })
    expect(done instanceof Response && done.headers.get('Location')).toBe('/admin-panel/payouts?done=approved')
  })
})
