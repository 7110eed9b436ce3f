/** What an on-chain escrow's pages derive from its record: who is paid what, whose turn it is, what may be done. */

import { createElement } from 'react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { listEscrows, lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { EscrowPage } from '#app/trade/lookup/routes/transaction-lookup/escrow-page.tsx'
import { wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { approve } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { type OnchainRoutes, type Opened, openOnchainRoutes } from '#tests/support/onchain/onchain-routes.ts'
import { CUSTODIAL } from '#tests/support/onchain/shown-onchain.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import { granted, type Person, walletOf } from '#tests/support/world/people.ts'

let routes: OnchainRoutes
beforeAll(async () => {
  routes = await openOnchainRoutes()
})
afterAll(() => routes.close())
beforeEach(() => routes.world.deps.db.$executeRaw`delete from "rate_limit"`)

const settlements = watchSettlements(() => routes.world)
const NETWORK = { issuers: { USDC: 'G' }, stellarPassphrase: null, xrplNetworkId: 1, restLimits: REST_LIMITS }
const today = () => routes.world.deps.clock.now()
const afterDate = () => new Date(today().getTime() + 90 * 86_400_000)

async function viewOf({ txid }: Opened, role: 'buyer' | 'seller', now = today()) {
  const viewer = { ...routes[role], role, hasConfirmedEmail: true }
  const view = await lookUpEscrow(routes.world.deps.db, { viewer, typed: txid, network: NETWORK, now })
  if (!view) throw new Error('nobody sees it')
  return view
}

async function rowOf({ txid }: Opened, person: Person, now = today()) {
  const { rows } = await listEscrows(routes.world.deps.db, { viewerId: person.id, place: null, size: 50, now })
  return rows.find(({ transactionId }) => transactionId === txid)
}

async function pageOf(opened: Opened, role: 'buyer' | 'seller', now = today()): Promise<string> {
  const escrow = await viewOf(opened, role, now)
  const nothing = {
    problem: null,
    refused: null,
    refusedStatement: null,
    held: null,
    asked: null,
    qr: null,
    due: null,
    news: null,
    link: '',
  }
  return wordsOf(createElement(EscrowPage, { escrow, ...nothing, typed: undefined, isPaused: false, isBusy: false }))
}

async function approved(asset: 'XLM' | 'XRP') {
  const opened = await routes.locked(asset)
  const { deps } = routes.world
  const wallet = { walletAddress: walletOf(asset), walletMemo: '' }
  const confirming = { sellerId: opened.sellerId, transactionId: opened.txid, files: [], ...wallet }
  granted(await confirmShipment(deps, confirming))
  const trade = { ...opened, id: opened.escrowId, agreementId: '' }
  granted(await approve(routes.world, trade))
  return { opened, trade }
}

describe('a release', () => {
  test.each(['XLM', 'XRP'] as const)(
    'of %s is shown like a payout, with the transaction that the ledger names',
    async (asset) => {
      const { opened, trade } = await approved(asset)
      const waiting = { purpose: 'release', state: 'queued', amount: '25.5', wallet: { address: walletOf(asset) } }
      expect((await viewOf(opened, 'buyer')).payouts).toMatchObject([waiting])
      expect((await rowOf(opened, routes.buyer))?.headline).toBe('waits')
      await settlements.followUntilOver(trade)
      const { endHash, endedAt } = await settlements.lockOf(trade)
      const [payout] = (await viewOf(opened, 'seller')).payouts
      expect(payout).toMatchObject({ ...waiting, state: 'confirmed', hash: endHash, at: endedAt?.toISOString() })
      expect((await rowOf(opened, routes.buyer))?.finishedAt).toBe(endedAt?.toISOString())
      for (const role of ['buyer', 'seller'] as const) {
        const page = await pageOf(opened, role)
        expect(page).toContain('Paid out')
        expect(page).not.toMatch(CUSTODIAL)
        expect(page).not.toContain('Nothing was paid out')
      }
    },
  )
})

describe('a refund on the XRP Ledger', () => {
  test('is agreed to at any time, and waits for the date', async () => {
    const opened = await routes.locked('XRP')
    const { buyer, seller } = routes
    const { txid } = opened
    const asked = { intent: 'ask_refund', refundReason: 'No ship.' }
    expect(await settle(buyer, txid, asked)).toMatchObject({ said: 'ask_refund' })
    expect((await viewOf(opened, 'buyer')).refundWallet).toMatchObject({ address: walletOf('XRP', 'buyer') })
    expect(await settle(seller, txid, { intent: 'agree_refund', sure: 'yes' })).toMatchObject({ said: 'agree_refund' })
    const view = await viewOf(opened, 'buyer')
    expect(view).toMatchObject({
      stage: 'refunding',
      payouts: [{ purpose: 'refund', state: 'queued', amount: '25.5' }],
    })
    expect((await viewOf(opened, 'seller')).payouts[0]?.wallet).toBeNull()
    expect(await pageOf(opened, 'buyer')).toContain('only after')
    for (const role of ['buyer', 'seller'] as const) expect(await pageOf(opened, role)).not.toMatch(CUSTODIAL)
  })
})

const settle = (by: Person, txid: string, fields: Record<string, string>) =>
  routes.settlement({ page: by.id === routes.seller.id ? 'confirmation' : 'lookup', by, txid, fields })

test('in a dispute no wallet is asked for, and nothing is divided on the XRP Ledger', async () => {
  for (const asset of ['XLM', 'XRP'] as const) {
    const opened = await routes.locked(asset)
    const dispute = { intent: 'open_dispute', disputeReason: 'Wrong goods.' }
    expect(await settle(routes.buyer, opened.txid, dispute)).toMatchObject({ said: 'open_dispute' })
    const view = await viewOf(opened, 'buyer')
    expect(view.may.stateRefundWallet).toBe(false)
    expect(view.mayDivide).toBe(asset === 'XRP' ? null : 'offer')
    expect(await pageOf(opened, 'buyer')).not.toMatch(CUSTODIAL)
  }
})

test('after its date whatever was locked is the buyer’s, and nothing can be asked for any more', async () => {
  for (const asset of ['USDC', 'XRP'] as const) {
    const opened = await routes.locked(asset)
    const turn = asset === 'XRP' ? 'quayside' : 'buyer'
    expect(await viewOf(opened, 'buyer')).toMatchObject({
      custody: { hasLapsed: false },
      turn: 'seller',
      may: { askForRefund: true },
    })
    const over = { review: false, askForRefund: false, dispute: false, confirm: false, changeDocuments: false }
    expect(await viewOf(opened, 'buyer', afterDate())).toMatchObject({ custody: { hasLapsed: true }, turn, may: over })
    expect(await viewOf(opened, 'seller', afterDate())).toMatchObject({ may: over })
    expect(await rowOf(opened, routes.buyer, afterDate())).toMatchObject({ headline: 'past', turn })
    expect(await pageOf(opened, 'seller', afterDate())).toContain('The date has passed')
  }
})
