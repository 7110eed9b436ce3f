/** Login takes the code where one is set; the Admin Panel wants one before acts with money, and requires a factor. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { nextCode, withSecondFactor } from '#tests/support/world/authenticator.ts'
import { PASSWORD, type Person, register, seller } from '#tests/support/world/people.ts'
import { ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
let session: typeof import('#app/accounts/web/session.server.ts')
let routes: Record<'login' | 'code' | 'account', { action: Action; loader: Action }>
let payouts: { action: Action; loader: Action }
let operators: { action: Action; loader: Action }
type Action = (args: ActionFunctionArgs) => Promise<unknown>

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { OPERATOR_SECOND_FACTOR: 'required' })
  session = await import('#app/accounts/web/session.server.ts')
  routes = {
    login: await import('#app/accounts/routes/login.tsx'),
    code: await import('#app/accounts/routes/login-code.tsx'),
    account: await import('#app/accounts/routes/settings/route.tsx'),
  }
  payouts = await import('#app/admin/routes/payouts/route.tsx')
  operators = await import('#app/admin/routes/operators.tsx')
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world[Symbol.asyncDispose]()
})

type Sent = { path: string; cookie?: string; fields?: Record<string, string> }

async function send(route: { action: Action; loader: Action }, { path, cookie = '', fields }: Sent) {
  const headers = { Cookie: cookie, ...(fields && { Origin: ORIGIN }) }
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
  const args = { request: new Request(ORIGIN + path, init), params: {}, context: {} }
  const answer = await (fields ? route.action(args) : route.loader(args)).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) {
    const sid = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('sid='))
    return { to: answer.headers.get('Location'), status: answer.status, cookie: sid?.split(';')[0] ?? '' }
  }
  return { answer, to: null, cookie: '' }
}

/** Returns the cookie of a signed-in browser, with a code given so many minutes ago. Null: no code. */
async function browserOf({ id }: Person, minutesAgo: number | null = null): Promise<string> {
  const codeAt = minutesAgo === null ? null : new Date(Date.now() - minutesAgo * 60_000)
  const cookie = await session.startSession(new Request(ORIGIN), await openSession(world.deps, id, { codeAt }))
  return cookie.split(';')[0] ?? ''
}

async function operator(): Promise<Person> {
  const person = await register(world, { role: 'seller' })
  await world.deps.db.user.update({ where: { id: person.id }, data: { role: 'admin' } })
  return person
}

describe('signing in', () => {
  const password = (person: Person) =>
    send(routes.login, {
      path: '/login',
      fields: { email: person.email, password: PASSWORD, redirectTo: '/dashboard?txid=x' },
    })
  const code = (cookie: string, given: string) =>
    send(routes.code, { path: '/login/code?next=%2Fdashboard%3Ftxid%3Dx', cookie, fields: { code: given } })

  test('without a second factor goes on at once', async () => {
    expect(await password(await seller(world))).toMatchObject({ to: '/dashboard?txid=x', status: 303 })
  })

  test('with one opens nothing before the code, keeps the way back, and gives another session then', async () => {
    const person = await seller(world)
    await withSecondFactor(world, person)
    const first = await password(person)
    expect(first.to).toBe('/login/code?next=%2Fdashboard%3Ftxid%3Dx')
    const closed = await send(routes.account, { path: '/settings', cookie: first.cookie })
    expect(closed.to).toBe('/login?redirectTo=%2Fsettings')
    expect(await code(first.cookie, '')).toMatchObject({ answer: { data: { problems: [{ field: 'code' }] } } })
    const given = (await nextCode(world, person)).code
    const second = await code(first.cookie, given)
    expect(second).toMatchObject({ to: '/dashboard?txid=x', status: 303 })
    expect(second.cookie).not.toBe(first.cookie)
    expect((await send(routes.account, { path: '/settings', cookie: second.cookie })).answer).toBeDefined()
    // The first session is used up, and so is the code.
    expect((await code(first.cookie, given)).to).toMatch(/^\/login\?/)
    const again = await password(person)
    expect((await code(again.cookie, given)).answer).toMatchObject({ data: { problems: [{ field: 'code' }] } })
  })

  test('guessing codes ends after a few; recovery codes still work', async () => {
    const person = await seller(world)
    const [recovery = ''] = await withSecondFactor(world, person)
    const { cookie } = await password(person)
    for (let count = 0; count < 6; count += 1) await code(cookie, 'x'.repeat(6))
    const right = (await nextCode(world, person)).code
    expect((await code(cookie, right)).answer).toMatchObject({ init: { status: 429 } })
    expect(await code(cookie, recovery)).toMatchObject({ status: 303 })
  })

  test('the page of the code is for whoever has given the password', async () => {
    expect((await send(routes.code, { path: '/login/code' })).to).toBe('/login')
    const cookie = await browserOf(await seller(world))
    expect((await send(routes.code, { path: '/login/code?next=%2Fdashboard', cookie })).to).toBe('/dashboard')
  })
})

describe('the desk', () => {
  const stop = { form: 'stop-xrpl', intent: 'stop', network: 'xrpl', reason: 'The wallet looks strange.' }
  const act = (cookie: string, fields: Record<string, string>) =>
    send(payouts, { path: '/admin-panel/payouts', cookie, fields })
  const stops = () => world.deps.db.payoutStop.count()

  test('leads an operator without a second factor to where it is set up', async () => {
    const cookie = await browserOf(await operator())
    for (const route of [payouts, operators]) {
      expect((await send(route, { path: '/admin-panel/payouts', cookie })).to).toBe('/settings/second-factor')
    }
    expect((await act(cookie, { ...stop, sure: 'yes' })).to).toBe('/settings/second-factor')
    expect(await stops()).toBe(0)
  })

  test('asks for a code before an act with money: without, stale, wrong and used ones do nothing', async () => {
    const person = await operator()
    await withSecondFactor(world, person)
    const sure = { ...stop, sure: 'yes' }
    const codes = [await browserOf(person), await browserOf(person, 6)]
    for (const cookie of codes) {
      const asked = await act(cookie, sure)
      expect(asked.answer).toMatchObject({ codeWanted: { problem: null, field: 'secondFactorCode' } })
      expect(asked.answer).toHaveProperty('codeWanted.sent', Object.entries(sure))
    }
    const [cookie = '', other = ''] = codes
    for (const wrong of ['', '12', 'ABCD-EFGH-JKMN-PQRS']) {
      expect((await act(cookie, { ...sure, secondFactorCode: wrong })).answer).toMatchObject({
        codeWanted: { problem: { refused: 'code_wrong' } },
      })
    }
    expect(await stops()).toBe(0)
    const secondFactorCode = (await nextCode(world, person)).code
    expect((await act(cookie, { ...sure, secondFactorCode })).to).toBe('/admin-panel/payouts?done=stopped')
    expect(await stops()).toBe(1)
    // Another session is as stale as before, and the code is used.
    expect((await act(other, { ...sure, secondFactorCode })).answer).toMatchObject({
      codeWanted: { problem: { refused: 'code_wrong' } },
    })
    // In the first session the code counts for five minutes.
    expect((await act(cookie, sure)).to).toBe('/admin-panel/payouts?done=already')
  })

  test('asks for none before it asks whether somebody is sure', async () => {
    const person = await operator()
    await withSecondFactor(world, person)
    const asked = await act(await browserOf(person), stop)
    expect(asked.answer).toMatchObject({ data: { asked: { typed: { intent: 'stop' } } } })
  })

  test('lets an operator take the app from another’s account, for a reason, and not from the own', async () => {
    const [person, lost] = [await operator(), await operator()]
    await withSecondFactor(world, person)
    await withSecondFactor(world, lost)
    const cookie = await browserOf(person, 1)
    const reset = (fields: Record<string, string>) =>
      send(operators, { path: '/admin-panel/operators', cookie, fields: { reason: 'Called back.', ...fields } })
    expect((await reset({ operator: person.id })).status).toBe(400)
    expect((await reset({ operator: (await seller(world)).id })).status).toBe(400)
    expect((await reset({ operator: lost.id, reason: ' ' })).answer).toMatchObject({
      data: { isRefused: true, typed: { userId: lost.id } },
    })
    const has = () => world.deps.db.secondFactor.count({ where: { userId: lost.id } })
    expect((await reset({ operator: lost.id })).answer).toMatchObject({ data: { sure: { email: lost.email } } })
    expect(await has()).toBe(1)
    expect((await reset({ operator: lost.id, sure: 'yes' })).to).toBe('/admin-panel/operators?done=1')
    expect(await has()).toBe(0)
    const event = { userId: lost.id, kind: 'second_factor_reset' }
    const { detail } = await world.deps.db.auditEvent.findFirstOrThrow({ where: event })
    expect(detail).toEqual({ by: person.id, reason: 'Called back.' })
  })

  test('is for operators: wrong role and visitors are denied', async () => {
    const cookies = ['', await browserOf(await seller(world), 1)]
    for (const cookie of cookies) {
      expect((await act(cookie, { ...stop, sure: 'yes' })).status).toBe(403)
      expect((await send(operators, { path: '/admin-panel/operators', cookie })).status).toBe(403)
    }
  })
})

test.each(['', '__proto__', 'constructor', 'toString', 'nothing'])(
  'the page of the second factor knows no form %o',
  async (intent) => {
    const page = await import('#app/accounts/routes/settings/second-factor/route.tsx')
    const cookie = await browserOf(await seller(world))
    expect(await send(page, { path: '/settings/second-factor', cookie, fields: { intent } })).toMatchObject({
      status: 400,
    })
  },
)
