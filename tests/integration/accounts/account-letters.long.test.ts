/** Email confirmation and password reset (product.md §6): from the email to what its link opens. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession, findSessionUserId } from '#app/accounts/db/sessions.server.ts'
import { askForPasswordReset, writePasswordReset } from '#app/accounts/workflows/ask-for-password-reset.server.ts'
import { confirmEmail, resendConfirmation } from '#app/accounts/workflows/confirm-email.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { checkCredentials } from '#app/accounts/workflows/sign-in.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import { RESET_EMAILS } from '#app/notices/domain/email-limits.ts'
import { tidyUp } from '#app/ops/workflows/tidy-up.server.ts'
import { findDownload } from '#app/trade/documents/queries/downloads.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { findSellerEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { REST_LIMITS } from '#tests/support/payments/rest-limits.ts'
import {
  escrowOf,
  granted,
  type Person,
  pilotBuyer,
  register,
  tokenOf,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const OLD_PASSWORD = 'a long enough phrase for tests'
const NEW_PASSWORD = 'another phrase, quite as long'
const HOUR_MS = 60 * 60_000
const DEAD = { refused: 'link_dead' }

const NOWHERE = { browser: null, system: null, network: null, awaitsCode: false, codeAt: null }

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const newcomer = (role: 'buyer' | 'seller' = 'seller') => register(world, { role, isConfirmed: false })
const isConfirmed = async ({ id }: Person) =>
  (await world.deps.db.user.findUniqueOrThrow({ where: { id } })).emailConfirmedAt !== null
const lettersTo = ({ email }: Person) =>
  world.deps.db.outboxLetter.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } })
const eventsOf = async ({ id }: Person, kind: string) => world.deps.db.auditEvent.count({ where: { userId: id, kind } })

function later(ms: number): Deps {
  return { ...world.deps, clock: { now: () => new Date(Date.now() + ms) } }
}

async function tokenInMail({ email }: Person, page: string): Promise<string> {
  const links = () =>
    world.harbour.post
      .mails()
      .filter((mail) => mail.to.includes(email))
      .flatMap(({ text }) => Array.from((text ?? '').matchAll(/https?:\S+/g), ([url]) => new URL(url)))
      .filter(({ pathname }) => pathname === page)
  await world.workUntil(async () => links().length > 0, `a letter with a link to ${page} arrives`)
  return links().at(-1)?.searchParams.get('token') ?? ''
}

describe('confirming an address', () => {
  test('by the link of the first letter, once and for all', async () => {
    const person = await newcomer()
    expect(await isConfirmed(person)).toBe(false)
    const token = await tokenInMail(person, '/confirm-email')
    expect(granted(await confirmEmail(world.deps, { token, userId: person.id }))).toEqual({ userId: person.id })
    expect(await isConfirmed(person)).toBe(true)
    // Pressed again, or followed again after the link has expired.
    granted(await confirmEmail(world.deps, { token, userId: person.id }))
    granted(await confirmEmail(later(100 * HOUR_MS), { token, userId: person.id }))
    expect(await eventsOf(person, 'email_confirmed')).toBe(1)
  })

  test('pressed twice at the same moment, it is confirmed once', async () => {
    const person = await newcomer()
    const token = await tokenOf(world, person)
    const answers = await Promise.all([1, 2, 3].map(() => confirmEmail(world.deps, { token, userId: person.id })))
    expect(answers.some(isRefusal)).toBe(false)
    expect(await eventsOf(person, 'email_confirmed')).toBe(1)
  })

  test('is good for three days, and leaves those of other letters as they are', async () => {
    const person = await newcomer()
    const first = await tokenOf(world, person)
    expect(await confirmEmail(later(73 * HOUR_MS), { token: first, userId: person.id })).toMatchObject(DEAD)
    await resendConfirmation(world.deps, { userId: person.id })
    const second = await tokenOf(world, person)
    expect(second).not.toBe(first)
    granted(await confirmEmail(world.deps, { token: first, userId: person.id }))
    granted(await confirmEmail(world.deps, { token: second, userId: person.id }))
    expect(await eventsOf(person, 'email_confirmed')).toBe(1)
    expect((await lettersTo(person)).map(({ content }) => content)).toMatchObject([
      { letter: 'welcome' },
      { letter: 'confirm_email' },
    ])
  })

  test('a confirmed person gets no second letter', async () => {
    const person = await register(world, { role: 'buyer' })
    await resendConfirmation(world.deps, { userId: person.id })
    expect(await lettersTo(person)).toHaveLength(1)
  })

  test('no other token opens it', async () => {
    const person = await newcomer()
    const ofAnother = await tokenOf(world, await newcomer())
    await writePasswordReset(world.deps, { tokenId: world.deps.newId(), email: person.email })
    const ofAReset = await tokenOf(world, person, 'reset_password')
    for (const token of ['', 'x', ofAnother.toUpperCase(), ofAReset]) {
      expect(await confirmEmail(world.deps, { token, userId: person.id })).toMatchObject(DEAD)
    }
    expect(await isConfirmed(person)).toBe(false)
  })
})

test('an escrow that names an address exists for its confirmed account only', async () => {
  const { deps } = world
  const borrower = await newcomer()
  const buyer = await pilotBuyer(world)
  const contract = await upload(world)
  const opened = { buyer, asset: 'XLM', amount: '10', sellerEmail: borrower.email, contract } as const
  const escrow = await escrowOf(world, opened)
  const answers = async () => {
    const { emailConfirmedAt } = await deps.db.user.findUniqueOrThrow({ where: { id: borrower.id } })
    const viewer = { ...borrower, role: 'seller', hasConfirmedEmail: emailConfirmedAt !== null }
    const network = {
      issuers: deps.settings.issuers,
      stellarPassphrase: null,
      xrplNetworkId: 0,
      restLimits: REST_LIMITS,
    }
    return {
      page: await findSellerEscrow(deps.db, { viewer, typed: escrow.transactionId, network, now: new Date() }),
      contract: await findDownload(deps.db, { viewer, contractOf: escrow.escrowId }),
      confirmed: await confirmShipment(deps, {
        sellerId: borrower.id,
        transactionId: escrow.transactionId,
        walletAddress: walletOf('XLM'),
        walletMemo: '',
        files: [],
      }),
    }
  }
  expect(await answers()).toEqual({
    page: null,
    contract: null,
    confirmed: { refused: 'escrow_not_found', field: 'transactionId' },
  })
  granted(await confirmEmail(deps, { token: await tokenOf(world, borrower), userId: borrower.id }))
  expect(await answers()).toMatchObject({
    page: { transactionId: escrow.transactionId },
    contract: { fileName: 'contract.pdf' },
    confirmed: { escrowId: escrow.escrowId },
  })
})

describe('a forgotten password', () => {
  const reset = (token: string, password = NEW_PASSWORD) =>
    resetPassword(world.deps, { token, password, purpose: 'reset_password' })
  const canLogIn = async ({ email }: Person, password: string) =>
    !isRefusal(await checkCredentials(world.deps, { email, password }))
  const forgetful = async ({ isConfirmed = false } = {}) => {
    const person = await register(world, { role: 'buyer', isConfirmed })
    await writePasswordReset(world.deps, { tokenId: world.deps.newId(), email: person.email })
    return { person, token: await tokenOf(world, person, 'reset_password') }
  }
  const logIn = async ({ id: userId }: Person, token: string) =>
    createSession(world.deps.db, { token, userId, now: new Date(), ...NOWHERE })
  const loggedIn = (token: string) => findSessionUserId(world.deps.db, { token, now: new Date() })

  test('is replaced by the link of a letter; every session ends, and a second letter says so', async () => {
    const person = await newcomer('buyer')
    const neighbour = await newcomer('buyer')
    await logIn(person, 'at the desk')
    await logIn(person, 'on the phone')
    await logIn(neighbour, 'next door')

    await askForPasswordReset(world.deps, { email: ` ${person.email.toUpperCase()}` })
    const token = await tokenInMail(person, '/reset-password')
    expect(granted(await reset(token))).toEqual({ email: person.email })

    expect([await canLogIn(person, NEW_PASSWORD), await canLogIn(person, OLD_PASSWORD)]).toEqual([true, false])
    expect([await loggedIn('at the desk'), await loggedIn('on the phone')]).toEqual([null, null])
    expect(await loggedIn('next door')).toBe(neighbour.id)
    expect(await eventsOf(person, 'password_changed')).toBe(1)
    // Following the link proves the mailbox.
    expect(await isConfirmed(person)).toBe(true)
    await world.workUntil(async () => (await lettersTo(person)).every(({ sentAt }) => sentAt), 'all letters are sent')
    const subjects = world.harbour.post.mails().filter(({ to }) => to.includes(person.email))
    expect(subjects.map(({ subject }) => subject).sort()).toEqual([
      'Choose a new password',
      'Welcome to Quayside',
      'Your password was changed',
    ])
  })

  test('the link works once', async () => {
    const { person, token } = await forgetful()
    const answers = await Promise.all([reset(token), reset(token, 'a third phrase, as long as the others')])
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1)
    expect(await reset(token)).toMatchObject(DEAD)
    expect(await eventsOf(person, 'password_changed')).toBe(1)
    expect((await lettersTo(person)).length).toBe(3)
  })

  test('the link works for an hour, whoever asks for another, and with its use all others end', async () => {
    const { person, token } = await forgetful({ isConfirmed: true })
    expect(
      await resetPassword(later(HOUR_MS), { token, password: NEW_PASSWORD, purpose: 'reset_password' }),
    ).toMatchObject(DEAD)
    await writePasswordReset(world.deps, { tokenId: world.deps.newId(), email: person.email })
    const second = await tokenOf(world, person, 'reset_password')
    expect(second).not.toBe(token)
    granted(await reset(token))
    expect(await reset(second)).toMatchObject(DEAD)
  })

  test('of very many wishes few letters come, the link that came is good, and once it is used the next wish is heard', async () => {
    const { person, token } = await forgetful()
    const wish = () => writePasswordReset(world.deps, { tokenId: world.deps.newId(), email: person.email })
    for (let count = 0; count < 20; count += 1) await wish()
    const links = () => world.deps.db.accountToken.count({ where: { userId: person.id, purpose: 'reset_password' } })
    expect(await links()).toBe(RESET_EMAILS.unproven.letters)
    granted(await reset(token))
    await wish()
    expect(
      await resetPassword(world.deps, {
        token: await tokenOf(world, person, 'reset_password'),
        password: 'another phrase, as long as that one',
        purpose: 'reset_password',
      }),
    ).not.toMatchObject(DEAD)
  })

  test('a refused password leaves the link as it was', async () => {
    const { person, token } = await forgetful()
    expect(await reset(token, 'short')).toMatchObject({ refused: 'password_too_short', field: 'password' })
    expect(await reset(token, `${person.email}!`)).toMatchObject({ refused: 'password_too_common' })
    expect(await canLogIn(person, OLD_PASSWORD)).toBe(true)
    granted(await reset(token))
  })

  test('an address without an account gets no letter', async () => {
    const before = await world.deps.db.outboxLetter.count()
    await askForPasswordReset(world.deps, { email: 'nobody@example.org' })
    await world.workUntil(async () => (await openJobs('write_password_reset')) === 0, 'the request is worked off')
    expect(await world.deps.db.outboxLetter.count()).toBe(before)
  })

  test('a request that is worked off twice writes one letter, and brings no dead link back', async () => {
    const person = await register(world, { role: 'buyer' })
    const request = { tokenId: world.deps.newId(), email: person.email }
    await writePasswordReset(world.deps, request)
    const first = await tokenOf(world, person, 'reset_password')
    await writePasswordReset(world.deps, request)
    expect(await tokenOf(world, person, 'reset_password')).toBe(first)
    await writePasswordReset(world.deps, { ...request, tokenId: world.deps.newId() })
    granted(await reset(await tokenOf(world, person, 'reset_password')))
    await writePasswordReset(world.deps, request)
    expect(await reset(first)).toMatchObject(DEAD)
    expect((await lettersTo(person)).map(({ content }) => content)).toMatchObject([
      { letter: 'welcome' },
      { letter: 'password_reset' },
      { letter: 'password_reset' },
      { letter: 'password_changed' },
    ])
  })

  test('nothing that is stored opens an account', async () => {
    const { person } = await forgetful()
    const tokens = [await tokenOf(world, person), await tokenOf(world, person, 'reset_password')]
    const tables = await world.deps.db.$queryRaw<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const [found] = await world.deps.db.$queryRawUnsafe<{ count: number }[]>(
        `select count(*)::int as count from ${name} as row where row::text like any ($1::text[])`,
        tokens.map((token) => `%${token}%`),
      )
      expect(found?.count, name).toBe(0)
    }
  })
})

test('what the registration does is done together or not at all', async () => {
  const person = await newcomer()
  const counts = async () => ({
    users: await world.deps.db.user.count(),
    tokens: await world.deps.db.accountToken.count(),
    letters: await world.deps.db.outboxLetter.count(),
    jobs: await openJobs('send_letter'),
  })
  const again = { name: 'Ann', email: person.email, password: OLD_PASSWORD, role: 'buyer', isPilot: false } as const
  // The owner of the account gets an email about it, and nothing else happens.
  expect(await registerUser(world.deps, { ...again, locale: 'en' })).toMatchObject({ refused: 'email_taken' })
  const before = await counts()
  // The last step fails: the clock gives the audit event an invalid date.
  const broken = { ...world.deps, clock: { now: () => new Date(Number.NaN) } }
  const other = { ...again, email: 'late@example.org', locale: 'en' }
  await expect(registerUser(broken, other)).rejects.toThrow()
  expect(await counts()).toEqual(before)
})

test('expired links are tidied away, the others stay', async () => {
  const person = await newcomer()
  await writePasswordReset(world.deps, { tokenId: world.deps.newId(), email: person.email })
  const purposes = async () =>
    (await world.deps.db.accountToken.findMany({ where: { userId: person.id } })).map(({ purpose }) => purpose)
  await inTransaction(world.deps.db, (tx) => enqueue(tx, { name: 'tidy_up', payload: {} }))
  await world.workUntil(async () => (await openJobs('tidy_up')) === 0, 'all is tidied')
  expect((await purposes()).sort()).toEqual(['confirm_email', 'reset_password'])
  await tidyUp(later(2 * HOUR_MS))
  expect(await purposes()).toEqual(['confirm_email'])
})

async function openJobs(task: string): Promise<number> {
  const [found] = await world.deps.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = ${task}`
  return found?.count ?? 0
}
