/** A restored database, or a second installation with the same keys, pays nothing that the ledger has paid already. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import { sweepOpenWork } from '#app/ops/workflows/sweep-open-work.server.ts'
import { findPayoutCandidates } from '#app/settlement/payouts/db/outgoing.server.ts'
import { readOutgoingFacts } from '#app/settlement/payouts/domain/outgoing.ts'
import { explainTransaction } from '#app/settlement/payouts/workflows/outgoing/explain-outgoing.server.ts'
import { readOutgoingTransactions } from '#app/settlement/payouts/workflows/outgoing/read-outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { holds } from '#tests/support/settlement/holdings.ts'
import { runRound } from '#tests/support/settlement/payout-rounds.ts'
import { type Cast, castOf, deskOf, type Trade } from '#tests/support/settlement/settlement.ts'
import { granted } from '#tests/support/world/people.ts'
import { openSecond } from '#tests/support/world/restored.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const NETWORKS: Network[] = ['stellar', 'xrpl']

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  cast = await castOf(world)
  desk = deskOf(world, cast)
})

// As a worker does when it starts: what was there before is history.
beforeEach(() => readTwice(world.deps))

afterAll(() => world[Symbol.asyncDispose]())

async function readTwice(deps: Deps): Promise<void> {
  for (const network of NETWORKS) {
    await readOutgoingTransactions(deps, network)
    await readOutgoingTransactions(deps, network)
  }
}

async function due(asset: Asset, amount: string): Promise<Trade & { payoutId: string }> {
  return approve(await desk.openFunded(asset, amount))
}

/** Confirms and approves; the payout is queued, and no worker has seen it yet. */
async function approve(trade: Trade, at = desk): Promise<Trade & { payoutId: string }> {
  granted(await at.confirm(trade))
  granted(await at.review(trade))
  return { ...trade, payoutId: (await at.payouts(trade))[0]?.id ?? '' }
}

const sellerHolds = async (asset: Asset) => holds(world, { asset, name: 'seller' })
const stops = ({ db }: Deps) => db.payoutStop.findMany({ where: { cause: 'unexplained' } })
const unexplained = ({ db }: Deps) => db.outgoingTransaction.findMany({ where: { explanation: null } })

/** Explains that the channel accounts which the other installation has made paid nobody. */
async function sayOfSlots(deps: Deps, payment: string): Promise<void> {
  for (const { id, hash } of await unexplained(deps)) {
    if (hash === payment) continue
    expect(await findPayoutCandidates(deps.db, [id])).toEqual([])
    const told = { outgoingId: id, answer: 'foreign', reason: 'Lanes of the lost one.', operatorId: cast.operator.id }
    granted(await explainTransaction(deps, told))
  }
}

describe('a restored database', () => {
  test.each(['XLM', 'XRP'] as const)('does not pay again in %s what the lost one has paid', async (asset) => {
    const network = networkOf(asset)
    const paid = await due(asset, '7.25')
    await using restored = await openSecond(world)
    await restored.restore()
    const before = await sellerHolds(asset)
    await desk.untilPaid(paid)
    const { settledHash } = await world.deps.db.transfer.findUniqueOrThrow({ where: { id: paid.payoutId } })

    const { deps } = restored
    await runRound(deps, { payoutId: paid.payoutId })
    expect(await deps.db.transfer.findUniqueOrThrow({ where: { id: paid.payoutId } })).toMatchObject({
      state: 'queued',
      waitsFor: 'stopped',
    })
    expect(await deps.db.transferAttempt.count({ where: { payoutId: paid.payoutId } })).toBe(0)
    expect((await sellerHolds(asset)).minus(before).toFixed()).toBe('7.25')
    expect(await stops(deps)).toMatchObject([
      { network, endedAt: null, reason: expect.stringMatching(/^[12] unexplained: /) },
    ])

    // The operator explains it, and everything is as it was before.
    await sayOfSlots(deps, settledHash!)
    const [seen] = await unexplained(deps)
    expect(seen).toMatchObject({
      hash: settledHash,
      facts: { successful: true, payments: [{ amount: '7.25', asset }] },
    })
    expect(await findPayoutCandidates(deps.db, [seen!.id])).toEqual([{ outgoingId: seen!.id, payoutId: paid.payoutId }])
    const answer = { outgoingId: seen!.id, answer: paid.payoutId, reason: 'Paid before the restore.' }
    const ended = await explainTransaction(deps, { ...answer, operatorId: cast.operator.id })
    expect(granted(ended)).toMatchObject({ isLast: true })
    expect(await deps.db.transfer.findUniqueOrThrow({ where: { id: paid.payoutId } })).toMatchObject({
      state: 'confirmed',
      settledHash,
    })
    expect(await deps.db.escrow.findUniqueOrThrow({ where: { id: paid.escrowId } })).toMatchObject({
      releasedAt: expect.any(Date),
    })
    // The books charge the network's fee to the account that paid it: on Stellar a channel account.
    const [fee] = await deps.db.bookEntry.findMany({
      where: { kind: 'network_fee', hash: settledHash },
      include: { postings: { where: { side: 'gives' } } },
    })
    expect(fee?.postings).toMatchObject([{ heldAt: readOutgoingFacts(seen!.facts).feeAccount }])
    const letters = await deps.db.outboxLetter.findMany({ where: { key: { startsWith: 'funds_released:' } } })
    expect(
      letters
        .filter(({ key }) => key.includes(paid.payoutId))
        .map(({ recipient }) => recipient)
        .sort(),
    ).toEqual([cast.buyer.email, cast.seller.email].sort())
    expect(await stops(deps)).toMatchObject([
      { network, endedById: cast.operator.id, endReason: 'Paid before the restore.' },
    ])
    await runRound(deps, { payoutId: paid.payoutId })
    expect((await sellerHolds(asset)).minus(before).toFixed()).toBe('7.25')
  })

  test('from before anything was read knows its own payments and stops at the others', async () => {
    const known = await due('XLM', '2.25')
    await desk.untilPaid(known)
    const lost = await due('XLM', '2.75')
    await using restored = await openSecond(world)
    await restored.restore()
    await restored.deps.db.outgoingCursor.deleteMany()
    await restored.deps.db.$transaction([
      restored.deps.db.$executeRaw`set local session_replication_role = replica`,
      restored.deps.db.$executeRaw`delete from "outgoing_transaction"`,
    ])
    await desk.untilPaid(lost)
    await readTwice(restored.deps)
    const lostHash = (await desk.payouts(lost))[0]?.settledHash
    const knownHash = (await desk.payouts(known))[0]?.settledHash
    const rows = await restored.deps.db.outgoingTransaction.findMany({
      where: { hash: { in: [lostHash!, knownHash!] } },
    })
    expect(new Map(rows.map(({ hash, explanation }) => [hash, explanation]))).toEqual(
      new Map([
        [knownHash, 'payout'],
        [lostHash, null],
      ]),
    )
    expect((await stops(restored.deps)).map(({ network }) => network)).toContain('stellar')
  })
})

test('a second installation with the same keys stops when the first one pays, and pays nothing itself', async () => {
  await using second = await openSecond(world)
  await readTwice(second.deps)
  for (const asset of ['XLM', 'XRP'] as const) {
    const trade = await due(asset, '1.75')
    await desk.untilPaid(trade)
    await readOutgoingTransactions(second.deps, networkOf(asset))
  }
  expect((await stops(second.deps)).map(({ network }) => network).sort()).toEqual(['stellar', 'xrpl'])
  const amounts = (await unexplained(second.deps)).map(({ facts }) => readOutgoingFacts(facts).payments)
  for (const asset of ['XLM', 'XRP']) {
    expect(amounts).toContainEqual([expect.objectContaining({ amount: '1.75', asset })])
  }
  // The first installation knows its own.
  await readTwice(world.deps)
  expect(await unexplained(world.deps)).toEqual([])
})

// The last test: from here on the first installation counts as lost.
test('a restored database pays what is still owed once all is explained', async () => {
  const funded = [await desk.openFunded('XLM', '3.5'), await desk.openFunded('XLM', '4.5')] as const
  const paid = await approve(funded[0])
  await using restored = await openSecond(world)
  await restored.restore()
  const before = await sellerHolds('XLM')
  await expect
    .poll(async () => runRound(world.deps, paid).then(() => desk.payouts(paid)))
    .toMatchObject([{ state: 'confirmed' }])
  const { deps } = restored
  // The copy's people continue; the original knows nothing of it.
  const owed = await approve(funded[1], deskOf({ ...world, deps }, cast))
  await readOutgoingTransactions(deps, 'stellar')
  const { settledHash } = await world.deps.db.transfer.findUniqueOrThrow({ where: { id: paid.payoutId } })
  await sayOfSlots(deps, settledHash!)
  const [seen] = await unexplained(deps)
  const told = { outgoingId: seen!.id, reason: 'On the ledger.', operatorId: cast.operator.id }
  granted(await explainTransaction(deps, { ...told, answer: paid.payoutId }))
  await deps.db.transfer.updateMany({ where: { id: owed.payoutId }, data: { updatedAt: new Date(0), nextTryAt: null } })
  await sweepOpenWork(deps)
  const isPaid = async () => (await deps.db.transfer.count({ where: { id: owed.payoutId, state: 'confirmed' } })) === 1
  await restored.workUntil(isPaid, 'the rest is paid')
  expect((await sellerHolds('XLM')).minus(before).toFixed()).toBe('8')
})
