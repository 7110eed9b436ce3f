/** Agreed splits: offers in a dispute, and a lower price for documents; once, exactly, and by the right people. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { withdrawDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { changePayoutWallet } from '#app/trade/documents/workflows/change-payout-wallet.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { askForWaiver } from '#app/trade/documents/workflows/waiver.server.ts'
import { dividers } from '#tests/support/divisions/divide.ts'
import { castOf, deskOf, type Trade, walletAt } from '#tests/support/settlement/settlement.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import {
  seller as aSeller,
  granted,
  type Person,
  seenDocuments,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let desk: ReturnType<typeof deskOf>
let people: ReturnType<typeof dividers>
let cast: Awaited<ReturnType<typeof castOf>>
let stranger: Person

beforeAll(async () => {
  world = await openWorld()
  cast = await castOf(world)
  desk = deskOf(world, cast)
  people = dividers(world, cast)
  stranger = await aSeller(world)
})
afterAll(async () => {
  await expectBooksSound(world.deps.db)
  await world?.[Symbol.asyncDispose]()
})

const NAMED = () => ({ sellerEmail: cast.seller.email })

async function presented(asset: Asset, amount: string): Promise<Trade> {
  const trade = await desk.openFunded(asset, amount, NAMED())
  const wallet = { walletAddress: walletOf(asset), walletMemo: '' }
  const files = [{ type: 'PackingList' as const, upload: await upload(world) }]
  granted(
    await confirmShipment(world.deps, {
      sellerId: cast.seller.id,
      transactionId: trade.transactionId,
      files,
      ...wallet,
    }),
  )
  return trade
}

async function disputed(asset: Asset, amount: string): Promise<Trade> {
  const trade = await presented(asset, amount)
  granted(await desk.dispute(trade))
  return trade
}

const BACK = (asset: Asset) => walletAt(asset, 'friend')

async function paid(trade: Trade): Promise<string[]> {
  await desk.untilPaid(trade)
  const rows = await desk.payouts(trade)
  return rows.map(({ purpose, amount, address }) => `${purpose} ${amount.toFixed()} ${address}`).sort()
}

describe('offers in a dispute', () => {
  test.each([
    ['XLM', '10.0000001', '6.0000001', '4'],
    ['USDC', '12.5', '12.4999999', '0.0000001'],
    ['XRP', '9.000001', '4.5', '4.500001'],
  ] as const)(
    '%s: an offer, a counter-offer that is accepted, and both are paid exactly',
    async (asset, amount, toSeller, toBuyer) => {
      const trade = await disputed(asset, amount)
      granted(await people.offer(trade, { by: 'buyer', seller: '1', words: 'Half is wet.', wallet: BACK(asset) }))
      granted(await people.offer(trade, { by: 'seller', seller: toSeller, words: 'A few bags.' }))
      const counter = await people.openOf(trade, 'seller')
      expect(await desk.letters(trade)).toEqual(expect.arrayContaining(['division to buyer', 'division to seller']))
      granted(await people.accept(trade, counter, { by: 'buyer' }))
      expect(await people.all(trade)).toEqual(['buyer 1 superseded', `seller ${toSeller} agreed`])
      expect(await paid(trade)).toEqual([
        `refund ${toBuyer} ${walletOf(asset, 'friend')}`,
        `release ${toSeller} ${walletOf(asset)}`,
      ])
      expect(await desk.stage(trade)).toBe('split')
      const [dispute] = await world.deps.db.dispute.findMany({ where: { escrowId: trade.escrowId } })
      expect(dispute).toMatchObject({ decision: 'settled', decidedById: cast.buyer.id })
      expect(await desk.letters(trade)).toEqual(
        expect.arrayContaining(['division_answered to buyer', 'division_answered to seller']),
      )
      expect(await people.accept(trade, counter, { by: 'buyer' })).not.toHaveProperty('refused')
      expect(await desk.payouts(trade)).toHaveLength(2)
    },
  )

  test.each([
    ['10', ['release 10'], 'released'],
    ['0', ['refund 10'], 'refunded'],
  ])('all may go to one side: %s for the seller', async (share, expected, stage) => {
    const trade = await disputed('XLM', '10')
    granted(await people.offer(trade, { by: 'buyer', seller: share, wallet: BACK('XLM') }))
    granted(await people.accept(trade, await people.openOf(trade, 'buyer'), { by: 'seller' }))
    expect((await paid(trade)).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(expected)
    expect(await desk.stage(trade)).toBe(stage)
  })

  test('a new offer of the same side takes the place of its former; the same form twice makes one', async () => {
    const trade = await disputed('XLM', '10')
    granted(await people.offer(trade, { by: 'seller', seller: '9' }))
    granted(await people.offer(trade, { by: 'seller', seller: '8' }))
    granted(await people.offer(trade, { by: 'seller', seller: '8' }))
    expect(await people.all(trade)).toEqual(['seller 9 superseded', 'seller 8 open'])
    const offer = await people.openOf(trade, 'seller')
    granted(await people.decline(trade, offer, 'buyer'))
    expect(await people.accept(trade, offer, { by: 'buyer', wallet: BACK('XLM') })).toMatchObject({
      refused: 'division_not_open',
    })
    granted(await people.offer(trade, { by: 'seller', seller: '7' }))
    granted(await people.withdraw(trade, await people.openOf(trade, 'seller'), 'seller'))
    expect((await people.all(trade)).slice(1)).toEqual(['seller 8 declined', 'seller 7 withdrawn'])
  })

  test('a buyer without a refund wallet states one with the offer or with the agreement', async () => {
    const trade = await disputed('XLM', '10')
    expect(await people.offer(trade, { by: 'buyer', seller: '4' })).toMatchObject({
      refused: 'division_needs_refund_wallet',
    })
    const wrong = { address: 'GWRONG', memo: '' }
    expect(await people.offer(trade, { by: 'buyer', seller: '4', wallet: wrong })).toMatchObject({
      refused: 'wallet_invalid',
      field: 'refundAddress',
    })
    granted(await people.offer(trade, { by: 'seller', seller: '4' }))
    const offer = await people.openOf(trade, 'seller')
    expect(await people.accept(trade, offer, { by: 'buyer' })).toMatchObject({
      refused: 'division_needs_refund_wallet',
    })
    granted(await people.accept(trade, offer, { by: 'buyer', wallet: BACK('XLM') }))
    expect(await paid(trade)).toEqual([`refund 6 ${walletOf('XLM', 'friend')}`, `release 4 ${walletOf('XLM')}`])
  })

  test('a seller who has presented nothing can be given nothing, and may still agree to that', async () => {
    const trade = await desk.openFunded('XLM', '10', NAMED())
    granted(await desk.dispute(trade))
    expect(await people.offer(trade, { by: 'buyer', seller: '1', wallet: BACK('XLM') })).toMatchObject({
      refused: 'division_needs_seller_wallet',
    })
    granted(await people.offer(trade, { by: 'buyer', seller: '0', wallet: BACK('XLM') }))
    granted(await people.accept(trade, await people.openOf(trade, 'buyer'), { by: 'seller' }))
    expect(await paid(trade)).toEqual([`refund 10 ${walletOf('XLM', 'friend')}`])
  })

  test('a wallet that was left to the seller is looked at by the buyer before anything is agreed', async () => {
    const trade = await desk.openFunded('XLM', '10', {
      ...NAMED(),
      walletFrom: 'seller',
      walletAddress: '',
      walletMemo: '',
    })
    granted(await desk.confirm(trade))
    granted(await desk.dispute(trade))
    // The offer does not say that the wallet was checked, and the seller alone settles nothing with it.
    granted(await people.offer(trade, { by: 'buyer', seller: '4', wallet: BACK('XLM'), hasCheckedWallet: false }))
    const unchecked = await people.openOf(trade, 'buyer')
    expect(await people.accept(trade, unchecked, { by: 'seller', hasCheckedWallet: true })).toMatchObject({
      refused: 'division_wallet_unchecked',
    })
    expect(await desk.payouts(trade)).toEqual([])
    granted(await people.offer(trade, { by: 'seller', seller: '4' }))
    const said = { letter: 'division', proposedBy: 'seller', accepts: true }
    const letters = await world.deps.db.outboxLetter.findMany({ where: { escrowId: trade.escrowId } })
    expect(letters.map(({ content }) => content)).toContainEqual(expect.objectContaining(said))
    const offer = await people.openOf(trade, 'seller')
    const agreed = { by: 'buyer', wallet: BACK('XLM') } as const
    expect(await people.accept(trade, offer, { ...agreed, hasCheckedWallet: false })).toMatchObject({
      refused: 'wallet_unverified',
    })
    granted(await people.accept(trade, offer, agreed))
    expect(await people.all(trade)).toEqual(['buyer 4 superseded', 'seller 4 agreed'])
  })

  test('what goes to the buyer alone is accepted by the seller, whoever named the wallet', async () => {
    const trade = await desk.openFunded('XLM', '10', {
      ...NAMED(),
      walletFrom: 'seller',
      walletAddress: '',
      walletMemo: '',
    })
    granted(await desk.confirm(trade))
    granted(await desk.dispute(trade))
    granted(await people.offer(trade, { by: 'buyer', seller: '0', wallet: BACK('XLM'), hasCheckedWallet: false }))
    granted(await people.accept(trade, await people.openOf(trade, 'buyer'), { by: 'seller' }))
    expect(await paid(trade)).toEqual([`refund 10 ${walletOf('XLM', 'friend')}`])
  })

  test.each([['-1'], ['10.0000001'], ['1.00000001'], ['much'], ['']])('%j is no share of 10', async (seller) => {
    const trade = await disputed('XLM', '10')
    expect(await people.offer(trade, { by: 'seller', seller })).toMatchObject({
      refused: 'division_amount_invalid',
      field: 'sellerAmount',
    })
  })

  test('nobody but the two sides, and nobody answers the own one', async () => {
    const trade = await disputed('XLM', '10')
    const notFound = { refused: 'escrow_not_found' }
    expect(await people.offer(trade, { by: 'seller', seller: '1', userId: stranger.id })).toMatchObject(notFound)
    granted(await people.offer(trade, { by: 'seller', seller: '1' }))
    const offer = await people.openOf(trade, 'seller')
    expect(await people.accept(trade, offer, { by: 'buyer', userId: stranger.id })).toMatchObject(notFound)
    expect(await people.accept(trade, offer, { by: 'buyer', userId: cast.operator.id })).toMatchObject(notFound)
    const notOpen = { refused: 'division_not_open' }
    expect(await people.accept(trade, offer, { by: 'seller' })).toMatchObject(notOpen)
    expect(await people.decline(trade, offer, 'seller')).toMatchObject(notOpen)
    expect(await people.withdraw(trade, offer, 'buyer')).toMatchObject(notOpen)
    expect(await people.agree(trade, offer)).toMatchObject(notOpen)
    expect(await people.all(trade)).toEqual(['seller 1 open'])
  })

  test('the end of the dispute ends its offers, whoever ended it', async () => {
    const decided = await disputed('XLM', '10')
    granted(await people.offer(decided, { by: 'seller', seller: '1' }))
    const offer = await people.openOf(decided, 'seller')
    granted(await desk.decide(decided, { decision: 'release' }))
    expect(await people.all(decided)).toEqual(['seller 1 superseded'])
    expect(await people.accept(decided, offer, { by: 'buyer', wallet: BACK('XLM') })).toMatchObject({
      refused: 'division_not_open',
    })
    const withdrawn = await disputed('XLM', '10')
    granted(await people.offer(withdrawn, { by: 'seller', seller: '1' }))
    granted(await withdrawDispute(world.deps, { escrowId: withdrawn.escrowId, userId: cast.buyer.id }))
    expect(await people.all(withdrawn)).toEqual(['seller 1 superseded'])
    // An offer of an earlier dispute does not belong to a later one.
    granted(await desk.dispute(withdrawn))
    expect(await people.offer(withdrawn, { by: 'buyer', seller: '3', kind: 'reduction' })).toMatchObject({
      refused: 'division_not_possible',
    })
  })
})

/** Rejects with a mark on what was presented, so that the notice binds. */
async function rejectAll({ escrowId, asset }: Trade) {
  return reviewDocuments(world.deps, {
    escrowId,
    buyerId: cast.buyer.id,
    approval: 'Rejected',
    reason: 'The weight differs.',
    rejected: ['PackingList'],
    marks: [{ type: 'PackingList', reasons: ['conflicting_data'], words: '' }],
    seenWallet: { address: walletOf(asset), memo: null },
    seenDocuments: await seenDocuments(world, escrowId),
    hasCheckedWallet: true,
  })
}

describe('a lower price', () => {
  test.each([
    ['XLM', '10.0000003', '7.0000001', '3.0000002', 'Pending'],
    ['XRP', '9.000001', '9', '0.000001', 'Rejected'],
  ] as const)(
    '%s: the seller agrees, the documents count as approved, and both are paid',
    async (asset, amount, lower, rest, approval) => {
      const trade = await presented(asset, amount)
      if (approval === 'Rejected') {
        granted(await rejectAll(trade))
        granted(
          await askForWaiver(world.deps, { escrowId: trade.escrowId, sellerId: cast.seller.id, words: 'It is small.' }),
        )
      }
      granted(await people.reduce(trade, { seller: lower, words: 'Two bags are torn.', wallet: BACK(asset) }))
      const offer = await people.openOf(trade, 'buyer')
      granted(await people.agree(trade, offer))
      expect(await paid(trade)).toEqual([
        `refund ${rest} ${walletOf(asset, 'friend')}`,
        `release ${lower} ${walletOf(asset)}`,
      ])
      const ofTrade = { escrowId: trade.escrowId }
      const row = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: trade.escrowId } })
      expect(row).toMatchObject({ documentApprovalStatus: 'Approved', rejectionReason: null })
      expect(await world.deps.db.escrowDocument.count({ where: { ...ofTrade, rejectedAt: { not: null } } })).toBe(0)
      expect(await world.deps.db.waiverRequest.count({ where: { ...ofTrade, answer: null } })).toBe(0)
      granted(await people.agree(trade, offer))
      expect(await desk.payouts(trade)).toHaveLength(2)
    },
  )

  test('what was too much goes back as well', async () => {
    const trade = await desk.openFunded('XLM', '10', { ...NAMED(), paid: '12' })
    granted(await desk.confirm(trade))
    granted(await people.reduce(trade, { seller: '6', wallet: BACK('XLM') }))
    granted(await people.agree(trade, await people.openOf(trade, 'buyer')))
    expect((await paid(trade)).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
      'refund 4',
      'release 6',
      'return 2',
    ])
  })

  test('is the buyer’s to offer, between nothing and all, for what the buyer saw', async () => {
    const trade = await presented('XLM', '10')
    const wallet = BACK('XLM')
    for (const seller of ['0', '10', '11']) {
      expect(await people.reduce(trade, { seller, wallet })).toMatchObject({ refused: 'division_amount_invalid' })
    }
    expect(await people.reduce(trade, { seller: '5', userId: cast.seller.id })).toMatchObject({
      refused: 'division_not_possible',
    })
    expect(await people.reduce(trade, { seller: '5', userId: stranger.id })).toMatchObject({
      refused: 'escrow_not_found',
    })
    const seenAddress = walletOf('XLM', 'exchange')
    expect(await people.reduce(trade, { seller: '5', wallet, seenAddress })).toMatchObject({
      refused: 'wallet_changed',
    })
    const unfunded = await desk.open('XLM', '10', NAMED())
    granted(await desk.confirm(unfunded))
    expect(await people.reduce(unfunded, { seller: '5', wallet })).toMatchObject({ refused: 'division_not_possible' })
  })

  test.each([
    [
      'the seller states another wallet',
      (trade: Trade) =>
        changePayoutWallet(world.deps, {
          escrowId: trade.escrowId,
          sellerId: cast.seller.id,
          wallet: walletAt('XLM', 'exchange', '77'),
        }),
    ],
    ['the seller presents again', (trade: Trade) => desk.confirm(trade)],
    ['the buyer approves', (trade: Trade) => desk.review(trade)],
    ['a dispute opens', (trade: Trade) => desk.dispute(trade)],
    [
      'a refund is agreed',
      async (trade: Trade) => {
        granted(await desk.ask(trade))
        return desk.answer(trade)
      },
    ],
  ] as const)('does not stand when %s', async (_, act) => {
    const trade = await presented('XLM', '10')
    granted(await people.reduce(trade, { seller: '5', wallet: BACK('XLM') }))
    const offer = await people.openOf(trade, 'buyer')
    granted(await act(trade))
    expect(await people.all(trade)).toEqual(['buyer 5 superseded'])
    expect(await people.agree(trade, offer)).toMatchObject({ refused: 'division_not_open' })
  })

  test('does not stand when the seller deletes a document', async () => {
    const trade = await presented('XLM', '10')
    granted(await people.reduce(trade, { seller: '5', wallet: BACK('XLM') }))
    const { id: documentId } = await world.deps.db.escrowDocument.findFirstOrThrow({
      where: { escrowId: trade.escrowId },
    })
    granted(await removeDocument(world.deps, { documentId, sellerId: cast.seller.id }))
    expect(await people.all(trade)).toEqual(['buyer 5 superseded'])
  })

  test('a rejection leaves it standing; the buyer withdraws it, or the seller declines', async () => {
    const trade = await presented('XLM', '10')
    granted(await people.reduce(trade, { seller: '5', wallet: BACK('XLM') }))
    granted(await desk.review(trade, 'Rejected'))
    granted(await people.decline(trade, await people.openOf(trade, 'buyer'), 'seller'))
    granted(await people.reduce(trade, { seller: '6' }))
    granted(await people.withdraw(trade, await people.openOf(trade, 'buyer'), 'buyer'))
    expect(await people.all(trade)).toEqual(['buyer 5 declined', 'buyer 6 withdrawn'])
    expect(await desk.payouts(trade)).toEqual([])
  })
})
