/** What a payer reads when a hash does not pay the fee, and what is stored of it (spec §5, §8). */
import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payServiceFee } from '#app/fees/workflows/pay-service-fee.server.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { granted, hasPaid, type Person, pay, unpaidBuyer } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let buyer: Person
let payment: typeof import('#app/fees/routes/payment/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  payment = await import('#app/fees/routes/payment/route.tsx')
})
beforeEach(async () => {
  buyer = await unpaidBuyer(world)
})
afterAll(async () => {
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  await closeLimits()
  await world[Symbol.asyncDispose]()
})

const quote = async (person: Person = buyer) =>
  granted(await quoteServiceFee(world.deps, { userId: person.id, amountUsd: '20000', couponCode: '', asset: 'USDC' }))

async function paid(asked: Awaited<ReturnType<typeof quote>>): Promise<string> {
  const amount = asked.amountDue.toFixed()
  const [hash = ''] = await pay(world, { asset: 'USDC', to: asked.account, amount, memo: String(asked.reference) })
  return hash
}

async function argsOf(fields?: Record<string, string>): Promise<ActionFunctionArgs> {
  const headers = new Headers({ Origin: ORIGIN, Cookie: await cookieOf(world, buyer) })
  const form = fields && { method: 'POST', body: new URLSearchParams(fields) }
  return { request: new Request(`${ORIGIN}/payment`, { headers, ...form }), params: {}, context: {} }
}

/** Returns the messages of a submitted form, each with its field; or where it redirects. */
async function send(fields: Record<string, string>) {
  const answer = await payment.action(await argsOf(fields))
  if (answer instanceof Response) return answer.headers.get('Location')
  if (!('data' in answer)) throw new Error('no answer')
  return answer.data.problems
}

const failures = async () => {
  const rows = await world.deps.db.failedPayment.findMany({ where: { uid: buyer.id }, orderBy: { timestamp: 'asc' } })
  return rows.map(({ txid, currency, reason }) => ({ txid, currency, reason }))
}

const NO_AMOUNT = 'Enter a valid USD transaction amount first.'

test('without a hash the specification’s sentence comes first, and what is missing stands beside the field', async () => {
  await quote()
  expect(await send({ intent: 'confirm', hash: ' ' })).toEqual([
    { field: undefined, text: `❌ ${NO_AMOUNT}` },
    { field: 'hash', text: 'Please enter a TXID.' },
  ])
  expect(await failures()).toEqual([{ txid: '', currency: 'USDC', reason: NO_AMOUNT }])
})

test('without a quote there is no amount to confirm', async () => {
  const hash = 'ab'.repeat(32)
  expect(await send({ intent: 'confirm', hash })).toEqual([{ field: 'amountUsd', text: `❌ ${NO_AMOUNT}` }])
  expect(await failures()).toEqual([{ txid: hash, currency: '', reason: NO_AMOUNT }])
})

test('a currency that is none is refused by both forms, and kept', async () => {
  await quote()
  const hash = 'ab'.repeat(32)
  const forms: Record<string, string>[] = [
    { intent: 'confirm', hash, currency: 'BTC' },
    { intent: 'quote', asset: 'BTC' },
  ]
  for (const fields of forms) {
    expect(await send(fields)).toMatchObject([{ text: '❌ Unsupported currency.' }])
  }
  expect(await failures()).toEqual([
    { txid: hash, currency: 'BTC', reason: 'Unsupported currency.' },
    { txid: '', currency: 'BTC', reason: 'Unsupported currency.' },
  ])
})

test('each refusal is kept with the sentence that the payer read', async () => {
  const asked = await quote()
  const unknown = 'ab'.repeat(32)
  const [strange = ''] = await pay(world, { asset: 'USDC', to: asked.account, amount: '3', memo: '7' })
  const used = await paid(await quote(await unpaidBuyer(world)))
  for (const hash of [unknown, strange, used, 'no hash']) await send({ intent: 'confirm', hash })
  expect((await failures()).map(({ reason }) => reason)).toEqual([
    'Transaction not found on Stellar.',
    'Memo does not match.',
    'Memo does not match.',
    'Copy the hash’s 64 characters from your wallet.',
  ])
  await send({ intent: 'confirm', hash: used })
  expect((await failures()).at(-1)).toMatchObject({ txid: used, reason: 'This transaction has already been used.' })
})

test('one’s own hash is never told as used, however often it is sent at once', async () => {
  for (let series = 0; series < 5; series += 1) {
    const payer = await unpaidBuyer(world)
    const hash = await paid(await quote(payer))
    const claims = Array.from({ length: 5 }, () => payServiceFee(world.deps, { userId: payer.id, hash }))
    for (const claim of await Promise.all(claims)) expect(claim).toMatchObject({ state: 'paid' })
    expect(await world.deps.db.failedPayment.count({ where: { uid: payer.id } })).toBe(0)
    expect(await hasPaid(world, payer)).toBe(true)
  }
})

test('a fee that is settled while its page is asked for is announced', async () => {
  const hash = await paid(await quote())
  let isFirst = true
  const { deps } = world
  // The fee settles right after the person was read as unpaid.
  const db = deps.db.$extends({
    query: {
      user: {
        async $allOperations({ args, query }) {
          const row = await query(args)
          if (isFirst) {
            isFirst = false
            granted(await payServiceFee(deps, { userId: buyer.id, hash }))
          }
          return row
        },
      },
    },
  })
  const { visitPayment } = await import('#app/fees/routes/payment/guard.server.ts')
  const { request } = await argsOf()
  const { deps: shown } = await import('#app/runtime.server.ts')
  Object.assign(shown, { db })
  try {
    const first = await visitPayment(request)
    expect('viewer' in first || 'justPaid' in first).toBe(true)
  } finally {
    Object.assign(shown, { db: deps.db })
  }
  expect(await visitPayment((await argsOf()).request)).toMatchObject({ justPaid: { netUsd: '150.00' } })
})
