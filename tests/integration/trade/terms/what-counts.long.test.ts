/** The last agreement counts; no silence of somebody who could not speak; and what a trade has overtaken is closed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { askForWaiver } from '#app/trade/documents/workflows/waiver.server.ts'
import { writeDay } from '#app/trade/terms/domain/working-days.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { proposeAmendment, settleAmendment } from '#app/trade/terms/workflows/amend.server.ts'
import { answerExtension, requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  decide,
  deposit,
  HOUR_MS,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  readLedger,
  runOut,
  sweepClocks,
} from '#tests/support/agreement/dated-trades.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import {
  seller as aSeller,
  granted,
  type Person,
  paidBuyer,
  pay,
  seenDocuments,
  walletOf,
} from '#tests/support/world/people.ts'
import { LEDGER_MS, openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let seller: Person
let clock: MovingClock

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
})
afterAll(async () => {
  await expectBooksSound(world.deps.db)
  await world?.[Symbol.asyncDispose]()
})

type Dates = Parameters<typeof datedTrade>[1]['dates']

const rowOf = ({ escrowId }: DatedTrade) =>
  world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId }, include: { transfers: true, disputes: true } })
const running = async (trade: DatedTrade) => (await openDeadline(world, trade))!
const kindOf = async (trade: DatedTrade) => (await openDeadline(world, trade))?.kind ?? null
const dayAfter = (moment: Date, days: number) => writeDay(new Date(moment.getTime() + days * DAY_MS))

async function funded(dates: Dates = {}): Promise<DatedTrade> {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates })
  await deposit(world, trade, '10')
  return trade
}

async function presented(dates: Dates = {}): Promise<DatedTrade> {
  const trade = await funded(dates)
  granted(await present(world, { seller, trade }))
  return trade
}

async function grantTime(trade: DatedTrade, { asks, agrees, days }: { asks: Person; agrees: Person; days: number }) {
  const { escrowId } = trade
  const until = dayAfter((await running(trade)).dueAt, days)
  granted(await requestExtension(world.deps, { escrowId, userId: asks.id, until, reason: 'Please.' }))
  const { id: requestId } = await world.deps.db.timeRequest.findFirstOrThrow({ where: { escrowId, answer: null } })
  granted(await answerExtension(world.deps, { escrowId, userId: agrees.id, requestId, isAgreed: true }))
  return (await running(trade)).dueAt
}

async function takeBack({ escrowId, asset }: DatedTrade) {
  return reviewDocuments(world.deps, {
    hasCheckedWallet: true,
    escrowId,
    buyerId: buyer.id,
    approval: 'Pending',
    reason: '',
    rejected: [],
    seenWallet: { address: walletOf(asset), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
  })
}

const NOTHING = { fundBy: null, presentBy: null, examineDays: null, weekend: null, documents: null, amount: null }

describe('time that was granted to examine', () => {
  test('is not taken away by the seller: neither by more papers nor by a dispute; a rejection uses it up', async () => {
    const trade = await presented({ onSilence: 'accepted' })
    const granted30 = await grantTime(trade, { asks: buyer, agrees: seller, days: 30 })
    clock.on(DAY_MS)
    granted(await present(world, { seller, trade }))
    expect(await running(trade)).toMatchObject({ kind: 'examine', dueAt: granted30 })
    granted(await openDispute(world.deps, { escrowId: trade.escrowId, userId: seller.id, reason: 'Wait.' }))
    granted(await withdrawDispute(world.deps, { escrowId: trade.escrowId, userId: seller.id }))
    const { id, dueAt } = await running(trade)
    // The buyer loses none of the seconds that the seller's dispute lasted.
    expect(dueAt.getTime() - granted30.getTime()).toBeLessThan(HOUR_MS)
    expect(dueAt >= granted30).toBe(true)
    clock.on(9 * DAY_MS)
    await expect(
      world.deps.db.escrowClock.create({ data: { ...(await running(trade)), id: crypto.randomUUID() } }),
    ).rejects.toThrow()
    const early = { end: 'ran_out', endedAt: new Date(dueAt.getTime() - DAY_MS) }
    await expect(world.deps.db.escrowClock.update({ where: { id }, data: early })).rejects.toThrow()

    granted(await decide(world, { buyer, trade, approval: 'Rejected' }))
    granted(await present(world, { seller, trade }))
    expect((await running(trade)).dueAt < granted30).toBe(true)
    await runOut(world, { clock, trade })
    expect(await kindOf(trade)).toBe('last_notice')
  })
})

test('an earlier date that both agree to counts, whatever more time was agreed before; and it runs out then', async () => {
  const trade = await funded()
  const later = await grantTime(trade, { asks: seller, agrees: buyer, days: 30 })
  const { escrowId } = trade
  const presentBy = dayAfter(later, -20)
  const typed = { ...NOTHING, presentBy }
  granted(await acceptedBy(trade))
  granted(await proposeAmendment(world.deps, { escrowId, userId: seller.id, typed, words: 'Sooner.' }))
  const { id: amendmentId } = await world.deps.db.amendment.findFirstOrThrow({ where: { escrowId } })
  granted(await settleAmendment(world.deps, { escrowId, userId: buyer.id, amendmentId, answer: 'agreed' }))
  expect((await running(trade)).dueAt < later).toBe(true)
  await runOut(world, { clock, trade })
  expect(await kindOf(trade)).toBe('grace')
  await runOut(world, { clock, trade })
  expect((await rowOf(trade)).refundOpenedAt).not.toBeNull()
})

async function acceptedBy({ escrowId }: DatedTrade) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  if (!escrow) throw new Error('no escrow')
  const { fingerprint } = await showTerms(world.deps.db, {
    escrow,
    viewer: await findSomebody(world.deps.db, seller.id),
  })
  return acceptTerms(world.deps, { escrowId, sellerId: seller.id, seen: fingerprint ?? '' })
}

test('a rejection that is taken back in the last notice gives the buyer no more of it', async () => {
  const trade = await presented({ onSilence: 'accepted' })
  await runOut(world, { clock, trade })
  const before = await running(trade)
  expect(before.kind).toBe('last_notice')
  clock.on(2 * HOUR_MS)
  granted(await decide(world, { buyer, trade, approval: 'Rejected' }))
  clock.on(3 * HOUR_MS)
  granted(await takeBack(trade))
  expect(await running(trade)).toMatchObject({ kind: 'last_notice', dueAt: before.dueAt })
  await runOut(world, { clock, trade })
  expect(await rowOf(trade)).toMatchObject({ documentApprovalStatus: 'Approved' })
})

test.each(['XLM', 'XRP'] as const)(
  '%s: where the server stands still, a deposit that it does not show yet is not too late',
  async (asset) => {
    const target = asset === 'XLM' ? 'horizon' : 'rippled'
    const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, asset })
    const { account, reference } = await rowOf(trade)
    const began = performance.now()
    await pay(world, { asset, to: account, amount: '10', memo: String(reference) })
    const { dueAt } = await running(trade)
    clock.to(new Date(dueAt.getTime() + 1000))
    // Before the deposit, and seconds more: the search does not see it, however busy the machine is.
    const lagLedgers = Math.ceil((performance.now() - began) / LEDGER_MS) + 60
    world.harbour.faults.set({ target, kind: 'lag', lagLedgers })
    await readLedger(world, trade).catch(() => null)
    world.harbour.faults.clear()
    clock.on(5 * 60_000)
    await sweepClocks(world)
    expect(await kindOf(trade)).toBe('fund')
    await readLedger(world, trade)
    clock.on(5 * 60_000)
    await sweepClocks(world)
    expect(await rowOf(trade)).toMatchObject({ lapsedAt: null, verifiedAt: expect.any(Date) })
    expect(await kindOf(trade)).toBe('present')
  },
)

describe('silence says nothing', () => {
  const locked = (person: Person, lockedAt: Date | null) =>
    world.deps.db.user.update({ where: { id: person.id }, data: { lockedAt } })

  test('of a buyer whose account we have locked', async () => {
    const trade = await presented({ onSilence: 'accepted' })
    await locked(buyer, clock.now())
    await runOut(world, { clock, trade })
    await runOut(world, { clock, trade })
    await locked(buyer, null)
    expect(await rowOf(trade)).toMatchObject({ transfers: [], disputes: [{ decision: null, openedById: seller.id }] })
  })

  test('of a seller whose account we have locked', async () => {
    const trade = await presented()
    granted(await decide(world, { buyer, trade, approval: 'Rejected' }))
    await locked(seller, clock.now())
    await runOut(world, { clock, trade })
    await locked(seller, null)
    expect(await rowOf(trade)).toMatchObject({ refundOpenedAt: null, transfers: [], disputes: [{ decision: null }] })
  })

  test('where the last notice did not leave', async () => {
    const trade = await presented({ onSilence: 'accepted' })
    world.harbour.faults.set({ target: 'post', kind: 'server_error' })
    await runOut(world, { clock, trade })
    await runOut(world, { clock, trade })
    world.harbour.faults.clear()
    expect(await rowOf(trade)).toMatchObject({ transfers: [], disputes: [{ decision: null }] })
  })
})

describe('not open any more', () => {
  test('an amendment and a question when Quayside has decided, or the refund has opened', async () => {
    const trade = await presented()
    const { escrowId } = trade
    granted(await decide(world, { buyer, trade, approval: 'Rejected' }))
    granted(await askForWaiver(world.deps, { escrowId, sellerId: seller.id, words: 'It is small.' }))
    const typed = { ...NOTHING, examineDays: '9' }
    granted(await proposeAmendment(world.deps, { escrowId, userId: seller.id, typed, words: '' }))
    await runOut(world, { clock, trade })
    await runOut(world, { clock, trade })
    expect((await rowOf(trade)).refundOpenedAt).not.toBeNull()
    expect(await world.deps.db.amendment.findMany({ where: { escrowId } })).toMatchObject([
      { answer: 'superseded', answeredById: null },
    ])
    expect(await world.deps.db.waiverRequest.findMany({ where: { escrowId } })).toMatchObject([{ answer: 'overtaken' }])
  })

  test('what somebody else asked for who held the ID, when a seller is bound', async () => {
    const trade = await datedTrade(world, { buyer })
    const { escrowId } = trade
    const stranger = await aSeller(world)
    const typed = { ...NOTHING, examineDays: '9' }
    granted(await proposeAmendment(world.deps, { escrowId, userId: stranger.id, typed, words: 'Mine.' }))
    await deposit(world, trade, '10')
    granted(await present(world, { seller, trade }))
    expect(await world.deps.db.amendment.findMany({ where: { escrowId } })).toMatchObject([{ answer: 'superseded' }])
    granted(await proposeAmendment(world.deps, { escrowId, userId: seller.id, typed, words: 'Ours.' }))
  })
})
