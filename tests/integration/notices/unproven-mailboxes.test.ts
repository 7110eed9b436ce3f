/** An unconfirmed address may be a stranger's: whatever accounts ask for, few emails a day go there (decision 128). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resendConfirmation } from '#app/accounts/workflows/confirm-email.server.ts'
import { askForEmailChange } from '#app/accounts/workflows/own/change-email.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { EMAILS_A_DAY } from '#app/notices/domain/email-limits.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { granted, type Person, register } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PASSWORD = 'a long enough phrase for tests'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Counts the emails to addresses that contain this text. */
const goingTo = (part: string) =>
  world.deps.db.outboxLetter.count({ where: { recipient: { contains: part }, withheldFor: null } })

const somebody = (email: string) => ({
  name: 'Ann',
  email,
  password: PASSWORD,
  role: 'buyer' as const,
  isPilot: false,
  locale: 'en',
})

const ask = ({ id: userId }: Person, email: string) =>
  askForEmailChange(world.deps, { userId, email, password: PASSWORD })

test('accounts that nobody has confirmed make us write eight letters a day to a stranger, at one moment too', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => register(world, { role: 'buyer' })))
  const asked = people.flatMap((person) => Array.from({ length: 5 }, () => ask(person, 'victim@stranger.example')))
  for (const answer of await Promise.all(asked)) granted(answer)
  expect(await goingTo('victim@stranger')).toBe(EMAILS_A_DAY.unproven)
  expect(await world.deps.db.emailChange.count({ where: { toEmail: 'victim@stranger.example' } })).toBe(
    EMAILS_A_DAY.unproven,
  )
})

test('accounts whose addresses are one mailbox share its limit', async () => {
  for (let number = 0; number < 12; number += 1)
    granted(await registerUser(world.deps, somebody(`vic.tim+${number}@gmail.com`)))
  for (let number = 0; number < 3; number += 1)
    granted(await registerUser(world.deps, somebody(`victim+${number}@trade.example`)))
  expect(await goingTo('@gmail.com')).toBe(EMAILS_A_DAY.unproven)
  expect(await goingTo('@trade.example')).toBe(3)
})

test('the letter that confirms an own address is counted with them', async () => {
  const person = await register(world, { role: 'buyer' })
  await world.deps.db.user.update({ where: { id: person.id }, data: { emailConfirmedAt: null } })
  for (let round = 0; round < 12; round += 1) await resendConfirmation(world.deps, { userId: person.id })
  expect(await goingTo(person.email)).toBeLessThanOrEqual(EMAILS_A_DAY.unproven + 1)
})

test('what tells of money goes in any case, and nothing is counted of a confirmed address', async () => {
  const { db } = world.deps
  const receipt = (email: string, number: number) =>
    inTransaction(db, (tx) =>
      queueEmail(tx, {
        event: `case_closed:${number}`,
        to: { email, locale: 'en' },
        content: { letter: 'claim_closed', hash: 'ab'.repeat(32) },
      }),
    )
  for (let number = 0; number < 12; number += 1) await receipt('payer@stranger.example', number)
  expect(await goingTo('payer@stranger')).toBe(12)

  const owner = await register(world, { role: 'buyer' })
  await db.user.update({ where: { id: owner.id }, data: { emailConfirmedAt: new Date() } })
  const before = await goingTo(owner.email)
  const told = (number: number) =>
    inTransaction(db, (tx) =>
      queueEmail(tx, {
        event: `password_changed:${number}`,
        to: { userId: owner.id },
        content: { letter: 'password_changed', changedAt: new Date().toISOString() },
      }),
    )
  for (let number = 0; number < 12; number += 1) await told(number)
  expect((await goingTo(owner.email)) - before).toBe(12)
})
