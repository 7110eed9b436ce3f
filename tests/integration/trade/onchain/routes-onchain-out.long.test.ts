/** The page of an on-chain escrow after the deposit: what to sign for a settlement, and the way without us. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changePayoutWallet } from '#app/trade/documents/workflows/change-payout-wallet.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { deposit, pollDeposits, prepared } from '#tests/support/onchain/holds.ts'
import { reviewOf, weighTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { type OnchainRoutes, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { signedBy } from '#tests/support/onchain/onchain-trades.ts'
import { seller as aSeller, granted, walletOf } from '#tests/support/world/people.ts'

let routes: OnchainRoutes

beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const settlements = watchSettlements(() => routes.world)

test('the seller confirms with the agreed wallet and no other, the buyer signs the release on the page, and it ends there', async () => {
  const { txid, escrowId, agreement, ...sides } = await routes.locked('XLM')
  const { buyer, seller, world } = routes
  const { deps } = world
  expect(await routes.shownTo(buyer, txid)).toMatchObject({ step: 'locked', exit: null })
  const confirming = { sellerId: seller.id, transactionId: txid, walletMemo: '', files: [] }
  const other = { ...confirming, walletAddress: walletOf('XLM', 'friend') }
  expect(await confirmShipment(deps, other)).toMatchObject({ refused: 'held_agreed_wallet', field: 'walletAddress' })
  const { own } = (await routes.viewOf(seller, txid, 'confirmation')) as { own: { address: string } }
  expect(own.address).toBe(walletOf('XLM', 'seller'))
  granted(await confirmShipment(deps, { ...confirming, walletAddress: own.address }))
  const wallet = { address: walletOf('XLM', 'friend'), memo: '' }
  expect(await changePayoutWallet(deps, { escrowId, sellerId: seller.id, wallet })).toMatchObject({
    refused: 'held_agreed_wallet',
  })
  expect((await routes.viewOf(seller, txid)).escrow?.may.changeWallet).toBe(false)

  const trade = { ...sides, id: escrowId, agreementId: agreement.id }
  granted(await weighTrade(world, trade, 'release'))
  expect((await routes.viewOf(buyer, txid)).escrow).toMatchObject({ custody: { isSigning: true }, turn: 'buyer' })
  const { exit } = await routes.shownTo(buyer, txid)
  if (!exit) throw new Error('nothing to sign')
  expect(exit).toMatchObject({ kind: 'release', wallet: walletOf('XLM', 'buyer') })
  expect(await routes.shownTo(seller, txid)).toMatchObject({ exit: { wallet: walletOf('XLM', 'seller') } })
  const hash = (await settlements.exitsOf(trade))[0]?.hash ?? ''
  const signed = signedBy(world, 'buyer', { xdr: exit.xdr, hash })
  const signing = (xdr: string, by = buyer) => routes.send({ by, txid, fields: { intent: 'sign_exit', signed: xdr } })
  expect(await signing('')).toEqual(['signature_unreadable', 'signed'])
  expect(await signing(signedBy(world, 'friend', { xdr: exit.xdr, hash }))).toEqual(['signature_foreign', 'signed'])
  const stranger = await aSeller(world)
  expect(await signing(signed, stranger)).toBe(`/transaction-lookup?txid=${txid}`)
  expect(await signing(signed)).toBe(`/held?txid=${txid}&done=sign_exit`)
  expect(await routes.shownTo(buyer, txid)).toMatchObject({ exit: null })
  await settlements.followUntilOver(trade)
  expect(await routes.shownTo(buyer, txid)).toMatchObject({
    step: 'ended',
    hold: { lock: { end: { as: 'released' } } },
  })
  expect(await routes.recoveryOf(buyer, txid)).toBe(404)
})

test.each(['USDC', 'XRP'] as const)(
  'from the lock on both sides have the recovery file of %s, and nobody else',
  async (asset) => {
    const { txid } = await routes.ready(asset)
    expect(await routes.recoveryOf(routes.buyer, txid)).toBe(404)
    const locked = await routes.locked(asset)
    const file = await routes.recoveryOf(routes.buyer, locked.txid)
    expect(file).toMatchObject({
      version: 1,
      asset,
      amount: '25.5',
      buyerWallet: walletOf(asset, 'buyer'),
      sellerWallet: walletOf(asset, 'seller'),
      ways: asset === 'XRP' ? [{ way: 'cancel' }] : [{ way: 'release' }, { way: 'refund' }, { way: 'expiry' }],
    })
    expect(await routes.recoveryOf(routes.seller, locked.txid)).toMatchObject({
      ledger: (file as { ledger: string }).ledger,
    })
    expect(await routes.recoveryOf(null, locked.txid)).toBe(`/login?redirectTo=%2Fheld%2F${locked.txid}.json`)
    const stranger = await aSeller(routes.world)
    expect(await routes.recoveryOf(stranger, locked.txid)).toBe(`/transaction-lookup?txid=${locked.txid}`)
  },
)

test('whoever confirms before the lock and then agrees with another wallet is paid there, and the buyer looks again', async () => {
  const { txid, escrowId, agreement, ...sides } = await routes.ready('XLM')
  const { buyer, seller, world } = routes
  const { deps } = world
  const confirming = { sellerId: seller.id, transactionId: txid, walletMemo: '', files: [] }
  granted(await confirmShipment(deps, { ...confirming, walletAddress: walletOf('XLM', 'seller') }))
  granted(await reviewDocuments(deps, reviewOf({ ...sides, id: escrowId, agreementId: agreement.id })))
  const changes = { walletAddress: walletOf('XLM', 'friend') }
  await routes.send({ by: seller, txid, fields: routes.agreeing('XLM', changes) })
  const view = (await routes.viewOf(buyer, txid)).escrow
  expect(view).toMatchObject({ approval: 'Pending', payoutWallet: { address: walletOf('XLM', 'friend') } })
  await deposit(world, await prepared(world, { ...sides, escrowId }))
  await pollDeposits(world)
  expect(await routes.shownTo(buyer, txid)).toMatchObject({ step: 'locked', exit: null })
})
