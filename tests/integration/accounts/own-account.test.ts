/** The page on which people read what is known of them, and the contact form that knows who writes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TERMS_VERSION } from '#app/workflows/accounts/register-user.server.ts'
import { type Person, register } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let account: typeof import('#app/routes/accounts/account.tsx')
let contact: typeof import('#app/routes/site/contact/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  account = await import('#app/routes/accounts/account.tsx')
  contact = await import('#app/routes/site/contact/route.tsx')
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

async function visit(path: string, person?: Person) {
  const headers = new Headers(person && { Cookie: await cookieOf(world, person) })
  return { request: new Request(ORIGIN + path, { headers }), params: {}, context: {} }
}

it('shows the own name, address, role, consent and terms with their dates, and no secret', async () => {
  const person = await register(world, { role: 'seller', isConfirmed: false })
  await register(world, { role: 'buyer' })
  const row = await world.deps.db.user.findUniqueOrThrow({ where: { id: person.id } })
  expect(await account.loader(await visit('/account', person))).toEqual({
    role: 'seller',
    account: {
      name: 'A seller',
      email: person.email,
      createdAt: row.createdAt.toISOString(),
      emailConfirmedAt: null,
      consentTimestamp: row.consentTimestamp?.toISOString(),
      termsVersion: TERMS_VERSION,
    },
  })
})

it('is for whoever is signed in', async () => {
  const answer = await account.loader(await visit('/account')).catch((thrown: unknown) => thrown)
  expect(answer instanceof Response && answer.headers.get('Location')).toBe('/login?redirectTo=%2Faccount')
})

it('the contact form knows the subject of its link and who is signed in', async () => {
  const person = await register(world, { role: 'buyer' })
  const path = `/contact?${new URLSearchParams({ subject: 'Escrow auto_7K3MQ9XHW2TPV4ZD0000' })}`
  expect(await contact.loader(await visit(path, person))).toMatchObject({
    subject: 'Escrow auto_7K3MQ9XHW2TPV4ZD0000',
    from: { name: 'A buyer', email: person.email },
  })
  expect(await contact.loader(await visit(path))).toMatchObject({ from: null })
})
