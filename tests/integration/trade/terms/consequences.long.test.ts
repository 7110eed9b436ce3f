/**
 * What was announced is what follows (decision 072): the real workflow runs over custody, silence, completeness,
 * wallet, address and presentations, and its result is compared with what the page said before.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { createDocument } from '#app/trade/documents/db/documents.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import { findStanding } from '#app/trade/terms/db/milestones.server.ts'
import { findConsequence } from '#app/trade/terms/db/situation.server.ts'
import { type Follows, showConsequence, type Why } from '#app/trade/terms/domain/consequence.ts'
import { deadlineOf } from '#app/trade/terms/domain/deadline.ts'
import { addDays, endOfDay } from '#app/trade/terms/domain/working-days.ts'
import { showDates } from '#app/trade/terms/queries/dates-view.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import {
  datedTrade,
  decide,
  deposit,
  giveDates,
  type MovingClock,
  movingClock,
  openDeadline,
  present,
  runOut,
} from '#tests/support/agreement/dated-trades.ts'
import { aDepositedTrade, confirmTrade } from '#tests/support/onchain/onchain-trades.ts'
import { seller as aSeller, granted, type Person, paidBuyer, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let clock: MovingClock
let buyer: Person
let seller: Person

beforeAll(async () => {
  world = await openWorld()
  clock = movingClock(world)
  buyer = await paidBuyer(world)
  seller = await aSeller(world)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
})

type Trade = { escrowId: string; transactionId: string; asset: 'XLM' | 'XRP' }

async function said({ escrowId }: Trade) {
  const escrow = await findEscrow(world.deps.db, escrowId)
  const standing = escrow && (await findStanding(world.deps.db, escrow))
  const running = standing && deadlineOf(standing)
  if (!running) throw new Error('no clock runs')
  const ahead = await findConsequence(world.deps.db, { escrow, standing, clock: running, now: clock.now() })
  // The page says the same, except of a date that stands still.
  const shown = (await showDates(world.deps.db, { escrow, viewer: null, now: clock.now() }))?.clock
  if (shown) expect(shown).toMatchObject(showConsequence(ahead))
  return ahead
}

/** Returns what the record says in the end, in the words of the announcement. */
async function became({ escrowId, asset }: Trade): Promise<Follows> {
  const row = await world.deps.db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    include: { disputes: true, transfers: true, hold: true },
  })
  if (row.lapsedAt) return 'ends_unfunded'
  if (row.refundOpenedAt) {
    expect(row.transfers.filter(({ purpose }) => purpose === 'release')).toEqual([])
    if (!row.hold) return 'refund_opens'
    expect(row.transfers.map(({ purpose }) => purpose)).toEqual([asset === 'XRP' ? 'expiry' : 'refund'])
    return asset === 'XRP' ? 'returns_at_ledger_date' : 'returns_by_signature'
  }
  if (row.documentApprovalStatus === 'Approved') {
    expect(row.transfers.map(({ purpose }) => purpose)).toEqual(['release'])
    return 'accepted'
  }
  expect(row.disputes).toMatchObject([{ decision: null }])
  return 'quayside'
}

/** Until no deadline runs: each announces the same end, and that end follows. */
async function expectKept(trade: Trade, expected: { follows: Follows; why?: Why | null }): Promise<void> {
  const first = await said(trade)
  expect(first).toMatchObject(expected)
  for (let clocks = 0; clocks < 3 && (await openDeadline(world, trade)); clocks += 1) {
    const now = await said(trade)
    expect([now.follows, now.why, now.wasPresented]).toEqual([first.follows, first.why, first.wasPresented])
    await runOut(world, { clock, trade })
  }
  expect(await became(trade)).toBe(expected.follows)
}

const YES_NO = [true, false]

describe('of money that Quayside holds', () => {
  test('not funded', async () => {
    const trade = (await datedTrade(world, { buyer, sellerEmail: seller.email })) as Trade
    await expectKept(trade, { follows: 'ends_unfunded' })
  })

  test.each(['nothing', 'rejected once', 'rejected twice'] as const)('not accepted in time: %s', async (how) => {
    const trade = (await datedTrade(world, { buyer, sellerEmail: seller.email })) as Trade
    await deposit(world, trade, '10')
    for (let round = 0; round < { nothing: 0, 'rejected once': 1, 'rejected twice': 2 }[how]; round += 1) {
      granted(await present(world, { seller, trade }))
      granted(await decide(world, { buyer, trade, approval: 'Rejected' }))
    }
    expect(await said(trade)).toMatchObject({
      wasPresented: how !== 'nothing',
      mayPresent: how !== 'rejected twice',
      needsWallet: true,
    })
    const wallet = { address: walletOf('XLM', 'second-buyer'), memo: '' }
    granted(await stateRefundWallet(world.deps, { escrowId: trade.escrowId, buyerId: buyer.id, wallet }))
    expect(await said(trade)).toMatchObject({ needsWallet: false })
    await expectKept(trade, { follows: 'refund_opens' })
  })

  const table = (['quayside', 'accepted'] as const).flatMap((onSilence) =>
    YES_NO.flatMap((isComplete) =>
      YES_NO.flatMap((isExpected) => YES_NO.map((isConfirmed) => ({ onSilence, isComplete, isExpected, isConfirmed }))),
    ),
  )
  test.each(table)('not examined: %o', async ({ onSilence, isComplete, isExpected, isConfirmed }) => {
    const own = await paidBuyer(world)
    const wallet = isExpected ? {} : ({ walletFrom: 'seller', walletAddress: '' } as const)
    const opened = { buyer: own, sellerEmail: seller.email, dates: { onSilence }, ...wallet }
    const trade = (await datedTrade(world, opened)) as Trade
    await deposit(world, trade, '10')
    granted(await present(world, { seller, trade, papers: isComplete ? 1 : 0 }))
    if (!isConfirmed) await world.deps.db.user.update({ where: { id: own.id }, data: { emailConfirmedAt: null } })
    const why = whyNot({ onSilence, isComplete, isExpected, isConfirmed })
    await expectKept(trade, { follows: why ? 'quayside' : 'accepted', why })
  })

  test('a last notice that is given up', async () => {
    const own = await paidBuyer(world)
    const dates = { onSilence: 'accepted' } as const
    const trade = (await datedTrade(world, { buyer: own, sellerEmail: seller.email, dates })) as Trade
    await deposit(world, trade, '10')
    granted(await present(world, { seller, trade }))
    await runOut(world, { clock, trade })
    expect(await said(trade)).toMatchObject({ kind: 'last_notice', follows: 'accepted' })
    const lost = { sentAt: null, givenUpAt: clock.now(), givenUpFor: 'refused', lastError: 'refused' }
    await world.deps.db.outboxLetter.updateMany({
      where: { recipient: own.email, content: { path: ['moment'], equals: 'notice' } },
      data: lost,
    })
    await expectKept(trade, { follows: 'quayside', why: 'notice_unheard' })
  })

  test.each(['present', 'examine'] as const)('a side that cannot act: %s', async (step) => {
    const [own, other] = [await paidBuyer(world), await aSeller(world)]
    const dates = { onSilence: 'accepted' } as const
    const trade = (await datedTrade(world, { buyer: own, sellerEmail: other.email, dates })) as Trade
    await deposit(world, trade, '10')
    granted(await present(world, { seller: other, trade }))
    if (step === 'present') granted(await decide(world, { buyer: own, trade, approval: 'Rejected' }))
    const { id } = step === 'present' ? other : own
    await world.deps.db.user.update({ where: { id }, data: { lockedAt: clock.now() } })
    await inTransaction(world.deps.db, (tx) => scheduleDeadline(tx, { escrowId: trade.escrowId, now: clock.now() }))
    await expectKept(trade, { follows: 'quayside', why: 'unable' })
  })
})

function whyNot(of: { onSilence: string; isComplete: boolean; isExpected: boolean; isConfirmed: boolean }): Why | null {
  if (of.onSilence === 'quayside') return 'agreed'
  if (!of.isConfirmed) return 'address_unconfirmed'
  if (!of.isComplete) return 'incomplete'
  return of.isExpected ? null : 'wallet_unchecked'
}

describe.each(['XLM', 'XRP'] as const)('of %s that the ledger holds', (asset) => {
  async function locked({ onSilence, days }: { onSilence: 'quayside' | 'accepted'; days: number }) {
    const now = clock.now()
    const deadline = endOfDay(addDays(now, days))
    const held = await aDepositedTrade(world, { asset, deadline })
    const { id: escrowId, sellerId } = held
    const dates = {
      fundBy: endOfDay(addDays(now, 1)),
      presentBy: endOfDay(addDays(now, 2)),
      examineDays: 1,
      weekend: 'sat_sun' as const,
      onSilence,
      documents: [],
    }
    await giveDates(world.deps.db, escrowId, dates)
    await inTransaction(world.deps.db, (tx) => scheduleDeadline(tx, { escrowId, now }))
    const { transactionId } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    const isPresented = async () => {
      await confirmTrade(world, held)
      await inTransaction(world.deps.db, async (tx) => {
        const file = { fileName: 'bl.pdf', contentType: 'application/pdf', size: 1, sha256: 'ab'.repeat(32) }
        const named = { type: 'BillOfLading', storageKey: `confirmations/${escrowId}`, uploadedById: sellerId } as const
        await createDocument(tx, { escrowId, ...file, ...named })
        await scheduleDeadline(tx, { escrowId, now: clock.now() })
      })
    }
    return { trade: { escrowId, transactionId, asset } satisfies Trade, buyerId: held.buyerId, isPresented }
  }

  test('nothing presented', async () => {
    const { trade } = await locked({ onSilence: 'quayside', days: 60 })
    await expectKept(trade, { follows: asset === 'XRP' ? 'returns_at_ledger_date' : 'returns_by_signature' })
  })

  test.each([
    ['quayside', 'quayside'],
    ['accepted', 'accepted'],
  ] as const)('not examined, agreed was %s', async (onSilence, follows) => {
    const { trade, buyerId, isPresented } = await locked({ onSilence, days: 60 })
    await world.deps.db.user.update({ where: { id: buyerId }, data: { emailConfirmedAt: new Date() } })
    await isPresented()
    await expectKept(trade, { follows })
  })
})
