/** A trade's deadlines: whose runs, what follows when it expires, what stops it (issue: when somebody goes silent). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findStatement } from '#app/records/statement/queries/statement.server.ts'
import { expireDeadline } from '#app/trade/deadlines/workflows/expire-deadline.server.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import { readWorkingDay, writeDay } from '#app/trade/terms/domain/working-days.ts'
import { answerExtension, requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  datesOf,
  decide,
  deposit,
  HOUR_MS,
  lettersOf,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  readLedger,
  runOut,
  sweepClocks,
} from '#tests/support/agreement/dated-trades.ts'
import { workToTheEnd } from '#tests/support/escrow-model/escrow-work.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import {
  seller as aSeller,
  escrowOf,
  granted,
  type Person,
  paidBuyer,
  register,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

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

const REFUND = { address: walletOf('XLM', 'second-buyer'), memo: '' }
const rowOf = ({ escrowId }: { escrowId: string }) =>
  world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId }, include: { transfers: true, disputes: true } })
const runs = async (trade: DatedTrade) => (await openDeadline(world, trade))?.kind ?? null
const named = () => datedTrade(world, { buyer, sellerEmail: seller.email })

async function funded(dates: Parameters<typeof datedTrade>[1]['dates'] = {}): Promise<DatedTrade> {
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates })
  await deposit(world, trade, '10')
  return trade
}

async function presented(dates: Parameters<typeof datedTrade>[1]['dates'] = {}): Promise<DatedTrade> {
  const trade = await funded(dates)
  granted(await present(world, { seller, trade }))
  return trade
}

async function paidOut(trade: DatedTrade) {
  await workToTheEnd(world, { asset: trade.asset, escrowIds: [trade.escrowId] })
  const { transfers: payouts } = await rowOf(trade)
  return payouts.map(({ purpose, amount, address, state }) => [purpose, amount.toFixed(), address, state])
}

test('a trade without dates has no clock, whatever time passes', async () => {
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
  expect(await world.deps.db.milestone.findMany({ where: { escrowId } })).toMatchObject([{ ordinal: 1, fundBy: null }])
  expect(await world.deps.db.escrowClock.count({ where: { escrowId } })).toBe(0)
})

test('each step winds the clock of the next one, and the end stops it', async () => {
  const trade = await named()
  expect(await openDeadline(world, trade)).toMatchObject({ kind: 'fund', owner: 'buyer' })
  await deposit(world, trade, '10')
  expect(await openDeadline(world, trade)).toMatchObject({ kind: 'present', owner: 'seller' })
  granted(await present(world, { seller, trade }))
  expect(await openDeadline(world, trade)).toMatchObject({ kind: 'examine', owner: 'buyer' })
  granted(await decide(world, { buyer, trade, approval: 'Rejected' }))
  expect(await openDeadline(world, trade)).toMatchObject({ kind: 'present', owner: 'seller' })
  granted(await present(world, { seller, trade }))
  granted(await decide(world, { buyer, trade, approval: 'Approved' }))
  expect(await openDeadline(world, trade)).toBeNull()
})

test('not funded: it lapses with a notice to both, and what comes later is owed back', async () => {
  const trade = await named()
  await runOut(world, { clock, trade })
  expect(await rowOf(trade)).toMatchObject({ lapsedAt: expect.any(Date), cancelledAt: expect.any(Date) })
  expect(await runs(trade)).toBeNull()
  for (const to of [buyer, seller]) {
    const outcomes = await lettersOf(world, { letter: 'clock', trade, to })
    expect(outcomes.filter(({ moment }) => moment === 'outcome')).toMatchObject([{ outcome: 'lapsed' }])
  }
  await deposit(world, trade, '10')
  expect(await rowOf(trade)).toMatchObject({ txValidated: false, verifiedAt: null, transfers: [] })
  granted(await stateRefundWallet(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, wallet: REFUND }))
  expect(await paidOut(trade)).toEqual([['return', '10', REFUND.address, 'confirmed']])
})

test('a part that came in time goes back to the wallet that is stated', async () => {
  const trade = await named()
  await deposit(world, trade, '4')
  granted(await stateRefundWallet(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, wallet: REFUND }))
  await runOut(world, { clock, trade })
  expect(await paidOut(trade)).toEqual([['return', '4', REFUND.address, 'confirmed']])
})

test('money in the ledger that is not read yet is not too late', async () => {
  const trade = await named()
  const running = await openDeadline(world, trade)
  clock.to(new Date((running?.dueAt.getTime() ?? 0) + 1000))
  await sweepClocks(world)
  expect(await runs(trade), 'the account was not read after the date').toBe('fund')
  await deposit(world, trade, '10')
  await sweepClocks(world)
  expect(await runs(trade)).toBe('present')
})

test('nothing presented: a notice, 48 hours, and the refund waits for a wallet; then it is paid once', async () => {
  const trade = await funded()
  await runOut(world, { clock, trade })
  expect(await openDeadline(world, trade)).toMatchObject({ kind: 'grace', owner: 'seller' })
  expect((await rowOf(trade)).refundOpenedAt).toBeNull()
  clock.on(47 * HOUR_MS)
  await sweepClocks(world)
  expect(await runs(trade)).toBe('grace')
  await runOut(world, { clock, trade })
  expect(await rowOf(trade)).toMatchObject({ refundOpenedAt: expect.any(Date), transfers: [] })
  expect(await present(world, { seller, trade })).toMatchObject({ refused: 'escrow_settled' })
  expect(
    await openDispute(world.deps, { escrowId: trade.escrowId, userId: seller.id, reason: 'It is shipped.' }),
  ).toMatchObject({ refused: 'dispute_not_possible' })
  const stated = { escrowId: trade.escrowId, buyerId: buyer.id, wallet: REFUND }
  await Promise.all([stateRefundWallet(world.deps, stated), stateRefundWallet(world.deps, stated)])
  expect(await paidOut(trade)).toEqual([['refund', '10', REFUND.address, 'confirmed']])
})

test('a refund that was asked for stops no clock, and its wallet is paid when the refund opens', async () => {
  const trade = await funded()
  granted(
    await askForRefund(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, reason: 'Late.', wallet: REFUND }),
  )
  await runOut(world, { clock, trade })
  await runOut(world, { clock, trade })
  expect(await paidOut(trade)).toEqual([['refund', '10', REFUND.address, 'confirmed']])
})

test('documents within the 48 hours come in time', async () => {
  const trade = await funded()
  await runOut(world, { clock, trade })
  granted(await present(world, { seller, trade }))
  expect(await runs(trade)).toBe('examine')
})

test('not examined: a last notice, and Quayside decides', async () => {
  const trade = await presented()
  await runOut(world, { clock, trade })
  expect(await openDeadline(world, trade)).toMatchObject({ kind: 'last_notice', owner: 'buyer' })
  expect((await rowOf(trade)).disputes).toEqual([])
  await runOut(world, { clock, trade })
  expect((await rowOf(trade)).disputes).toMatchObject([{ decision: null, openedById: seller.id }])
  expect(await runs(trade)).toBeNull()
})

test('not examined, where both had agreed on that: the documents count as accepted, and the seller is paid once', async () => {
  const trade = await presented({ onSilence: 'accepted' })
  await runOut(world, { clock, trade })
  expect((await rowOf(trade)).transfers).toEqual([])
  await runOut(world, { clock, trade })
  expect(await paidOut(trade)).toEqual([['release', '10', walletOf('XLM'), 'confirmed']])
  const told = await lettersOf(world, { letter: 'clock', trade, to: buyer })
  expect(told.map(({ moment }) => moment)).toEqual(['notice', 'outcome'])
})

test.each<[string, { papers?: number } & Partial<Pick<EscrowSubmission, 'walletFrom' | 'walletAddress'>>]>([
  ['nothing was presented with the confirmation', { papers: 0 }],
  ['the wallet has to be checked first', { walletFrom: 'seller', walletAddress: '' }],
])('silence is no acceptance where %s', async (_, { papers = 1, ...changes }) => {
  const dates = { onSilence: 'accepted' }
  const trade = await datedTrade(world, { buyer, sellerEmail: seller.email, dates, ...changes })
  await deposit(world, trade, '10')
  granted(await present(world, { seller, trade, papers }))
  await runOut(world, { clock, trade })
  await runOut(world, { clock, trade })
  expect(await rowOf(trade)).toMatchObject({ transfers: [], disputes: [{ decision: null }] })
})

test('nor where the buyer does not read the address', async () => {
  const trade = await presented({ onSilence: 'accepted' })
  await world.deps.db.user.update({ where: { id: buyer.id }, data: { emailConfirmedAt: null } })
  await runOut(world, { clock, trade })
  await runOut(world, { clock, trade })
  await world.deps.db.user.update({ where: { id: buyer.id }, data: { emailConfirmedAt: new Date() } })
  expect(await rowOf(trade)).toMatchObject({ transfers: [], disputes: [{ decision: null }] })
})

test('whose turn it is is reminded at half of the time, a day and an hour before, once each', async () => {
  const trade = await funded()
  const { startedAt, dueAt } = (await openDeadline(world, trade))!
  const half = new Date((startedAt.getTime() + dueAt.getTime()) / 2)
  for (const moment of [half, new Date(dueAt.getTime() - DAY_MS), new Date(dueAt.getTime() - HOUR_MS)]) {
    clock.to(new Date(moment.getTime() - 1000))
    await sweepClocks(world)
    const before = (await lettersOf(world, { letter: 'clock', trade, to: seller })).length
    clock.to(new Date(moment.getTime() + 1000))
    await sweepClocks(world)
    await sweepClocks(world)
    const told = await lettersOf(world, { letter: 'clock', trade, to: seller })
    expect(told.length - before).toBe(1)
    expect(told.at(-1)).toMatchObject({ moment: 'reminder', kind: 'present', isYours: true })
  }
  expect(await lettersOf(world, { letter: 'clock', trade, to: buyer })).toEqual([])
})

const dayAfter = (moment: Date, days: number) => writeDay(new Date(moment.getTime() + days * DAY_MS))

test('more time: asked once, agreed by the other side; the old clock does nothing any more', async () => {
  const trade = await funded()
  const { escrowId } = trade
  const old = (await openDeadline(world, trade))!
  const until = dayAfter(old.dueAt, 7)
  const ask = { escrowId, userId: seller.id, until, reason: 'The vessel is late.' }
  expect(await requestExtension(world.deps, { ...ask, userId: buyer.id })).toMatchObject({
    refused: 'time_not_possible',
  })
  expect(await requestExtension(world.deps, { ...ask, until: dayAfter(old.dueAt, -1) })).toMatchObject({
    refused: 'time_until_invalid',
  })
  granted(await requestExtension(world.deps, ask))
  granted(await requestExtension(world.deps, ask))
  expect(await requestExtension(world.deps, { ...ask, until: dayAfter(old.dueAt, 9) })).toMatchObject({
    refused: 'time_asked_before',
  })
  expect(await lettersOf(world, { letter: 'more_time', trade, to: buyer })).toHaveLength(1)

  const request = await world.deps.db.timeRequest.findFirstOrThrow({ where: { escrowId } })
  const answer = { escrowId, userId: buyer.id, requestId: request.id, isAgreed: true }
  expect(await answerExtension(world.deps, { ...answer, userId: seller.id })).toMatchObject({
    refused: 'time_not_asked',
  })
  const stranger = await register(world, { role: 'seller' })
  expect(await answerExtension(world.deps, { ...answer, userId: stranger.id })).toMatchObject({
    refused: 'escrow_not_found',
  })
  const answers = await Promise.all([answerExtension(world.deps, answer), answerExtension(world.deps, answer)])
  for (const one of answers) granted(one)
  expect(await answerExtension(world.deps, { ...answer, isAgreed: false })).toMatchObject({ refused: 'time_not_asked' })

  expect(await openDeadline(world, trade)).toMatchObject({ kind: 'present', dueAt: readWorkingDay(until) })
  clock.to(new Date(old.dueAt.getTime() + HOUR_MS))
  await expireDeadline(world.deps, { clockId: old.id })
  await sweepClocks(world)
  expect(await world.deps.db.escrowClock.findUniqueOrThrow({ where: { id: old.id } })).toMatchObject({ end: 'moved' })
  expect(await runs(trade)).toBe('present')
  await runOut(world, { clock, trade })
  expect(await runs(trade)).toBe('grace')
  expect(await requestExtension(world.deps, { ...ask, until: dayAfter(clock.now(), 9) })).toMatchObject({
    refused: 'time_asked_before',
  })
})

test('a request for more time that nobody answers holds nothing up', async () => {
  const trade = await funded()
  await runOut(world, { clock, trade })
  const grace = (await openDeadline(world, trade))!
  clock.to(new Date(grace.dueAt.getTime() - HOUR_MS))
  const ask = { escrowId: trade.escrowId, userId: seller.id, until: dayAfter(grace.dueAt, 9), reason: '' }
  granted(await requestExtension(world.deps, ask))
  expect((await openDeadline(world, trade))?.dueAt).toEqual(grace.dueAt)
  await runOut(world, { clock, trade })
  expect((await rowOf(trade)).refundOpenedAt).not.toBeNull()
  const request = await world.deps.db.timeRequest.findFirstOrThrow({ where: { escrowId: trade.escrowId } })
  const late = { escrowId: trade.escrowId, userId: buyer.id, requestId: request.id, isAgreed: true }
  expect(await answerExtension(world.deps, late)).toMatchObject({ refused: 'time_not_possible' })
})

test('a dispute stops the clock; whoever withdraws the own one gets no time by it, and cannot once the date has passed', async () => {
  const trade = await funded()
  const dispute = { escrowId: trade.escrowId, userId: seller.id }
  const before = (await openDeadline(world, trade))!
  granted(await openDispute(world.deps, { ...dispute, reason: 'Wait.' }))
  expect(await runs(trade)).toBeNull()
  clock.on(3 * DAY_MS)
  granted(await withdrawDispute(world.deps, dispute))
  expect((await openDeadline(world, trade))?.dueAt).toEqual(before.dueAt)
  granted(await openDispute(world.deps, { ...dispute, reason: 'Wait.' }))
  clock.to(new Date(before.dueAt.getTime() + 1000))
  expect(await withdrawDispute(world.deps, dispute)).toMatchObject({ refused: 'dispute_stands' })
  expect(await rowOf(trade)).toMatchObject({ disputes: [{ decision: 'withdrawn' }, { decision: null }] })
})

test('a dispute of the buyer takes none of the time to present', async () => {
  const trade = await funded()
  const before = (await openDeadline(world, trade))!
  granted(await openDispute(world.deps, { escrowId: trade.escrowId, userId: buyer.id, reason: 'Wait.' }))
  clock.on(30 * DAY_MS)
  granted(await withdrawDispute(world.deps, { escrowId: trade.escrowId, userId: buyer.id }))
  const added = ((await openDeadline(world, trade))?.dueAt.getTime() ?? 0) - before.dueAt.getTime()
  expect(added).toBeGreaterThanOrEqual(30 * DAY_MS)
  expect(added).toBeLessThan(30 * DAY_MS + HOUR_MS)
})

test('the statement prints the dates as they stand, and the notices', async () => {
  const trade = await presented({ onSilence: 'accepted' })
  await runOut(world, { clock, trade })
  const { fundBy } = await datesOf(world, trade)
  const statement = await findStatement(world.deps.db, {
    viewer: { ...buyer, role: 'buyer', hasConfirmedEmail: true },
    transactionId: trade.transactionId,
    networks: { stellarPassphrase: null, xrplNetworkId: 1 },
    now: clock.now(),
  })
  expect(statement).toMatchObject({
    dates: { fundBy: fundBy.toISOString(), examineDays: 5, onSilence: 'accepted' },
    events: expect.arrayContaining([expect.objectContaining({ kind: 'examination_missed', by: 'quayside' })]),
  })
})

test('what the buyer calls off has no clock any more', async () => {
  const trade = await named()
  granted(await cancelEscrow(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, wallet: null }))
  expect(await runs(trade)).toBeNull()
  expect((await rowOf(trade)).lapsedAt).toBeNull()
})

test('the database lets no clock run out early, twice, against more time or a dispute', async () => {
  const { db } = world.deps
  const trade = await funded()
  const running = (await openDeadline(world, trade))!
  const end = (at: Date) => db.escrowClock.update({ where: { id: running.id }, data: { end: 'ran_out', endedAt: at } })
  await expect(end(new Date(running.dueAt.getTime() - 1))).rejects.toThrow('escrow_clock_not_before_time')
  await expect(
    db.escrowClock.create({ data: { ...running, id: crypto.randomUUID() } }),
    'a second one beside it',
  ).rejects.toThrow()
  await expect(db.escrowClock.delete({ where: { id: running.id } })).rejects.toThrow('never deleted')
  await expect(db.escrowClock.update({ where: { id: running.id }, data: { dueAt: new Date() } })).rejects.toThrow(
    'stays what it is',
  )
  await expect(
    db.escrow.update({ where: { id: trade.escrowId }, data: { refundOpenedAt: new Date() } }),
  ).rejects.toThrow('does not open')

  clock.to(new Date(running.dueAt.getTime() - HOUR_MS))
  const until = dayAfter(running.dueAt, 9)
  const { escrowId } = trade
  granted(await requestExtension(world.deps, { escrowId, userId: seller.id, until, reason: '' }))
  const { id: requestId } = await db.timeRequest.findFirstOrThrow({ where: { escrowId } })
  granted(await answerExtension(world.deps, { escrowId, userId: buyer.id, requestId, isAgreed: true }))
  const extended = (await openDeadline(world, trade))!
  const due = new Date(running.dueAt.getTime() + 1)
  await expect(
    db.escrowClock.update({ where: { id: extended.id }, data: { end: 'ran_out', endedAt: due } }),
  ).rejects.toThrow()

  const other = await funded()
  const old = (await openDeadline(world, other))!
  granted(await openDispute(world.deps, { escrowId: other.escrowId, userId: seller.id, reason: 'Wait.' }))
  await expect(
    db.escrowClock.update({ where: { id: old.id }, data: { end: 'ran_out', endedAt: old.dueAt } }),
  ).rejects.toThrow('has ended')
})

test('a worker that is killed in the middle has done nothing, and the next one all of it', async () => {
  const trade = await presented({ onSilence: 'accepted' })
  await runOut(world, { clock, trade })
  const running = (await openDeadline(world, trade))!
  clock.to(new Date(running.dueAt.getTime() + 1000))
  await readLedger(world, trade)
  await world.deps.db.$executeRawUnsafe(`
    create function "die_here"() returns trigger language plpgsql as $$ begin raise exception 'killed here'; end $$`)
  await world.deps.db.$executeRawUnsafe(`
    create trigger "die_here" before insert on "transfer" for each row execute function "die_here"()`)
  await expect(expireDeadline(world.deps, { clockId: running.id })).rejects.toThrow('killed here')
  await world.deps.db.$executeRawUnsafe('drop function "die_here" cascade')
  expect(await rowOf(trade)).toMatchObject({ documentApprovalStatus: 'Pending', transfers: [] })
  expect(await lettersOf(world, { letter: 'clock', trade, to: buyer })).toHaveLength(1)
  clock.on(10 * 60_000)
  await sweepClocks(world)
  expect(await paidOut(trade)).toEqual([['release', '10', walletOf('XLM'), 'confirmed']])
})
