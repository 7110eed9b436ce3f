/** The forms that end an escrow otherwise, as the actions of both pages answer them: who may, what they say, once each. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { askForRefund } from '#app/workflows/ask-for-refund.server.ts'
import { openDispute } from '#app/workflows/open-dispute.server.ts'
import { openSession } from '#app/workflows/sign-in.server.ts'
import {
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  pilotBuyer,
  register,
  seller as someSeller,
  walletOf,
} from '#tests/support/people.ts'
import { openWorld, type World } from '#tests/support/world.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const BACK = walletOf('XLM', 'second-buyer')

let world: World
let buyer: Person
let seller: Person
let lookup: typeof import('#app/routes/transaction-lookup/route.tsx')
let confirmation: typeof import('#app/routes/seller-confirm/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  const config = parseConfig({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: ORIGIN,
    DATABASE_URL: world.databaseUrl,
    SESSION_SECRET: 'a secret of the tests, long enough to pass',
    STORAGE_FOLDER: '/nowhere',
    LOG_LEVEL: 'silent',
    ...world.harbour.environment(),
  })
  // What the routes find as their runtime, instead of one made from this process's environment.
  globalThis.quaysideRuntime = Promise.resolve({ config, deps: world.deps })
  lookup = await import('#app/routes/transaction-lookup/route.tsx')
  confirmation = await import('#app/routes/seller-confirm/route.tsx')
  buyer = await paidBuyer(world)
  seller = await someSeller(world)
})

afterAll(async () => {
  await (await import('#app/web/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

type Fields = Record<string, string>
type Sent = { page?: 'lookup' | 'confirmation'; by: Person | null; txid: string; fields: Fields }

async function headersOf(person: Person | null): Promise<Headers> {
  const headers = new Headers({ Origin: ORIGIN })
  if (!person) return headers
  const { token } = await openSession(world.deps, person.id)
  const { startSession } = await import('#app/web/session.server.ts')
  const cookie = await startSession(new Request(ORIGIN), { token })
  headers.set('Cookie', cookie.split(';')[0] ?? '')
  return headers
}

type Told = { refused?: string; field?: string; said?: string | null; sure?: string; deny?: string }

/** Sends a form as a browser without JavaScript does, and says in short what came of it. */
async function send({ page = 'lookup', by, txid, fields }: Sent): Promise<Told> {
  const path = page === 'lookup' ? '/transaction-lookup' : '/seller-confirm'
  const request = new Request(`${ORIGIN}${path}?txid=${txid}`, {
    method: 'POST',
    headers: await headersOf(by),
    body: new URLSearchParams({ txid, ...fields }),
  })
  const args: ActionFunctionArgs = { request, params: {}, context: {} }
  const run: Promise<unknown> = page === 'lookup' ? lookup.action(args) : confirmation.action(args)
  const answer = await run.catch((thrown: unknown) => thrown)
  if (answer instanceof Response) {
    const to = answer.headers.get('Location')
    if (to !== null) return { said: new URL(to, ORIGIN).searchParams.get('settled') }
    return { deny: ((await answer.json()) as { deny: string }).deny }
  }
  const { data } = answer as { data: { refusal?: Told | null; problems?: Told[]; settled: Told | null } }
  const refusal = data.refusal ?? data.problems?.[0]
  if (refusal) return { refused: refusal.refused ?? '', ...(refusal.field && { field: refusal.field }) }
  return { sure: data.settled?.sure ?? '' }
}

/** What the lookup page of this person holds. */
async function viewOf(person: Person, txid: string, page: 'lookup' | 'confirmation' = 'lookup') {
  const request = new Request(`${ORIGIN}/?txid=${txid}`, { headers: await headersOf(person) })
  const args: LoaderFunctionArgs = { request, params: {}, context: {} }
  return page === 'lookup' ? lookup.loader(args) : confirmation.loader(args)
}

type Escrow = { escrowId: string; transactionId: string }

async function funded(amount = '10'): Promise<Escrow> {
  const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount, sellerEmail: seller.email })
  await fund(world, escrow.escrowId)
  return escrow
}

async function asked(): Promise<Escrow> {
  const escrow = await funded()
  const wallet = { address: BACK, memo: '' }
  granted(await askForRefund(world.deps, { ...escrow, buyerId: buyer.id, reason: 'The vessel sank.', wallet }))
  return escrow
}

async function disputed(): Promise<Escrow> {
  const escrow = await funded()
  granted(await openDispute(world.deps, { ...escrow, userId: buyer.id, reason: 'Wet bags.' }))
  return escrow
}

const WALLET = { refundAddress: BACK, refundMemo: '' }

describe('of another side', () => {
  const BUYERS: Fields[] = [
    { intent: 'cancel' },
    { intent: 'cancel', sure: 'yes' },
    { intent: 'ask_refund', refundReason: 'I want it.', ...WALLET },
    { intent: 'withdraw_refund' },
    { intent: 'state_wallet', ...WALLET },
  ]
  const SELLERS: Fields[] = [
    { intent: 'agree_refund' },
    { intent: 'agree_refund', sure: 'yes' },
    { intent: 'decline_refund', answerReason: 'No.' },
  ]

  it('a buyer’s form is not the seller’s to send, from either page', async () => {
    const { transactionId: txid, escrowId } = await asked()
    for (const fields of BUYERS) {
      for (const page of ['lookup', 'confirmation'] as const) {
        expect(await send({ page, by: seller, txid, fields }), JSON.stringify(fields)).toMatchObject({
          refused: 'escrow_not_found',
        })
      }
    }
    expect(await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })).toMatchObject({
      cancelledAt: null,
      refundAddress: BACK,
    })
  })

  it('a seller’s form is not the buyer’s to send', async () => {
    const { transactionId: txid, escrowId } = await asked()
    for (const fields of SELLERS) {
      expect(await send({ by: buyer, txid, fields }), JSON.stringify(fields)).toEqual({ refused: 'escrow_not_found' })
    }
    expect(await world.deps.db.payout.count({ where: { escrowId } })).toBe(0)
  })

  it('for strangers there is no such escrow', async () => {
    const { transactionId: txid } = await asked()
    const DISPUTES: Fields[] = [{ intent: 'open_dispute', disputeReason: 'Mine!' }, { intent: 'withdraw_dispute' }]
    for (const stranger of [await pilotBuyer(world), await someSeller(world)]) {
      for (const fields of [...BUYERS, ...SELLERS, ...DISPUTES]) {
        expect(await send({ by: stranger, txid, fields }), JSON.stringify(fields)).toEqual({
          refused: 'escrow_not_found',
          field: 'txid',
        })
      }
    }
  })

  it('who has signed out is sent away, and so is who has not paid', async () => {
    const { transactionId: txid } = await asked()
    const fields = { intent: 'withdraw_refund' }
    expect(await send({ by: null, txid, fields })).toEqual({ deny: 'access_denied' })
    expect(await send({ page: 'confirmation', by: null, txid, fields })).toEqual({ deny: 'upload_blocked' })
    const unpaid = await register(world, { role: 'buyer' })
    expect(await send({ by: unpaid, txid, fields })).toEqual({ deny: 'must_pay' })
    expect(await send({ page: 'confirmation', by: buyer, txid, fields })).toEqual({ deny: 'access_denied' })
  })

  it('only who opened a dispute withdraws it', async () => {
    const { transactionId: txid } = await disputed()
    const fields = { intent: 'withdraw_dispute' }
    expect(await send({ by: seller, txid, fields })).toEqual({ refused: 'dispute_not_open' })
    expect(await send({ by: buyer, txid, fields })).toEqual({ said: 'withdraw_dispute' })
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
  ])('%o', async (fields, refused, field) => {
    const { transactionId: txid } = await funded()
    expect(await send({ by: buyer, txid, fields })).toEqual({ refused, field })
  })

  it('also on the seller’s page', async () => {
    const { transactionId: txid } = await asked()
    const fields = { intent: 'decline_refund', answerReason: '' }
    expect(await send({ page: 'confirmation', by: seller, txid, fields })).toEqual({
      refused: 'decline_reason_required',
      field: 'decline_refund-answerReason',
    })
  })

  it('a wallet for a part that came back is looked at before the buyer is asked once more', async () => {
    const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    await fund(world, escrow.escrowId, '4')
    const { transactionId: txid } = escrow
    const cancel = (fields: Fields) => send({ by: buyer, txid, fields: { intent: 'cancel', ...fields } })
    expect(await cancel({ refundAddress: '' })).toEqual({ refused: 'wallet_required', field: 'cancel-refundAddress' })
    expect(await cancel(WALLET)).toEqual({ sure: 'cancel' })
    expect(await cancel({ ...WALLET, sure: 'yes' })).toEqual({ said: 'cancel' })
  })
})

it.each([
  ['is no form', 'text/plain', 'txid=x', 400],
  ['is larger than any honest form', 'application/x-www-form-urlencoded', `note=${'x'.repeat(30_000)}`, 413],
])('what %s is refused as such', async (_, contentType, body, status) => {
  const headers = await headersOf(buyer)
  headers.set('Content-Type', contentType)
  const request = new Request(`${ORIGIN}/transaction-lookup`, { method: 'POST', headers, body })
  const answer = await lookup.action({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown)
  expect(answer).toMatchObject({ status })
})

describe('pressed twice', () => {
  const twice = async (sent: Sent) => Promise.all([send(sent), send(sent)])

  it('a request is asked once, and both answers say that it is', async () => {
    const { transactionId: txid, escrowId } = await funded()
    const fields = { intent: 'ask_refund', refundReason: 'Late.', ...WALLET }
    expect(await twice({ by: buyer, txid, fields })).toEqual([{ said: 'ask_refund' }, { said: 'ask_refund' }])
    expect(await world.deps.db.refundRequest.count({ where: { escrowId } })).toBe(1)
  })

  it('an agreement pays once', async () => {
    const { transactionId: txid, escrowId } = await asked()
    const fields = { intent: 'agree_refund', sure: 'yes' }
    expect(await twice({ page: 'confirmation', by: seller, txid, fields })).toEqual([
      { said: 'agree_refund' },
      { said: 'agree_refund' },
    ])
    expect(await world.deps.db.payout.count({ where: { escrowId } })).toBe(1)
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
        ? await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
        : await (intent === 'withdraw_dispute' ? disputed() : asked())
    const by = intent === 'decline_refund' ? seller : buyer
    const fields = { intent, ...more }
    const answers = await twice({ by, txid: escrow.transactionId, fields })
    expect(answers).toEqual([{ said: intent }, { said: intent }])
  })

  it('another reason than the one that stands is refused', async () => {
    const { transactionId: txid } = await asked()
    const fields = { intent: 'ask_refund', refundReason: 'Another reason.', ...WALLET }
    expect(await send({ by: buyer, txid, fields })).toEqual({ refused: 'refund_not_possible' })
  })
})

describe('what cannot be undone is asked once more', () => {
  it('calling off, and agreeing', async () => {
    const open = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    expect(await send({ by: buyer, txid: open.transactionId, fields: { intent: 'cancel' } })).toEqual({
      sure: 'cancel',
    })
    const { transactionId: txid, escrowId } = await asked()
    expect(await send({ by: seller, txid, fields: { intent: 'agree_refund' } })).toEqual({ sure: 'agree_refund' })
    expect(await world.deps.db.payout.count({ where: { escrowId } })).toBe(0)
  })

  it('but not what is impossible anyway', async () => {
    const { transactionId: txid } = await funded()
    expect(await send({ by: buyer, txid, fields: { intent: 'cancel' } })).toEqual({ refused: 'cancel_not_possible' })
    expect(await send({ by: seller, txid, fields: { intent: 'agree_refund' } })).toEqual({
      refused: 'refund_not_asked',
    })
  })
})

describe('who sees what', () => {
  it('the seller reads the request, and never where the money would go', async () => {
    const { transactionId: txid } = await asked()
    for (const page of ['lookup', 'confirmation'] as const) {
      const shown = await viewOf(seller, txid, page)
      expect(shown.escrow).toMatchObject({ reader: 'seller', refundRequest: { reason: 'The vessel sank.' } })
      expect(JSON.stringify(shown.escrow)).not.toContain(BACK)
    }
    const own = await viewOf(buyer, txid)
    expect(own.escrow).toMatchObject({ reader: 'buyer', refundWallet: { address: BACK } })
  })

  it('a refund is shown to the seller with its amount and hash, and without its wallet', async () => {
    const { transactionId: txid, escrowId } = await asked()
    await send({ by: seller, txid, fields: { intent: 'agree_refund', sure: 'yes' } })
    const isPaid = async () => (await world.deps.db.payout.count({ where: { escrowId, state: 'confirmed' } })) === 1
    await world.workUntil(isPaid, 'the refund is paid')
    const { escrow } = await viewOf(seller, txid)
    expect(escrow).toMatchObject({ stage: 'refunded', payouts: [{ purpose: 'refund', amount: '10', wallet: null }] })
    expect(escrow?.payouts[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(escrow)).not.toContain(BACK)
  })

  it('the wallet that the buyer expects is the buyer’s own note', async () => {
    const expected = walletOf('XLM', 'friend')
    const escrow = await escrowOf(world, {
      buyer,
      asset: 'XLM',
      amount: '10',
      sellerEmail: seller.email,
      walletAddress: expected,
    })
    expect((await viewOf(buyer, escrow.transactionId)).escrow?.expectedWallet?.address).toBe(expected)
    expect(JSON.stringify((await viewOf(seller, escrow.transactionId)).escrow)).not.toContain(expected)
  })

  it('a seller whom the buyer named looks it up before confirming; one who only holds the ID does not', async () => {
    const { transactionId: txid } = await funded()
    expect((await viewOf(seller, txid)).escrow).toMatchObject({ may: { dispute: true, answerRefund: false } })
    const open = await escrowOf(world, { buyer, asset: 'XLM', amount: '10' })
    expect((await viewOf(seller, open.transactionId)).escrow).toBeNull()
    await fund(world, open.escrowId)
    const { escrow } = await viewOf(seller, open.transactionId, 'confirmation')
    expect(escrow).toMatchObject({ may: { confirm: true, dispute: false } })
    const fields = { intent: 'open_dispute', disputeReason: 'I hold the ID.' }
    expect(await send({ page: 'confirmation', by: seller, txid: open.transactionId, fields })).toEqual({
      refused: 'escrow_not_found',
    })
  })

  it('a named address that nobody has confirmed opens nothing', async () => {
    const pretender = await register(world, { role: 'seller', isConfirmed: false })
    const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: pretender.email })
    expect((await viewOf(pretender, escrow.transactionId)).escrow).toBeNull()
  })

  it('the form begins with the wallet that the buyer pays from, of the same currency only', async () => {
    const payer = await pilotBuyer(world)
    const from = { buyerWalletAddress: walletOf('XLM', 'buyer'), buyerMemoTag: '77' }
    const { transactionId } = await escrowOf(world, { buyer: payer, asset: 'XLM', amount: '10', ...from })
    expect((await viewOf(payer, transactionId)).escrow?.suggestedWallet).toEqual({
      address: from.buyerWalletAddress,
      memo: '77',
    })
    const other = await escrowOf(world, { buyer, asset: 'XRP', amount: '5' })
    expect((await viewOf(buyer, other.transactionId)).escrow?.suggestedWallet).toBeNull()
  })
})
