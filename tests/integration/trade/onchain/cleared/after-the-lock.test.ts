/** After the deposit only a confirmed match stops the money, no wait of Quayside's (docs/decisions/119, finding H3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { decideReview } from '#app/screening/workflows/decide-review.server.ts'
import { refreshLists } from '#app/screening/workflows/refresh-lists.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { approve } from '#app/settlement/payouts/workflows/operator/approve.server.ts'
import { resumePayouts, stopPayouts } from '#app/settlement/payouts/workflows/operator/stop-payouts.server.ts'
import { showOnchainEscrow } from '#app/trade/onchain/queries/onchain-view.server.ts'
import { clearDeposit } from '#app/trade/onchain/workflows/clearance/clear-deposit.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { approveTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade, type OnchainTrade, until } from '#tests/support/onchain/onchain-trades.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import { granted, type Person, submission, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const LISTED = 'second-buyer'

let world: World
let olga: Person
let omar: Person

beforeAll(async () => {
  world = await openWorld()
  olga = await operator(world)
  omar = await operator(world)
  for (const currency of ['XLM', 'XRP'] as const) {
    const wallet = { currency, address: walletOf(currency, LISTED) }
    world.harbour.market.lists.add('un', { name: `Nobody who trades ${currency}`, wallet })
  }
  await refreshLists(world.deps)
})
afterAll(() => world[Symbol.asyncDispose]())

const db = () => world.deps.db
const { follow, stageOf, exitsOf, attemptsOf, followUntilOver } = watchSettlements(() => world)

/** Approves it; on Stellar by the buyer's signature. */
async function due(asset: 'XLM' | 'XRP'): Promise<OnchainTrade> {
  const trade = await aDepositedTrade(world, { asset })
  await approveTrade(world, trade)
  return trade
}

async function alike(userId: string): Promise<string> {
  await db().user.update({ where: { id: userId }, data: { name: 'Balthazar Quillfeather' } })
  await screenPerson(world.deps, { userId })
  return (await db().screeningReview.findFirstOrThrow({ where: { subject: `user:${userId}` } })).id
}

async function decide(reviewId: string, act: 'false_match' | 'true_match'): Promise<void> {
  for (const { id: operatorId } of [olga, omar]) {
    await decideReview(world.deps, { reviewId, operatorId, act, reason: 'Compared the birth dates.' })
  }
}

const troubles = async (deps: WorkerDeps = world.deps) => alertCausesOf(await checkMachine(deps))
const kinds = async () => (await troubles()).map(({ kind }) => kind)

describe.each(['XLM', 'XRP'] as const)('%s', (asset) => {
  test('a buyer who names a listed wallet is refused, and the seller is paid', async () => {
    const trade = await due(asset)
    await db().user.update({ where: { id: trade.buyerId }, data: { hasPaid: true } })
    const stated = { currency: asset, amount: '1', walletAddress: walletOf(asset, LISTED) } as const
    const opened = await openEscrow(world.deps, submission({ id: trade.buyerId } as Person, stated))
    expect(opened).toMatchObject({ refused: 'wallet_not_possible', field: 'walletAddress' })
    await screenPerson(world.deps, { userId: trade.buyerId })
    expect(await db().screeningReview.count({ where: { personId: trade.buyerId } })).toBe(0)
    await followUntilOver(trade)
    expect(await stageOf(trade)).toBe('released')
  })

  test.each(['buyer', 'seller'] as const)(
    'a review of the %s that opens after the lock holds nothing, and is told at once',
    async (side) => {
      const trade = await due(asset)
      expect(await kinds()).not.toContain('locked_alike')
      const reviewId = await alike(side === 'buyer' ? trade.buyerId : trade.sellerId)
      expect(await kinds()).toContain('locked_alike')
      await followUntilOver(trade)
      expect(await stageOf(trade)).toBe('released')
      await decide(reviewId, 'false_match')
      expect(await kinds()).not.toContain('locked_alike')
    },
  )

  test('lists that are out of force hold nothing', async () => {
    const trade = await due(asset)
    const { settings } = world.deps
    const deps = { ...world.deps, settings: { ...settings, screening: { ...settings.screening, mostAgeMs: 1 } } }
    await until(async () => {
      await follow(trade, deps)
      return (await attemptsOf(trade)).length > 0
    }, 'it is signed')
    await followUntilOver(trade)
    expect(await stageOf(trade)).toBe('released')
  })

  test('a confirmed match holds it, is told at once and again before its last moment, and lets go by two operators', async () => {
    const trade = await due(asset)
    const reviewId = await alike(trade.buyerId)
    await decide(reviewId, 'true_match')
    await follow(trade)
    expect((await exitsOf(trade))[0]).toMatchObject({ waitsFor: 'check' })
    expect(await attemptsOf(trade)).toEqual([])
    const told = async (deps?: WorkerDeps) => (await troubles(deps)).find(({ kind }) => kind === 'settlement_held')
    const first = await told()
    expect(first).toMatchObject({ subject: asset === 'XRP' ? 'xrpl' : 'stellar' })
    // Its date is a day ahead.
    const soon = { ...world.deps, clock: { now: () => new Date(world.deps.clock.now().getTime() + 86_400_000) } }
    expect((await told(soon))?.mark).not.toBe(first?.mark)
    expect((await showOnchainEscrow(db(), { escrowId: trade.id, now: new Date() }))?.waitsFor).toBe('check')
    await decide(reviewId, 'false_match')
    await followUntilOver(trade)
    expect(await stageOf(trade)).toBe('released')
    expect(await told()).toBeUndefined()
  })

  test('a stop of payouts does not stop it', async () => {
    const trade = await due(asset)
    const network = asset === 'XRP' ? ('xrpl' as const) : ('stellar' as const)
    granted(await stopPayouts(world.deps, { networks: [network], operatorId: olga.id, reason: 'A drill.' }))
    try {
      await followUntilOver(trade)
      expect(await stageOf(trade)).toBe('released')
    } finally {
      const open = await db().payoutStop.findMany({ where: { endedAt: null } })
      const stopIds = open.map(({ id }) => id)
      granted(await resumePayouts(world.deps, { stopIds, operatorId: olga.id, reason: 'It is over.' }))
    }
  })

  test('what was locked before there were clearances is weighed once, and waits for an operator above a limit', async () => {
    const trade = await aDepositedTrade(world, { asset })
    await db().$executeRaw`alter table "hold_clearance" disable trigger user`
    await db().holdClearance.deleteMany({ where: { escrowId: trade.id } })
    await db().$executeRaw`alter table "hold_clearance" enable trigger user`
    const data = { usd: '1', source: 'CoinGecko', fetchedAt: new Date() }
    await db().marketPrice.upsert({ where: { asset }, create: { asset, ...data }, update: data })
    const payoutLimits = { payout: new Decimal('10'), hour: null, day: null, directed: null }
    const limited = { ...world.deps, settings: { ...world.deps.settings, payoutLimits } }
    await approveTrade(world, trade)
    // Nobody is compared for it any more: it is deposited.
    await alike(trade.buyerId)
    await follow(trade, limited)
    expect((await exitsOf(trade))[0]).toMatchObject({ waitsFor: 'second_operator' })
    const { id } = await db().holdClearance.findFirstOrThrow({ where: { escrowId: trade.id } })
    const { sellerWallet: address, sellerTag: memo } = await db().holdAgreement.findFirstOrThrow({
      where: { escrowId: trade.id, supersededAt: null },
    })
    const approval = {
      clearanceId: id,
      seen: { address, memo },
      operatorId: olga.id,
      reason: 'Called both.',
      isSure: true,
    }
    granted(await approve(world.deps, approval))
    await clearDeposit(limited, { escrowId: trade.id })
    await followUntilOver(trade)
    expect(await stageOf(trade)).toBe('released')
    expect(await db().holdClearance.count({ where: { escrowId: trade.id } })).toBe(1)
  })
})
