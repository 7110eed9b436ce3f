/** An on-chain escrow has one settlement instead of payouts: begun by right, in time, signed by its sides. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { stageOf } from '#app/escrow/domain/escrow.ts'
import { acceptOffer } from '#app/trade/disputes/workflows/accept-offer.server.ts'
import { withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { findDivisions } from '#app/trade/divisions/db/divisions.server.ts'
import { proposeDivision } from '#app/trade/divisions/workflows/propose-division.server.ts'
import { agreeToReduction } from '#app/trade/documents/workflows/reduce-price.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { followSettlement } from '#app/trade/onchain/workflows/follow-settlement.server.ts'
import { settlementToSign, signSettlement } from '#app/trade/onchain/workflows/sign-settlement.server.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { approve, disputeTrade, reviewOf, weighTrade } from '#tests/support/onchain/onchain-acts.ts'
import {
  aDepositedTrade,
  confirmTrade,
  inSeconds,
  type OnchainTrade,
  signedBy,
} from '#tests/support/onchain/onchain-trades.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const approved = (trade: OnchainTrade) => approve(world, trade)

const noWallet = { wallet: null, hasCheckedWallet: true }
const typed = { address: '', memo: '' }

async function askBack({ id: escrowId, buyerId }: OnchainTrade) {
  granted(await askForRefund(world.deps, { escrowId, buyerId, reason: 'late', wallet: typed as never }))
}
const agreeBack = ({ id: escrowId, sellerId }: OnchainTrade) =>
  answerRefund(world.deps, { escrowId, sellerId, isAgreed: true, reason: '' })

/** Returns the stored settlements with the stage that people see; there may be no payout beside them. */
async function shown({ id }: OnchainTrade) {
  const { db } = world.deps
  const exits = await db.transfer.findMany({
    where: { escrowId: id, lockId: { not: null } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { settlement: true },
  })
  const escrow = await findEscrow(db, id)
  expect(await db.transfer.count({ where: { escrowId: id, lockId: null } })).toBe(0)
  return {
    stage: escrow && stageOf(escrow.facts),
    exits: exits.map(({ purpose, state, settlement: s }) => `${purpose} ${state} ${s?.toSeller} ${s?.toBuyer}`),
  }
}
const jobsOf = ({ id }: OnchainTrade) =>
  world.deps.db.$queryRaw<object[]>`select 1 from graphile_worker.jobs where "key" = ${`follow_exit:${id}`}`
const eventsOf = async ({ id }: OnchainTrade) =>
  (await world.deps.db.auditEvent.findMany({ where: { escrowId: id }, orderBy: { id: 'asc' } })).map(({ kind }) => kind)

const disputed = (trade: OnchainTrade) => disputeTrade(world, trade)
const decided = (trade: OnchainTrade, decision: Parameters<typeof weighTrade>[2], sellerAmount = '') =>
  weighTrade(world, trade, decision, sellerAmount)

async function offered(trade: OnchainTrade, kind: 'offer' | 'reduction', sellerAmount: string) {
  const userId = trade.buyerId
  const of = { escrowId: trade.id, userId, kind, sellerAmount, words: 'so', ...noWallet }
  return proposeDivision(world.deps, of)
}
const divisionOf = async ({ id }: OnchainTrade) => (await findDivisions(world.deps.db, id))[0]?.id ?? ''

describe('with the last of the three facts', () => {
  test('a release is begun on Stellar by the buyer’s signature, and waits for nobody but the arbiter', async () => {
    const trade = await aDepositedTrade(world)
    await confirmTrade(world, trade)
    expect(await reviewDocuments(world.deps, reviewOf(trade))).toMatchObject({ refused: 'approval_to_sign' })
    expect(await shown(trade)).toEqual({ stage: 'awaiting_examination', exits: [] })
    granted(await approved(trade))
    expect(await shown(trade)).toEqual({ stage: 'releasing', exits: ['release collecting 50 0'] })
    expect(await jobsOf(trade)).toHaveLength(1)
    expect(await eventsOf(trade)).toContain('release_queued')
    // Sent twice, it begins once; and a decision is final.
    granted(await approved(trade))
    const pending = await reviewDocuments(world.deps, reviewOf(trade, 'Pending'))
    expect(pending).toMatchObject({ refused: 'approval_final' })
    expect((await shown(trade)).exits).toHaveLength(1)
  })

  test('a release of the XRP Ledger needs nobody’s signature', async () => {
    const trade = await aDepositedTrade(world, { asset: 'XRP' })
    await confirmTrade(world, trade)
    granted(await approved(trade))
    expect(await shown(trade)).toEqual({ stage: 'releasing', exits: ['release ready 50 0'] })
    const ask = { escrowId: trade.id, userId: trade.buyerId }
    expect(await settlementToSign(world.deps, ask)).toEqual({ refused: 'exit_not_open' })
  })

  test('none is begun in the last ten minutes, and none by a dispute that was taken back then', async () => {
    const trade = await aDepositedTrade(world, { deadline: inSeconds(world, 500) })
    await confirmTrade(world, trade)
    expect(await approved(trade)).toEqual({ refused: 'exit_date_near', field: 'approval' })
    await askBack(trade)
    expect(await agreeBack(trade)).toEqual({ refused: 'exit_date_near' })
    expect(await decided(trade, 'release')).toMatchObject({ refused: 'exit_date_near' })
    expect(await offered(trade, 'offer', '20')).toMatchObject({ refused: 'exit_date_near' })
    granted(await withdrawDispute(world.deps, { escrowId: trade.id, userId: trade.buyerId }))
    expect((await shown(trade)).exits).toEqual([])
  })
})

describe('the money goes back', () => {
  test('when the seller agrees: to the wallet that locked it, whatever the buyer would state', async () => {
    const trade = await aDepositedTrade(world, { asset: 'USDC' })
    await askBack(trade)
    granted(await agreeBack(trade))
    expect(await shown(trade)).toEqual({ stage: 'refunding', exits: ['refund collecting 0 50'] })
    expect(await agreeBack(trade)).toEqual({ refused: 'refund_not_asked' })
    const escrow = await findEscrow(world.deps.db, trade.id)
    expect(escrow?.refundAddress).toBe(walletOf('USDC', 'buyer'))
    expect(escrow?.owedBack.toFixed()).toBe('0')
  })

  test('on the XRP Ledger by its date, which is decided before', async () => {
    const trade = await aDepositedTrade(world, { asset: 'XRP' })
    await askBack(trade)
    granted(await agreeBack(trade))
    expect(await shown(trade)).toEqual({ stage: 'refunding', exits: ['expiry ready 0 50'] })
  })
})

describe('a dispute', () => {
  test.each([
    ['release', '', 'releasing', 'release collecting 50 0'],
    ['refund', '', 'refunding', 'refund collecting 0 50'],
    ['split', '20', 'splitting', 'division collecting 20 30'],
  ] as const)('that ends with a %s begins it', async (decision, sellerAmount, stage, exit) => {
    const trade = await aDepositedTrade(world)
    await confirmTrade(world, trade)
    granted(await decided(trade, decision, sellerAmount))
    expect(await shown(trade)).toEqual({ stage, exits: [exit] })
    const settlements = await world.deps.db.settlement.findMany({
      where: { escrowId: trade.id },
      select: { cause: true },
    })
    expect(settlements).toEqual([{ cause: 'decision' }])
  })

  test('of the XRP Ledger gives all to one side', async () => {
    const trade = await aDepositedTrade(world, { asset: 'XRP' })
    await confirmTrade(world, trade)
    expect(await decided(trade, 'split', '20')).toEqual({ refused: 'exit_not_divided', field: 'decision' })
    expect(await offered(trade, 'offer', '20')).toEqual({ refused: 'exit_not_divided', field: 'sellerAmount' })
    expect((await shown(trade)).exits).toEqual([])
  })

  test('that both settle is divided as they agreed', async () => {
    const trade = await aDepositedTrade(world)
    await confirmTrade(world, trade)
    await disputed(trade)
    granted(await offered(trade, 'offer', '20'))
    const answer = { escrowId: trade.id, userId: trade.sellerId, divisionId: await divisionOf(trade), ...noWallet }
    granted(await acceptOffer(world.deps, answer))
    expect(await shown(trade)).toEqual({ stage: 'splitting', exits: ['division collecting 20 30'] })
  })

  test('that is dismissed releases what was due', async () => {
    const trade = await aDepositedTrade(world)
    await confirmTrade(world, trade)
    granted(await decided(trade, 'dismissed'))
    expect((await shown(trade)).exits).toEqual([])
    granted(await approved(trade))
    expect((await shown(trade)).exits).toEqual(['release collecting 50 0'])
  })
})

test('a lower price on which both agree is a division', async () => {
  const trade = await aDepositedTrade(world)
  await confirmTrade(world, trade)
  granted(await offered(trade, 'reduction', '45'))
  const answer = { escrowId: trade.id, userId: trade.sellerId, divisionId: await divisionOf(trade), ...noWallet }
  granted(await agreeToReduction(world.deps, answer))
  expect(await shown(trade)).toEqual({ stage: 'splitting', exits: ['division collecting 45 5'] })
})

describe('the two sides sign', () => {
  async function aRelease(): Promise<OnchainTrade> {
    const trade = await aDepositedTrade(world)
    await confirmTrade(world, trade)
    granted(await decided(trade, 'release'))
    return trade
  }
  const asked = ({ id: escrowId, buyerId: userId }: OnchainTrade) => ({ escrowId, userId })
  const toSign = async (trade: OnchainTrade) => granted(await settlementToSign(world.deps, asked(trade)))

  test('what is written once, by whoever asks first', async () => {
    const trade = await aRelease()
    const early = await signSettlement(world.deps, { ...asked(trade), xdr: 'AAAA' })
    expect(early).toEqual({ refused: 'exit_not_open' })
    await followSettlement(world.deps, { escrowId: trade.id })
    const [first, again] = await Promise.all([toSign(trade), toSign(trade)])
    expect(again).toEqual(first)
    expect(first.wallets).toEqual([walletOf('XLM', 'buyer'), walletOf('XLM')])
    const other = await settlementToSign(world.deps, { escrowId: trade.id, userId: trade.sellerId })
    expect(other).toEqual(first)
  })

  test('each once; the first one leaves it to the arbiter, those of both sides make it ready', async () => {
    const trade = await aRelease()
    const transaction = await toSign(trade)
    const byBuyer = signedBy(world, 'buyer', transaction)
    granted(await signSettlement(world.deps, { ...asked(trade), xdr: byBuyer }))
    granted(await signSettlement(world.deps, { ...asked(trade), xdr: byBuyer }))
    expect((await toSign(trade)).signed).toEqual([walletOf('XLM', 'buyer')])
    expect((await shown(trade)).exits).toEqual(['release collecting 50 0'])
    const bySeller = signedBy(world, 'seller', transaction)
    granted(await signSettlement(world.deps, { escrowId: trade.id, userId: trade.sellerId, xdr: bySeller }))
    expect((await shown(trade)).exits).toEqual(['release ready 50 0'])
    expect((await eventsOf(trade)).filter((kind) => kind === 'exit_signed')).toHaveLength(2)
    const late = await signSettlement(world.deps, { ...asked(trade), xdr: byBuyer })
    expect(late).toEqual({ refused: 'exit_not_open' })
  })

  test('at the same time: one signature of each is kept', async () => {
    const trade = await aRelease()
    const transaction = await toSign(trade)
    const xdr = signedBy(world, 'buyer', transaction)
    await Promise.all([1, 2, 3].map(() => signSettlement(world.deps, { ...asked(trade), xdr })))
    expect((await toSign(trade)).signed).toHaveLength(1)
    expect((await eventsOf(trade)).filter((kind) => kind === 'exit_signed')).toHaveLength(1)
  })

  test('nothing else, and nobody else', async () => {
    const [trade, other] = [await aRelease(), await aRelease()]
    const transaction = await toSign(trade)
    const sign = (xdr: string, userId = trade.buyerId) =>
      signSettlement(world.deps, { escrowId: trade.id, userId, xdr })
    const refused = (code: string) => ({ refused: code, field: 'signed' })
    expect(await sign('no transaction')).toEqual(refused('signature_unreadable'))
    expect(await sign(transaction.xdr)).toEqual(refused('signature_unreadable'))
    const another = signedBy(world, 'buyer', await toSign(other))
    expect(await sign(another)).toEqual(refused('signature_elsewhere'))
    expect(await sign(signedBy(world, 'friend', transaction))).toEqual(refused('signature_foreign'))
    expect(await sign(signedBy(world, 'arbiter', transaction))).toEqual(refused('signature_foreign'))
    const stranger = (await aUser(world.deps.db, { role: 'buyer' })).id
    expect(await sign(signedBy(world, 'buyer', transaction), stranger)).toEqual({ refused: 'escrow_not_found' })
    const seen = await settlementToSign(world.deps, { escrowId: trade.id, userId: stranger })
    expect(seen).toEqual({ refused: 'escrow_not_found' })
    expect((await toSign(trade)).signed).toEqual([])
  })

  test('not in the last ten minutes', async () => {
    const trade = await aRelease()
    const transaction = await toSign(trade)
    const { deadline } = await world.deps.db.hold.findUniqueOrThrow({ where: { escrowId: trade.id } })
    const near = { ...world.deps, clock: { now: () => new Date(deadline.getTime() - 600_000) } }
    const xdr = signedBy(world, 'buyer', transaction)
    expect(await signSettlement(near, { ...asked(trade), xdr })).toEqual({ refused: 'exit_date_near' })
    expect(await settlementToSign(near, asked(trade))).toEqual({ refused: 'exit_date_near' })
  })

  test('a ledger that gives no answer is none', async () => {
    const trade = await aRelease()
    world.harbour.faults.set({ target: 'horizon', kind: 'server_error', match: '/accounts', times: 50 })
    try {
      expect(await settlementToSign(world.deps, asked(trade))).toEqual({ refused: 'stellar_unavailable' })
    } finally {
      world.harbour.faults.clear()
    }
    expect((await toSign(trade)).signed).toEqual([])
  })
})
