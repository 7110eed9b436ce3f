/** Refund, cancelling and dispute: who may do what, and when it is refused (product.md §3). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retryPayout } from '#app/settlement/payouts/workflows/operator/retry-payout.server.ts'
import { withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { withdrawRefundRequest } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import { type Cast, castOf, deskOf, walletAt } from '#tests/support/settlement/settlement.ts'
import { seller as aSeller, fund, granted, type Person, pilotBuyer, register } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let cast: Cast
let desk: ReturnType<typeof deskOf>
let strangers: Person[]

beforeAll(async () => {
  world = await openWorld()
  cast = await castOf(world)
  desk = deskOf(world, cast)
  strangers = [await pilotBuyer(world), await aSeller(world)]
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const notFound = { refused: 'escrow_not_found' }

test('for everyone but its parties, and on the wrong side, the escrow does not exist', async () => {
  const trade = await desk.openFunded('XLM', '10')
  granted(await desk.confirm(trade))
  const { escrowId } = trade
  const wallet = walletAt('XLM', 'friend')
  for (const { id } of [...strangers, cast.seller, cast.operator]) {
    expect(await desk.ask(trade, { buyerId: id })).toMatchObject(notFound)
    expect(await withdrawRefundRequest(world.deps, { escrowId, buyerId: id })).toMatchObject(notFound)
    expect(await stateRefundWallet(world.deps, { escrowId, buyerId: id, wallet })).toMatchObject(notFound)
    expect(await cancelEscrow(world.deps, { escrowId, buyerId: id, wallet })).toMatchObject(notFound)
  }
  granted(await desk.ask(trade))
  for (const { id } of [...strangers, cast.buyer, cast.operator]) {
    expect(await desk.answer(trade, { sellerId: id })).toMatchObject(notFound)
  }
  for (const { id } of [...strangers, cast.operator]) {
    expect(await desk.dispute(trade, { userId: id })).toMatchObject(notFound)
    expect(await withdrawDispute(world.deps, { escrowId, userId: id })).toMatchObject(notFound)
  }
  const nowhere = { ...trade, escrowId: randomUUID() }
  expect(await desk.ask(nowhere)).toMatchObject(notFound)
  expect(await desk.answer(nowhere)).toMatchObject(notFound)
  expect(await desk.dispute(nowhere)).toMatchObject(notFound)
})

test('what is the id of no row is not found, and no error of the database', async () => {
  for (const id of ['abc', '', "' or 1=1", randomUUID()]) {
    expect(await removeDocument(world.deps, { documentId: id, sellerId: cast.seller.id })).toEqual({
      refused: 'document_not_found',
    })
    expect(await retryPayout(world.deps, { payoutId: id, operatorId: cast.operator.id, reason: 'Mended.' })).toEqual({
      refused: 'payout_not_failed',
    })
  }
})

test('who registers under the address that the buyer named has no say before confirming it', async () => {
  const claimant = await register(world, { role: 'seller', isConfirmed: false })
  const trade = await desk.openFunded('XLM', '10', { sellerEmail: claimant.email })
  granted(await desk.ask(trade))
  expect(await desk.answer(trade, { sellerId: claimant.id })).toMatchObject(notFound)
  expect(await desk.dispute(trade, { userId: claimant.id })).toMatchObject(notFound)
  await world.deps.db.user.update({ where: { id: claimant.id }, data: { emailConfirmedAt: new Date() } })
  granted(await desk.answer(trade, { sellerId: claimant.id }))
})

test('the seller whom the buyer named hears of refund and dispute before being bound', async () => {
  const disputed = await desk.openFunded('XLM', '10', { sellerEmail: cast.seller.email })
  granted(await desk.dispute(disputed, { userId: cast.seller.id }))
  granted(await desk.decide(disputed, { decision: 'dismissed' }))
  const told = ['escrow_opened', 'escrow_funded', 'dispute_opened', 'dispute_decided']
  expect(await desk.letters(disputed)).toEqual(expect.arrayContaining(told.map((letter) => `${letter} to seller`)))

  const refunded = await desk.openFunded('XLM', '10', { sellerEmail: cast.seller.email })
  granted(await desk.ask(refunded))
  granted(await desk.answer(refunded))
  await desk.untilPaid(refunded)
  expect(await desk.letters(refunded)).toEqual([
    'escrow_funded to buyer',
    'escrow_funded to seller',
    'escrow_opened to seller',
    'escrow_to_fund to buyer',
    'funds_refunded to buyer',
    'funds_refunded to seller',
    'refund_answered to buyer',
    'refund_requested to seller',
  ])
})

describe('a refund', () => {
  test('is asked for when there is money, somebody to ask, a reason and a wallet; once', async () => {
    const unfunded = await desk.open('XLM', '10')
    expect(await desk.ask(unfunded)).toMatchObject({ refused: 'refund_not_possible' })
    const trade = await desk.openFunded('XLM', '10')
    expect(await desk.ask(trade)).toMatchObject({ refused: 'refund_nobody_to_ask' })
    granted(await desk.confirm(trade))
    expect(await desk.ask(trade, { reason: '' })).toMatchObject({
      refused: 'refund_reason_required',
      field: 'refundReason',
    })
    granted(await desk.ask(trade))
    expect(await desk.ask(trade)).toMatchObject({ refused: 'refund_not_possible' })
  })

  test.each([
    ['XLM', { address: '', memo: '' }, 'wallet_required', 'refundAddress'],
    ['XLM', { address: 'GABC', memo: '' }, 'wallet_invalid', 'refundAddress'],
    ['XLM', walletAt('XLM', 'escrow'), 'wallet_is_ours', 'refundAddress'],
    ['XLM', walletAt('XLM', 'fee'), 'wallet_is_ours', 'refundAddress'],
    ['XLM', walletAt('XLM', 'exchange'), 'wallet_memo_required', 'refundMemo'],
    ['XRP', walletAt('XRP', 'escrow', '7'), 'wallet_is_ours', 'refundAddress'],
    ['XRP', walletAt('XRP', 'exchange'), 'wallet_tag_required', 'refundMemo'],
    ['XRP', walletAt('XLM', 'friend'), 'wallet_other_network', 'refundAddress'],
  ] as const)('in %s does not go to %o: %s', async (asset, wallet, refused, field) => {
    const trade = await desk.open(asset, '10')
    const { escrowId } = trade
    const buyerId = cast.buyer.id
    expect(await stateRefundWallet(world.deps, { escrowId, buyerId, wallet })).toMatchObject({ refused, field })
    expect(await cancelEscrow(world.deps, { escrowId, buyerId, wallet })).toMatchObject({ refused, field })
    await fund(world, escrowId)
    granted(await desk.confirm(trade))
    expect(await desk.ask(trade, { wallet })).toMatchObject({ refused, field })
    const row = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
    expect([row.refundAddress, row.cancelledAt]).toEqual([null, null])
  })

  test('is agreed to, declined with a reason, or withdrawn; once', async () => {
    const trade = await desk.openFunded('XLM', '10')
    granted(await desk.confirm(trade))
    const { escrowId } = trade
    const withdraw = () => withdrawRefundRequest(world.deps, { escrowId, buyerId: cast.buyer.id })
    const notAsked = { refused: 'refund_not_asked' }
    expect(await desk.answer(trade)).toMatchObject(notAsked)
    expect(await withdraw()).toMatchObject(notAsked)
    granted(await desk.ask(trade))
    expect(await desk.answer(trade, { isAgreed: false })).toMatchObject({ refused: 'decline_reason_required' })
    granted(await desk.answer(trade, { isAgreed: false, reason: 'The goods are at sea.' }))
    expect(await desk.answer(trade)).toMatchObject(notAsked)
    granted(await desk.ask(trade))
    granted(await withdraw())
    expect(await withdraw()).toMatchObject(notAsked)
    expect(await desk.answer(trade)).toMatchObject(notAsked)
    granted(await desk.ask(trade))
    granted(await desk.answer(trade))
    expect(await desk.answer(trade)).toMatchObject(notAsked)
    expect(await withdraw()).toMatchObject(notAsked)
  })

  test('is no longer asked for by who approves', async () => {
    const trade = await desk.open('XLM', '10')
    granted(await desk.confirm(trade))
    await fund(world, trade.escrowId)
    granted(await desk.ask(trade))
    granted(await desk.review(trade))
    expect(await desk.answer(trade)).toMatchObject({ refused: 'refund_not_asked' })
    expect(await desk.payouts(trade)).toMatchObject([{ purpose: 'release' }])
  })
})

test('after a refund nothing can be changed', async () => {
  const trade = await desk.agreedRefund('XLM', '10')
  expect(await desk.confirm(trade)).toMatchObject({ refused: 'escrow_settled' })
  expect(await desk.review(trade)).toMatchObject({ refused: 'escrow_settled' })
  expect(await desk.ask(trade)).toMatchObject({ refused: 'refund_not_possible' })
  expect(await desk.dispute(trade)).toMatchObject({ refused: 'dispute_not_possible' })
  const cancelled = await cancelEscrow(world.deps, { escrowId: trade.escrowId, buyerId: cast.buyer.id, wallet: null })
  expect(cancelled).toMatchObject({ refused: 'cancel_not_possible' })
})

test('what is funded is not cancelled, and what is cancelled is neither confirmed nor funded', async () => {
  const funded = await desk.openFunded('XLM', '10')
  const cancel = ({ escrowId }: { escrowId: string }) =>
    cancelEscrow(world.deps, { escrowId, buyerId: cast.buyer.id, wallet: null })
  expect(await cancel(funded)).toMatchObject({ refused: 'cancel_not_possible' })
  const trade = await desk.open('XLM', '10')
  granted(await desk.confirm(trade))
  granted(await cancel(trade))
  granted(await cancel(trade))
  expect((await desk.letters(trade)).filter((letter) => letter.startsWith('escrow_cancelled'))).toHaveLength(1)
  expect(await desk.confirm(trade)).toMatchObject({ refused: 'escrow_settled' })
  expect(await desk.review(trade)).toMatchObject({ refused: 'escrow_settled' })
  await fund(world, trade.escrowId)
  const row = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })
  expect([row.verifiedAt, row.receivedAmount.toFixed()]).toEqual([null, '10'])
  expect(await desk.dispute(trade)).toMatchObject({ refused: 'dispute_not_possible' })
})

describe('a dispute', () => {
  test('is opened about money that is there, with a reason, one at a time, and taken back by who opened it', async () => {
    const unfunded = await desk.open('XLM', '10')
    expect(await desk.dispute(unfunded)).toMatchObject({ refused: 'dispute_not_possible' })
    const trade = await desk.openFunded('XLM', '10')
    const { escrowId } = trade
    expect(await desk.dispute(trade, { userId: cast.seller.id })).toMatchObject(notFound)
    granted(await desk.confirm(trade))
    expect(await desk.dispute(trade, { reason: '' })).toMatchObject({ refused: 'dispute_reason_required' })
    granted(await desk.dispute(trade, { userId: cast.seller.id }))
    expect(await desk.dispute(trade)).toMatchObject({ refused: 'dispute_not_possible' })
    const take = (userId: string) => withdrawDispute(world.deps, { escrowId, userId })
    expect(await take(cast.buyer.id)).toMatchObject({ refused: 'dispute_not_open' })
    granted(await take(cast.seller.id))
    expect(await take(cast.seller.id)).toMatchObject({ refused: 'dispute_not_open' })
  })

  test('freezes everything that would decide about the money', async () => {
    const trade = await desk.openFunded('XLM', '10')
    granted(await desk.confirm(trade))
    const document = await aDocument(trade.escrowId)
    granted(await desk.ask(trade))
    granted(await desk.dispute(trade))
    expect(await desk.confirm(trade)).toMatchObject({ refused: 'in_dispute' })
    expect(await desk.review(trade)).toMatchObject({ refused: 'in_dispute' })
    expect(await desk.review(trade, 'Rejected')).toMatchObject({ refused: 'in_dispute' })
    expect(await desk.answer(trade)).toMatchObject({ refused: 'refund_not_asked' })
    expect(await desk.ask(trade)).toMatchObject({ refused: 'refund_not_possible' })
    const removed = await removeDocument(world.deps, { documentId: document, sellerId: cast.seller.id })
    expect(removed).toMatchObject({ refused: 'in_dispute' })
    granted(await desk.decide(trade, { decision: 'dismissed' }))
    granted(await desk.answer(trade))
  })

  test('is decided with a note, about the dispute that was read, and once', async () => {
    const trade = await desk.openFunded('XLM', '10')
    granted(await desk.confirm(trade))
    expect(await desk.decide(trade, { decision: 'release' })).toMatchObject({ refused: 'dispute_not_open' })
    granted(await desk.dispute(trade))
    expect(await desk.decide(trade, { decision: 'release', note: '' })).toMatchObject({
      refused: 'decision_note_required',
    })
    expect(await desk.decide(trade, { decision: 'release', disputeId: randomUUID() })).toMatchObject({
      refused: 'dispute_not_open',
    })
    granted(await desk.decide(trade, { decision: 'release' }))
    expect(await desk.decide(trade, { decision: 'refund' })).toMatchObject({ refused: 'dispute_not_open' })
    expect(await desk.dispute(trade)).toMatchObject({ refused: 'dispute_not_possible' })
  })

  test.each(['', '0', '-1', '10', '10.1', '1.00000001', 'half'])('cannot give the seller %o of 10', async (share) => {
    const trade = await desk.openFunded('XLM', '10')
    granted(await desk.confirm(trade))
    granted(await desk.dispute(trade))
    expect(await desk.decide(trade, { decision: 'split', seller: share })).toMatchObject({ refused: 'split_invalid' })
    expect(await desk.payouts(trade)).toEqual([])
  })

  test('pays nobody who has not said where to', async () => {
    const trade = await desk.openFunded('XLM', '10')
    granted(await desk.dispute(trade))
    const sellerMissing = { refused: 'seller_wallet_missing' }
    expect(await desk.decide(trade, { decision: 'release' })).toMatchObject(sellerMissing)
    expect(await desk.decide(trade, { decision: 'split', seller: '4' })).toMatchObject(sellerMissing)
    expect(await desk.decide(trade, { decision: 'refund' })).toMatchObject({ refused: 'refund_wallet_missing' })
    const wallet = walletAt('XLM', 'friend')
    granted(await stateRefundWallet(world.deps, { escrowId: trade.escrowId, buyerId: cast.buyer.id, wallet }))
    granted(await desk.decide(trade, { decision: 'refund' }))
  })
})

async function aDocument(escrowId: string): Promise<string> {
  const facts = { fileName: 'b.pdf', contentType: 'application/pdf', size: 1, sha256: 's', storageKey: randomUUID() }
  const data = { escrowId, type: 'BillOfLading' as const, uploadedById: cast.seller.id, ...facts }
  return (await world.deps.db.escrowDocument.create({ data })).id
}
