/** The endpoint for the mail service's reports: signed, once, in any order, and for nobody else (decision 109). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEmail, resendConfirmation } from '#app/accounts/workflows/confirm-email.server.ts'
import { loadAdminOverview } from '#app/admin/queries/overview.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { findDeliveryFailure } from '#app/notices/db/mail-events.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { sendEmail } from '#app/notices/workflows/send-email.server.ts'
import { tidyUp } from '#app/ops/workflows/tidy-up.server.ts'
import { bodyOf, eventRequest, send, tell } from '#tests/support/letters/mail-events.ts'
import { granted, seller, tokenOf } from '#tests/support/world/people.ts'
import { setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const MINUTE_MS = 60_000

let world: World

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { TRUSTED_IP_HEADER: 'X-Client' })
})
afterAll(async () => {
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  await closeLimits()
  await world?.[Symbol.asyncDispose]()
})

async function letter(email = `${randomUUID()}@example.org`) {
  const content = { letter: 'password_changed', changedAt: '2026-11-22T12:00:00.000Z' } as const
  const to = { email, locale: 'en' }
  const id = await inTransaction(world.deps.db, (tx) => queueEmail(tx, { event: randomUUID(), to, content }))
  if (!id) throw new Error('no letter')
  return { to: email, letterId: id }
}

const eventsOf = (address: string) => world.deps.db.mailEvent.findMany({ where: { address }, orderBy: { id: 'asc' } })
const troubleOf = async (address: string) => (await findDeliveryFailure(world.deps.db, address))?.trouble ?? null
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

describe('what the mail service has not signed a moment ago writes nothing', () => {
  const OTHER = `whsec_${Buffer.alloc(24, 9).toString('base64')}`

  test.each([
    ['another key', {}, { secret: OTHER }, 401],
    ['an old message', {}, { secondsAgo: 301 + 10 }, 401],
    ['a message of the future', {}, { secondsAgo: -311 }, 401],
    ['no signature', {}, { headers: { 'svix-signature': '' } }, 401],
    ['another number', {}, { headers: { 'svix-id': 'msg_other' } }, 401],
    ['a number that is no number', {}, { id: 'm'.repeat(201) }, 401],
    ['a huge body', { data: { words: 'x'.repeat(65 * 1024) } }, {}, 413],
    ['a process that may decide nothing', {}, { headers: { 'sec-fetch-site': 'paused' } }, 503],
  ])('%s', async (_, told, signing, status) => {
    const about = await letter()
    const body = bodyOf({ type: 'email.bounced', ...about, ...told })
    expect(await send(eventRequest(body, signing))).toBe(status)
    expect([await eventsOf(about.to), await troubleOf(about.to)]).toEqual([[], null])
  })

  test('nor is anything read there, nor taken where no secret is set', async () => {
    const { loader } = await import('#app/notices/routes/mail-events.ts')
    expect(loader()).toMatchObject({ status: 405 })
    const { mailHook } = world.deps
    world.deps.mailHook = null
    expect(await send(eventRequest(bodyOf({ type: 'email.bounced', ...(await letter()) })))).toBe(404)
    world.deps.mailHook = mailHook
  })

  test('and whoever goes on is turned away, but the mail service is not', async () => {
    const headers = { 'X-Client': '203.0.113.9' }
    const body = bodyOf({ type: 'email.delivered', ...(await letter()) })
    const statuses: number[] = []
    for (let tries = 0; tries < 61; tries += 1)
      statuses.push(await send(eventRequest(body, { secret: OTHER, headers })))
    expect(statuses.indexOf(429)).toBe(60)
    expect(await send(eventRequest(body, { headers }))).toBe(200)
  })
})

describe('an event', () => {
  test('of a type, or of a letter, that we do not know is taken and forgotten', async () => {
    const about = await letter()
    await tell({ type: 'email.opened', ...about })
    await tell({ type: 'email.bounced', to: 'of.others@example.org', providerId: 'another product’s' })
    // An email to one address does not make another address undeliverable.
    await tell({ type: 'email.bounced', to: 'victim@example.org', letterId: about.letterId })
    expect([
      await eventsOf(about.to),
      await eventsOf('of.others@example.org'),
      await eventsOf('victim@example.org'),
    ]).toEqual([[], [], []])
  })

  test('counts once, however often it is told, and by many at once', async () => {
    const about = await letter()
    const body = bodyOf({ type: 'email.bounced', ...about })
    const id = `msg_${randomUUID()}`
    expect(await Promise.all([1, 2, 3].map(() => send(eventRequest(body, { id }))))).toEqual([200, 200, 200])
    expect(await eventsOf(about.to)).toMatchObject([
      { id, kind: 'bounced', letterId: about.letterId, words: 'Permanent: There is no such mailbox.' },
    ])
    expect(await troubleOf(about.to)).toBe('bounced')
    // An email has arrived since; repeating the old event changes nothing.
    await tell({ type: 'email.delivered', ...about, at: new Date(Date.now() + 1_000) })
    expect(await send(eventRequest(body, { id }))).toBe(200)
    expect(await troubleOf(about.to)).toBeNull()
  })

  test('of a letter is known by the mail service’s number, too', async () => {
    const { to, letterId } = await letter()
    const providerId = randomUUID()
    await world.deps.db.outboxLetter.update({ where: { id: letterId }, data: { providerId, sentAt: new Date() } })
    await tell({ type: 'email.complained', to: to.toUpperCase(), providerId })
    expect(await troubleOf(to)).toBe('complained')
  })

  test('holds by when it happened, whichever comes first', async () => {
    const about = await letter()
    await tell({ type: 'email.delivered', ...about, at: ago(1) })
    await tell({ type: 'email.bounced', ...about, at: ago(2) })
    expect(await troubleOf(about.to)).toBeNull()
    await tell({ type: 'email.bounced', ...about, at: ago(0) })
    await tell({ type: 'email.delivered', ...about, at: ago(0.5) })
    expect(await troubleOf(about.to)).toBe('bounced')
  })

  test('that is soft, late or our own fault says nothing of the address', async () => {
    const about = await letter()
    await tell({ type: 'email.bounced', ...about, data: { bounce: { type: 'Transient', message: 'Full.' } } })
    await tell({ type: 'email.delivery_delayed', ...about })
    await tell({ type: 'email.failed', ...about, data: { failed: { reason: 'reached_daily_quota' } } })
    expect((await eventsOf(about.to)).map(({ kind }) => kind).toSorted()).toEqual(['delayed', 'failed', 'soft_bounced'])
    expect(await troubleOf(about.to)).toBeNull()
    const { failedLetters } = await loadAdminOverview(world.deps.db, new Date())
    expect(failedLetters).toContainEqual({ words: 'reached_daily_quota', count: 1 })
  })

  test('is kept as long as somebody may ask for it', async () => {
    const about = await letter()
    const deps = { ...world.deps, clock: { now: () => ago(100 * 24 * 60) } }
    const { takeMailEvent } = await import('#app/notices/workflows/take-mail-event.server.ts')
    for (const kind of ['delayed', 'failed'] as const) {
      const event = { ...about, kind, address: about.to, providerId: null, words: '', at: ago(0) }
      await takeMailEvent(deps, { id: `msg_${randomUUID()}`, event })
    }
    await tidyUp(world.deps)
    expect((await eventsOf(about.to)).map(({ kind }) => kind)).toEqual(['failed'])
  })
})

describe('an address whose letters come back', () => {
  test('is written to no more, but what its owner asks for; and the desk names it', async () => {
    const person = await seller(world)
    const first = await letter(person.email)
    await sendEmail(world.deps, first)
    await tell({ type: 'email.bounced', ...first })
    const second = await letter(person.email)
    await sendEmail(world.deps, second)
    const row = (id: string) => world.deps.db.outboxLetter.findUniqueOrThrow({ where: { id } })
    expect(await row(first.letterId)).toMatchObject({ withheldFor: null, sentAt: expect.any(Date) })
    expect(await row(second.letterId)).toMatchObject({ withheldFor: 'undeliverable', sentAt: null, attempts: 0 })
    const desk = await loadAdminOverview(world.deps.db, new Date())
    expect(desk.unreachedPeople).toContainEqual(
      expect.objectContaining({ address: person.email, userId: person.id, trouble: 'bounced' }),
    )

    // Confirmed before, and requested again: the link shows that emails arrive.
    await resendConfirmation(world.deps, { userId: person.id })
    const confirmation = await world.deps.db.outboxLetter.findFirstOrThrow({
      where: { recipient: person.email, content: { path: ['letter'], equals: 'confirm_email' } },
      orderBy: { id: 'desc' },
    })
    await sendEmail(world.deps, { letterId: confirmation.id })
    expect(await row(confirmation.id)).toMatchObject({ sentAt: expect.any(Date) })
    granted(await confirmEmail(world.deps, { token: await tokenOf(world, person), userId: person.id }))
    expect(await troubleOf(person.email)).toBeNull()
    const third = await letter(person.email)
    await sendEmail(world.deps, third)
    expect(await row(third.letterId)).toMatchObject({ sentAt: expect.any(Date) })
  })

  test('that the mail service lets go is written to again', async () => {
    const about = await letter()
    await tell({ type: 'email.suppressed', ...about, at: ago(1) })
    expect(await troubleOf(about.to)).toBe('suppressed')
    const body = JSON.stringify({
      type: 'suppression.removed',
      created_at: new Date().toISOString(),
      data: { id: 's1', email: about.to, origin: 'bounce', source_id: null, created_at: new Date().toISOString() },
    })
    expect(await send(eventRequest(body))).toBe(200)
    expect(await troubleOf(about.to)).toBeNull()
  })
})
