/** The page that shows people the data stored about them, and the contact form that knows the sender. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { type Person, register } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let account: typeof import('#app/accounts/routes/settings/route.tsx')
let contact: typeof import('#app/site/routes/contact/route.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { CAPTCHA_FASTEST_MS: '0' })
  account = await import('#app/accounts/routes/settings/route.tsx')
  contact = await import('#app/site/routes/contact/route.tsx')
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
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
  const shown = await account.loader(await visit('/settings', person))
  expect(shown).toMatchObject({ role: 'seller' })
  expect(shown.account).toEqual({
    name: 'A seller',
    email: person.email,
    createdAt: row.createdAt.toISOString(),
    emailConfirmedAt: null,
    consentTimestamp: row.consentTimestamp?.toISOString(),
    termsVersion: TERMS_VERSION,
    supplementAcceptedAt: row.consentTimestamp?.toISOString(),
  })
})

it('is for whoever is signed in', async () => {
  const answer = await account.loader(await visit('/settings')).catch((thrown: unknown) => thrown)
  expect(answer instanceof Response && answer.headers.get('Location')).toBe('/login?redirectTo=%2Fsettings')
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

describe('a message from the contact page', () => {
  const words = { name: 'Ama', email: 'ama@trade.example', subject: 'Payment 7', message: 'Where is it?\nI paid.' }

  async function send(fields: Record<string, string>, person?: Person) {
    const { guard } = await contact.loader(await visit('/contact'))
    const { request } = await visit('/contact', person)
    const headers = new Headers(request.headers)
    headers.set('Origin', ORIGIN)
    const body = new URLSearchParams({
      via: 'page',
      issued: guard.stamp,
      formToken: guard.formToken,
      website: '',
      ...words,
      ...fields,
    })
    const answer = await contact.action({
      request: new Request(request.url, { method: 'POST', headers, body }),
      params: {},
      context: {},
    })
    return { status: answer.init?.status ?? 200, ...answer.data }
  }

  const letters = () =>
    world.deps.db.outboxLetter.findMany({ where: { content: { path: ['letter'], equals: 'contact_message' } } })

  it('goes to support once, and an answer to whoever wrote it', async () => {
    const person = await register(world, { role: 'buyer' })
    expect(await send({}, person)).toMatchObject({ status: 200, isSent: true, mailto: null })
    expect(await send({}, person)).toMatchObject({ isSent: true })
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ recipient: 'support@quayside.example' })
    expect(letter?.content).toEqual({ letter: 'contact_message', ...words, account: person.email })
    const arrived = () => world.harbour.post.mails().filter(({ subject }) => subject === words.subject)
    await world.workUntil(async () => arrived().length > 0, 'the mail service has the message')
    expect(arrived()).toMatchObject([{ to: ['support@quayside.example'], replyTo: [words.email] }])
  })

  it('is not sent for a robot, nor unfinished, nor all day long', async () => {
    const before = (await letters()).length
    expect(await send({ website: 'https://buy.example' })).toMatchObject({ status: 400, isSent: false })
    expect(await send({ issued: 'x.y' })).toMatchObject({ status: 400, isSent: false })
    const unfinished = await send({ message: '', email: 'nobody' })
    expect(unfinished.problems.map(({ field }) => field)).toEqual(['email', 'message'])
    expect(unfinished.values).toMatchObject({ name: 'Ama', email: 'nobody' })
    expect((await letters()).length).toBe(before)
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await send({ email: 'many@trade.example', message: `No ${n}` })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('is sent five times from one form, and from no other with its stamp', async () => {
    const { guard } = await contact.loader(await visit('/contact'))
    const { randomUUID } = await import('node:crypto')
    const once = { issued: guard.stamp, formToken: guard.formToken }
    const say = (n: number, form = once) => send({ ...form, email: `loop-${n}@trade.example`, message: `Loop ${n}` })
    expect((await say(0)).isSent).toBe(true)
    expect(await say(1, { ...once, formToken: randomUUID() })).toMatchObject({ status: 400, isSent: false })
    expect(await say(2, { ...once, formToken: 'no token' })).toMatchObject({ status: 400, isSent: false })
    for (let n = 3; n < 7; n += 1) expect((await say(n)).isSent).toBe(true)
    const sixth = await say(7)
    expect(sixth).toMatchObject({ status: 400, isSent: false, values: { message: 'Loop 7' } })
    const { stamp, formToken } = sixth.guard ?? { stamp: '', formToken: '' }
    expect((await say(8, { issued: stamp, formToken })).isSent).toBe(true)
  })

  it('goes into the visitor’s own mail program by Send, and nowhere else', async () => {
    const before = (await letters()).length
    const answer = await send({ via: 'mail', message: 'By mail.' })
    expect(answer.mailto).toMatch(/^mailto:support@quayside\.example\?subject=Payment%207&body=By%20mail\./)
    expect((await letters()).length).toBe(before)
  })
})
