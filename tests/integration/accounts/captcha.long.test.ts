/** The captcha of the seller's form: a trap that needs no JavaScript, and Cloudflare Turnstile where it has keys. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onlyAt } from '#tests/support/runner/own-requests.ts'
import { escrowOf, type Person, paidBuyer, seller, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
/** Stands in for Cloudflare: answers with `verdict`, and records what it was asked. */
let cloudflare: Server
let verdict: { status: number; body: string }
let asked: URLSearchParams[]
let vendor: Person
let buyer: Person
let confirm: typeof import('#app/trade/documents/routes/seller-confirm/route.tsx')
let captcha: typeof import('#app/accounts/web/captcha.server.ts')
/** How far the app's clock is behind, in milliseconds. */
let behind = 0

beforeAll(async () => {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(new URLSearchParams(await text(request)))
    response.writeHead(verdict.status, { 'content-type': 'application/json' }).end(verdict.body)
  }
  cloudflare = createServer(onlyAt(['/siteverify'], take))
  await new Promise<void>((resolve) => cloudflare.listen(0, '127.0.0.1', resolve))
  const opened = await openWorld()
  world = { ...opened, deps: { ...opened.deps, clock: { now: () => new Date(Date.now() - behind) } } }
  setRuntime(world, {
    TURNSTILE_SITE_KEY: 'site',
    TURNSTILE_SECRET_KEY: 'secret',
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}/siteverify`,
  })
  confirm = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
  captcha = await import('#app/accounts/web/captcha.server.ts')
  vendor = await seller(world)
  buyer = await paidBuyer(world)
})
beforeEach(() => {
  verdict = { status: 200, body: '{"success":true}' }
  asked = []
})
afterAll(async () => {
  cloudflare?.closeAllConnections()
  await new Promise((resolve) => cloudflare?.close(resolve))
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

/** Sends the form, by default as a person who has read it for a while. */
async function send(fields: Record<string, string> = {}, readFor = 10_000) {
  const { transactionId } = await escrowOf(world, { buyer, asset: 'XRP', amount: '3' })
  behind = readFor
  const issued = captcha.issueStamp()
  behind = 0
  const cookie = await cookieOf(world, vendor)
  const body = new FormData()
  const form = {
    transactionId,
    walletAddress: walletOf('XRP'),
    acceptsContract: 'on',
    captcha: 'on',
    website: '',
    issued,
    formToken: randomUUID(),
    'cf-turnstile-response': 'token',
    ...fields,
  }
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  const request = new Request(`${ORIGIN}/seller-confirm`, {
    method: 'POST',
    body,
    headers: { Cookie: cookie, Origin: ORIGIN },
  })
  return confirm.action({ request, params: {}, context: {} })
}

const refused = (code: string) => ({
  init: { status: 400 },
  data: { problems: [{ refused: code, field: 'captcha' }], typed: { walletAddress: walletOf('XRP') } },
})

describe('the trap', () => {
  it.each([
    ['the box is not ticked', { captcha: '' }, 10_000],
    ['the hidden field is filled in', { website: 'https://spam.example' }, 10_000],
    ['the form comes back at once', {}, 200],
    ['the form is older than a day', {}, 25 * 60 * 60_000],
    ['the time is forged', { issued: `${Date.now() - 60_000}.c2lnbmF0dXJl` }, 10_000],
    ['the time is missing', { issued: '' }, 10_000],
  ])('shuts when %s', async (_, fields, readFor) => {
    expect(await send(fields, readFor)).toMatchObject(refused('captcha_required'))
    // A Turnstile token counts once: a form that is refused anyway does not spend it.
    expect(asked).toEqual([])
  })
})

describe('a registration', () => {
  const HELD = { init: { status: 400 }, data: { problems: [{ text: 'Press the button once more.' }] } }
  const newcomer = () => `robot-${randomUUID()}@example.org`
  const has = (email: string) => world.deps.db.user.count({ where: { email } })

  async function enter(email: string, changes: Record<string, string> = {}, readFor = 10_000) {
    const { action } = await import('#app/accounts/routes/register/route.tsx')
    behind = readFor
    const { stamp, formToken } = captcha.handOutGuard()
    behind = 0
    const body = new URLSearchParams({
      ...{ name: 'Ann', email, password: 'a long enough phrase for tests', role: 'buyer', sanctionsConsent: 'on' },
      ...{ website: '', issued: stamp, formToken, ...changes },
    })
    const headers = { Origin: ORIGIN }
    const request = new Request(`${ORIGIN}/register`, { method: 'POST', body, headers })
    return { formToken, stamp, answer: await action({ request, params: {}, context: {} }) }
  }

  it.each([
    ['sent at once', {}, 200],
    ['without the moment of its form', { issued: '' }, 10_000],
    ['with a forged one', { issued: `${Date.now() - 60_000}.c2lnbmF0dXJl` }, 10_000],
    ['of a form of the day before yesterday', {}, 25 * 60 * 60_000],
    ['without its form', { formToken: '' }, 10_000],
    ['with another form’s name that is none', { formToken: "'; drop" }, 10_000],
  ])('%s opens no account, and keeps what was typed', async (_, changes, readFor) => {
    const email = newcomer()
    const { answer } = await enter(email, changes, readFor)
    expect(answer).toMatchObject({ ...HELD, data: { ...HELD.data, values: { name: 'Ann', email } } })
    expect(await has(email)).toBe(0)
  })

  it('opens one account with a form; its stamp is good for no other form', async () => {
    const email = newcomer()
    const { answer, stamp } = await enter(email)
    expect(answer).toBeInstanceOf(Response)
    expect(await has(email)).toBe(1)
    const second = newcomer()
    expect((await enter(second, { issued: stamp })).answer).toMatchObject(HELD)
    expect(await has(second)).toBe(0)
  })

  it('asks with one form five times at most which addresses have accounts, and goes on with the next form', async () => {
    const taken = vendor.email
    const { answer, stamp, formToken } = await enter(taken)
    expect(answer).toMatchObject({ data: { problems: [{ field: 'email' }] } })
    const form = { issued: stamp, formToken }
    for (let more = 0; more < 4; more += 1) {
      expect((await enter(taken, form)).answer).toMatchObject({ data: { problems: [{ field: 'email' }] } })
    }
    const email = newcomer()
    const held = (await enter(email, form)).answer as unknown as {
      data: { guard: { stamp: string; formToken: string } }
    }
    expect(held).toMatchObject(HELD)
    // Issued a moment ago; a person takes longer to press the button.
    expect(Object.keys(held.data.guard)).toEqual(['stamp', 'formToken'])
    expect((await enter(email)).answer).toBeInstanceOf(Response)
  })
})

describe('Turnstile', () => {
  it('lets a person pass, and is asked with our secret and the visitor’s token', async () => {
    const answer = await send()
    expect(answer).toBeInstanceOf(Response)
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([{ secret: 'secret', response: 'token' }])
  })

  it('turns away whom Cloudflare does not believe, and whoever brings no token', async () => {
    verdict.body = '{"success":false,"error-codes":["timeout-or-duplicate"]}'
    expect(await send()).toMatchObject(refused('captcha_required'))
    expect(await send({ 'cf-turnstile-response': '' })).toMatchObject(refused('captcha_required'))
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['answers with an error', { status: 500, body: 'oops' }],
    ['answers something else', { status: 200, body: '{"hello":1}' }],
    ['does not know our secret', { status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' }],
  ])('that %s is said to be down, and what was typed is kept', async (_, answer) => {
    verdict = answer
    expect(await send()).toMatchObject(refused('captcha_unavailable'))
  })

  it('may be loaded by the seller’s page and by no other', async () => {
    expect(captcha.showsTurnstile(new Request(`${ORIGIN}/seller-confirm?txid=auto_1`))).toBe(true)
    expect(captcha.showsTurnstile(new Request(`${ORIGIN}/submit`))).toBe(false)
    const { secureDocument } = await import('#app/kernel/web/http/headers.server.ts')
    const policyOf = (showsTurnstile: boolean) => {
      const headers = new Headers()
      secureDocument(headers, { isHttps: false, isDevelopment: false, nonce: 'n', isSignedIn: true, showsTurnstile })
      return headers.get('Content-Security-Policy')
    }
    expect(policyOf(true)).toContain("frame-src 'self' https://challenges.cloudflare.com")
    expect(policyOf(true)).toContain("script-src 'self' 'nonce-n' https://challenges.cloudflare.com")
    expect(policyOf(false)).not.toContain('cloudflare')
  })
})
