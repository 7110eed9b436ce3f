/** What the pages of an escrow that ends otherwise show to its buyer and seller, and what they keep from them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BACK, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, fund, pilotBuyer, register, walletOf } from '#tests/support/world/people.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})

afterAll(async () => {
  await routes.close()
})

describe('who sees what', () => {
  it('the seller reads the request, and never where the money would go', async () => {
    const { transactionId: txid } = await routes.asked()
    for (const page of ['lookup', 'confirmation'] as const) {
      const shown = await routes.viewOf(routes.seller, txid, page)
      expect(shown.escrow).toMatchObject({ reader: 'seller', refundRequest: { reason: 'The vessel sank.' } })
      expect(JSON.stringify(shown.escrow)).not.toContain(BACK)
    }
    const own = await routes.viewOf(routes.buyer, txid)
    expect(own.escrow).toMatchObject({ reader: 'buyer', refundWallet: { address: BACK } })
  })

  it('a refund is shown to the seller with its amount and hash, and without its wallet', async () => {
    const { transactionId: txid, escrowId } = await routes.asked()
    await routes.send({ by: routes.seller, txid, fields: { intent: 'agree_refund', sure: 'yes' } })
    const isPaid = async () =>
      (await routes.world.deps.db.transfer.count({ where: { escrowId, state: 'confirmed' } })) === 1
    await routes.world.workUntil(isPaid, 'the refund is paid')
    const { escrow } = await routes.viewOf(routes.seller, txid)
    expect(escrow).toMatchObject({ stage: 'refunded', payouts: [{ purpose: 'refund', amount: '10', wallet: null }] })
    expect(escrow?.payouts[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(escrow)).not.toContain(BACK)
  })

  it('the wallet that the buyer expects is the buyer’s own note', async () => {
    const expected = walletOf('XLM', 'friend')
    const escrow = await escrowOf(routes.world, {
      buyer: routes.buyer,
      asset: 'XLM',
      amount: '10',
      sellerEmail: routes.seller.email,
      walletAddress: expected,
    })
    expect((await routes.viewOf(routes.buyer, escrow.transactionId)).escrow?.expectedWallet?.address).toBe(expected)
    expect(JSON.stringify((await routes.viewOf(routes.seller, escrow.transactionId)).escrow)).not.toContain(expected)
  })

  it('a seller whom the buyer named looks it up before confirming; one who only holds the ID does not', async () => {
    const { transactionId: txid } = await routes.funded()
    expect((await routes.viewOf(routes.seller, txid)).escrow).toMatchObject({
      may: { dispute: true, answerRefund: false },
    })
    const open = await escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10' })
    expect((await routes.viewOf(routes.seller, open.transactionId)).escrow).toBeNull()
    await fund(routes.world, open.escrowId)
    const { escrow } = await routes.viewOf(routes.seller, open.transactionId, 'confirmation')
    expect(escrow).toMatchObject({ may: { confirm: true, dispute: false } })
    const fields = { intent: 'open_dispute', disputeReason: 'I hold the ID.' }
    expect(await routes.send({ page: 'confirmation', by: routes.seller, txid: open.transactionId, fields })).toEqual({
      refused: 'escrow_not_found',
    })
  })

  it('a named address that nobody has confirmed opens nothing', async () => {
    const pretender = await register(routes.world, { role: 'seller', isConfirmed: false })
    const escrow = await escrowOf(routes.world, {
      buyer: routes.buyer,
      asset: 'XLM',
      amount: '10',
      sellerEmail: pretender.email,
    })
    expect((await routes.viewOf(pretender, escrow.transactionId)).escrow).toBeNull()
  })

  it('the form begins with the wallet that the buyer pays from, of the same currency only', async () => {
    const payer = await pilotBuyer(routes.world)
    const from = { buyerWalletAddress: walletOf('XLM', 'buyer'), buyerMemoTag: '77' }
    const { transactionId } = await escrowOf(routes.world, { buyer: payer, asset: 'XLM', amount: '10', ...from })
    expect((await routes.viewOf(payer, transactionId)).escrow?.suggestedWallet).toEqual({
      address: from.buyerWalletAddress,
      memo: '77',
    })
    // Only the buyer and the operator see the buyer's wallet.
    const own = { address: from.buyerWalletAddress, memo: '77' }
    expect((await routes.viewOf(payer, transactionId)).escrow?.payingWallet).toEqual(own)
    const shown = await routes.viewOf(routes.seller, transactionId, 'confirmation')
    expect(shown.escrow).toMatchObject({ payingWallet: null })
    expect(JSON.stringify(shown.escrow)).not.toContain(own.address)
    const other = await escrowOf(routes.world, { buyer: routes.buyer, asset: 'XRP', amount: '5' })
    expect((await routes.viewOf(routes.buyer, other.transactionId)).escrow?.suggestedWallet).toBeNull()
  })
})
