/** Lists, payments, figures and search show on-chain escrows as they show the others, to people and operators. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadList, readListFilter } from '#app/admin/queries/lists/admin-list.server.ts'
import { searchAdmin } from '#app/admin/queries/lists/search.server.ts'
import { findEscrowsOf, type Wanted } from '#app/escrow/db/escrows-of.server.ts'
import { listPayments } from '#app/fees/queries/paid-fees.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { countOpen, findOpen } from '#app/records/figures/db/figures.server.ts'
import { approveTrade, decideTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade, type OnchainTrade } from '#tests/support/onchain/onchain-trades.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
const { followUntilOver, sign, lockOf } = watchSettlements(() => world)

type Trade = OnchainTrade & { txid: string }
let deposited: Trade
let refunded: Trade
let divided: Trade
let released: Trade

async function depositedTrade(asset: 'XLM' | 'XRP' = 'XLM'): Promise<Trade> {
  const trade = await aDepositedTrade(world, { asset })
  const { transactionId: txid } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: trade.id } })
  return { ...trade, txid }
}

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('one is locked, one refunded, one divided and one released', async () => {
  deposited = await depositedTrade()
  refunded = await depositedTrade()
  await decideTrade(world, refunded, 'refund')
  divided = await depositedTrade()
  await decideTrade(world, divided, 'split', '20')
  for (const trade of [refunded, divided]) {
    await sign(trade)
    await followUntilOver(trade)
  }
  released = await depositedTrade('XRP')
  await approveTrade(world, released)
  await followUntilOver(released)
})

describe('on the desk', () => {
  async function stateOf(trade: Trade, typed: Record<string, string> = {}) {
    const { hash } = await lockOf(trade)
    const { filter } = readListFilter('escrows', { q: hash, state: '', asset: '', from: '', to: '', ...typed })
    if (!filter) throw new Error('no filter')
    const networks = { stellarPassphrase: null, xrplNetworkId: 0 }
    const { rows } = await loadList(world.deps.db, { list: 'escrows', filter, place: null, networks })
    return rows.map(({ state, heldBy }) => `${state} ${heldBy}`)
  }

  test('a list of escrows says how each ended, and that the ledger held it', async () => {
    expect(await stateOf(deposited)).toEqual(['funded ledger'])
    expect(await stateOf(refunded)).toEqual(['refunded ledger'])
    expect(await stateOf(divided)).toEqual(['released ledger'])
    expect(await stateOf(released)).toEqual(['released ledger'])
    expect(await stateOf(refunded, { state: 'refunded' })).toEqual(['refunded ledger'])
    expect(await stateOf(refunded, { state: 'funded' })).toEqual([])
    expect(await stateOf(deposited, { state: 'funded' })).toEqual(['funded ledger'])
  })

  test('the search knows what locked it, what ended it, and the wallet that was agreed', async () => {
    const { db } = world.deps
    const { hash, endHash } = await lockOf(refunded)
    const page = { to: `/admin-panel/escrows?txid=${refunded.txid}` }
    expect(await searchAdmin(db, hash)).toEqual(page)
    expect(await searchAdmin(db, endHash ?? '')).toEqual(page)
    expect(await searchAdmin(db, (endHash ?? '').toUpperCase())).toEqual(page)
    expect(await searchAdmin(db, walletOf('XLM'))).not.toHaveProperty('nothing')
  })

  test('the figures count what lies in it until the ledger holds it no more', async () => {
    await inTransaction(world.deps.db, (tx) => countOpen(tx, world.deps.clock.now()))
    const open = await findOpen(world.deps.db)
    expect(open.map(({ asset, count }) => `${count} ${asset}`)).toEqual(['1 XLM'])
  })
})

describe('on the dashboard', () => {
  const find = async (trade: OnchainTrade, wanted: Partial<Wanted>) => {
    const asked = { find: null, state: null, asset: null, from: null, before: null, ...wanted }
    const found = await findEscrowsOf(world.deps.db, {
      userId: trade.buyerId,
      wanted: asked,
      place: null,
      take: 5,
      read: new Map(),
    })
    return found.map(({ id }) => id)
  }

  test('what has ended is finished, and what is locked is open', async () => {
    for (const trade of [refunded, divided, released]) {
      expect(await find(trade, { state: 'finished' })).toEqual([trade.id])
      expect(await find(trade, { state: 'open' })).toEqual([])
    }
    expect(await find(deposited, { state: 'open' })).toEqual([deposited.id])
    expect(await find(deposited, { state: 'finished' })).toEqual([])
  })

  test('it is found by what locked it and by what ended it', async () => {
    const { hash, endHash } = await lockOf(refunded)
    expect(await find(refunded, { find: { as: 'hash', hash } })).toEqual([refunded.id])
    expect(await find(refunded, { find: { as: 'hash', hash: endHash ?? '' } })).toEqual([refunded.id])
  })

  const paymentsOf = async (viewerId: string, of: string | null = null) =>
    (await listPayments(world.deps.db, { viewerId, place: null, of })).rows

  test('both sides see what went where, with the hashes of the ledger, and only the buyer what was locked', async () => {
    const { hash, endHash, lockedAt, endedAt } = await lockOf(divided)
    const seen = await paymentsOf(divided.buyerId, divided.txid)
    const common = { asset: 'XLM', label: 'XLM', transactionId: divided.txid, counts: true, receipt: null }
    const out = { ...common, hash: endHash, at: endedAt?.toISOString() }
    expect(seen.toSorted((a, b) => Number(b.amount) - Number(a.amount))).toEqual([
      { ...common, kind: 'deposit', amount: '50', hash, at: lockedAt.toISOString() },
      { ...out, kind: 'refund', amount: '30' },
      { ...out, kind: 'payout', amount: '20' },
    ])
    expect((await paymentsOf(divided.sellerId)).map(({ kind }) => kind).toSorted()).toEqual(['payout', 'refund'])
    expect(await paymentsOf(released.buyerId)).toMatchObject([{ kind: 'payout', amount: '50' }, { kind: 'deposit' }])
    expect(await paymentsOf(deposited.buyerId)).toMatchObject([{ kind: 'deposit', amount: '50' }])
    expect(await paymentsOf(deposited.sellerId)).toEqual([])
  })
})
