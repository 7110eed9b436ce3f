/** A password hash of an older cost is renewed. */
import { hash as hashAtCost } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePasswordReset } from '#app/accounts/workflows/ask-for-password-reset.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { checkCredentials } from '#app/accounts/workflows/sign-in.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { granted, type Person, register, tokenOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PASSWORD = 'a long enough phrase for tests'
const NEW_PASSWORD = 'another phrase, quite as long'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const hashOf = async ({ id: userId }: Person) =>
  (await world.deps.db.password.findUniqueOrThrow({ where: { userId } })).hash

/** Creates an account whose hash has an older, lower cost. */
async function oldCustomer(): Promise<Person & { oldHash: string }> {
  const person = await register(world, { role: 'buyer' })
  const oldHash = await hashAtCost(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await world.deps.db.password.update({ where: { userId: person.id }, data: { hash: oldHash } })
  return { ...person, oldHash }
}

const signIn = ({ email }: Person, password: string, deps: Deps = world.deps) =>
  checkCredentials(deps, { email, password })

test('a hash of an older cost is made anew at the next sign-in, and the password stays the same', async () => {
  const { oldHash, ...customer } = await oldCustomer()
  expect(granted(await signIn(customer, PASSWORD))).toEqual({ userId: customer.id })
  const renewed = await hashOf(customer)
  expect(renewed).not.toBe(oldHash)
  expect(world.deps.passwords.isOutdated(renewed)).toBe(false)
  expect(granted(await signIn(customer, PASSWORD))).toEqual({ userId: customer.id })
  // A second login does not renew it again.
  expect(await hashOf(customer)).toBe(renewed)
})

test('a wrong password leaves the hash as it was', async () => {
  const { oldHash, ...customer } = await oldCustomer()
  expect(await signIn(customer, 'not the password')).toMatchObject({ refused: 'bad_credentials' })
  expect(await hashOf(customer)).toBe(oldHash)
})

test('a password that is reset during a sign-in is not put back', async () => {
  const { oldHash: _, ...customer } = await oldCustomer()
  await writePasswordReset(world.deps, { tokenId: world.deps.newId(), email: customer.email })
  const token = await tokenOf(world, customer, 'reset_password')
  const { passwords } = world.deps
  const interrupted: Deps = {
    ...world.deps,
    passwords: {
      ...passwords,
      async hash(password) {
        granted(await resetPassword(world.deps, { token, password: NEW_PASSWORD, purpose: 'reset_password' }))
        return passwords.hash(password)
      },
    },
  }
  granted(await signIn(customer, PASSWORD, interrupted))
  expect(isRefusal(await signIn(customer, PASSWORD))).toBe(true)
  expect(granted(await signIn(customer, NEW_PASSWORD))).toEqual({ userId: customer.id })
})
