/** The link that confirms an address, pressed in other browsers: it validates no password that a stranger chose. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findSessionUserId } from '#app/accounts/db/sessions.server.ts'
import { openSession } from '#app/accounts/workflows/sign-in.server.ts'
import { type Person, register, tokenOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PASSWORD = 'a long enough phrase for tests'
const OWN_PASSWORD = 'a phrase that only I have chosen'

let world: World
let route: typeof import('#app/accounts/routes/confirm-email/route.tsx')
/** Registered with somebody's address, by anybody. */
let account: Person
let token: string

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world)
  route = await import('#app/accounts/routes/confirm-email/route.tsx')
})
beforeEach(async () => {
  account = await register(world, { role: 'seller', isConfirmed: false })
  token = await tokenOf(world, account)
})
afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

type Sent = { fields?: Record<string, string>; cookie?: string; query?: string }

async function press({ fields = {}, cookie = '', query = '' }: Sent = {}) {
  const headers = { Origin: ORIGIN, Cookie: cookie }
  const body = new URLSearchParams(fields)
  const request = new Request(`${ORIGIN}/confirm-email?token=${token}${query}`, { method: 'POST', body, headers })
  const answer = await route.action({ request, params: {}, context: {} })
  if (answer instanceof Response) return { to: answer.headers.get('Location'), cookies: answer.headers.getSetCookie() }
  return { problems: (answer as { data: { problems: { field?: string }[] } }).data.problems, cookies: [] }
}

const shown = async (cookie = '', query = '') => {
  const request = new Request(`${ORIGIN}/confirm-email?token=${token}${query}`, { headers: { Cookie: cookie } })
  return (await route.loader({ request, params: {}, context: {} })).data.state
}

async function isConfirmed(): Promise<boolean> {
  const { emailConfirmedAt } = await world.deps.db.user.findUniqueOrThrow({ where: { id: account.id } })
  return emailConfirmedAt !== null
}

test('in a browser where the account is signed in, one press is enough', async () => {
  const cookie = await cookieOf(world, account)
  expect(await shown(cookie)).toBe('ask')
  expect(await press({ cookie })).toMatchObject({ to: `/confirm-email?token=${token}` })
  expect([await isConfirmed(), await shown(cookie)]).toEqual([true, 'done'])
})

test.each(['nobody', 'somebody else'])('where %s is signed in, it needs the password, and signs in', async (who) => {
  const cookie = who === 'nobody' ? '' : await cookieOf(world, await register(world, { role: 'buyer' }))
  expect(await shown(cookie)).toBe('prove')
  for (const password of ['', 'wrong phrase', OWN_PASSWORD]) {
    expect((await press({ cookie, fields: { password } })).problems).toMatchObject([{ field: 'password' }])
  }
  expect(await isConfirmed()).toBe(false)
  const { to, cookies } = await press({ cookie, fields: { password: PASSWORD, email: 'somebody@else.example' } })
  expect(to).toBe(`/confirm-email?token=${token}`)
  expect(cookies.join()).toContain('sid=')
  expect(await isConfirmed()).toBe(true)
})

test('whoever owns the mailbox and knows no password sets one, and the one who opened the account is out', async () => {
  const { token: session } = await openSession(world.deps, account.id)
  expect(await shown('', '&new=1')).toBe('choose')
  expect((await press({ query: '&new=1', fields: { password: 'short' } })).problems).toMatchObject([
    { field: 'password' },
  ])
  expect(await isConfirmed()).toBe(false)
  expect(await press({ query: '&new=1', fields: { password: OWN_PASSWORD } })).toMatchObject({
    to: '/reset-password?done=1',
  })
  expect(await isConfirmed()).toBe(true)
  expect(await findSessionUserId(world.deps.db, { token: session, now: new Date() })).toBeNull()
  const { checkCredentials } = await import('#app/accounts/workflows/sign-in.server.ts')
  expect(await checkCredentials(world.deps, { email: account.email, password: PASSWORD })).toMatchObject({
    refused: 'bad_credentials',
  })
  expect(await checkCredentials(world.deps, { email: account.email, password: OWN_PASSWORD })).toEqual({
    userId: account.id,
  })
})

test('a link that was used sets no password', async () => {
  await press({ cookie: await cookieOf(world, account) })
  expect(await press({ query: '&new=1', fields: { password: OWN_PASSWORD } })).toMatchObject({
    to: `/confirm-email?token=${token}`,
  })
  const { checkCredentials } = await import('#app/accounts/workflows/sign-in.server.ts')
  expect(await checkCredentials(world.deps, { email: account.email, password: PASSWORD })).toEqual({
    userId: account.id,
  })
})

test('guessing the password there is guessing as anywhere', async () => {
  for (let count = 0; count < 8; count += 1) await press({ fields: { password: 'wrong phrase' } })
  const { problems } = await press({ fields: { password: PASSWORD } })
  expect(problems?.[0]).not.toHaveProperty('field')
  expect(await isConfirmed()).toBe(false)
})
