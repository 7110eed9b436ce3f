/** The buyer's pages as their loaders answer: who sees what, and when. */

import type { LoaderFunctionArgs } from '@remix-run/node'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { screenPerson } from '#app/screening/workflows/screen.server.ts'
import { untilSomebodyWaits } from '#tests/support/runner/locks.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import {
  escrowOf,
  granted,
  type Person,
  paidBuyer,
  pay,
  pilotBuyer,
  readPayments,
  seller,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let payment: typeof import('#app/fees/routes/payment/route.tsx')
let submit: typeof import('#app/trade/opening/routes/submit/route.tsx')
let login: typeof import('#app/accounts/routes/login.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  payment = await import('#app/fees/routes/payment/route.tsx')
  submit = await import('#app/trade/opening/routes/submit/route.tsx')
  login = await import('#app/accounts/routes/login.tsx')
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function visit(path: string, person?: Person): Promise<LoaderFunctionArgs> {
  const headers = new Headers()
  if (person) headers.set('Cookie', await cookieOf(world, person))
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

/** Returns where a loader redirects its visitor. Null: it answers with a page. */
async function redirectOf(answer: Promise<unknown>): Promise<Response | null> {
  return answer.then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    },
  )
}

describe('the payment page', () => {
  it('keeps the coupon code of a link while its visitor logs in', async () => {
    const sent = await redirectOf(payment.loader(await visit('/payment?ref=harbor5')))
    expect(sent?.headers.get('Location')).toBe('/login?redirectTo=%2Fpayment%3Fref%3Dharbor5')
    const cookie = sent?.headers.get('Set-Cookie')?.split(';')[0] ?? ''

    const args = await visit('/payment', await unpaidBuyer(world))
    args.request.headers.set('Cookie', `${args.request.headers.get('Cookie')}; ${cookie}`)
    const { data } = await payment.loader(args)
    expect(data.page?.couponCode).toBe('HARBOR5')
  })

  it('asks for the rest after a part has arrived, with the same memo', async () => {
    const buyer = await unpaidBuyer(world)
    const quote = granted(
      await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' }),
    )
    await pay(world, { asset: 'USDC', to: quote.account, amount: '60', memo: String(quote.reference) })
    await readPayments(world, { network: 'stellar', account: quote.account })
    await world.workUntil(
      async () => (await world.deps.db.ledgerPayment.count({ where: { feeQuoteId: quote.id } })) === 1,
      'the part payment is seen',
    )

    const { data } = await payment.loader(await visit('/payment', buyer))
    const { toSend, reference, amountDue } = data.page?.quote ?? {}
    expect(data.page?.deposit).toMatchObject({ state: 'short', received: '60' })
    expect(toSend?.amount).toBe(quote.amountDue.minus(60).toFixed(2))
    expect(toSend?.uri).toContain(`amount=${quote.amountDue.minus(60).toFixed()}`)
    expect(reference).toBe(String(quote.reference))
    expect(amountDue).toBe(quote.amountDue.toFixed(2))
  })

  it('shows no way to pay while somebody has yet to look at the payer, and what arrives all the same', async () => {
    const { db } = world.deps
    const buyer = await unpaidBuyer(world)
    const ask = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
    const { account, reference, id } = granted(await quoteServiceFee(world.deps, ask))
    const page = async () => (await payment.loader(await visit('/payment', buyer))).data.page
    expect(await page()).toMatchObject({ quote: { toSend: { account } }, qr: { modules: expect.any(Number) } })

    await db.user.update({ where: { id: buyer.id }, data: { name: 'Balthazar Quillfeather' } })
    await screenPerson(world.deps, { userId: buyer.id })
    const held = await page()
    expect(held).toMatchObject({ quote: { toSend: null, reference: String(reference) }, qr: null })
    expect(JSON.stringify(held)).not.toContain(account)
    await pay(world, { asset: 'USDC', to: account, amount: '60', memo: String(reference) })
    await readPayments(world, { network: 'stellar', account })
    const seen = async () => (await db.ledgerPayment.count({ where: { feeQuoteId: id } })) === 1
    await world.workUntil(seen, 'the payment is seen')
    expect(await page()).toMatchObject({
      quote: { toSend: null },
      deposit: { state: 'short', received: '60' },
      qr: null,
    })

    await db.screeningReview.updateMany({
      where: { subject: `user:${buyer.id}` },
      data: { state: 'in_review', takenById: (await operator(world)).id },
    })
    expect(await page()).toMatchObject({ quote: { toSend: null } })
  })

  it('shows no quote that the operator has ended, and asks nobody for a rest that would be owed back', async () => {
    const buyer = await unpaidBuyer(world)
    const ask = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
    const quote = granted(await quoteServiceFee(world.deps, ask))
    await world.deps.db.feeQuote.update({ where: { id: quote.id }, data: { state: 'closed' } })
    const { data } = await payment.loader(await visit('/payment', buyer))
    expect(data.page).toMatchObject({ quote: null, seen: { payments: [] }, earlier: [] })
    const anew = granted(await quoteServiceFee(world.deps, ask))
    expect(anew.reference).not.toBe(quote.reference)
  })

  it('announces a fee that is settled while the page is being read, instead of asking for another one', async () => {
    const buyer = await unpaidBuyer(world)
    const ask = { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' } as const
    const quote = granted(await quoteServiceFee(world.deps, ask))
    const args = await visit('/payment', buyer)
    const settling = new Client({ connectionString: world.databaseUrl })
    await settling.connect()
    await settling.query('begin')
    await settling.query('lock table "fee_quote" in access exclusive mode')
    const answer = payment.loader(args)
    // The visitor has been admitted, and the page's data is not read yet.
    await untilSomebodyWaits(settling)
    await settling.query(`update "user" set "hasPaid" = true where "id" = $1`, [buyer.id])
    await settling.query(`update "fee_quote" set "state" = 'paid', "paidAt" = now() where "id" = $1`, [quote.id])
    await settling.query('commit')
    await settling.end()
    expect((await answer).data).toMatchObject({ justPaid: { netUsd: '150.00' }, page: null })
  })

  it('announces a fee that was settled a moment ago, and later is closed to its payer', async () => {
    const buyer = await paidBuyer(world)
    const { data } = await payment.loader(await visit('/payment', buyer))
    expect(data.justPaid).toEqual({ netUsd: '150.00' })

    await world.deps.db.feeQuote.updateMany({
      where: { userId: buyer.id },
      data: { paidAt: new Date(Date.now() - 61_000) },
    })
    const sent = await redirectOf(payment.loader(await visit('/payment', buyer)))
    expect(sent?.headers.get('Location')).toBe('/')
  })

  it('sends sellers to their own page', async () => {
    const sent = await redirectOf(payment.loader(await visit('/payment', await seller(world))))
    expect(sent?.headers.get('Location')).toBe('/seller-confirm')
  })
})

describe('the submit page', () => {
  it('tells a visitor before sending them to log in', async () => {
    const answer = await submit.loader(await visit('/submit'))
    expect(answer.init?.status).toBe(401)
    expect(answer.data).toEqual({ step: 'signIn' })
  })

  it('sends a buyer who has neither paid nor a credit to the fee', async () => {
    const sent = await redirectOf(submit.loader(await visit('/submit', await unpaidBuyer(world))))
    expect(sent?.headers.get('Location')).toBe('/payment')
  })

  it('shows a pilot the escrow that took the only credit, and nobody else', async () => {
    const pilot = await pilotBuyer(world)
    const { transactionId } = await escrowOf(world, { buyer: pilot, asset: 'USDC', amount: '12.34' })
    const path = `/submit?opened=${transactionId}`
    const { data } = await submit.loader(await visit(path, pilot))
    expect(data).toMatchObject({
      step: 'opened',
      escrow: { transactionId, amount: '12.34', deposit: { state: 'none', stillDue: '12.34' } },
    })

    const stranger = await redirectOf(submit.loader(await visit(path, await pilotBuyer(world))))
    expect(stranger?.headers.get('Location')).toBe('/submit')
    const again = await redirectOf(submit.loader(await visit('/submit', pilot)))
    expect(again?.headers.get('Location')).toBe('/payment')
  })

  it('offers the wallet that was saved for a seller', async () => {
    const buyer = await paidBuyer(world)
    const sellerEmail = 'sam@example.org'
    await escrowOf(world, { buyer, asset: 'XRP', amount: '5', sellerEmail })
    const { data } = await submit.loader(await visit(`/submit?form=${crypto.randomUUID()}`, buyer))
    if (data.step !== 'form') throw new Error('the form is not shown')
    expect(data.page.saved).toEqual({ currency: 'XRP', address: walletOf('XRP'), memo: null, sellerEmail })
    expect(data.page.payAhead?.accounts).toHaveLength(3)
  })
})

describe('the login page', () => {
  it('goes on to a path of ours only', async () => {
    const ours = await login.loader(await visit('/login?redirectTo=%2Fdashboard%3Ftxid%3Dauto_1'))
    expect(ours.redirectTo).toBe('/dashboard?txid=auto_1')
    const foreign = await login.loader(await visit('/login?redirectTo=%2F%2Fevil.example'))
    expect(foreign.redirectTo).toBeNull()
  })

  it('is closed to people who are signed in', async () => {
    const sent = await redirectOf(login.loader(await visit('/login', await seller(world))))
    expect(sent?.headers.get('Location')).toBe('/seller-confirm')
  })
})
