/** Another payout wallet for a waiting release, on both pages: who proposes, who agrees, and who may neither. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { setMemoRequired } from '#tests/support/settlement/closed-wallets.ts'
import { BACK, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { granted, pilotBuyer, seller as someSeller, walletOf } from '#tests/support/world/people.ts'

const friend = walletOf('XLM', 'friend')

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})
afterEach(() => setClosed(false))
afterAll(async () => {
  await routes.close()
})

const setClosed = (isOn: boolean) => setMemoRequired({ url: routes.world.harbour.horizon.url, name: 'friend', isOn })

/** Approved for a wallet that is closed before the money leaves. */
async function blocked(): Promise<string> {
  const { world, buyer, seller } = routes
  const { escrowId, transactionId: txid } = await routes.funded()
  const wallet = { walletAddress: friend, walletMemo: '', files: [] }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId: txid, ...wallet }))
  await setClosed(true)
  const review = { reason: '', rejected: [], seenWallet: { address: friend, memo: null }, seenDocuments: [] }
  granted(
    await reviewDocuments(world.deps, {
      hasCheckedWallet: true,
      escrowId,
      buyerId: buyer.id,
      approval: 'Approved',
      ...review,
    }),
  )
  const isBlocked = async () => (await world.deps.db.transfer.count({ where: { escrowId, state: 'blocked' } })) === 1
  await world.workUntil(isBlocked, 'the release waits')
  return txid
}

it('is proposed on either page of the seller, and agreed to by the buyer in two steps, twice at once', async () => {
  const { buyer, seller } = routes
  const txid = await blocked()
  const propose = { intent: 'propose_wallet', walletAddress: walletOf('XLM', 'exchange'), walletMemo: '' }
  const agree = { intent: 'agree_wallet', seenAddress: BACK, seenMemo: '' }
  expect((await routes.viewOf(buyer, txid)).escrow).toMatchObject({ turn: 'seller', may: { agreeToWallet: false } })
  expect(await routes.send({ by: buyer, txid, fields: agree })).toEqual({ refused: 'payout_moved_on' })
  for (const page of ['lookup', 'confirmation'] as const) {
    expect((await routes.viewOf(seller, txid, page)).escrow).toMatchObject({ may: { proposeWallet: true } })
    expect(await routes.send({ page, by: seller, txid, fields: propose })).toEqual({
      refused: 'wallet_memo_required',
      field: 'propose_wallet-walletMemo',
    })
    const fields = { ...propose, walletAddress: BACK }
    expect(await routes.send({ page, by: seller, txid, fields })).toEqual({ said: 'propose_wallet' })
  }
  expect((await routes.viewOf(buyer, txid)).escrow).toMatchObject({
    turn: 'buyer',
    walletProposal: { address: BACK },
    may: { agreeToWallet: true, proposeWallet: false },
  })
  const other = { ...agree, seenMemo: '1' }
  expect(await routes.send({ by: buyer, txid, fields: other })).toEqual({ refused: 'wallet_changed' })
  expect(await routes.send({ by: buyer, txid, fields: agree })).toEqual({ sure: 'agree_wallet' })
  const sure = { by: buyer, txid, fields: { ...agree, sure: 'yes' } }
  expect(await Promise.all([routes.send(sure), routes.send(sure)])).toEqual([
    { said: 'agree_wallet' },
    { said: 'agree_wallet' },
  ])
})

it('is not for who has signed out, nor for a stranger', async () => {
  const txid = await blocked()
  const strangers = [await pilotBuyer(routes.world), await someSeller(routes.world)]
  for (const intent of ['propose_wallet', 'agree_wallet']) {
    const fields = { intent, walletAddress: BACK, walletMemo: '', seenAddress: friend, seenMemo: '', sure: 'yes' }
    expect(await routes.send({ by: null, txid, fields })).toEqual({ deny: 'access_denied' })
    expect(await routes.send({ page: 'confirmation', by: null, txid, fields })).toEqual({ deny: 'upload_blocked' })
    for (const by of strangers) {
      expect(await routes.send({ by, txid, fields })).toMatchObject({ refused: 'escrow_not_found' })
    }
  }
})
