/** An unused account changes its role by itself; a used one never does, whatever asks for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import {
  escrowOf,
  granted,
  type Person,
  paidBuyer,
  pilotBuyer,
  seller,
  submission,
  unpaidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let routes: Awaited<ReturnType<typeof importRoutes>>

async function importRoutes() {
  return {
    role: await import('#app/accounts/routes/settings/change-role.tsx'),
    account: await import('#app/accounts/routes/settings/route.tsx'),
    payment: await import('#app/fees/routes/payment/route.tsx'),
    confirm: await import('#app/trade/documents/routes/seller-confirm/route.tsx'),
    dashboard: await import('#app/trade/lookup/routes/dashboard/route.tsx'),
  }
}

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  routes = await importRoutes()
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

async function ask(path: string, person: Person) {
  const headers = { Cookie: await cookieOf(world, person) }
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

async function change(person: Person | null, fields: Record<string, string>) {
  const headers = { Origin: ORIGIN, ...(person && { Cookie: await cookieOf(world, person) }) }
  const request = new Request(`${ORIGIN}/account/role`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const given = await routes.role.action({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown)
  if (!(given instanceof Response)) throw given
  return given.headers.get('Location') ?? given.status
}

const roleOf = async ({ id }: Person) => (await world.deps.db.user.findUniqueOrThrow({ where: { id } })).role
const offerTo = async (person: Person) => (await routes.account.loader(await ask('/settings', person))).offer

async function denial(person: Person): Promise<unknown> {
  const given = await routes.confirm.loader(await ask('/seller-confirm', person)).catch((thrown: unknown) => thrown)
  return given instanceof Response ? given.json() : null
}

describe('an unused account', () => {
  it('changes there and back, is written down each time, and goes on as a new account of its side', async () => {
    const person = await unpaidBuyer(world)
    expect(await offerTo(person)).toEqual({ to: 'seller', isNamed: false })
    expect(await change(person, { role: 'seller' })).toBe('/seller-confirm')
    expect(await roleOf(person)).toBe('seller')
    expect(await change(person, { role: 'seller' })).toBe('/seller-confirm')
    expect(await offerTo(person)).toEqual({ to: 'buyer', isNamed: false })
    expect(await change(person, { role: 'buyer', redirectTo: '/dashboard' })).toBe('/dashboard')
    expect(await change(person, { role: 'seller', redirectTo: '//evil.example' })).toBe('/seller-confirm')
    const where = { userId: person.id, kind: 'role_changed' }
    const events = await world.deps.db.auditEvent.findMany({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
    expect(events.map(({ detail }) => detail)).toEqual([
      { from: 'buyer', to: 'seller' },
      { from: 'seller', to: 'buyer' },
      { from: 'buyer', to: 'seller' },
    ])
  })

  it('of a pilot keeps its free transaction', async () => {
    const person = await pilotBuyer(world)
    expect(await change(person, { role: 'seller' })).toBe('/seller-confirm')
    expect(await change(person, { role: 'buyer' })).toBe('/submit?from=pilot')
    expect(await world.deps.db.user.findUniqueOrThrow({ where: { id: person.id } })).toMatchObject({ trialCredits: 1 })
  })

  it('is offered the other side where it came to a closed door, and on the page that asks it for money', async () => {
    const person = await unpaidBuyer(world)
    expect(await denial(person)).toMatchObject({
      deny: 'access_denied',
      pageFor: 'sellers',
      offer: { to: 'seller', isNamed: false },
    })
    const { data } = await routes.payment.loader(await ask('/payment', person))
    expect(data.page?.offer).toEqual({ to: 'seller', isNamed: false })
    const path = '/seller-confirm?txid=auto_7K3MQ9XHW2TPV4ZD0000'
    expect(await change(person, { role: 'seller', redirectTo: path })).toBe(path)
  })

  it('is told that an escrow names its address, once that is confirmed', async () => {
    const person = await unpaidBuyer(world)
    const named = `named-${person.id}@example.org`
    await escrowOf(world, { buyer: await paidBuyer(world), asset: 'XLM', amount: '10', sellerEmail: named })
    await world.deps.db.user.update({ where: { id: person.id }, data: { email: named, emailConfirmedAt: null } })
    expect(await offerTo(person)).toEqual({ to: 'seller', isNamed: false })
    await world.deps.db.user.update({ where: { id: person.id }, data: { emailConfirmedAt: new Date() } })
    expect(await offerTo(person)).toEqual({ to: 'seller', isNamed: true })
    expect(await denial(person)).toMatchObject({ offer: { isNamed: true } })
  })
})

describe('a used account', () => {
  const toSeller = (person: Person) => world.deps.db.user.update({ where: { id: person.id }, data: { role: 'seller' } })

  it.each([
    ['has paid the fee', () => paidBuyer(world)],
    [
      'has opened an escrow by the pilot',
      async () => {
        const person = await pilotBuyer(world)
        await escrowOf(world, { buyer: person, asset: 'XLM', amount: '10' })
        return person
      },
    ],
  ])('that %s stays a buyer’s', async (_, used) => {
    const person = await used()
    expect(await offerTo(person)).toBeNull()
    expect(await change(person, { role: 'seller' })).toBe('/settings?refused=1')
    await expect(toSeller(person)).rejects.toThrow(/keeps its role/)
    expect(await roleOf(person)).toBe('buyer')
  })

  it('that has confirmed a shipment stays a seller’s', async () => {
    const person = await seller(world)
    const { transactionId } = await escrowOf(world, { buyer: await paidBuyer(world), asset: 'XLM', amount: '10' })
    const wallet = { walletAddress: walletOf('XLM'), walletMemo: '', files: [] }
    granted(await confirmShipment(world.deps, { sellerId: person.id, transactionId, ...wallet }))
    expect(await change(person, { role: 'buyer' })).toBe('/settings?refused=1')
    expect(await roleOf(person)).toBe('seller')
  })

  it('opens no escrow any more whose form was open when the role changed', async () => {
    const person = await pilotBuyer(world)
    const form = submission(person, { currency: 'XLM', amount: '10' })
    await change(person, { role: 'seller' })
    expect(await openEscrow(world.deps, form)).toMatchObject({ refused: 'must_pay_first' })
    expect(await world.deps.db.escrow.count({ where: { buyerId: person.id } })).toBe(0)
  })

  it('races: of an escrow and another role, one comes first, and both are right', async () => {
    const person = await pilotBuyer(world)
    await Promise.allSettled([
      openEscrow(world.deps, submission(person, { currency: 'XLM', amount: '10' })),
      change(person, { role: 'seller' }),
    ])
    const escrows = await world.deps.db.escrow.count({ where: { buyerId: person.id } })
    expect([await roleOf(person), escrows]).toEqual(escrows === 1 ? ['buyer', 1] : ['seller', 0])
  })
})

it('nobody changes the role of others, becomes an operator, or changes without signing in', async () => {
  expect(await change(null, { role: 'seller' })).toMatch(/^\/login/)
  const person = await unpaidBuyer(world)
  for (const role of ['admin', '', 'Seller']) expect(await change(person, { role })).toBe(400)
  expect(await roleOf(person)).toBe('buyer')
})
