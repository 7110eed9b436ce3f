/** A Stellar deposit leaves by what two of three have signed, once, whoever sends it; only the ledger tells its end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { decideDispute, weighDecision } from '#app/trade/disputes/workflows/decide-dispute.server.ts'
import { settlementOf } from '#app/trade/onchain/domain/settlement.ts'
import { decideTrade, disputeTrade } from '#tests/support/onchain/onchain-acts.ts'
import {
  accountOf,
  leaveBySides,
  sendWrapped,
  signedByBoth,
  watchSettlements,
} from '#tests/support/onchain/onchain-exits.ts'
import {
  aDepositedTrade,
  agreementOf,
  confirmTrade,
  type OnchainTrade,
  until,
} from '#tests/support/onchain/onchain-trades.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { aUser, runOutLeases } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { follow, stageOf, exitsOf, attemptsOf, lockOf, eventsOf, followUntilOver, sign } = watchSettlements(() => world)

async function balanceOf(address: string, asset: 'XLM' | 'USDC'): Promise<Decimal> {
  const answer = await fetch(`${world.harbour.horizon.url}/accounts/${address}`)
  const { balances } = (await answer.json()) as { balances: { asset_type: string; balance: string }[] }
  const line = balances.find(({ asset_type: type }) => (type === 'native') === (asset === 'XLM'))
  return new Decimal(line?.balance ?? 0)
}

async function aRelease(asset: 'XLM' | 'USDC' = 'XLM'): Promise<OnchainTrade> {
  const trade = await aDepositedTrade(world, { asset })
  await decideTrade(world, trade, 'release')
  return trade
}

describe('a release', () => {
  test.each(['XLM', 'USDC'] as const)(
    'of %s: the buyer signs, the arbiter follows, the seller is paid once',
    async (asset) => {
      const trade = await aRelease(asset)
      expect(await follow(trade)).toBeNull()
      expect(await stageOf(trade)).toBe('releasing')
      expect(await attemptsOf(trade)).toEqual([])
      const before = await balanceOf(walletOf(asset), asset)
      await sign(trade)
      await followUntilOver(trade)
      expect((await balanceOf(walletOf(asset), asset)).minus(before).toFixed()).toBe('50')
      const [exit, ...others] = await exitsOf(trade)
      const lock = await lockOf(trade)
      expect(others).toEqual([])
      expect(exit).toMatchObject({ state: 'confirmed', settledHash: lock.endHash, settledAt: lock.endedAt })
      expect(await attemptsOf(trade)).toMatchObject([{ purpose: 'wrap', state: 'settled', hash: exit?.hash }])
      expect(await stageOf(trade)).toBe('released')
      expect((await findEscrow(world.deps.db, trade.id))?.releasedAt).toEqual(lock.endedAt)
      const told = ['exit_signed', 'exit_signed', 'funds_released', 'hold_signed']
      expect(await eventsOf(trade, told)).toEqual(told)
      expect(await follow(trade)).toBeNull()
    },
  )

  test('needs no arbiter when both sides have signed', async () => {
    const trade = await aRelease()
    await sign(trade, 'buyer')
    await sign(trade, 'seller')
    await followUntilOver(trade)
    const { arbiter } = (await agreementOf(world, trade.id)).trustees ?? {}
    const signatures = await world.deps.db.holdSignature.findMany({ where: { exit: { escrowId: trade.id } } })
    expect(signatures.map(({ address }) => address)).not.toContain(arbiter)
    expect(await stageOf(trade)).toBe('released')
  })

  test('is sent once by two workers at once', async () => {
    const trade = await aRelease()
    await sign(trade)
    await Promise.all([follow(trade), follow(trade), follow(trade)])
    await followUntilOver(trade)
    expect(await attemptsOf(trade)).toHaveLength(1)
    expect(await eventsOf(trade, ['funds_released'])).toHaveLength(1)
  })

  test('that was stored and not sent is sent by whoever comes next', async () => {
    const trade = await aRelease()
    await sign(trade)
    const keeper = world.deps.keepers.stellar
    if (!keeper) throw new Error('no keeper')
    const killed = async (): Promise<never> => {
      throw new Error('killed')
    }
    const dying = { ...world.deps, keepers: { ...world.deps.keepers, stellar: { ...keeper, submit: killed } } }
    await expect(follow(trade, dying)).rejects.toThrow('killed')
    expect(await attemptsOf(trade)).toMatchObject([{ state: 'live' }])
    expect(await exitsOf(trade)).toMatchObject([{ state: 'submitted' }])
    await runOutLeases(world.deps.db)
    const soon = { ...world.deps, clock: { now: () => new Date(world.deps.clock.now().getTime() + 6_000) } }
    expect(await follow(trade, soon)).toBeInstanceOf(Date)
    await followUntilOver(trade)
    expect(await attemptsOf(trade)).toHaveLength(1)
    expect(await stageOf(trade)).toBe('released')
  })

  test('waits for a ledger that gives no answer, and not for payouts that are stopped', async () => {
    const trade = await aRelease()
    await sign(trade)
    const { db } = world.deps
    world.harbour.faults.set({ target: 'horizon', kind: 'server_error', times: 1000 })
    try {
      expect(await follow(trade)).toBeInstanceOf(Date)
    } finally {
      world.harbour.faults.clear()
    }
    expect((await lockOf(trade)).end).toBeNull()
    const stop = await db.payoutStop.create({ data: { network: 'stellar', cause: 'books', reason: 'A difference' } })
    await followUntilOver(trade)
    await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'Found' } })
  })
})

test.each([
  ['refund', '', 'refunded', 'refunded', ['funds_refunded']],
  ['split', '20', 'split', 'divided', ['funds_refunded', 'funds_released']],
] as const)(
  'a decision, %s, is carried out with the one who gains from it',
  async (decision, part, stage, end, told) => {
    const trade = await aDepositedTrade(world)
    await decideTrade(world, trade, decision, part)
    await sign(trade, 'buyer')
    await followUntilOver(trade)
    expect((await lockOf(trade)).end).toBe(end)
    expect(await stageOf(trade)).toBe(stage)
    expect(await eventsOf(trade, ['funds_refunded', 'funds_released'])).toEqual(told)
  },
)

test('the worker does it by its jobs, and the sweep wakes what was forgotten', async () => {
  const trade = await aRelease()
  await sign(trade)
  await world.deps.db.$executeRaw`delete from "graphile_worker"."_private_jobs"`
  const jobs = () => world.deps.db.$queryRaw<object[]>`
    select 1 from "graphile_worker"."jobs" where "key" = ${`follow_exit:${trade.id}`}`
  expect(await jobs()).toEqual([])
  await sweepOpenWork(world.deps)
  expect(await jobs()).toHaveLength(1)
  await world.workUntil(async () => (await lockOf(trade)).end !== null, 'it is released')
  expect(await stageOf(trade)).toBe('released')
})

describe('what the two do without us', () => {
  test('ends it all the same, and what we collected is dead', async () => {
    const trade = await aRelease()
    await sign(trade)
    await leaveBySides(world, trade, 'refund')
    await followUntilOver(trade)
    expect((await lockOf(trade)).end).toBe('refunded')
    expect(await exitsOf(trade)).toMatchObject([{ state: 'dead', deadReason: 'superseded' }])
    expect(await stageOf(trade)).toBe('refunded')
    expect(await attemptsOf(trade)).toEqual([])
  })

  test('the same release is confirmed, whoever sent it', async () => {
    const trade = await aRelease()
    await follow(trade)
    await leaveBySides(world, trade, 'release')
    await followUntilOver(trade)
    expect(await exitsOf(trade)).toMatchObject([{ state: 'confirmed' }])
    expect(await stageOf(trade)).toBe('released')
  })

  test('another division than the decided one is no confirmation of it', async () => {
    const trade = await aDepositedTrade(world)
    await decideTrade(world, trade, 'split', '20')
    await leaveBySides(world, trade, { toSeller: new Decimal(30) })
    await followUntilOver(trade)
    expect((await lockOf(trade)).end).toBe('divided')
    expect(await exitsOf(trade)).toMatchObject([{ state: 'dead', deadReason: 'superseded' }])
  })
})

test('of what the two have taken out nothing is decided any more: an operator dismisses the dispute', async () => {
  const trade = await aDepositedTrade(world)
  await confirmTrade(world, trade)
  await leaveBySides(world, trade, { toSeller: new Decimal(30) })
  const disputeId = await disputeTrade(world, trade)
  await followUntilOver(trade)
  expect((await lockOf(trade)).end).toBe('divided')
  const { deps } = world
  const operatorId = (await aUser(deps.db, { role: 'admin' })).id
  const asked = { escrowId: trade.id, operatorId, disputeId, sellerAmount: '', note: 'so' }
  for (const decision of ['release', 'refund'] as const) {
    expect(await weighDecision(deps, { ...asked, decision })).toEqual({ refused: 'escrow_settled', field: 'decision' })
  }
  const decided = { ...asked, decision: 'dismissed', seen: { seller: null, buyer: null } } as const
  granted(await decideDispute(deps, decided))
  expect(await exitsOf(trade)).toEqual([])
})

describe('a number that is used up', () => {
  /** The two sign something that the ledger includes as failed: there is no such balance. */
  async function spendNumber(trade: OnchainTrade): Promise<void> {
    const { terms, ...from } = await accountOf(world, trade)
    const balanceId = `${from.balanceId.slice(0, -8)}00000000`
    const unsigned = world.deps.held.stellar.writeExit(settlementOf(terms, 'refund', { ...from, balanceId }))
    await sendWrapped(world, signedByBoth(world, unsigned))
    await until(async () => (await accountOf(world, trade)).sequence !== from.sequence, 'the number is used up')
  }

  test('makes what was signed for it worth nothing: another is signed, and pays', async () => {
    const trade = await aRelease()
    await sign(trade)
    await spendNumber(trade)
    await follow(trade)
    expect(await exitsOf(trade)).toMatchObject([
      { state: 'dead', deadReason: 'sequence_used' },
      { state: 'collecting', purpose: 'release', hash: null },
    ])
    expect(await stageOf(trade)).toBe('releasing')
    expect(await eventsOf(trade, ['release_queued'])).toHaveLength(1)
    await sign(trade)
    await followUntilOver(trade)
    expect(await exitsOf(trade)).toMatchObject([{ state: 'dead' }, { state: 'confirmed' }])
  })
})
