/** A buyer corrects an escrow until anything has happened to it, and opens another one like it (decision 035). */

import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byName, CORRECTABLE_TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { findLike } from '#app/trade/opening/queries/like-escrow.server.ts'
import { type Correction, correctEscrow } from '#app/trade/opening/workflows/correcting/correct-escrow.server.ts'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, fund, granted, type Person, paidBuyer, walletOf } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes
let page: typeof import('#app/trade/opening/routes/correct/route.tsx')

beforeAll(async () => {
  routes = await openSettlementRoutes()
  page = await import('#app/trade/opening/routes/correct/route.tsx')
})

afterAll(async () => {
  await routes.close()
})

async function opened(sellerEmail = '') {
  return escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10', notes: 'Cocoa', sellerEmail })
}

const rowOf = (id: string) => routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id } })

async function correct(escrowId: string, changes: Partial<Correction> = {}) {
  const row = await rowOf(escrowId)
  const { amount, walletAddress, correctedAt } = row
  return correctEscrow(routes.world.deps, {
    escrowId,
    buyerId: routes.buyer.id,
    amount: amount.toFixed(),
    ...byName(CORRECTABLE_TEXTS, (name) => row[name]),
    walletFrom: walletAddress === null ? 'seller' : 'typed',
    wallet: { address: walletAddress ?? '', memo: '' },
    seen: correctedAt?.toISOString() ?? '',
    ...changes,
  })
}

it('leaves a wallet that was left to the seller as it is, or names one', async () => {
  const { world, buyer } = routes
  const left = { sellerEmail: 'ama@example.org', walletFrom: 'seller', walletAddress: '' } as const
  const { escrowId } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', ...left })
  expect(refusalOf(await correct(escrowId, { notes: 'Cocoa' }))).toBeNull()
  expect(await rowOf(escrowId)).toMatchObject({ notes: 'Cocoa', walletAddress: null })
  expect(refusalOf(await correct(escrowId, { walletFrom: 'typed', wallet: { address: 'bob', memo: '' } }))).toBe(
    'receiving_wallet_invalid',
  )
  expect(
    refusalOf(await correct(escrowId, { walletFrom: 'typed', wallet: { address: walletOf('XLM'), memo: '' } })),
  ).toBeNull()
  expect(await rowOf(escrowId)).toMatchObject({ walletAddress: walletOf('XLM') })
  expect(refusalOf(await correct(escrowId, { wallet: { address: '', memo: '' } }))).toBe('receiving_wallet_required')
})

it('leaves a wallet that was named to the seller after all, as the form of an escrow does', async () => {
  const named = await opened(routes.seller.email)
  const typed = walletOf('XLM')
  const toSeller = { walletFrom: 'seller' } as const
  const other = { ...toSeller, wallet: { address: walletOf('XLM', 'friend'), memo: '' } }
  expect(refusalOf(await correct(named.escrowId, other))).toBe('wallet_from_unclear')
  expect(await rowOf(named.escrowId)).toMatchObject({ walletAddress: typed })
  // The form begins with the former wallet, which is not typed again.
  expect(refusalOf(await correct(named.escrowId, { ...toSeller, wallet: { address: typed, memo: '' } }))).toBeNull()
  expect(await rowOf(named.escrowId)).toMatchObject({ walletAddress: null, walletMemo: null })
  const { escrow } = await routes.viewOf(routes.buyer, named.transactionId)
  expect(escrow).toMatchObject({ expectedWallet: null })

  const nobody = await opened()
  expect(refusalOf(await correct(nobody.escrowId, toSeller))).toBe('wallet_needs_seller')
  expect(await rowOf(nobody.escrowId)).toMatchObject({ walletAddress: typed })
})

function refusalOf(answer: object) {
  return isRefusal(answer) ? answer.refused : null
}

describe('a correction', () => {
  it('changes amount, notes, terms and the expected wallet, keeps the reference, and stands in both histories', async () => {
    const { escrowId, transactionId: txid } = await opened(routes.seller.email)
    const before = await rowOf(escrowId)
    const wallet = { address: walletOf('XLM', 'friend'), memo: '' }
    granted(await correct(escrowId, { amount: '12.5', terms: 'FOB Tema', wallet }))
    const after = await rowOf(escrowId)
    expect(after).toMatchObject({ reference: before.reference, account: before.account, terms: 'FOB Tema' })
    expect([after.amount.toFixed(), after.walletAddress]).toEqual(['12.5', wallet.address])
    for (const person of [routes.buyer, routes.seller]) {
      const { escrow } = await routes.viewOf(person, txid)
      expect(escrow?.events[0]).toMatchObject({
        kind: 'escrow_corrected',
        detail: { corrected: ['amount', 'terms'], amount: '12.5', amountBefore: '10' },
      })
    }
    expect(JSON.stringify((await routes.viewOf(routes.seller, txid)).escrow)).not.toContain(wallet.address)
  })

  it('writes to the named seller anew, and to nobody when only the expected wallet changed', async () => {
    const { escrowId, transactionId } = await opened(routes.seller.email)
    const letters = () =>
      routes.world.deps.db.outboxLetter.findMany({
        where: { recipient: routes.seller.email, content: { path: ['txid'], equals: transactionId } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      })
    granted(await correct(escrowId, { wallet: { address: walletOf('XLM', 'friend'), memo: '' } }))
    expect(await letters()).toHaveLength(1)
    granted(await correct(escrowId, { amount: '11' }))
    expect((await letters()).at(-1)?.content).toMatchObject({
      letter: 'escrow_opened',
      amount: '11',
      isCorrected: true,
    })
  })

  it('the same values again change nothing, however often they are sent', async () => {
    const { escrowId } = await opened()
    granted(await correct(escrowId, { amount: '11' }))
    const { correctedAt } = await rowOf(escrowId)
    for (let n = 0; n < 5; n += 1) granted(await correct(escrowId, { seen: '' }))
    expect((await rowOf(escrowId)).correctedAt).toEqual(correctedAt)
  })

  it('of a page that was shown before another correction is refused', async () => {
    const { escrowId } = await opened()
    granted(await correct(escrowId, { amount: '11' }))
    expect(refusalOf(await correct(escrowId, { amount: '12', seen: '' }))).toBe('escrow_changed')
  })

  it('three a day: a stranger is not written to without end', async () => {
    const { escrowId } = await opened()
    for (const amount of ['11', '12', '13']) granted(await correct(escrowId, { amount }))
    expect(refusalOf(await correct(escrowId, { amount: '14' }))).toBe('corrected_often')
  })

  it.each([
    ['no amount', { amount: '0' }, 'escrow_amount_invalid'],
    ['no wallet', { wallet: { address: '', memo: '' } }, 'receiving_wallet_required'],
    ['a wallet of another ledger', { wallet: { address: walletOf('XRP'), memo: '' } }, 'receiving_wallet_invalid'],
  ])('refuses %s', async (_, changes, refused) => {
    expect(refusalOf(await correct((await opened()).escrowId, changes))).toBe(refused)
  })

  it('never takes an account of ours as the seller’s wallet', async () => {
    const wallet = { address: routes.world.deps.accounts.stellar.fee, memo: '' }
    expect(refusalOf(await correct((await opened()).escrowId, { wallet }))).toBe('wallet_is_ours')
  })
})

describe('money that is sent to a request from before', () => {
  it('is a part when the amount was raised, and an excess when it was lowered', async () => {
    const raised = await opened()
    granted(await correct(raised.escrowId, { amount: '12' }))
    await fund(routes.world, raised.escrowId, '10')
    expect((await routes.viewOf(routes.buyer, raised.transactionId)).escrow?.deposit).toMatchObject({
      state: 'short',
      stillDue: '2',
    })
    const lowered = await opened()
    granted(await correct(lowered.escrowId, { amount: '8' }))
    await fund(routes.world, lowered.escrowId, '10')
    const { escrow } = await routes.viewOf(routes.buyer, lowered.transactionId)
    expect(escrow).toMatchObject({ stage: 'awaiting_confirmation', owedBack: '2' })
  })

  it('at the same moment as a correction is judged by the amount that stands then', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { escrowId, transactionId } = await opened()
      const [, corrected] = await Promise.all([fund(routes.world, escrowId, '10'), correct(escrowId, { amount: '8' })])
      const { escrow } = await routes.viewOf(routes.buyer, transactionId)
      const owedBack = isRefusal(corrected) ? '0' : '2'
      expect(escrow).toMatchObject({ stage: 'awaiting_confirmation', owedBack })
    }
  })

  it('and once any has arrived nothing is corrected, which the database holds, too', async () => {
    const { escrowId } = await opened()
    await fund(routes.world, escrowId, '1')
    expect(refusalOf(await correct(escrowId, { amount: '1' }))).toBe('correction_too_late')
    const { db } = routes.world.deps
    for (const data of [{ amount: '1' }, { notes: 'x' }, { terms: 'x' }, { walletAddress: 'x' }]) {
      const update = db.escrow.update({ where: { id: escrowId }, data: { ...data, correctedAt: new Date() } })
      await expect(update).rejects.toThrow(/keeps its terms/)
    }
  })

  it('nor does anything change without the time of its correction', async () => {
    const { escrowId } = await opened()
    const update = routes.world.deps.db.escrow.update({ where: { id: escrowId }, data: { amount: '1' } })
    await expect(update).rejects.toThrow(/keeps its terms/)
  })
})

describe('a seller', () => {
  const confirmation = (transactionId: string, seenCorrection?: string) => ({
    sellerId: routes.seller.id,
    transactionId,
    walletAddress: walletOf('XLM'),
    walletMemo: '',
    files: [],
    seenCorrection,
  })

  it('confirms what was read, and not an amount that was lowered since', async () => {
    const { escrowId, transactionId } = await opened(routes.seller.email)
    granted(await correct(escrowId, { amount: '1' }))
    const { deps } = routes.world
    expect(refusalOf(await confirmShipment(deps, confirmation(transactionId, '')))).toBe('escrow_changed')
    const seen = (await routes.viewOf(routes.seller, transactionId, 'confirmation')).escrow?.times.correctedAt ?? ''
    granted(await confirmShipment(deps, confirmation(transactionId, seen)))
    expect(refusalOf(await correct(escrowId, { amount: '2' }))).toBe('correction_too_late')
  })

  it('and a correction at the same moment leave one amount that both have agreed to', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { escrowId, transactionId } = await opened(routes.seller.email)
      const [confirmed, corrected] = await Promise.all([
        confirmShipment(routes.world.deps, confirmation(transactionId, '')),
        correct(escrowId, { amount: '1' }),
      ])
      expect(isRefusal(confirmed)).toBe(!isRefusal(corrected))
      expect((await rowOf(escrowId)).amount.toFixed()).toBe(isRefusal(corrected) ? '10' : '1')
    }
  })
})

describe('its page', () => {
  const statusOf = (thrown: unknown) => (thrown instanceof Response ? thrown.status : thrown)
  const visit = async (person: Person | null, txid: string, body?: Record<string, string>) => {
    const headers = await headersOf(routes.world, person)
    const request = new Request(`${ORIGIN}/correct-escrow?txid=${txid}`, {
      headers,
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    })
    const args: ActionFunctionArgs = { request, params: {}, context: {} }
    const answer: Promise<unknown> = body ? page.action(args) : page.loader(args)
    return answer.catch((thrown: unknown) => thrown)
  }

  it('is for the buyer alone: 404 for the seller and for other buyers, logging in for visitors', async () => {
    const { transactionId } = await opened(routes.seller.email)
    expect(await visit(routes.buyer, transactionId)).toMatchObject({ escrow: { may: { correct: true } } })
    const stranger = await paidBuyer(routes.world)
    for (const body of [undefined, { amount: '1' }]) {
      for (const person of [routes.seller, stranger])
        expect(statusOf(await visit(person, transactionId, body))).toBe(404)
      expect([302, 403]).toContain(statusOf(await visit(null, transactionId, body)))
    }
    for (const nonsense of ['', 'x', 'auto_00000000000000000000']) {
      expect(statusOf(await visit(routes.buyer, nonsense))).toBe(404)
    }
  })

  it('keeps what was typed beside the sentence, and leads back when it is done', async () => {
    const { escrowId, transactionId } = await opened()
    const { walletAddress } = await rowOf(escrowId)
    const typed = {
      amount: 'many',
      notes: 'Cocoa beans',
      terms: '',
      walletAddress: walletAddress ?? '',
      walletMemo: '',
      seen: '',
    }
    expect(await visit(routes.buyer, transactionId, typed)).toMatchObject({
      data: { problems: [{ field: 'amount' }], values: { amount: 'many', notes: 'Cocoa beans' } },
    })
    const done = (await visit(routes.buyer, transactionId, { ...typed, amount: '9' })) as Response
    expect(done.headers.get('Location')).toBe(`/transaction-lookup?txid=${transactionId}&corrected=1`)
    expect(await rowOf(escrowId)).toMatchObject({ notes: 'Cocoa beans' })
  })

  it('offers to leave the wallet to a seller who is named, and to nobody else', async () => {
    const { escrowId, transactionId } = await opened(routes.seller.email)
    const form = { amount: '10', notes: 'Cocoa', terms: '', walletAddress: '', walletMemo: '', seen: '' }
    const unclear = await visit(routes.buyer, transactionId, { ...form, walletFrom: 'typed' })
    expect(unclear).toMatchObject({
      data: { problems: [{ field: 'walletAddress' }], values: { walletFrom: 'typed', notes: 'Cocoa' } },
    })
    await visit(routes.buyer, transactionId, { ...form, walletFrom: 'seller' })
    expect(await rowOf(escrowId)).toMatchObject({ walletAddress: null })

    const unnamed = await opened()
    expect(await visit(routes.buyer, unnamed.transactionId, { ...form, walletFrom: 'seller' })).toMatchObject({
      data: { problems: [{ field: 'walletAddress' }] },
    })
    expect(await rowOf(unnamed.escrowId)).toMatchObject({ walletAddress: walletOf('XLM') })
  })
})

describe('another like it', () => {
  it('begins with what an earlier escrow of the same buyer said, without any wallet', async () => {
    const { transactionId } = await opened(routes.seller.email)
    const { db } = routes.world.deps
    const like = await findLike(db, { buyerId: routes.buyer.id, typed: transactionId.toLowerCase() })
    const expected = { currency: 'XLM', amount: '10', notes: 'Cocoa', sellerEmail: routes.seller.email }
    expect(like).toMatchObject(expected)
    expect(JSON.stringify(like)).not.toContain(walletOf('XLM'))
    for (const typed of [null, '', 'x']) expect(await findLike(db, { buyerId: routes.buyer.id, typed })).toBeNull()
    expect(await findLike(db, { buyerId: routes.seller.id, typed: transactionId })).toBeNull()
  })
})
