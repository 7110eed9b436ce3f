/** The link in a named seller's email: what it shows to whom, the account that it opens, and when it is over. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INVITATION_LIFE_MS } from '#app/notices/domain/email-limits.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { cancelEscrow } from '#app/trade/opening/workflows/cancel-escrow.server.ts'
import { nameSeller } from '#app/trade/opening/workflows/invitation/name-seller.server.ts'
import { registerInvited } from '#app/trade/opening/workflows/invitation/register-invited.server.ts'
import {
  escrowOf,
  granted,
  type Person,
  paidBuyer,
  register,
  seller,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, guardFields, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PASSWORD = 'a long enough phrase for tests'

let world: World
let buyer: Person
let routes: Awaited<ReturnType<typeof importRoutes>>
let count = 0

async function importRoutes() {
  return {
    invitation: await import('#app/trade/opening/routes/invitation/route.tsx'),
    register: await import('#app/accounts/routes/register/route.tsx'),
    login: await import('#app/accounts/routes/login.tsx'),
    logout: await import('#app/accounts/routes/logout.tsx'),
    confirm: await import('#app/accounts/routes/confirm-email/route.tsx'),
    dashboard: await import('#app/trade/lookup/routes/dashboard/route.tsx'),
  }
}

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { CAPTCHA_FASTEST_MS: '0' })
  routes = await importRoutes()
  buyer = await paidBuyer(world)
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

const newAddress = () => `invited-${++count}-${buyer.id}@example.org`

async function invite(email: string) {
  const opened = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: email })
  return { ...opened, token: await tokenFor(opened.escrowId, email) }
}

async function tokenFor(escrowId: string, email: string): Promise<string> {
  const { id } = await world.deps.db.sellerInvitation.findFirstOrThrow({ where: { escrowId, email } })
  return world.deps.accountToken({ id, purpose: 'invitation' })
}

async function ask(path: string, person?: Person) {
  const headers = new Headers(person && { Cookie: await cookieOf(world, person) })
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

async function send(path: string, fields: Record<string, string>, person?: Person): Promise<ActionFunctionArgs> {
  const headers = { Origin: ORIGIN, ...(person && { Cookie: await cookieOf(world, person) }) }
  const request = new Request(ORIGIN + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { request, params: {}, context: {} }
}

async function placeOf(answer: Promise<unknown>): Promise<string | null> {
  const given = await answer.catch((thrown: unknown) => thrown)
  return given instanceof Response ? given.headers.get('Location') : null
}

const pathOf = (token: string) => `/invitation?token=${token}`

async function shown(token: string, person?: Person) {
  const given = await routes.invitation.loader(await ask(pathOf(token), person)).catch((thrown: unknown) => thrown)
  if (given instanceof Response) return { to: given.headers.get('Location') }
  const { data, init } = given as { data: { invitation: { state: string; trade?: object } }; init: ResponseInit | null }
  return { status: init?.status ?? 200, ...data.invitation }
}

const newcomer = async () => ({
  name: 'Kofi Mensah',
  password: PASSWORD,
  sanctionsConsent: 'on',
  ...(await guardFields()),
})

const account = (email: string) => world.deps.db.user.findUniqueOrThrow({ where: { email } })

describe('the link', () => {
  it('is in the letter, and its token is stored nowhere', async () => {
    const email = newAddress()
    const { token, escrowId } = await invite(email)
    const mails = () => world.harbour.post.mails().filter(({ to }) => to.includes(email))
    await world.workUntil(async () => mails().length > 0, 'the letter arrives')
    expect(mails()[0]?.text).toContain(`${pathOf(token)}`)
    const rows = await world.deps.db.sellerInvitation.findMany({ where: { escrowId } })
    const letters = await world.deps.db.outboxLetter.findMany({ where: { recipient: email } })
    expect(JSON.stringify([rows, letters])).not.toContain(token)
  })

  it('shows the trade to whoever holds it, and no wallet, hash, ID, document or other address', async () => {
    const email = newAddress()
    const { token, transactionId } = await invite(email)
    const page = await shown(token)
    expect(page).toMatchObject({
      status: 200,
      state: 'register',
      trade: { email, buyerName: 'A buyer', isBuyerConfirmed: true, amount: '10', currency: 'XLM', isFunded: false },
    })
    expect(Object.keys('trade' in page ? (page.trade ?? {}) : {}).toSorted()).toEqual(
      [
        'amount',
        'buyerName',
        'currency',
        'custody',
        'email',
        'halted',
        'isBuyerConfirmed',
        'isFunded',
        'notes',
        'terms',
      ].toSorted(),
    )
    expect(JSON.stringify(page)).not.toContain(transactionId)
    expect(JSON.stringify(page)).not.toContain(buyer.email)
  })

  it('that was never given out shows nothing', async () => {
    for (const token of ['', 'abc', 'x'.repeat(3000), '%00']) {
      expect(await shown(encodeURIComponent(token))).toEqual({ status: 410, state: 'over' })
    }
  })

  it('is over once the escrow is called off, names another, or is too old; a new name has a new one', async () => {
    const off = await invite(newAddress())
    granted(await cancelEscrow(world.deps, { escrowId: off.escrowId, buyerId: buyer.id, wallet: null }))
    expect(await shown(off.token)).toEqual({ status: 410, state: 'over' })

    const renamed = await invite(newAddress())
    const other = newAddress()
    granted(await nameSeller(world.deps, { escrowId: renamed.escrowId, buyerId: buyer.id, sellerEmail: other }))
    expect(await shown(renamed.token)).toEqual({ status: 410, state: 'over' })
    expect(await shown(await tokenFor(renamed.escrowId, other))).toMatchObject({ state: 'register' })

    const old = await invite(newAddress())
    await world.deps.db.$executeRaw`
      update "seller_invitation" set "createdAt" = "createdAt" - ${`${INVITATION_LIFE_MS} milliseconds`}::interval,
        "expiresAt" = "expiresAt" - ${`${INVITATION_LIFE_MS} milliseconds`}::interval
      where "escrowId" = ${old.escrowId}::uuid`
    expect(await shown(old.token)).toEqual({ status: 410, state: 'over' })
    const registered = { token: old.token, name: 'A', password: PASSWORD, locale: 'en' }
    expect(await registerInvited(world.deps, registered)).toMatchObject({ refused: 'link_dead' })
  })

  it('leads its own seller to the escrow, also afterwards, and shows nothing to others when a seller is bound', async () => {
    const named = await seller(world)
    const { token, transactionId } = await invite(named.email)
    expect(await shown(token, named)).toEqual({ to: `/seller-confirm?txid=${transactionId}` })
    const wallet = { walletAddress: walletOf('XLM'), walletMemo: '', files: [] }
    granted(await confirmShipment(world.deps, { sellerId: named.id, transactionId, ...wallet }))
    expect(await shown(token, named)).toEqual({ to: `/seller-confirm?txid=${transactionId}` })
    expect(await shown(token)).toEqual({ status: 410, state: 'over' })
    expect(await shown(token, await seller(world))).toEqual({ status: 410, state: 'over' })
  })
})

describe('registering by the link', () => {
  it('opens a confirmed seller account for the invited address, whatever the form says, and leads to the escrow', async () => {
    const email = newAddress()
    const { token, transactionId } = await invite(email)
    const forged = {
      ...(await newcomer()),
      email: buyer.email,
      role: 'buyer',
      pilot: 'freight',
      redirectTo: '/payment',
    }
    const answer = await routes.register.action(await send(`/register?invitation=${token}`, forged))
    expect(await placeOf(Promise.resolve(answer))).toBe(`/seller-confirm?txid=${transactionId}`)
    expect(await account(email)).toMatchObject({ role: 'seller', trialCredits: 0, emailConfirmedAt: expect.any(Date) })
    const { id: userId } = await account(email)
    const events = await world.deps.db.auditEvent.findMany({ where: { userId }, select: { kind: true } })
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['email_confirmed', 'user_registered'])
    const letters = await world.deps.db.outboxLetter.findMany({ where: { userId } })
    expect(letters.map(({ content }) => content)).toMatchObject([{ letter: 'welcome', txid: transactionId }])
    expect(JSON.stringify(letters)).not.toContain('tokenId')
    expect(await shown(token, { id: userId, email })).toEqual({ to: `/seller-confirm?txid=${transactionId}` })
  })

  it('keeps what was typed when it is refused, and asks for neither address nor role', async () => {
    const { token } = await invite(newAddress())
    const answer = await routes.register.action(await send(`/register?invitation=${token}`, { name: 'Kofi' }))
    const { problems, values } = (
      answer as unknown as { data: { problems: { field: string }[]; values: { name: string } } }
    ).data
    expect(problems.map(({ field }) => field)).toEqual(['password', 'sanctionsConsent'])
    expect(values.name).toBe('Kofi')
  })

  it('opens none twice, and none by a link that is over', async () => {
    const email = newAddress()
    const { token, escrowId } = await invite(email)
    await routes.register.action(await send(`/register?invitation=${token}`, await newcomer()))
    const again = routes.register.action(await send(`/register?invitation=${token}`, await newcomer()))
    expect(await placeOf(again)).toBe(pathOf(token))
    expect(await shown(token)).toMatchObject({ state: 'login' })
    granted(await cancelEscrow(world.deps, { escrowId, buyerId: buyer.id, wallet: null }))
    expect(await placeOf(routes.register.loader(await ask('/register?invitation=abc')))).toBe(pathOf('abc'))
    expect(await placeOf(routes.register.loader(await ask(`/register?invitation=${token}`)))).toBe(pathOf(token))
  })
})

describe('somebody with an account', () => {
  it('logs in and comes back to the link', async () => {
    const named = await register(world, { role: 'seller', isConfirmed: false })
    const { token, transactionId } = await invite(named.email)
    const { data } = await routes.invitation.loader(await ask(pathOf(token)))
    expect([data.invitation.state, data.login]).toEqual([
      'login',
      `/login?redirectTo=${encodeURIComponent(pathOf(token))}`,
    ])
    const signIn = await send('/login', { email: named.email, password: PASSWORD, redirectTo: pathOf(token) })
    expect(await placeOf(routes.login.action(signIn))).toBe(pathOf(token))
    // Session and link together confirm the address (decision 031).
    expect(await shown(token, named)).toMatchObject({ state: 'confirm' })
    const pressed = routes.invitation.action(await send(pathOf(token), {}, named))
    expect(await placeOf(pressed)).toBe(`/seller-confirm?txid=${transactionId}`)
    expect((await account(named.email)).emailConfirmedAt).toEqual(expect.any(Date))
  })

  it('as a buyer who did nothing yet becomes a seller; one who did stays a buyer', async () => {
    const email = newAddress()
    const { token, transactionId } = await invite(email)
    const person = await unpaidBuyer(world)
    await world.deps.db.user.update({ where: { id: person.id }, data: { email, emailConfirmedAt: null } })
    const wrong = { id: person.id, email }
    expect(await shown(token, wrong)).toMatchObject({ state: 'become' })
    await world.deps.db.user.update({ where: { id: person.id }, data: { hasPaid: true } })
    expect(await shown(token, wrong)).toMatchObject({ state: 'used' })
    const refused = await routes.invitation.action(await send(pathOf(token), {}, wrong))
    expect(refused).toMatchObject({ init: { status: 400 } })
    expect(await account(email)).toMatchObject({ role: 'buyer', emailConfirmedAt: null })
    await world.deps.db.user.update({ where: { id: person.id }, data: { hasPaid: false } })
    const pressed = routes.invitation.action(await send(pathOf(token), {}, wrong))
    expect(await placeOf(pressed)).toBe(`/seller-confirm?txid=${transactionId}`)
    expect(await account(email)).toMatchObject({ role: 'seller', emailConfirmedAt: expect.any(Date) })
  })

  it('who was not invited gets nothing by it, and is led back after logging out', async () => {
    const email = newAddress()
    const { token } = await invite(email)
    const stranger = await register(world, { role: 'seller', isConfirmed: false })
    expect(await shown(token, stranger)).toMatchObject({ state: 'other' })
    expect(await placeOf(routes.invitation.action(await send(pathOf(token), {}, stranger)))).toBe(pathOf(token))
    expect(await account(stranger.email)).toMatchObject({ emailConfirmedAt: null })
    const left = routes.logout.action(await send('/logout', { redirectTo: pathOf(token) }, stranger))
    expect(await placeOf(left)).toBe(pathOf(token))
    expect(await placeOf(routes.logout.action(await send('/logout', { redirectTo: '//evil.example' })))).toBe(
      '/?left=1',
    )
    const signedOut = routes.invitation.action(await send(pathOf(token), {}))
    expect(await placeOf(signedOut)).toBe(`/login?redirectTo=${encodeURIComponent(pathOf(token))}`)
  })
})

describe('without the link', () => {
  const invitationsOf = async (person: Person) =>
    (await routes.dashboard.loader(await ask('/dashboard', person))).invitations.map((row) => row.transactionId)

  it('the dashboard lists what names the confirmed address, until it is taken up', async () => {
    const named = await register(world, { role: 'seller', isConfirmed: false })
    const { transactionId } = await invite(named.email)
    expect(await invitationsOf(named)).toEqual([])
    await world.deps.db.user.update({ where: { id: named.id }, data: { emailConfirmedAt: new Date() } })
    expect(await invitationsOf(named)).toEqual([transactionId])
    expect(await invitationsOf(await seller(world))).toEqual([])
    expect(await invitationsOf(buyer)).toEqual([])
    const wallet = { walletAddress: walletOf('XLM'), walletMemo: '', files: [] }
    granted(await confirmShipment(world.deps, { sellerId: named.id, transactionId, ...wallet }))
    expect(await invitationsOf(named)).toEqual([])
  })

  it('confirming the address leads to the one escrow that waits, or to where one was going', async () => {
    const named = await seller(world)
    const { transactionId } = await invite(named.email)
    const goOnOf = async (query: string, person: Person) => {
      const { data } = await routes.confirm.loader(await ask(`/confirm-email${query}`, person))
      return 'goOn' in data ? data.goOn : undefined
    }
    expect(await goOnOf('', named)).toBe(`/seller-confirm?txid=${transactionId}`)
    expect(await goOnOf('?redirectTo=/settings', named)).toBe('/settings')
    await invite(named.email)
    expect(await goOnOf('', named)).toBeNull()
    expect(await goOnOf('?redirectTo=//evil.example', named)).toBeNull()
  })
})
