/** An address has one account; no other error of the database is reported as a taken address. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { granted } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const registration = (email: string) => ({
  name: 'Ann',
  email,
  password: 'a long enough phrase for tests',
  role: 'buyer' as const,
  isPilot: false,
  locale: 'en',
})

test('an address that has an account is taken, in whatever case it is typed', async () => {
  granted(await registerUser(world.deps, registration('ann@example.org')))
  expect(await registerUser(world.deps, registration(' Ann@Example.org'))).toMatchObject({ refused: 'email_taken' })
})

test('another row that exists already is an accident, and not a taken address', async () => {
  const [token] = await world.deps.db.accountToken.findMany()
  const deps = { ...world.deps, newId: () => token?.id ?? '' }
  await expect(registerUser(deps, registration('bob@example.org'))).rejects.toThrow(/account_token_pkey/)
  expect(await world.deps.db.user.count({ where: { email: 'bob@example.org' } })).toBe(0)
})

test.each([
  ['Refunds: see refund-desk.com/verify', 'name_not_plain'],
  ['Quаyside Support', 'name_like_ours'],
])('nobody is called %j, and the sentence stands beside the name', async (name, refused) => {
  const answer = await registerUser(world.deps, { ...registration('mallory@example.org'), name })
  expect(answer).toMatchObject({ refused, field: 'name' })
})
