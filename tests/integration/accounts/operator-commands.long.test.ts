/** The commands that create and disable operators, as they are typed, and what their link permits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSessionUserId } from '#app/accounts/db/sessions.server.ts'
import { writePasswordReset } from '#app/accounts/workflows/ask-for-password-reset.server.ts'
import { disableOperator } from '#app/accounts/workflows/operators/disable-operator.server.ts'
import { makeOperator } from '#app/accounts/workflows/operators/make-operator.server.ts'
import { askForEmailChange } from '#app/accounts/workflows/own/change-email.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { checkCredentials, openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { runScript, settingsOf } from '#tests/support/operating/commands.ts'
import { granted, PASSWORD, tokenOf, unpaidBuyer } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const create = (...words: string[]) => runScript('scripts/admin/create.ts', words, settingsOf(world))
const disable = (...words: string[]) => runScript('scripts/admin/disable.ts', words, settingsOf(world))
const tokenIn = (text: string) => /\/reset-password\?token=([\w-]{43})\n/.exec(text)?.[1] ?? ''
const choose = (token: string, password = PASSWORD) =>
  resetPassword(world.deps, { token, password, purpose: 'reset_password' })
const account = (email: string) => world.deps.db.user.findUniqueOrThrow({ where: { email } })
const kindsOf = async (email: string) =>
  (
    await world.deps.db.auditEvent.findMany({ where: { user: { email } }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
  ).map(({ kind }) => kind)

describe('admin:create', () => {
  test('makes an account that the link opens, once, and nothing else does', async () => {
    const run = await create(' Olga@Example.org ', '--name', 'Olga Berg')
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toContain('http://127.0.0.1:3000/reset-password?token=')
    const email = 'olga@example.org'
    expect(await account(email)).toMatchObject({
      name: 'Olga Berg',
      role: 'admin',
      emailConfirmedAt: null,
      sanctionsConsent: false,
    })
    expect(isRefusal(await checkCredentials(world.deps, { email, password: '' }))).toBe(true)
    const token = tokenIn(run.out)
    expect(granted(await choose(token))).toEqual({ email })
    expect(await choose(token)).toMatchObject({ refused: 'link_dead' })
    granted(await checkCredentials(world.deps, { email, password: PASSWORD }))
    expect((await account(email)).emailConfirmedAt).not.toBeNull()
    expect(await kindsOf(email)).toEqual(['operator_made', 'password_changed', 'email_confirmed'])
  })

  test('a link dies with its hour, and with the next one; the password stays until one is used', async () => {
    const email = 'again@example.org'
    const first = granted(await makeOperator(world.deps, { email }))
    const hourLater = { ...world.deps, clock: { now: () => first.expiresAt } }
    const token = (link: string) => tokenIn(`${link}\n`)
    const late = await resetPassword(hourLater, {
      token: token(first.link),
      password: PASSWORD,
      purpose: 'reset_password',
    })
    expect(late).toMatchObject({ refused: 'link_dead' })
    const second = granted(await makeOperator(world.deps, { email, name: 'Another name' }))
    expect(second.what).toBe('again')
    expect(await choose(token(first.link))).toMatchObject({ refused: 'link_dead' })
    granted(await choose(token(second.link)))
    expect(await account(email)).toMatchObject({ name: 'again', role: 'admin' })
    granted(await makeOperator(world.deps, { email }))
    granted(await checkCredentials(world.deps, { email, password: PASSWORD }))
    expect(await kindsOf(email)).toContain('operator_link_made')
  })

  test('two at a time make one account', async () => {
    const email = 'twice@example.org'
    const made = await Promise.all([1, 2, 3].map(() => makeOperator(world.deps, { email })))
    expect(made.map((one) => granted(one).what).sort()).toEqual(['again', 'again', 'made'])
  })

  test('leaves a trader’s account as it is, whose password may be a stranger’s', async () => {
    const buyer = await unpaidBuyer(world)
    const run = await create(buyer.email)
    expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining('has a trader’s account') })
    expect(await account(buyer.email)).toMatchObject({ role: 'buyer' })
    granted(await checkCredentials(world.deps, { email: buyer.email, password: PASSWORD }))
  })

  test.each([
    [['not an address'], 'is no e-mail address.'],
    [['olga@example.org', '--name', 'see https://evil.example'], 'Say another one with --name.'],
    [['a@example.org', '--role', 'buyer'], '--role'],
  ])('%j is refused, and nothing is written', async (words, said) => {
    const before = await world.deps.db.user.count()
    expect(await create(...words)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(said) })
    expect(await world.deps.db.user.count()).toBe(before)
  })
})

describe('admin:disable', () => {
  test('takes the role, and every way in; admin:create gives it back with a new link only', async () => {
    const email = 'leaver@example.org'
    const { link } = granted(await makeOperator(world.deps, { email }))
    granted(await choose(tokenIn(`${link}\n`)))
    const { id: userId } = await account(email)
    const { token: session } = await openSession(world.deps, userId)
    const pending = granted(await makeOperator(world.deps, { email }))
    granted(await askForEmailChange(world.deps, { userId, email: 'elsewhere@example.org', password: PASSWORD }))

    const run = await disable(email, '--reason', 'She left us.')
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(await findSessionUserId(world.deps.db, { token: session, now: new Date() })).toBeNull()
    expect(await checkCredentials(world.deps, { email, password: PASSWORD })).toMatchObject({
      refused: 'bad_credentials',
    })
    expect(await choose(tokenIn(`${pending.link}\n`))).toMatchObject({ refused: 'link_dead' })
    expect(await world.deps.db.accountToken.count({ where: { userId } })).toBe(0)
    expect(await account(email)).toMatchObject({ role: null })
    expect(
      await world.deps.db.auditEvent.findFirstOrThrow({ where: { userId, kind: 'operator_disabled' } }),
    ).toMatchObject({ detail: { by: 'command', reason: 'She left us.' } })

    const back = granted(await makeOperator(world.deps, { email }))
    expect(back.what).toBe('enabled')
    expect(isRefusal(await checkCredentials(world.deps, { email, password: PASSWORD }))).toBe(true)
    granted(await choose(tokenIn(`${back.link}\n`)))
    expect(await account(email)).toMatchObject({ role: 'admin' })
  })

  test('who chose a password while the account opened nothing does not come to the desk with it', async () => {
    const email = 'stolen@example.org'
    granted(await makeOperator(world.deps, { email }))
    const { id: userId } = await account(email)
    expect(await disableOperator(world.deps, { email, reason: 'The mailbox was stolen.' })).toMatchObject({
      left: expect.any(Number),
    })
    await writePasswordReset(world.deps, { email, tokenId: world.deps.newId() })
    granted(await choose(await tokenOf(world, { id: userId, email }, 'reset_password')))
    const { token: session } = await openSession(world.deps, userId)
    granted(await checkCredentials(world.deps, { email, password: PASSWORD }))

    granted(await makeOperator(world.deps, { email }))
    expect(await findSessionUserId(world.deps.db, { token: session, now: new Date() })).toBeNull()
    expect(await checkCredentials(world.deps, { email, password: PASSWORD })).toMatchObject({
      refused: 'bad_credentials',
    })
  })

  test('an account that lost its role in another way is nobody’s to turn into an operator', async () => {
    const buyer = await unpaidBuyer(world)
    await world.deps.db.user.update({ where: { id: buyer.id }, data: { role: null } })
    expect(await makeOperator(world.deps, { email: buyer.email })).toMatchObject({ refused: 'email_taken' })
  })

  test('wants an operator and a reason', async () => {
    const buyer = await unpaidBuyer(world)
    expect(await disable(buyer.email, '--reason', 'a slip')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is no operator'),
    })
    expect(await account(buyer.email)).toMatchObject({ role: 'buyer' })
    expect(await disable('olga@example.org')).toMatchObject({ code: 1, err: expect.stringContaining('Say why') })
    expect(await account('olga@example.org')).toMatchObject({ role: 'admin' })
  })

  test('says when nobody is left', async () => {
    const emails = (await world.deps.db.user.findMany({ where: { role: 'admin' } })).map(({ email }) => email)
    const left = []
    for (const email of emails) left.push(await disableOperator(world.deps, { email, reason: 'all go' }))
    expect(left.at(-1)).toEqual({ left: 0 })
    expect(left).toHaveLength(emails.length)
  })
})
