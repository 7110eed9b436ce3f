/** What a stranger left in an account ends when the owner of its mailbox takes it over; the owner's own data stays. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasSecondFactor } from '#app/accounts/db/second-factors.server.ts'
import { issueAccountToken } from '#app/accounts/workflows/issue-account-token.server.ts'
import { askForEmailChange, changeEmail, keepEmail } from '#app/accounts/workflows/own/change-email.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  secretBeingSetUp,
} from '#app/accounts/workflows/second-factor/set-up.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { at, nextCode, withSecondFactor } from '#tests/support/world/authenticator.ts'
import { granted, PASSWORD, type Person, register, seller, tokenOf, walletOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const OWN_PASSWORD = 'a phrase that only I have chosen'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.[Symbol.asyncDispose]())

const rowOf = ({ id }: Person) => world.deps.db.user.findUniqueOrThrow({ where: { id } })
const hasFactor = ({ id }: Person) => hasSecondFactor(world.deps.db, id)
const lettersOf = async ({ id: userId }: Person) =>
  (await world.deps.db.outboxLetter.findMany({ where: { userId } })).map(({ content }) =>
    Reflect.get(Object(content), 'what'),
  )
const takenAway = async ({ id: userId }: Person) =>
  world.deps.db.auditEvent.count({ where: { userId, kind: 'second_factor_off' } })

/** Returns the link of an email that anybody may request. */
async function resetLink({ id: userId }: Person): Promise<string> {
  const row = { id: randomUUID(), purpose: 'reset_password' } as const
  await inTransaction(world.deps.db, (tx) => issueAccountToken(world.deps, tx, { ...row, userId }))
  return world.deps.accountToken(row)
}

async function setPassword(token: string, purpose: 'reset_password' | 'confirm_email'): Promise<void> {
  granted(await resetPassword(world.deps, { token, purpose, password: OWN_PASSWORD }))
}

async function saveWallet({ id }: Person): Promise<void> {
  const data = { walletAddress: walletOf('XRP'), walletCurrency: 'XRP', buyerWalletAddress: walletOf('XRP') } as const
  await world.deps.db.user.update({ where: { id }, data })
}

describe('an account with an address that was never confirmed', () => {
  test.each(['confirm_email', 'reset_password'] as const)(
    'loses second factor and saved wallets to a new password by the link %s',
    async (purpose) => {
      const person = await register(world, { role: 'seller', isConfirmed: false })
      await withSecondFactor(world, person)
      await saveWallet(person)
      await setPassword(purpose === 'confirm_email' ? await tokenOf(world, person) : await resetLink(person), purpose)
      expect(await hasFactor(person)).toBe(false)
      expect(await world.deps.db.recoveryCode.count({ where: { userId: person.id } })).toBe(0)
      expect(await rowOf(person)).toMatchObject({ walletAddress: null, buyerWalletAddress: null })
      expect([await lettersOf(person), await takenAway(person)]).toEqual([
        expect.arrayContaining(['second_factor_off']),
        1,
      ])
    },
  )

  test('loses a secret that is being set up, which the stranger has seen', async () => {
    const person = await register(world, { role: 'seller', isConfirmed: false })
    granted(await beginSecondFactor(world.deps, { userId: person.id, password: PASSWORD }))
    await setPassword(await tokenOf(world, person), 'confirm_email')
    expect(await secretBeingSetUp(world.deps, { userId: person.id, email: person.email })).toBeNull()
    expect(await takenAway(person)).toBe(0)
  })

  test('is its owner’s from then on: a later reset takes nothing', async () => {
    const person = await register(world, { role: 'seller', isConfirmed: false })
    await setPassword(await tokenOf(world, person), 'confirm_email')
    await saveWallet(person)
    granted(await beginSecondFactor(world.deps, { userId: person.id, password: OWN_PASSWORD }))
    const { code, at: moment } = await nextCode(world, person)
    granted(await confirmSecondFactor(at(world.deps, moment), { userId: person.id, code, session: '' }))
    await setPassword(await resetLink(person), 'reset_password')
    expect(await hasFactor(person)).toBe(true)
    expect((await rowOf(person)).walletAddress).toBe(walletOf('XRP'))
  })

  test('that is an operator’s keeps its factor: those accounts are opened by hand', async () => {
    const person = await register(world, { role: 'seller', isConfirmed: false })
    await world.deps.db.user.update({ where: { id: person.id }, data: { role: 'admin' } })
    await withSecondFactor(world, person)
    await setPassword(await resetLink(person), 'reset_password')
    expect(await hasFactor(person)).toBe(true)
  })
})

describe('whoever reads a confirmed mailbox', () => {
  test('does not get past the second factor by a new password', async () => {
    const person = await seller(world)
    await withSecondFactor(world, person)
    await setPassword(await resetLink(person), 'reset_password')
    expect(await hasFactor(person)).toBe(true)
  })

  const askForAnother = async (person: Person) => {
    const email = `new-${randomUUID()}@example.org`
    granted(await askForEmailChange(world.deps, { userId: person.id, email, password: PASSWORD }))
  }

  test('keeps the address, and loses what was set since somebody asked for another one', async () => {
    const person = await seller(world)
    await askForAnother(person)
    const token = await tokenOf(world, person, 'change_email')
    expect(await changeEmail(world.deps, { token, userId: person.id })).toBeNull()
    // The second factor's codes are some minutes old, so the change is made older than they are.
    const earlier = new Date(Date.now() - 3_600_000)
    await world.deps.db.emailChange.updateMany({ where: { userId: person.id }, data: { createdAt: earlier } })
    await withSecondFactor(world, person)
    await saveWallet(person)
    const { resetToken } = granted(await keepEmail(world.deps, { token: await tokenOf(world, person, 'keep_email') }))
    expect(await hasFactor(person)).toBe(false)
    expect((await rowOf(person)).walletAddress).toBeNull()
    await setPassword(resetToken, 'reset_password')
    expect(await takenAway(person)).toBe(1)
  })

  test('keeps the own factor of before', async () => {
    const person = await seller(world)
    await withSecondFactor(world, person)
    await askForAnother(person)
    granted(await keepEmail(world.deps, { token: await tokenOf(world, person, 'keep_email') }))
    expect(await hasFactor(person)).toBe(true)
  })

  test('of an address that was not confirmed keeps it, and loses all of the stranger’s with the new password', async () => {
    const person = await register(world, { role: 'seller', isConfirmed: false })
    await withSecondFactor(world, person)
    await askForAnother(person)
    const { resetToken } = granted(await keepEmail(world.deps, { token: await tokenOf(world, person, 'keep_email') }))
    await setPassword(resetToken, 'reset_password')
    expect(await hasFactor(person)).toBe(false)
  })
})

test('the letter to an address that somebody wants tells nothing of the account', async () => {
  const person = await seller(world)
  const wanted = `mistyped-${randomUUID()}@example.org`
  await world.deps.db.user.update({ where: { id: person.id }, data: { name: 'Zebulon Quist' } })
  granted(await askForEmailChange(world.deps, { userId: person.id, email: wanted, password: PASSWORD }))
  const mails = () => world.harbour.post.mails().filter(({ to }) => to.includes(wanted))
  await world.workUntil(async () => mails().length === 1, 'the letter arrives')
  const letter = JSON.stringify(mails())
  expect(letter).toContain('/change-email?token=')
  expect(letter).not.toMatch(/zebulon|quist/i)
  expect(letter).not.toContain(person.email)
  expect(letter).not.toContain(person.id)
  expect(letter).not.toContain('belongs to')
})
