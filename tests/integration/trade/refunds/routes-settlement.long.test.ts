/** The forms that end an escrow otherwise, as the actions of both pages answer: who may, what they say, once each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BACK,
  type Fields,
  headersOf,
  openSettlementRoutes,
  type Sent,
  type SettlementRoutes,
} from '#tests/support/settlement/settlement-routes.ts'
import { seller as aSeller, escrowOf, fund, pilotBuyer, register, walletOf } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})

afterAll(async () => {
  await routes.close()
})

const WALLET = { refundAddress: BACK, refundMemo: '' }

describe('of another side', () => {
  const BUYERS: Fields[] = [
    { intent: 'cancel' },
    { intent: 'cancel', sure: 'yes' },
    { intent: 'ask_refund', refundReason: 'I want it.', ...WALLET },
    { intent: 'withdraw_refund' },
    { intent: 'state_wallet', ...WALLET },
    { intent: 'agree_wallet', seenAddress: BACK, seenMemo: '' },
    { intent: 'agree_wallet', seenAddress: BACK, seenMemo: '', sure: 'yes' },
  ]
  const SELLERS: Fields[] = [
    { intent: 'agree_refund' },
    { intent: 'agree_refund', sure: 'yes' },
    { intent: 'decline_refund', answerReason: 'No.' },
    { intent: 'propose_wallet', walletAddress: BACK, walletMemo: '' },
    { intent: 'accept_terms', seenTerms: '' },
  ]
  const OF_BOTH: Fields[] = [
    { intent: 'propose_amendment', examineDays: '9' },
    { intent: 'agree_amendment', amendment: crypto.randomUUID() },
    { intent: 'decline_amendment', amendment: crypto.randomUUID() },
    { intent: 'withdraw_amendment', amendment: crypto.randomUUID() },
  ]

  it('a buyer’s form is not the seller’s to send, from either page', async () => {
    const { transactionId: txid, escrowId } = await routes.asked()
    for (const fields of BUYERS) {
      for (const page of ['lookup', 'confirmation'] as const) {
        expect(await routes.send({ page, by: routes.seller, txid, fields }), JSON.stringify(fields)).toMatchObject({
          refused: 'escrow_not_found',
        })
      }
    }
    expect(await routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({
      cancelledAt: null,
      refundAddress: BACK,
    })
  })

  it('a seller’s form is not the buyer’s to send', async () => {
    const { transactionId: txid, escrowId } = await routes.asked()
    for (const fields of SELLERS) {
      expect(await routes.send({ by: routes.buyer, txid, fields }), JSON.stringify(fields)).toEqual({
        refused: 'escrow_not_found',
      })
    }
    expect(await routes.world.deps.db.transfer.count({ where: { escrowId } })).toBe(0)
  })

  it('for strangers there is no such escrow', async () => {
    const { transactionId: txid } = await routes.asked()
    const DISPUTES: Fields[] = [{ intent: 'open_dispute', disputeReason: 'Mine!' }, { intent: 'withdraw_dispute' }]
    for (const stranger of [await pilotBuyer(routes.world), await aSeller(routes.world)]) {
      for (const fields of [...BUYERS, ...SELLERS, ...OF_BOTH, ...DISPUTES]) {
        expect(await routes.send({ by: stranger, txid, fields }), JSON.stringify(fields)).toEqual({
          refused: 'escrow_not_found',
          field: 'txid',
        })
      }
    }
  })

  it('who has signed out is sent away, and so is who has not paid', async () => {
    const { transactionId: txid } = await routes.asked()
    const fields = { intent: 'withdraw_refund' }
    expect(await routes.send({ by: null, txid, fields })).toEqual({ deny: 'access_denied' })
    for (const terms of OF_BOTH) {
      expect(await routes.send({ by: null, txid, fields: terms })).toEqual({ deny: 'access_denied' })
      expect(await routes.send({ page: 'confirmation', by: null, txid, fields: terms })).toEqual({
        deny: 'upload_blocked',
      })
    }
    expect(await routes.send({ page: 'confirmation', by: null, txid, fields })).toEqual({ deny: 'upload_blocked' })
    const unpaid = await register(routes.world, { role: 'buyer' })
    expect(await routes.send({ by: unpaid, txid, fields })).toEqual({ deny: 'must_pay' })
    expect(await routes.send({ page: 'confirmation', by: routes.buyer, txid, fields })).toEqual({
      deny: 'access_denied',
    })
  })

  it('only who opened a dispute withdraws it', async () => {
    const { transactionId: txid } = await routes.disputed()
    const fields = { intent: 'withdraw_dispute' }
    expect(await routes.send({ by: routes.seller, txid, fields })).toEqual({ refused: 'dispute_not_open' })
    expect(await routes.send({ by: routes.buyer, txid, fields })).toEqual({ said: 'withdraw_dispute' })
  })
})

describe('what is wrong stands beside the field of the form that was sent', () => {
  it.each([
    [{ intent: 'ask_refund', refundReason: '', ...WALLET }, 'refund_reason_required', 'ask_refund-refundReason'],
    [
      { intent: 'ask_refund', refundReason: 'Late.', refundAddress: '', refundMemo: '' },
      'wallet_required',
      'ask_refund-refundAddress',
    ],
    [
      { intent: 'ask_refund', refundReason: 'Late.', refundAddress: walletOf('XLM', 'exchange'), refundMemo: '' },
      'wallet_memo_required',
      'ask_refund-refundMemo',
    ],
    [{ intent: 'state_wallet', refundAddress: 'GABC', refundMemo: '' }, 'wallet_invalid', 'state_wallet-refundAddress'],
    [{ intent: 'open_dispute', disputeReason: ' ' }, 'dispute_reason_required', 'open_dispute-disputeReason'],
    // Also by a form that skips the question.
    [{ intent: 'open_dispute', disputeReason: 'Wet.' }, 'wallet_required', 'open_dispute-refundAddress'],
    [
      { intent: 'open_dispute', disputeReason: 'Wet.', refundAddress: 'GABC', refundMemo: '' },
      'wallet_invalid',
      'open_dispute-refundAddress',
    ],
  ])('%o', async (fields, refused, field) => {
    const { transactionId: txid } = await routes.funded()
    expect(await routes.send({ by: routes.buyer, txid, fields })).toEqual({ refused, field })
  })

  it('also on the seller’s page', async () => {
    const { transactionId: txid } = await routes.asked()
    const fields = { intent: 'decline_refund', answerReason: '' }
    expect(await routes.send({ page: 'confirmation', by: routes.seller, txid, fields })).toEqual({
      refused: 'decline_reason_required',
      field: 'decline_refund-answerReason',
    })
  })

  it('a wallet for a part that came back is looked at before the buyer is asked once more', async () => {
    const escrow = await escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10' })
    await fund(routes.world, escrow.escrowId, '4')
    const { transactionId: txid } = escrow
    const cancel = (fields: Fields) => routes.send({ by: routes.buyer, txid, fields: { intent: 'cancel', ...fields } })
    expect(await cancel({ refundAddress: '' })).toEqual({ refused: 'wallet_required', field: 'cancel-refundAddress' })
    expect(await cancel(WALLET)).toEqual({ sure: 'cancel' })
    expect(await cancel({ ...WALLET, sure: 'yes' })).toEqual({ said: 'cancel' })
  })
})

it.each([
  ['is no form', 'text/plain', 'txid=x', 415],
  ['is larger than any honest form', 'application/x-www-form-urlencoded', `note=${'x'.repeat(30_000)}`, 413],
])('what %s is refused as such', async (_, contentType, body, status) => {
  const headers = await headersOf(routes.world, routes.buyer)
  headers.set('Content-Type', contentType)
  const request = new Request(`${ORIGIN}/transaction-lookup`, { method: 'POST', headers, body })
  const answer = await routes.lookup.action({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown)
  expect(answer).toMatchObject({ status })
})

describe('pressed twice', () => {
  const twice = async (sent: Sent) => Promise.all([routes.send(sent), routes.send(sent)])

  it('a request is asked once, and both answers say that it is', async () => {
    const { transactionId: txid, escrowId } = await routes.funded()
    const fields = { intent: 'ask_refund', refundReason: 'Late.', ...WALLET }
    expect(await twice({ by: routes.buyer, txid, fields })).toEqual([{ said: 'ask_refund' }, { said: 'ask_refund' }])
    expect(await routes.world.deps.db.refundRequest.count({ where: { escrowId } })).toBe(1)
  })

  it('an agreement pays once', async () => {
    const { transactionId: txid, escrowId } = await routes.asked()
    const fields = { intent: 'agree_refund', sure: 'yes' }
    expect(await twice({ page: 'confirmation', by: routes.seller, txid, fields })).toEqual([
      { said: 'agree_refund' },
      { said: 'agree_refund' },
    ])
    expect(await routes.world.deps.db.transfer.count({ where: { escrowId } })).toBe(1)
  })

  it.each([
    ['decline_refund', { answerReason: 'It sails tomorrow.' }],
    ['withdraw_refund', {}],
    ['open_dispute', { disputeReason: 'Wet bags.' }],
    ['withdraw_dispute', {}],
    ['cancel', { sure: 'yes' }],
  ])('%s is granted twice', async (intent, more) => {
    const escrow =
      intent === 'cancel'
        ? await escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10' })
        : await (intent === 'withdraw_dispute' ? routes.disputed() : routes.asked())
    const by = intent === 'decline_refund' ? routes.seller : routes.buyer
    const fields = { intent, ...more }
    const answers = await twice({ by, txid: escrow.transactionId, fields })
    expect(answers).toEqual([{ said: intent }, { said: intent }])
  })

  it('another reason than the one that stands is refused', async () => {
    const { transactionId: txid } = await routes.asked()
    const fields = { intent: 'ask_refund', refundReason: 'Another reason.', ...WALLET }
    expect(await routes.send({ by: routes.buyer, txid, fields })).toEqual({ refused: 'refund_not_possible' })
  })
})

describe('what cannot be undone is asked once more', () => {
  it('calling off, and agreeing', async () => {
    const open = await escrowOf(routes.world, { buyer: routes.buyer, asset: 'XLM', amount: '10' })
    expect(await routes.send({ by: routes.buyer, txid: open.transactionId, fields: { intent: 'cancel' } })).toEqual({
      sure: 'cancel',
    })
    const { transactionId: txid, escrowId } = await routes.asked()
    expect(await routes.send({ by: routes.seller, txid, fields: { intent: 'agree_refund' } })).toEqual({
      sure: 'agree_refund',
    })
    expect(await routes.world.deps.db.transfer.count({ where: { escrowId } })).toBe(0)
  })

  it('but not what is impossible anyway', async () => {
    const { transactionId: txid } = await routes.funded()
    expect(await routes.send({ by: routes.buyer, txid, fields: { intent: 'cancel' } })).toEqual({
      refused: 'cancel_not_possible',
    })
    expect(await routes.send({ by: routes.seller, txid, fields: { intent: 'agree_refund' } })).toEqual({
      refused: 'refund_not_asked',
    })
  })
})
