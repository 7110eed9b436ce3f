/**
 * Trades with dates over random histories with a moving clock: whatever people do, agree to, and leave undone, every
 * escrow ends; money in = money out + held at each step; no outcome comes twice, early, or against an agreed extension.
 *
 * FC_SEED and FC_RUNS repeat a run or lengthen it.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { openDispute, withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import { endOfWorkingDay, writeDay } from '#app/trade/terms/domain/working-days.ts'
import { showTerms } from '#app/trade/terms/queries/terms-view.server.ts'
import { acceptTerms } from '#app/trade/terms/workflows/accept-terms.server.ts'
import { proposeAmendment, settleAmendment } from '#app/trade/terms/workflows/amend.server.ts'
import { answerExtension, requestExtension } from '#app/trade/terms/workflows/extend-deadline.server.ts'
import {
  DAY_MS,
  type DatedTrade,
  datedTrade,
  datesOf,
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
import { workToTheEnd } from '#tests/support/escrow-model/escrow-work.ts'
import { decide as decideDispute } from '#tests/support/settlement/decide.ts'
import { expectBooksAgree, expectBooksSound } from '#tests/support/world/books.ts'
import { seller as aSeller, type Person, paidBuyer, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const RUNS: [Asset, number][] = [
  ['XLM', 14],
  ['XRP', 3],
]

let world: World
let clock: MovingClock
let buyer: Person
let seller: Person
let operatorId: string

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
  operatorId = (await aUser(world.deps.db, { role: 'admin' })).id
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
})

const AMOUNT = '9'
const DEPOSITS = { all: '9', part: '4', 'too much': '11' } as const
const side = fc.constantFrom('buyer' as const, 'seller' as const)

const anAct = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('pay' as const), share: fc.constantFrom('all', 'part', 'too much') }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('present' as const), papers: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('decide' as const), isApproved: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('ask time' as const), by: side, days: fc.integer({ min: 1, max: 70 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('answer time' as const), by: side, isAgreed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('accept' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('propose' as const),
      by: side,
      laterFund: fc.option(fc.integer({ min: 1, max: 30 })),
      laterPresent: fc.option(fc.integer({ min: 1, max: 60 })),
      documents: fc.option(fc.subarray(['BillOfLading', 'PackingList'])),
      amount: fc.option(fc.constantFrom('8', '6.5'), { freq: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('settle amendment' as const),
      by: side,
      answer: fc.constantFrom('agreed', 'agreed', 'declined', 'withdrawn'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('dispute' as const), by: side }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end dispute' as const), by: side }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('dismiss' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('ask refund' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('answer refund' as const), isAgreed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wallet' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('wait' as const), hours: fc.constantFrom(1, 20, 30, 50, 24 * 4, 24 * 20) }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('run out' as const) }) },
)
type Act = typeof anAct extends fc.Arbitrary<infer Value> ? Value : never

const aStart = fc.record({
  isNamed: fc.boolean(),
  onSilence: fc.constantFrom('quayside', 'accepted'),
  examineDays: fc.constantFrom('1', '5'),
})

/** Refusals are answers, too; an exception, or what `expectSound` finds, is not. */
async function happen(trade: DatedTrade, act: Act): Promise<void> {
  const { deps } = world
  const { escrowId, asset } = trade
  const idOf = (who: 'buyer' | 'seller') => (who === 'buyer' ? buyer.id : seller.id)
  const wallet = { address: walletOf(asset, 'second-buyer'), memo: '' }
  const refund = { escrowId, buyerId: buyer.id, wallet }
  switch (act.act) {
    case 'pay':
      return deposit(world, trade, DEPOSITS[act.share as keyof typeof DEPOSITS])
    case 'present':
      return void (await present(world, { seller, trade, papers: act.papers }))
    case 'decide':
      return void (await decide(world, { buyer, trade, approval: act.isApproved ? 'Approved' : 'Rejected' }))
    case 'ask time': {
      const running = await openDeadline(world, trade)
      const until = writeDay(new Date((running?.dueAt ?? clock.now()).getTime() + act.days * DAY_MS))
      return void (await requestExtension(deps, { escrowId, userId: idOf(act.by), until, reason: 'A strike.' }))
    }
    case 'answer time': {
      const request = await deps.db.timeRequest.findFirst({
        where: { escrowId },
        orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
      })
      const requestId = request?.id ?? escrowId
      return void (await answerExtension(deps, { escrowId, userId: idOf(act.by), requestId, isAgreed: act.isAgreed }))
    }
    case 'accept': {
      const escrow = await findEscrow(deps.db, escrowId)
      const sheet = escrow && (await showTerms(deps.db, { escrow, viewer: await findSomebody(deps.db, seller.id) }))
      return void (await acceptTerms(deps, { escrowId, sellerId: seller.id, seen: sheet?.fingerprint ?? '' }))
    }
    case 'propose': {
      const dates = await datesOf(world, { escrowId })
      const later = (date: Date, days: number | null) =>
        days === null ? null : writeDay(new Date(Math.max(date.getTime(), clock.now().getTime()) + days * DAY_MS))
      const typed = {
        fundBy: later(dates.fundBy, act.laterFund),
        presentBy: later(dates.presentBy, act.laterPresent),
        examineDays: null,
        documents: act.documents,
        amount: act.amount,
      }
      return void (await proposeAmendment(deps, { escrowId, userId: idOf(act.by), typed, words: 'A strike.' }))
    }
    case 'settle amendment': {
      const open = await deps.db.amendment.findFirst({
        where: { escrowId },
        orderBy: [{ proposedAt: 'desc' }, { id: 'desc' }],
      })
      const answer = act.answer as 'agreed' | 'declined' | 'withdrawn'
      const settled = { escrowId, userId: idOf(act.by), amendmentId: open?.id ?? escrowId, answer }
      return void (await settleAmendment(deps, settled))
    }
    case 'dispute':
      return void (await openDispute(deps, { escrowId, userId: idOf(act.by), reason: 'A reason.' }))
    case 'end dispute':
      return void (await withdrawDispute(deps, { escrowId, userId: idOf(act.by) }))
    case 'dismiss':
      return endDispute(trade, 'dismissed')
    case 'ask refund':
      return void (await askForRefund(deps, { ...refund, reason: 'A reason.' }))
    case 'answer refund': {
      const answer = { escrowId, sellerId: seller.id, isAgreed: act.isAgreed, reason: 'No.' }
      return void (await answerRefund(deps, answer))
    }
    case 'wallet':
      return void (await stateRefundWallet(deps, refund))
    case 'cancel':
      return void (await cancelEscrow(deps, { ...refund, wallet: null }))
    case 'wait':
      clock.on(act.hours * HOUR_MS)
      await readLedger(world, trade)
      return sweepClocks(world)
    case 'run out':
      if (await openDeadline(world, trade)) await runOut(world, { clock, trade })
  }
}

async function endDispute({ escrowId }: DatedTrade, decision: 'dismissed' | 'refund'): Promise<void> {
  const dispute = await world.deps.db.dispute.findFirst({ where: { escrowId, decision: null } })
  if (!dispute) return
  const decided = { escrowId, operatorId, disputeId: dispute.id, decision, sellerAmount: '0', note: 'Heard.' }
  await decideDispute(world.deps, decided)
}

const rowOf = ({ escrowId }: DatedTrade) =>
  world.deps.db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    include: {
      transfers: true,
      disputes: true,
      acceptedTerms: { orderBy: { version: 'asc' } },
      milestone: { include: { clocks: true, requests: true, amendments: true } },
    },
  })
type Row = Awaited<ReturnType<typeof rowOf>>

const STEP_OF: Record<string, string> = { grace: 'present', last_notice: 'examine' }
const sumOf = (payouts: { amount: { toFixed(): string } }[]) =>
  payouts.reduce((sum, { amount }) => sum.plus(amount.toFixed()), new Decimal(0))
const isSettled = ({ transfers }: Row) => transfers.some(({ purpose }) => purpose === 'release' || purpose === 'refund')

async function expectSound(trade: DatedTrade, beginning: { fundBy: Date; presentBy: Date }): Promise<void> {
  await expectBooksSound(world.deps.db)
  const row = await rowOf(trade)
  const held = new Decimal(row.receivedAmount.toFixed()).minus(sumOf(row.transfers))
  expect(held.gte(0), `${held} is held`).toBe(true)
  const settled = sumOf(row.transfers.filter(({ purpose }) => purpose !== 'return'))
  const amount = row.amount.toFixed()
  expect(settled.isZero() || settled.eq(amount), `${settled} of ${amount} is settled`).toBe(true)
  const agreed = row.milestone?.amendments.filter(({ answer }) => answer === 'agreed') ?? []
  const lowered = agreed.flatMap((amendment) => amendment.amount ?? []).map((one) => Number(one))
  expect(Number(amount), 'the amount is the lowest that both agreed to').toBe(Math.min(Number(AMOUNT), ...lowered))
  // Somebody agreed to each version, and the last one is in force, except for extensions.
  const last = row.acceptedTerms.at(-1)
  expect(row.acceptedTerms.length).toBeGreaterThanOrEqual(agreed.length)
  expect(row.acceptedTerms.length).toBeLessThanOrEqual(agreed.length + 1)
  if (last) expect(JSON.parse(last.text ?? '')).toMatchObject({ amount: row.amount.toFixed() })
  expect(row.confirmedAt === null || last !== undefined, 'who has confirmed has accepted').toBe(true)

  const { clocks = [], requests = [] } = row.milestone ?? {}
  const running = clocks.filter(({ endedAt }) => endedAt === null)
  const waits = !row.cancelledAt && !isSettled(row) && !row.refundOpenedAt && row.disputes.every((one) => one.decision)
  expect(running.length, 'a clock runs exactly while somebody has to act').toBe(waits ? 1 : 0)
  const ranOut = clocks.filter(({ end }) => end === 'ran_out')
  expect(new Set(ranOut.map(({ kind, since }) => `${kind} ${since.toISOString()}`)).size).toBe(ranOut.length)
  for (const { kind, dueAt, endedAt, turnSince } of ranOut) {
    expect(endedAt?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime())
    const own = requests.filter(
      ({ step, since }) => step === (STEP_OF[kind] ?? kind) && since.getTime() === turnSince.getTime(),
    )
    expect(own.filter(({ answer, until }) => answer === 'agreed' && endedAt && until > endedAt)).toEqual([])
  }
  // By the original dates: nothing has ever moved one to an earlier moment.
  if (row.lapsedAt) expect(row.lapsedAt.getTime()).toBeGreaterThanOrEqual(beginning.fundBy.getTime())
  if (row.refundOpenedAt) {
    expect(row.refundOpenedAt.getTime()).toBeGreaterThanOrEqual(beginning.presentBy.getTime() + 48 * HOUR_MS)
  }
  // Silence counts only after the shortest examination and the last notice.
  const silent = await world.deps.db.auditEvent.findMany({
    where: { escrowId: trade.escrowId, kind: { in: ['accepted_by_silence', 'put_to_quayside'] } },
  })
  for (const { kind, at } of silent) {
    const notices = clocks.filter((one) => one.kind === 'last_notice' && one.endedAt?.getTime() === at.getTime())
    const [notice] = notices
    const earliest = notice && endOfWorkingDay(notice.turnSince, Number(row.milestone?.examineDays)).getTime() + DAY_MS
    expect([notices.length, earliest !== undefined && at.getTime() >= earliest], kind).toEqual([1, true])
  }
}

/** Only Quayside, who decides, and the buyer, who states wallets, still act. */
async function fallSilent(trade: DatedTrade): Promise<void> {
  for (let steps = 0; steps < 8; steps += 1) {
    const wallet = { address: walletOf(trade.asset, 'second-buyer'), memo: '' }
    await stateRefundWallet(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, wallet })
    await endDispute(trade, 'refund')
    if (!(await openDeadline(world, trade))) break
    await runOut(world, { clock, trade })
  }
  await workToTheEnd(world, { asset: trade.asset, escrowIds: [trade.escrowId] })
  const row = await rowOf(trade)
  expect(row.cancelledAt !== null || isSettled(row), 'it has ended').toBe(true)
  expect(sumOf(row.transfers).toFixed(), 'all that came in has gone out').toBe(
    new Decimal(row.receivedAmount.toFixed()).toFixed(),
  )
}

describe.each(RUNS)('trades with dates in %s', (asset, numRuns) => {
  test('end, and keep their money, whoever falls silent', async () => {
    await fc.assert(
      fc.asyncProperty(aStart, fc.array(anAct, { minLength: 4, maxLength: 16 }), async (start, acts) => {
        const { isNamed, ...dates } = start
        const sellerEmail = isNamed ? seller.email : ''
        const trade = await datedTrade(world, { buyer, asset, amount: AMOUNT, sellerEmail, dates })
        const { fundBy, presentBy } = await datesOf(world, trade)
        for (const act of acts) {
          await happen(trade, act)
          await expectSound(trade, { fundBy, presentBy })
        }
        await fallSilent(trade)
        await expectSound(trade, { fundBy, presentBy })
        await expectBooksAgree(world)
      }),
      {
        numRuns: Number(process.env.FC_RUNS ?? numRuns),
        seed: Number(process.env.FC_SEED ?? 20_261_124),
        endOnFailure: process.env.FC_RUNS === undefined,
      },
    )
  }, 1_800_000)
})
