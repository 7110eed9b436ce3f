/** A signed-in person changes password, address and sessions. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSessionUserId } from '#app/accounts/db/sessions.server.ts'
import { findOwnAccess } from '#app/accounts/queries/own-account.server.ts'
import { askForEmailChange, changeEmail, keepEmail } from '#app/accounts/workflows/own/change-email.server.ts'
import { changePassword } from '#app/accounts/workflows/own/change-password.server.ts'
import { endOneSession, endOtherSessions } from '#app/accounts/workflows/own/end-sessions.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { checkCredentials, openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { granted, PASSWORD, type Person, register, seller, tokenOf } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const NEW_PASSWORD = 'another phrase, quite as long'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const isIn = async (token: string) => (await findSessionUserId(world.deps.db, { token, now: new Date() })) !== null
const lettersTo = async (recipient: string) =>
  (await world.deps.db.outboxLetter.findMany({ where: { recipient } })).map(({ content }) =>
    Reflect.get(Object(content), 'letter'),
  )
const canLogIn = async (email: string, password: string) =>
  !isRefusal(await checkCredentials(world.deps, { email, password }))
const rowOf = ({ id }: Person) => world.deps.db.user.findUniqueOrThrow({ where: { id } })

describe('the own password', () => {
  test('is changed by whoever knows it; every other session ends, and a letter says so', async () => {
    const person = await seller(world)
    const [here, there] = [await openSession(world.deps, person.id), await openSession(world.deps, person.id)]
    const change = { userId: person.id, current: PASSWORD, password: NEW_PASSWORD, session: here.token }
    expect(await changePassword(world.deps, change)).toBeNull()
    expect([await isIn(here.token), await isIn(there.token)]).toEqual([true, false])
    expect([await canLogIn(person.email, NEW_PASSWORD), await canLogIn(person.email, PASSWORD)]).toEqual([true, false])
    expect(await lettersTo(person.email)).toContain('password_changed')
  })

  test.each([
    [{ current: 'not it' }, { refused: 'password_wrong', field: 'current' }],
    [{ password: PASSWORD }, { refused: 'password_same', field: 'password' }],
    [{ password: 'short' }, { refused: 'password_too_short', field: 'password' }],
    [{ password: 'passwordpassword' }, { refused: 'password_too_common', field: 'password' }],
  ])('is not changed with %o', async (wrong, refusal) => {
    const person = await seller(world)
    const change = { userId: person.id, current: PASSWORD, password: NEW_PASSWORD, session: '', ...wrong }
    expect(await changePassword(world.deps, change)).toMatchObject(refusal)
    expect(await canLogIn(person.email, PASSWORD)).toBe(true)
  })
})

describe('the own address', () => {
  const fresh = () => `new-${randomUUID()}@example.org`
  const ask = (person: Person, email: string, password = PASSWORD) =>
    askForEmailChange(world.deps, { userId: person.id, email, password })

  test('counts when its own mailbox has confirmed it, and the old one hears of it', async () => {
    const person = await seller(world)
    const email = fresh()
    expect(await ask(person, email, 'not it')).toMatchObject({ refused: 'password_wrong' })
    expect(await ask(person, person.email)).toMatchObject({ refused: 'email_same' })
    expect(granted(await ask(person, ` ${email.toUpperCase()}`))).toEqual({ email })
    expect((await rowOf(person)).email).toBe(person.email)
    expect(await lettersTo(email)).toEqual(['email_change'])
    expect(await lettersTo(person.email)).toContain('email_change_told')
    const token = await tokenOf(world, person, 'change_email')
    const stranger = await seller(world)
    expect(await changeEmail(world.deps, { token, userId: stranger.id })).toMatchObject({ refused: 'link_dead' })
    expect(await changeEmail(world.deps, { token, userId: person.id })).toBeNull()
    expect(await rowOf(person)).toMatchObject({ email, emailConfirmedAt: expect.any(Date) })
    expect(await changeEmail(world.deps, { token, userId: person.id })).toMatchObject({ refused: 'link_dead' })
    expect([await canLogIn(email, PASSWORD), await canLogIn(person.email, PASSWORD)]).toEqual([true, false])
  })

  test('that has an account already is asked for like any other; only its owner hears of it', async () => {
    const [person, owner] = [await seller(world), await seller(world)]
    expect(granted(await ask(person, owner.email))).toEqual({ email: owner.email })
    expect(await world.deps.db.emailChange.count({ where: { userId: person.id } })).toBe(0)
    expect(await lettersTo(owner.email)).toContain('account_exists')
    expect(await lettersTo(owner.email)).not.toContain('email_change')
  })

  test('goes to one of two who want it at once', async () => {
    const people = [await seller(world), await seller(world)]
    const email = fresh()
    for (const person of people) granted(await ask(person, email))
    const answers = await Promise.all(
      people.map(async (person) =>
        changeEmail(world.deps, { token: await tokenOf(world, person, 'change_email'), userId: person.id }),
      ),
    )
    expect(answers.filter(isRefusal)).toMatchObject([{ refused: 'email_taken' }])
    expect(await world.deps.db.user.count({ where: { email } })).toBe(1)
  })

  test('is kept by its mailbox before the change is done: sessions and password end', async () => {
    const person = await seller(world)
    const session = await openSession(world.deps, person.id)
    granted(await ask(person, fresh()))
    const change = await tokenOf(world, person, 'change_email')
    const { resetToken } = granted(await keepEmail(world.deps, { token: await tokenOf(world, person, 'keep_email') }))
    expect(await isIn(session.token)).toBe(false)
    expect(await canLogIn(person.email, PASSWORD)).toBe(false)
    expect(await changeEmail(world.deps, { token: change, userId: person.id })).toMatchObject({ refused: 'link_dead' })
    granted(await resetPassword(world.deps, { token: resetToken, password: NEW_PASSWORD, purpose: 'reset_password' }))
    expect(await canLogIn(person.email, NEW_PASSWORD)).toBe(true)
  })

  test('comes back by its mailbox after the change, and no later link of the stranger takes it away again', async () => {
    const person = await seller(world)
    const confirmed = (await rowOf(person)).emailConfirmedAt
    const [second, third] = [fresh(), fresh()]
    granted(await ask(person, second))
    const keep = await tokenOf(world, person, 'keep_email')
    expect(
      await changeEmail(world.deps, { token: await tokenOf(world, person, 'change_email'), userId: person.id }),
    ).toBeNull()
    granted(await ask(person, third))
    const [change, keepSecond] = [
      await tokenOf(world, person, 'change_email'),
      await tokenOf(world, person, 'keep_email'),
    ]
    expect(await changeEmail(world.deps, { token: change, userId: person.id })).toBeNull()
    expect((await rowOf(person)).email).toBe(third)
    granted(await keepEmail(world.deps, { token: keep }))
    expect(await rowOf(person)).toMatchObject({ email: person.email, emailConfirmedAt: confirmed })
    expect(await keepEmail(world.deps, { token: keepSecond })).toMatchObject({ refused: 'link_dead' })
    expect(await keepEmail(world.deps, { token: keep })).toMatchObject({ refused: 'link_dead' })
    expect((await rowOf(person)).email).toBe(person.email)
  })

  test('a link of the second mailbox kills none of the first, and an address that was not confirmed stays so', async () => {
    const person = await register(world, { role: 'seller', isConfirmed: false })
    const second = fresh()
    granted(await ask(person, second))
    const keepFirst = await tokenOf(world, person, 'keep_email')
    expect(
      await changeEmail(world.deps, { token: await tokenOf(world, person, 'change_email'), userId: person.id }),
    ).toBeNull()
    granted(await ask(person, fresh()))
    granted(await keepEmail(world.deps, { token: await tokenOf(world, person, 'keep_email') }))
    granted(await keepEmail(world.deps, { token: keepFirst }))
    expect(await rowOf(person)).toMatchObject({ email: person.email, emailConfirmedAt: null })
  })

  test('that somebody else has got meanwhile does not come back', async () => {
    const person = await seller(world)
    granted(await ask(person, fresh()))
    expect(
      await changeEmail(world.deps, { token: await tokenOf(world, person, 'change_email'), userId: person.id }),
    ).toBeNull()
    const other = { name: 'Another', email: person.email, password: PASSWORD, locale: 'en' }
    granted(await registerUser(world.deps, { ...other, role: 'buyer', isPilot: false }))
    const token = await tokenOf(world, person, 'keep_email')
    expect(await keepEmail(world.deps, { token })).toMatchObject({ refused: 'email_taken' })
  })
})

describe('sessions', () => {
  const seen = async (person: Person, token: string) =>
    (await findOwnAccess(world.deps.db, { userId: person.id, token, now: new Date() })).sessions

  test('are listed with their browser, one’s own among them, and ended one by one or all others at once', async () => {
    const [person, neighbour] = [await seller(world), await seller(world)]
    const from = { browser: 'Firefox', system: 'Linux', network: '203.0.113.…' }
    const here = await openSession(world.deps, person.id, from)
    const others = [await openSession(world.deps, person.id), await openSession(world.deps, person.id)]
    const next = await openSession(world.deps, neighbour.id)
    await openSession(world.deps, person.id, { awaitsCode: true })
    const listed = await seen(person, here.token)
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ isThis }) => isThis)).toMatchObject([from])
    expect(JSON.stringify(listed)).not.toContain('tokenHash')

    const [foreign] = await seen(neighbour, next.token)
    for (const id of [foreign?.id ?? '', 'no id', randomUUID()])
      await endOneSession(world.deps, { userId: person.id, id })
    expect(await isIn(next.token)).toBe(true)
    const id = listed.find(({ isThis }) => !isThis)?.id ?? ''
    await endOneSession(world.deps, { userId: person.id, id })
    expect(await seen(person, here.token)).toHaveLength(2)
    await endOtherSessions(world.deps, { userId: person.id, session: here.token })
    expect(await seen(person, here.token)).toMatchObject([{ isThis: true }])
    expect(await Promise.all([here, next, ...others].map(({ token }) => isIn(token)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

test('registering with an address that has an account is told to its owner, once a day', async () => {
  const owner = await seller(world)
  const again = { name: 'Somebody', email: owner.email, password: PASSWORD, locale: 'en' } as const
  for (const _ of [1, 2]) {
    const refused = await registerUser(world.deps, { ...again, role: 'buyer', isPilot: false })
    expect(refused).toMatchObject({ refused: 'email_taken', field: 'email' })
  }
  expect((await lettersTo(owner.email)).filter((letter) => letter === 'account_exists')).toHaveLength(1)
})
