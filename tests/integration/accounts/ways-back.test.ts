/** A person who is asked to log in returns to the wanted page: by login, registration or a new password. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, register as registerPerson, tokenOf } from '#tests/support/world/people.ts'
import { cookieOf, guardFields, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PASSWORD = 'a long enough phrase for tests'
const WANTED = '/seller-confirm?txid=auto_7K3MQ9XHW2TPV4ZD0000'
const ELSEWHERE = [
  '//evil.example/',
  'https://evil.example/',
  '/\\evil.example',
  '/.//evil.example',
  '/login',
  '/logout',
]

let world: World
let routes: Awaited<ReturnType<typeof importRoutes>>

async function importRoutes() {
  return {
    login: await import('#app/accounts/routes/login.tsx'),
    register: await import('#app/accounts/routes/register/route.tsx'),
    forgot: await import('#app/accounts/routes/forgot-password.tsx'),
    confirm: await import('#app/accounts/routes/confirm-email/route.tsx'),
    reset: await import('#app/accounts/routes/reset-password/route.tsx'),
    dashboard: await import('#app/trade/lookup/routes/dashboard/route.tsx'),
    payment: await import('#app/fees/routes/payment/route.tsx'),
    contract: await import('#app/trade/documents/routes/contract.ts'),
    pdf: await import('#app/records/statement/routes/statement-pdf.ts'),
  }
}

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { CAPTCHA_FASTEST_MS: '0' })
  routes = await importRoutes()
})

afterAll(async () => {
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  await closeLimits()
  await world[Symbol.asyncDispose]()
})

function ask(path: string, params: Record<string, string> = {}) {
  return { request: new Request(ORIGIN + path), params, context: {} }
}

function send(path: string, fields: Record<string, string>): ActionFunctionArgs {
  const headers = { Origin: ORIGIN }
  const request = new Request(ORIGIN + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { request, params: {}, context: {} }
}

/** Returns where an answer, returned or thrown, redirects to. Null: it is a page. */
async function placeOf(answer: Promise<unknown>): Promise<string | null> {
  const given = await answer.catch((thrown: unknown) => thrown)
  return given instanceof Response ? given.headers.get('Location') : null
}

const back = (path: string) => `/login?redirectTo=${encodeURIComponent(path)}`

describe('a page that asks for signing in', () => {
  it('names itself', async () => {
    expect(await placeOf(routes.dashboard.loader(ask('/dashboard?txid=auto_1')))).toBe(back('/dashboard?txid=auto_1'))
    expect(await placeOf(routes.dashboard.loader(ask('/dashboard')))).toBe(back('/dashboard'))
    expect(await placeOf(routes.payment.loader(ask('/payment')))).toBe(back('/payment'))
  })

  it('is the statement where its PDF was asked for, and the dashboard for a file', async () => {
    const pdf = ask('/statements/auto_1.pdf', { transactionId: 'auto_1' })
    expect(await placeOf(routes.pdf.loader(pdf))).toBe(back('/statements/auto_1'))
    const contract = ask('/contracts/1', { escrowId: '1' })
    expect(await placeOf(routes.contract.loader(contract))).toBe(back('/dashboard'))
  })
})

describe('signing in', () => {
  const signIn = (person: Person, redirectTo: string) =>
    placeOf(routes.login.action(send('/login', { email: person.email, password: PASSWORD, redirectTo })))

  it('leads back', async () => {
    expect(await signIn(await registerPerson(world, { role: 'seller' }), WANTED)).toBe(WANTED)
  })

  it('never leads elsewhere, or in a circle', async () => {
    const person = await registerPerson(world, { role: 'buyer' })
    for (const path of ELSEWHERE) expect(await signIn(person, path), path).toBe('/payment')
  })

  it('in another tab leads back too', async () => {
    const cookie = await cookieOf(world, await registerPerson(world, { role: 'seller' }))
    const visit = (path: string) => {
      const args = ask(path)
      args.request.headers.set('Cookie', cookie)
      return placeOf(routes.login.loader(args))
    }
    expect(await visit(back('/dashboard'))).toBe('/dashboard')
    expect(await visit(back('/login?redirectTo=/login'))).toBe('/seller-confirm')
  })
})

describe('registering', () => {
  let count = 0
  const register = async (role: 'buyer' | 'seller', redirectTo: string) =>
    placeOf(
      routes.register.action(
        send('/register', {
          name: 'Ann',
          email: `newcomer-${++count}@example.org`,
          password: PASSWORD,
          role,
          sanctionsConsent: 'on',
          ...(await guardFields()),
          redirectTo,
        }),
      ),
    )

  it('leads back to a page that lets the new account in', async () => {
    expect(await register('seller', WANTED)).toBe(WANTED)
    expect(await register('buyer', '/payment?ref=HARBOR5')).toBe('/payment?ref=HARBOR5')
  })

  it('leads on as ever from one that does not, and never elsewhere', async () => {
    expect(await register('buyer', WANTED)).toBe('/payment')
    for (const path of ELSEWHERE) expect(await register('seller', path), path).toBe('/seller-confirm')
  })

  it('remembers the way in the letter that confirms the address, and leads on after that', async () => {
    await register('seller', WANTED)
    const email = `newcomer-${count}@example.org`
    const { id } = await world.deps.db.user.findUniqueOrThrow({ where: { email } })
    const links = () =>
      world.harbour.post
        .mails()
        .filter(({ to }) => to.includes(email))
        .flatMap(({ text }) => Array.from((text ?? '').matchAll(/https?:\S+/g), ([url]) => new URL(url)))
        .filter(({ pathname }) => pathname === '/confirm-email')
    await world.workUntil(async () => links().length > 0, 'the letter with the link arrives')
    const link = links()[0]
    expect(link?.searchParams.get('redirectTo')).toBe(WANTED)

    const press = send(`/confirm-email${link?.search}`, {})
    press.request.headers.set('Cookie', await cookieOf(world, { id, email }))
    const done = await placeOf(Promise.resolve(routes.confirm.action(press)))
    const args = ask(done ?? '')
    args.request.headers.set('Cookie', await cookieOf(world, { id, email }))
    expect((await routes.confirm.loader(args)).data).toMatchObject({ state: 'done', goOn: WANTED })
  })

  it('asked for again, the letter remembers it too', async () => {
    const person = await registerPerson(world, { role: 'seller', isConfirmed: false })
    const again = send('/confirm-email', { intent: 'resend', redirectTo: WANTED })
    again.request.headers.set('Cookie', await cookieOf(world, person))
    const sent = await placeOf(Promise.resolve(routes.confirm.action(again)))
    expect(sent).toBe(`/confirm-email?sent=1&redirectTo=${encodeURIComponent(WANTED)}`)
    const letters = await world.deps.db.outboxLetter.findMany({ where: { recipient: person.email } })
    expect(letters.map(({ content }) => content)).toContainEqual(expect.objectContaining({ goOn: WANTED }))
  })

  it('keeps the way in the links between the entrances', async () => {
    expect(await routes.register.loader(ask(`/register?redirectTo=${encodeURIComponent(WANTED)}`))).toMatchObject({
      redirectTo: WANTED,
    })
    expect(await routes.register.loader(ask('/register?redirectTo=//evil.example'))).toMatchObject({ redirectTo: null })
  })
})

describe('a new password', () => {
  it('remembers the way in the letter’s link, and to the login after it', async () => {
    const person = await registerPerson(world, { role: 'seller' })
    const asked = send('/forgot-password', { email: person.email, redirectTo: WANTED })
    expect(await placeOf(routes.forgot.action(asked))).toBe(
      `/forgot-password?redirectTo=${encodeURIComponent(WANTED)}&sent=1`,
    )
    const links = () =>
      world.harbour.post
        .mails()
        .filter(({ to }) => to.includes(person.email))
        .flatMap(({ text }) => Array.from((text ?? '').matchAll(/https?:\S+/g), ([url]) => new URL(url)))
        .filter(({ pathname }) => pathname === '/reset-password')
    await world.workUntil(async () => links().length > 0, 'the letter with the link arrives')
    const link = links()[0]
    expect(link?.searchParams.get('redirectTo')).toBe(WANTED)
    expect(link?.searchParams.get('token')).toBe(await tokenOf(world, person, 'reset_password'))

    const done = await placeOf(
      routes.reset.action(send(`/reset-password${link?.search}`, { password: 'another phrase, quite as long' })),
    )
    expect(done).toBe(`/reset-password?redirectTo=${encodeURIComponent(WANTED)}&done=1`)
    expect(await routes.reset.loader(ask(done ?? ''))).toMatchObject({ isDone: true, redirectTo: WANTED })
  })

  it('drops what leads elsewhere', async () => {
    for (const path of ELSEWHERE) {
      const asked = send('/forgot-password', { email: 'nobody@example.org', redirectTo: path })
      const answer = await routes.forgot.action(asked).catch((thrown: unknown) => thrown)
      if (answer instanceof Response) expect(answer.headers.get('Location')).toBe('/forgot-password?sent=1')
    }
  })
})
