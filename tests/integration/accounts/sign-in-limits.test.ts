/** How often somebody may try to sign in: guessing is stopped, and nobody is kept out by what strangers do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, register } from '#tests/support/world/people.ts'
import { ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PASSWORD = 'a long enough phrase for tests'
const HERE = '203.0.113.7'
const ELSEWHERE = '198.51.100.2'

let world: World
let login: typeof import('#app/routes/accounts/login.tsx')
let forgot: typeof import('#app/routes/accounts/forgot-password.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { TRUSTED_IP_HEADER: 'X-Forwarded-For' })
  login = await import('#app/routes/accounts/login.tsx')
  forgot = await import('#app/routes/accounts/forgot-password.tsx')
})

afterAll(async () => {
  await (await import('#app/web/kernel/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

type From = { from: string; cookie?: string }

function form(path: string, fields: Record<string, string>, { from, cookie = '' }: From): Request {
  const headers = { Origin: ORIGIN, 'X-Forwarded-For': `10.0.0.${Math.random()}, ${from}`, Cookie: cookie }
  return new Request(ORIGIN + path, { method: 'POST', body: new URLSearchParams(fields), headers })
}

/** Where it leads, or why it does not. */
function statusOf(answer: unknown): number | undefined {
  return answer instanceof Response ? answer.status : (answer as { init: ResponseInit }).init.status
}

/** The status of one try, and what a browser would keep of it. */
async function tryOnce({ email }: Person, where: From & { password?: string }) {
  const request = form('/login', { email, password: where.password ?? PASSWORD }, where)
  const answer = await login.action({ request, params: {}, context: {} })
  if (!(answer instanceof Response)) return { status: statusOf(answer), cookie: '' }
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return { status: answer.status, cookie: cookies.find((cookie) => cookie.startsWith('device=')) ?? '' }
}

async function guess(person: Person, times: number, where: From): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = []
  for (let count = 0; count < times; count += 1) {
    statuses.push((await tryOnce(person, { ...where, password: `wrong phrase ${count}` })).status)
  }
  return statuses
}

const somebody = () => register(world, { role: 'seller' })

test('eight wrong passwords are looked at, the ninth is not, and the right one neither', async () => {
  const person = await somebody()
  expect(await guess(person, 9, { from: HERE })).toEqual([...Array(8).fill(400), 429])
  expect((await tryOnce(person, { from: HERE })).status).toBe(429)
})

test('many at once are no more', async () => {
  const person = await somebody()
  const tries = Array.from({ length: 12 }, () => tryOnce(person, { from: '203.0.113.8', password: 'wrong phrase' }))
  const answers = await Promise.all(tries)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(8)
})

test('a right password counts for nothing, and forgets the slips before it', async () => {
  const person = await somebody()
  const from = '203.0.113.9'
  for (let round = 0; round < 3; round += 1) {
    expect(await guess(person, 6, { from })).toEqual(Array(6).fill(400))
    expect((await tryOnce(person, { from })).status).toBe(303)
  }
})

test('whoever guesses elsewhere keeps nobody out, on a known device or on a new one', async () => {
  const person = await somebody()
  const { cookie } = await tryOnce(person, { from: '203.0.113.10' })
  expect(await guess(person, 9, { from: ELSEWHERE })).toContain(429)
  expect((await tryOnce(person, { from: '203.0.113.11' })).status).toBe(303)
  // From the guesser's own network too, on a device that has been known.
  expect((await tryOnce(person, { from: ELSEWHERE, cookie })).status).toBe(303)
})

test('sixty in an hour from anywhere are all that is looked at, but for known devices', async () => {
  const person = await somebody()
  const { cookie } = await tryOnce(person, { from: '203.0.113.12' })
  const statuses: (number | undefined)[] = []
  for (let network = 1; network <= 13; network += 1)
    statuses.push(...(await guess(person, 5, { from: `192.0.2.${network}` })))
  expect(statuses.filter((status) => status === 400)).toHaveLength(60)
  expect((await tryOnce(person, { from: '203.0.113.13' })).status).toBe(429)
  expect((await tryOnce(person, { from: '203.0.113.13', cookie })).status).toBe(303)
})

test('the mark of a device is good for its own account only, and cannot be made', async () => {
  const [person, other] = [await somebody(), await somebody()]
  const { cookie } = await tryOnce(other, { from: '203.0.113.14' })
  await guess(person, 8, { from: ELSEWHERE })
  expect((await tryOnce(person, { from: ELSEWHERE, cookie })).status).toBe(429)
  const forged = `device=${Buffer.from(JSON.stringify({ id: 'x', accounts: [] })).toString('base64')}.signature`
  expect((await tryOnce(person, { from: ELSEWHERE, cookie: forged })).status).toBe(429)
})

test('one network of IPv6 is one visitor', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, somebody))
  const statuses: (number | undefined)[] = []
  for (const [at, person] of people.entries())
    statuses.push(...(await guess(person, 7, { from: `2001:db8:5:6::${at + 1}` })))
  expect(statuses.filter((status) => status === 400)).toHaveLength(30)
})

test('letters that strangers ask for leave the owner theirs, and their links', async () => {
  const person = await somebody()
  const { cookie } = await tryOnce(person, { from: '203.0.113.15' })
  const ask = async (where: From) => {
    const request = form('/forgot-password', { email: person.email }, where)
    return statusOf(await forgot.action({ request, params: {}, context: {} }))
  }
  const asked: (number | undefined)[] = []
  for (let count = 0; count < 6; count += 1) asked.push(await ask({ from: ELSEWHERE }))
  expect(asked).toEqual([...Array(5).fill(303), 429])
  expect(await ask({ from: '203.0.113.16' })).toBe(303)
  expect(await ask({ from: ELSEWHERE, cookie })).toBe(303)
})
