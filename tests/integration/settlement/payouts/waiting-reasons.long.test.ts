/** What buyer, seller and operator read while due money is not sent: the true reason, and nothing else. */

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WaitsFor } from '#app/kernel/domain/payout-state.ts'
import { createRequestI18n, translatorFor } from '#app/languages/i18n/i18n.server.ts'
import { PaidOut } from '#app/settlement/payouts/ui/paid-out.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { lookUpEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { EscrowTurn } from '#app/trade/lookup/ui/escrow-turn.tsx'
import { headlineKey } from '#app/trade/lookup/ui/headline-key.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import { type Opened, SettledTrades } from '#tests/support/settlement/settled-trades.ts'
import { paperOf } from '#tests/support/settlement/statements.ts'
import type { Person } from '#tests/support/world/people.ts'

let trades: SettledTrades
let dashboard: typeof import('#app/trade/lookup/routes/dashboard/route.tsx')
let released: Opened
let refunded: Opened

beforeAll(async () => {
  trades = await SettledTrades.open()
  dashboard = await import('#app/trade/lookup/routes/dashboard/route.tsx')
  // Both are funded first: the worker of the tests runs for that, and would pay what is due.
  released = await trades.presented()
  refunded = await trades.presented()
  await trades.review(released)
  await trades.askBack(refunded)
  await trades.agreeToRefund(refunded)
})

afterAll(async () => {
  await trades[Symbol.asyncDispose]()
})

const NETWORK = { issuers: { USDC: 'G' }, stellarPassphrase: null, xrplNetworkId: 1, restLimits: REST_LIMITS }
const english = translatorFor('en')

async function waits({ escrowId }: Opened, waitsFor: WaitsFor | null): Promise<void> {
  await trades.world.deps.db.transfer.updateMany({ where: { escrowId }, data: { waitsFor } })
}

async function viewOf(opened: Opened, who: Person, role: 'buyer' | 'seller'): Promise<PartyView> {
  const viewer = { ...who, hasConfirmedEmail: true, role }
  const view = await lookUpEscrow(trades.world.deps.db, {
    viewer,
    typed: opened.transactionId,
    network: NETWORK,
    now: new Date(),
  })
  if (!view) throw new Error('nobody sees it')
  return view
}

/** Returns the texts of the turn and of the list of payouts, as the person's page shows them. */
async function readBy(opened: Opened, role: 'buyer' | 'seller'): Promise<string> {
  const escrow = await viewOf(opened, trades[role], role)
  const parts = [
    createElement(EscrowTurn, { escrow, reader: role, key: 1 }),
    createElement(PaidOut, { escrow, key: 2 }),
  ]
  const page = renderToStaticMarkup(createElement(I18nextProvider, { i18n: createRequestI18n('en') }, parts))
  return page
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
}

async function listedTo(role: 'buyer' | 'seller', { transactionId }: Opened): Promise<string> {
  const page = await dashboard.loader(await trades.visit('/dashboard', trades[role]))
  const row = page.escrows.find((escrow) => escrow.transactionId === transactionId)
  if (!row) throw new Error('it is not in the list')
  return english(headlineKey(row, role), { amount: 'MONEY' }).replace(/[\u2066-\u2069]/g, '')
}

async function statementOf(opened: Opened): Promise<string> {
  const statement = await trades.read(opened, trades.buyer, 'buyer')
  return JSON.stringify(paperOf(statement, 'en').sections).replace(/[\u2066-\u2069]/g, '')
}

const REASONS: [WaitsFor, string][] = [
  ['stopped', 'Payouts are paused for a check'],
  ['cover', 'We pay once our paying account is topped up'],
  ['float', 'We pay once our paying account is topped up'],
  ['fees', 'Network fees are unusually high.'],
  ['second_operator', 'A second person checks this large payment'],
  ['ledger', 'The payment follows once Stellar answers'],
  ['signer', 'The payment follows once we can sign again'],
  ['error', 'A problem stops this payment.'],
]

describe('a payout in the queue', () => {
  it.each(REASONS)(
    'that waits for %s says so to both sides and on paper, and not that it is on its way',
    async (...of) => {
      const [reason, sentence] = of
      for (const opened of [released, refunded]) {
        await waits(opened, reason)
        for (const role of ['buyer', 'seller'] as const) {
          const said = await readBy(opened, role)
          expect(said).toContain(sentence)
          expect(said).toMatch(/(?:Payout|Refund) to (?:you|the buyer|the seller) waits: /)
          expect(said).toMatch(/Quayside’s turn/)
          expect(said).not.toMatch(/on its way|being written/)
          expect(await listedTo(role, opened)).toMatch(/^(?:Payout|Refund) to .+ waits: MONEY\.$/)
        }
        const paper = await statementOf(opened)
        expect(paper).toContain(sentence)
        expect(paper).toContain('of which due, not yet sent')
        expect(paper).not.toContain('on its way')
      }
    },
  )

  it('tells its parties nothing of our accounts, not even in the data of the page', async () => {
    await waits(released, 'cover')
    expect(JSON.stringify(await viewOf(released, trades.seller, 'seller'))).not.toContain('cover')
  })

  it('says how many are before it, whether or not the worker has looked at it', async () => {
    await waits(released, null)
    await waits(refunded, 'turn')
    const { db } = trades.world.deps
    const order = await db.transfer.findMany({
      where: { state: 'queued' },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    expect(order.map(({ escrowId }) => escrowId)).toEqual([released.escrowId, refunded.escrowId])
    expect(await readBy(released, 'seller')).toContain('It is paid next.')
    expect(await readBy(refunded, 'buyer')).toContain('1 payment comes first')
    // A payout that waits for something else lets others pass.
    await waits(released, 'second_operator')
    expect(await readBy(refunded, 'buyer')).toContain('It is paid next')
  })

  it('is on its way once it is signed', async () => {
    await waits(released, null)
    const [payout] = await trades.world.deps.db.transfer.findMany({ where: { escrowId: released.escrowId } })
    await trades.world.deps.db.transfer.update({ where: { id: payout?.id ?? '' }, data: { state: 'signed' } })
    expect(await readBy(released, 'seller')).toContain('is on its way to you.')
    expect(await listedTo('seller', released)).toBe('MONEY is on its way to you.')
    expect(await statementOf(released)).toContain('of which on its way')
  })
})

describe('a payout that failed for good', () => {
  it('waits for a person first, whatever else is noted, on the page and in the list', async () => {
    const { db } = trades.world.deps
    await db.transfer.updateMany({
      where: { escrowId: refunded.escrowId },
      data: { state: 'blocked', blockedReason: 'payout_failed', waitsFor: 'stopped' },
    })
    for (const role of ['buyer', 'seller'] as const) {
      const said = await readBy(refunded, role)
      expect(said).toContain('Payment waits: Quayside looks into it.')
      expect(said).not.toContain('paused')
      expect(await listedTo(role, refunded)).toBe('Payment waits: Quayside looks into it.')
    }
  })
})
