/** Where wallets return what they have signed: nobody is signed in there, and only what a page has shown is taken. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreementOf, pollDeposits, prepared } from '#tests/support/onchain/holds.ts'
import { decideTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { callbackOf, type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const settlements = watchSettlements(() => routes.world)

const UNKNOWN = {
  status: 404,
  text: 'No Quayside page asks for this signature. Open the escrow’s page again.',
}

/** Ready for the deposit; returns what the buyer's page shows of it. */
async function offered() {
  const trade = await routes.opened('XLM')
  await routes.send({ by: routes.seller, txid: trade.txid, fields: routes.agreeing('XLM') })
  await prepared(routes.world, trade)
  const { offer } = await routes.shownTo(routes.buyer, trade.txid)
  if (offer?.network !== 'stellar') throw new Error('nothing to sign')
  return { trade, offer }
}

/** Decided for the seller; returns what a side's page shows of the release. */
async function decided() {
  const { txid, escrowId, agreement, ...sides } = await routes.locked('XLM')
  const trade = { ...sides, id: escrowId, agreementId: agreement.id }
  await decideTrade(routes.world, trade, 'release')
  const { exit } = await routes.shownTo(routes.buyer, txid)
  if (!exit) throw new Error('nothing to sign')
  const hash = routes.world.deps.held.stellar.readHash(exit.xdr) ?? ''
  return { txid, trade, exit: { ...exit, hash } }
}

test('a lock that the buyer’s wallet hands back is sent to the ledger, once, and nothing else is', async () => {
  const { world } = routes
  const { trade, offer } = await offered()
  const other = await offered()
  expect(callbackOf(offer.uri)).toMatch(`${ORIGIN}/held/signed?token=${trade.escrowId}.`)
  expect(await routes.handBack(offer.uri, '', { method: 'GET' })).toEqual({ status: 405, text: '' })

  const signed = signedBy(world, 'buyer', offer)
  expect(await routes.handBack(offer.uri, '')).toEqual(UNKNOWN)
  expect(await routes.handBack(offer.uri, 'what is this')).toEqual(UNKNOWN)
  expect(await routes.handBack(offer.uri, signed, { token: '' })).toEqual(UNKNOWN)
  expect(await routes.handBack(offer.uri, signed, { token: `${trade.escrowId}.${'A'.repeat(22)}` })).toEqual(UNKNOWN)
  expect(await routes.handBack(other.offer.uri, signed)).toEqual(UNKNOWN)
  expect(await routes.handBack(offer.uri, signedBy(world, 'buyer', other.offer))).toEqual(UNKNOWN)
  expect(await routes.handBack(offer.uri, offer.xdr)).toMatchObject({
    status: 409,
    text: expect.stringMatching(/^Paste the whole signed transaction/),
  })
  expect(await routes.handBack(offer.uri, signedBy(world, 'friend', offer))).toMatchObject({
    status: 409,
    text: expect.stringMatching(/^Sign once, with/),
  })
  const { account, terms } = await agreementOf(world, trade)
  expect((await world.deps.held.stellar.findLocks(terms, account ?? '')).locks).toEqual([])

  const sent = { status: 200, text: 'Sent to the ledger.' }
  expect(await routes.handBack(offer.uri, signed)).toEqual(sent)
  const count = async () => (await world.deps.held.stellar.findLocks(terms, account ?? '')).locks.length
  await expect.poll(count).toBe(1)
  await pollDeposits(world)
  expect(await routes.shownTo(routes.buyer, trade.txid)).toMatchObject({ step: 'locked' })
  expect(await routes.handBack(offer.uri, signed)).toMatchObject({ status: 409 })
  expect(await count()).toBe(1)
})

test('a lock that was shown before the seller asked for another wallet is sent, and counts; once that is agreed it is not', async () => {
  const { world, buyer } = routes
  const walletAddress = walletOf('XLM', 'friend')
  const { trade, offer } = await offered()
  const agreeing = { by: routes.seller, txid: trade.txid, fields: routes.agreeing('XLM', { walletAddress }) }
  expect(await routes.send(agreeing)).toEqual(['held_wallet_stands', 'walletAddress'])
  expect(await routes.handBack(offer.uri, signedBy(world, 'buyer', offer))).toMatchObject({ status: 200 })

  const late = await offered()
  const signed = signedBy(world, 'buyer', late.offer)
  const former = await agreementOf(world, late.trade)
  // As if its time was over.
  await world.deps.db.holdDraft.updateMany({ where: { agreementId: former.id }, data: { endedAt: new Date() } })
  await routes.send({ ...agreeing, txid: late.trade.txid })
  await prepared(world, late.trade)
  expect(await routes.handBack(late.offer.uri, signed)).toMatchObject({
    status: 409,
    text: expect.stringMatching(/^You signed another transaction/),
  })
  const fields = { intent: 'send_lock', signed }
  expect(await routes.send({ by: buyer, txid: late.trade.txid, fields })).toEqual(['signature_elsewhere', 'signed'])
  expect((await world.deps.held.stellar.findLocks(former.terms, former.account ?? '')).locks).toEqual([])
})

test('a way out takes the signature that a side’s wallet hands back, again without a word, and no other', async () => {
  const { world } = routes
  const { txid, trade, exit } = await decided()
  const seller = (await routes.shownTo(routes.seller, txid)).exit
  expect(exit.uri).toContain(`&pubkey=${walletOf('XLM', 'buyer')}&callback=`)
  expect(seller?.uri).toContain(`&pubkey=${walletOf('XLM', 'seller')}&callback=`)
  const signatures = () => world.deps.db.holdSignature.count({ where: { exit: { escrowId: trade.id } } })

  expect(await routes.handBack(exit.uri, exit.xdr)).toMatchObject({ status: 409 })
  expect(await routes.handBack(exit.uri, signedBy(world, 'friend', exit))).toMatchObject({ status: 409 })
  const other = await decided()
  expect(await routes.handBack(exit.uri, signedBy(world, 'buyer', other.exit))).toEqual(UNKNOWN)
  expect(await routes.handBack(other.exit.uri, signedBy(world, 'buyer', exit))).toEqual(UNKNOWN)
  expect(await signatures()).toBe(0)

  const taken = { status: 200, text: 'Signature received. Quayside does the rest.' }
  const signed = signedBy(world, 'buyer', exit)
  expect(await routes.handBack(exit.uri, signed)).toEqual(taken)
  expect(await routes.handBack(exit.uri, signed)).toEqual(taken)
  expect(await signatures()).toBe(1)
  const event = await world.deps.db.auditEvent.findFirstOrThrow({ where: { escrowId: trade.id, kind: 'exit_signed' } })
  expect(event).toMatchObject({ userId: null, detail: { address: walletOf('XLM', 'buyer'), hash: exit.hash } })
  await settlements.follow(trade)
  // It is pending: the same again succeeds, anything later is refused.
  expect(await routes.handBack(exit.uri, signed)).toEqual(taken)
  expect(await routes.handBack(exit.uri, signedBy(world, 'seller', exit))).toMatchObject({
    status: 409,
    text: expect.stringMatching(/^Something changed/),
  })
  await settlements.followUntilOver(trade)
  expect(await routes.shownTo(routes.buyer, txid)).toMatchObject({
    step: 'ended',
    hold: { lock: { end: { as: 'released' } } },
  })
})

test('whoever hands back too often for one escrow waits', async () => {
  const { offer } = await offered()
  for (let time = 0; time < 20; time += 1)
    expect(await routes.handBack(offer.uri, offer.xdr)).toMatchObject({ status: 409 })
  expect(await routes.handBack(offer.uri, offer.xdr)).toMatchObject({ status: 429 })
})
