/**
 * The money of an on-chain escrow against a model (decision 087): whatever people and worker do, in whatever order,
 * each answer is as the rules give. A deposit leaves once and whole, to the two sides, never by a payout of ours.
 *
 * FC_SEED and FC_RUNS repeat a run or lengthen it.
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { claimBack } from '#app/trade/onchain/workflows/claim-back.server.ts'
import { keepListsInForce } from '#tests/support/agreement/dated-trades.ts'
import type { Cast } from '#tests/support/escrow-model/escrow-acts.ts'
import { amidMeddling, takeShares } from '#tests/support/onchain-model/meddling.ts'
import {
  actOnchain,
  DAYS,
  findOnchainFacts,
  type OnchainRun,
  openOnchainTrade,
  paidBy,
  sellerNameOf,
} from '#tests/support/onchain-model/onchain-acts.ts'
import {
  applyOnchain,
  endOf,
  mayBeSent,
  type OnchainAct,
  onchainFactsOf,
  toSellerOf,
} from '#tests/support/onchain-model/onchain-model.ts'
import { TROUBLES, workToTheEnd } from '#tests/support/onchain-model/onchain-work.ts'
import { seller as aSeller, granted, paidBuyer, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const RUNS: [Asset, number][] = [
  ['XLM', 6],
  ['USDC', 2],
  ['XRP', 5],
]
const DAY_MS = 86_400_000

let world: World
let cast: Cast

beforeAll(async () => {
  world = await openWorld()
  keepListsInForce(world)
  const operator = await aUser(world.deps.db, { role: 'admin' })
  cast = { buyer: await paidBuyer(world), seller: await aSeller(world), other: await aSeller(world), operator }
})
afterAll(() => world[Symbol.asyncDispose]())

const wallet = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
const sellerName = fc.constantFrom(...(['seller', 'seller', 'seller', 'other'] as const))
const partyName = fc.constantFrom(...(['buyer', 'seller', 'other'] as const))
const reason = fc.constantFrom('The weight differs.', 'The port differs.', '')
const percent = fc.constantFrom(0, 40, 100)
const kind = <Kind extends OnchainAct['kind']>(name: Kind) => fc.constant(name)

const anAct: fc.Arbitrary<OnchainAct> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind('agree'), by: sellerName, wallet }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('lock'),
      what: fc.constantFrom(...(['right', 'right', 'right', 'less', 'former'] as const)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('confirm'), by: sellerName, wallet, hasPaper: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('review'),
      approval: fc.constantFrom(...(['Approved', 'Approved', 'Rejected', 'Pending'] as const)),
      reason,
      rejects: fc.boolean(),
      view: fc.constantFrom(...(['true', 'true', 'true', 'other wallet', 'other paper'] as const)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('ask'), wallet, reason }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('withdraw') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('answer'), by: sellerName, isAgreed: fc.boolean(), reason }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('dispute'), by: partyName, reason }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('end dispute'), by: partyName }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('decide'),
      decision: fc.constantFrom(...(['release', 'refund', 'split', 'dismissed'] as const)),
      percent,
      isStale: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('propose'), by: partyName, percent, wallet }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('answer proposal'),
      by: partyName,
      answer: fc.constantFrom(...(['agreed', 'agreed', 'declined', 'withdrawn'] as const)),
      wallet,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('sign'), by: fc.constantFrom('buyer' as const, 'seller' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('work'), trouble: fc.constantFrom(...TROUBLES) }) },
)
/** Called off rarely: nothing happens after it. */
const aCancel: fc.Arbitrary<OnchainAct> = fc.record({ kind: kind('cancel'), wallet: fc.constant(null) })

/** Most runs begin where something can be done. */
const BEGINNINGS: OnchainAct[][] = [
  [],
  [{ kind: 'agree', by: 'seller', wallet: 0 }],
  [
    { kind: 'agree', by: 'seller', wallet: 0 },
    { kind: 'lock', what: 'right' },
  ],
  [
    { kind: 'agree', by: 'seller', wallet: 0 },
    { kind: 'lock', what: 'right' },
    { kind: 'confirm', by: 'seller', wallet: 0, hasPaper: true },
  ],
]
const aRun = fc.record({
  begins: fc.constantFrom(...BEGINNINGS, ...BEGINNINGS.slice(2)),
  acts: fc.array(fc.oneof({ weight: 24, arbitrary: anAct }, { weight: 1, arbitrary: aCancel }), {
    minLength: 5,
    maxLength: 12,
  }),
})

async function happen(run: OnchainRun, what: OnchainAct): Promise<OnchainRun> {
  const { held, answer } = applyOnchain(run.held, what, run.held)
  const answered = await actOnchain(run, what)
  const after = { ...run, held }
  expect({ what, answered, facts: await findOnchainFacts(after) }).toEqual({
    what,
    answered: answer,
    facts: onchainFactsOf(held),
  })
  return after
}

/** Signs what waits for a wallet, lets the date end the rest, and expects that all has left as the model says. */
async function settle(run: OnchainRun, had: Decimal): Promise<void> {
  const { trade, held } = run
  const { db } = world.deps
  const { asset, escrowId } = trade
  const signing = toSellerOf(held) !== null && !mayBeSent(held) && asset !== 'XRP'
  const signed = signing ? await happen(run, { kind: 'sign', by: 'buyer' }) : run
  if (mayBeSent(signed.held)) {
    await amidMeddling(world, trade, paidBy(signed.held), () => workToTheEnd(world, escrowId))
  }
  const before = world.deps.clock.now().getTime()
  world.harbour.time.forward((DAYS + 1) * DAY_MS)
  await expect.poll(() => world.deps.clock.now().getTime() - before > DAYS * DAY_MS).toBe(true)
  if (held.book.isFunded && endOf(held) === 'expired') {
    if (asset !== 'XRP') await claim(run)
    await workToTheEnd(world, escrowId)
  }
  const locks = await db.holdLock.findMany({ where: { escrowId, counts: true } })
  expect(locks.map(({ end }) => end)).toEqual(held.book.isFunded ? [endOf(held)] : [])
  const attempts = await db.transferAttempt.findMany({ where: { exit: { escrowId } } })
  expect(attempts.filter(({ state }) => state === 'settled')).toHaveLength(held.book.isFunded ? 1 : 0)
  expect(attempts.filter(({ state }) => state === 'live')).toEqual([])
  expect(await db.transfer.count({ where: { escrowId, lockId: null } })).toBe(0)
  if (asset !== 'XRP') await takeShares(world, trade, sellerNameOf(held))
  const got = (await sellersHave(asset)).minus(had).plus(await spentOnFees(trade, held))
  expect(got.toFixed()).toBe((toSellerOf(held) ?? new Decimal(0)).toFixed())
}

/** In XLM a seller pays a network fee to take a share: one operation. */
async function spentOnFees({ asset, escrowId }: OnchainRun['trade'], held: OnchainRun['held']): Promise<Decimal> {
  const taken = await world.deps.db.holdShare.count({ where: { exit: { escrowId }, side: 'seller' } })
  return new Decimal(asset === 'XLM' && taken > 0 && toSellerOf(held) !== null ? '0.00001' : 0)
}

async function claim({ trade, held }: OnchainRun): Promise<void> {
  granted(await claimBack(world.deps, { escrowId: trade.escrowId, userId: cast.buyer.id }))
  expect(await actOnchain({ world, trade, held }, { kind: 'sign', by: 'buyer' })).toBe('ok')
}

async function sellersHave(asset: Asset): Promise<Decimal> {
  const ledger = world.deps.ledgers[networkOf(asset)]
  const both = await Promise.all(
    (['seller', 'friend'] as const).map((name) => ledger.balance(walletOf(asset, name), asset)),
  )
  return Decimal.sum(0, ...both.map((one) => one ?? 0))
}

describe.each(RUNS)('escrows of %s that the ledger holds', (asset, numRuns) => {
  test('give what they hold once, to whom the record says', async () => {
    await fc.assert(
      fc.asyncProperty(aRun, async ({ begins, acts }) => {
        const had = await sellersHave(asset)
        let run = await openOnchainTrade(world, { asset, amount: asset === 'XRP' ? '9.000001' : '10.0000001', cast })
        for (const what of [...begins, ...acts]) run = await happen(run, what)
        await settle(run, had)
      }),
      {
        numRuns: Number(process.env.FC_RUNS ?? numRuns),
        seed: Number(process.env.FC_SEED ?? 20_261_127),
        endOnFailure: process.env.FC_RUNS === undefined,
      },
    )
  }, 1_200_000)
})
