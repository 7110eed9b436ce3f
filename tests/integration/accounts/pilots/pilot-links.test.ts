/** A pilot's sender is stored: the Admin Panel names the sender, others read only a number (docs/decisions/128). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPilotLink } from '#app/accounts/db/pilot-links.server.ts'
import { forwarderLink, ownPilotLink } from '#app/accounts/queries/pilot-link.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { searchAdminEscrow } from '#app/admin/queries/escrow.server.ts'
import { operator } from '#tests/support/settlement/admin.ts'
import {
  escrowOf,
  granted,
  PASSWORD,
  type Person,
  pilotBuyer,
  seller,
  unpaidBuyer,
} from '#tests/support/world/people.ts'
import { cookieOf, guardFields, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let forwarder: Person
let page: typeof import('#app/accounts/routes/register/route.tsx')
let count = 0

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { CAPTCHA_FASTEST_MS: '0' })
  forwarder = await pilotBuyer(world)
  page = await import('#app/accounts/routes/register/route.tsx')
})
afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

const linkOf = (person: Person) => findPilotLink(world.deps.db, person.id)

/** Sends the form of /register as the page of a link holds it; returns the stored account. */
async function register(fields: Record<string, string>) {
  const email = `customer-${++count}-${forwarder.id}@example.org`
  const typed = { name: 'Ama Owusu', email, password: PASSWORD, role: 'buyer', sanctionsConsent: 'on' }
  const body = new URLSearchParams({ ...typed, ...(await guardFields()), ...fields })
  const request = new Request(`${ORIGIN}/register`, { method: 'POST', headers: { Origin: ORIGIN }, body })
  const answer = await page.action({ request, params: {}, context: {} })
  expect(answer, JSON.stringify(answer)).toBeInstanceOf(Response)
  return world.deps.db.user.findUniqueOrThrow({ where: { email } })
}

const look = async (path: string) => page.loader({ request: new Request(ORIGIN + path), params: {}, context: {} })

describe('a pilot that came by the link of an account', () => {
  it('is kept with who sent it, who reads a number and nothing else', async () => {
    const { href, count: before } = await ownPilotLink(world.deps.db, {
      viewer: { id: forwarder.id, role: 'buyer' },
      origin: ORIGIN,
    })
    expect(before).toBe(0)
    const { from } = await look(href.slice(ORIGIN.length))
    expect(from).toBe((await linkOf(forwarder)).code)
    const customer = await register({ pilot: 'freight', from: from ?? '' })
    expect(customer).toMatchObject({ plan: 'pilot', trialCredits: 1, pilotReferredById: forwarder.id })
    const after = await ownPilotLink(world.deps.db, { viewer: { id: forwarder.id, role: 'buyer' }, origin: ORIGIN })
    expect(after).toEqual({ href, count: 1 })

    const dashboard = await import('#app/trade/lookup/routes/dashboard/route.tsx')
    const headers = { Cookie: await cookieOf(world, forwarder) }
    const shown = await dashboard.loader({
      request: new Request(`${ORIGIN}/dashboard`, { headers }),
      params: {},
      context: {},
    })
    expect(shown.pilotLink).toEqual({ href, count: 1 })
    expect(JSON.stringify(shown)).not.toContain(customer.email)
    // A customer who came by a link has none to pass on.
    expect(await forwarderLink(world.deps.db, { viewer: customer, origin: ORIGIN })).toBeNull()
  })

  it('is read on the desk with the escrow that it opens', async () => {
    const { code } = await linkOf(forwarder)
    const { id, email } = await register({ pilot: 'freight', from: code.toUpperCase() })
    const { transactionId } = await escrowOf(world, { buyer: { id, email }, asset: 'XLM', amount: '10' })
    const { adminNetwork: deskNetwork } = await import('#app/admin/routes/panel/networks.server.ts')
    const desk = await searchAdminEscrow(world.deps.db, {
      typed: transactionId,
      network: deskNetwork(),
      now: world.deps.clock.now(),
    })
    expect(desk?.buyer).toEqual({ name: 'Ama Owusu', email, referredBy: forwarder.email })
  })

  it('has nothing more than any other: no second credit, and no fee for who sent it', async () => {
    const earned = await world.deps.db.resellerEarning.count()
    const before = await world.deps.db.user.findUniqueOrThrow({ where: { id: forwarder.id } })
    const customer = await register({ pilot: 'freight', from: (await linkOf(forwarder)).code })
    expect(customer.trialCredits).toBe(1)
    const after = await world.deps.db.user.findUniqueOrThrow({ where: { id: forwarder.id } })
    expect({ ...after, updatedAt: null }).toEqual({ ...before, updatedAt: null })
    expect(await world.deps.db.resellerEarning.count()).toBe(earned)
  })
})

describe('nobody is named, and nothing is said of it,', () => {
  it.each(['', 'x', '000000000000', 'ffffffffffff', "' or 1=1 --", 'a'.repeat(5_000)])(
    'for the code %j',
    async (from) => {
      expect(await register({ pilot: 'freight', from })).toMatchObject({ plan: 'pilot', pilotReferredById: null })
    },
  )

  it('for who is no pilot: a seller, a buyer without it, and a mailbox that has had it', async () => {
    const { code } = await linkOf(forwarder)
    expect(await register({ pilot: 'freight', from: code, role: 'seller' })).toMatchObject({ pilotReferredById: null })
    expect(await register({ from: code })).toMatchObject({ plan: null, pilotReferredById: null })
    const again = {
      name: 'Ama',
      password: PASSWORD,
      role: 'buyer',
      isPilot: true,
      from: code,
      locale: 'en',
    } as const
    granted(await registerUser(world.deps, { ...again, email: 'amaowusu@gmail.com' }))
    granted(await registerUser(world.deps, { ...again, email: 'ama.owusu@gmail.com' }))
    const second = await world.deps.db.user.findUniqueOrThrow({ where: { email: 'ama.owusu@gmail.com' } })
    expect(second).toMatchObject({ plan: null, pilotReferredById: null })
  })

  it('for the code of an operator, who hands on everybody’s link', async () => {
    const olga = await operator(world)
    const { pilotCode } = await world.deps.db.user.findUniqueOrThrow({ where: { id: olga.id } })
    expect(await register({ pilot: 'freight', from: pilotCode })).toMatchObject({ pilotReferredById: null })
    const viewer = { id: olga.id, role: 'admin' }
    expect(await ownPilotLink(world.deps.db, { viewer, origin: ORIGIN })).toEqual({
      href: `${ORIGIN}/register?pilot=freight`,
      count: null,
    })
  })

  it('and the page looks the same for a code that somebody has and one that nobody has', async () => {
    const { code } = await linkOf(forwarder)
    // The guard of each page has a stamp of its own.
    const { guard: _, ...known } = await look(`/register?pilot=freight&from=${code}`)
    const unknown = await look('/register?pilot=freight&from=000000000000')
    expect(unknown).toEqual({ ...known, from: '000000000000', guard: unknown.guard })
    expect(await look(`/register?from=${code}`)).toMatchObject({ from: null })
  })
})

it('every account has a code of its own, and none is told by another one’s link', async () => {
  const codes = await Promise.all([forwarder, await seller(world), await unpaidBuyer(world)].map(linkOf))
  expect(new Set(codes.map(({ code }) => code)).size).toBe(3)
  for (const { code } of codes) expect(code).toMatch(/^[0-9a-f]{12}$/)
})

it('the database keeps it to pilots, and nobody sends themselves', async () => {
  const { db } = world.deps
  const buyer = await unpaidBuyer(world)
  const send = (id: string, by: string) => db.user.update({ where: { id }, data: { pilotReferredById: by } })
  await expect(send(buyer.id, forwarder.id)).rejects.toThrow(/user_referred_is_pilot/)
  await expect(send(forwarder.id, forwarder.id)).rejects.toThrow(/user_referred_is_pilot/)
})
