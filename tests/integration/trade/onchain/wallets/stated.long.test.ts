/** The hash that a buyer claims for the own deposit on the XRP Ledger: checked now, kept once, nobody else's. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EscrowCreateDraft } from '#app/ledgers/onchain.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import { xrplPlayWallet } from '#harbour/accounts.ts'
import { createOf, withoutNumbers } from '#tests/support/onchain/drafts.ts'
import { pollDeposits } from '#tests/support/onchain/holds.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { sendXrp, until } from '#tests/support/onchain/onchain-trades.ts'
import type { Person } from '#tests/support/world/people.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

type Ready = Awaited<ReturnType<OnchainRoutes['ready']>>

const state = ({ txid }: { txid: string }, lockHash: string, by: Person = routes.buyer) =>
  routes.send({ by, txid, fields: { intent: 'state_lock', lockHash } })

/** Deposits by the buyer's wallet or another, as agreed or changed; returns the hash of a validated transaction. */
async function create({ agreement }: Ready, changes: Partial<OnchainTerms> = {}, by: 'buyer' | 'friend' = 'buyer') {
  const { world } = routes
  const wallet = xrplPlayWallet(by)
  const draft = (await createOf(world, agreement, changes)) as EscrowCreateDraft
  const sent = by === 'buyer' ? draft : { ...withoutNumbers(draft), Account: wallet.address }
  const hash = await sendXrp(world, sent, wallet)
  const find = () => world.deps.held.xrpl.findCreated(agreement.terms, { conditions: [], hash })
  await until(async () => (await find()) !== null, 'the escrow')
  return hash
}

test('what is as agreed funds the escrow at once; the same twice is granted', async () => {
  const trade = await routes.ready('XRP')
  const done = `/held?txid=${trade.txid}&done=state_lock`
  expect(await state(trade, '')).toEqual(['hash_malformed', 'lockHash'])
  expect(await state(trade, 'what is this')).toEqual(['hash_malformed', 'lockHash'])
  expect(await state(trade, 'a'.repeat(64))).toEqual(['held_lock_unseen', 'lockHash'])
  const hash = await create(trade)
  expect(await state(trade, hash, routes.seller)).toEqual(['escrow_not_found'])
  expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({ step: 'lock', hold: { lock: null } })
  expect(await state(trade, ` ${hash.toLowerCase()} `)).toBe(done)
  expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({ step: 'locked', hold: { lock: { hash } } })
  expect(await state(trade, hash)).toBe(done)
  expect(await state(trade, 'a'.repeat(64))).toEqual(['held_locked_before'])
  await pollDeposits(routes.world)
  expect(await routes.world.deps.db.holdLock.count({ where: { escrowId: trade.escrowId } })).toBe(1)
})

test('what differs counts for nothing and is shown, what is somebody else’s is not even kept', async () => {
  const trade = await routes.ready('XRP')
  const other = await routes.ready('XRP')
  const locks = () => routes.world.deps.db.holdLock.count({ where: { escrowId: trade.escrowId } })
  expect(await state(trade, await create(other))).toEqual(['held_lock_foreign', 'lockHash'])
  expect(await state(trade, await create(trade, {}, 'friend'))).toEqual(['held_lock_foreign', 'lockHash'])
  expect(await locks()).toBe(0)
  const wrong = await create(trade, { amount: trade.agreement.terms.amount.minus(1) })
  expect(await state(trade, wrong)).toBe(`/held?txid=${trade.txid}&done=state_lock`)
  expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({
    step: 'lock',
    hold: { lock: null, others: [{ hash: wrong, differences: ['amount'] }] },
  })
  expect(await locks()).toBe(1)
})

test('a ledger that does not answer says so beside the field, and on Stellar nobody states a hash', async () => {
  const trade = await routes.ready('XRP')
  const { faults } = routes.world.harbour
  faults.set({ target: 'rippled', kind: 'server_error' })
  try {
    expect(await state(trade, 'a'.repeat(64))).toEqual(['xrp_unavailable', 'lockHash'])
  } finally {
    faults.clear()
  }
  expect(await state(await routes.ready('XLM'), 'a'.repeat(64))).toEqual(['escrow_not_found'])
})
