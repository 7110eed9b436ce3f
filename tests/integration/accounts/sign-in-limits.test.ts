/** Limits on login attempts: guessing is stopped, and strangers lock nobody out. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_SESSIONS } from '#app/accounts/db/sessions.server.ts'
import { writePasswordReset } from '#app/accounts/workflows/ask-for-password-reset.server.ts'
import { RESET_EMAILS } from '#app/notices/domain/email-limits.ts'
import { type Person, register, tokenOf } from '#tests/support/world/people.ts'
import { ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

const PASSWORD = 'a long enough phrase for tests'
const HERE = '203.0.113.7'
const ELSEWHERE = '198.51.100.2'

let world: World
let login: typeof import('#app/accounts/routes/login.tsx')
let forgot: typeof import('#app/accounts/routes/forgot-password.tsx')

beforeAll(async () => {
  world = await openWorld()
  setRuntime(world, { TRUSTED_IP_HEADER: 'X-Forwarded-For' })
  login = await import('#app/accounts/routes/login.tsx')
  forgot = await import('#app/accounts/routes/forgot-password.tsx')
})

afterAll(async () => {
  await (await import('#app/kernel/web/http/limits.server.ts')).closeLimits()
  await world?.[Symbol.asyncDispose]()
})

type From = { from: string; cookie?: string }

function form(path: string, fields: Record<string, string>, { from, cookie = '' }: From): Request {
  const headers = { Origin: ORIGIN, 'X-Forwarded-For': `10.0.0.${Math.random()}, ${from}`, Cookie: cookie }
  return new Request(ORIGIN + path, { method: 'POST', body: new URLSearchParams(fields), headers })
}

function statusOf(answer: unknown): number | undefined {
  return answer instanceof Response ? answer.status : (answer as { init: ResponseInit }).init.status
}

/** Returns the status of one attempt, and the cookie that a browser would keep. */
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

/** Sends what a browser sends from the login page; returns what the page answers. */
async function submit({ email }: Person, how: From & { password?: string; proof?: string }) {
  const { password = PASSWORD, proof = '' } = how
  const answer = await login.action({
    request: form('/login', { email, password, proof }, how),
    params: {},
    context: {},
  })
  const text = answer instanceof Response ? '' : answer.data.problems.map((problem) => problem.text).join()
  return { status: statusOf(answer), text }
}

async function resetLink(person: Person): Promise<string> {
  await writePasswordReset(world.deps, { tokenId: randomUUID(), email: person.email })
  return tokenOf(world, person, 'reset_password')
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
  // From the guesser's own network too, on a known device.
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

test('the owner comes in from a new device by the link of a letter, whatever strangers have tried', async () => {
  const person = await somebody()
  for (let network = 1; network <= 13; network += 1) await guess(person, 5, { from: `192.0.2.${100 + network}` })
  const from = '203.0.113.20'
  const refused = await submit(person, { from })
  expect(refused).toMatchObject({ status: 429 })
  expect(refused.text).toContain('Forgot your password?')

  const other = await somebody()
  const proofOf = (of: Person) => resetLink(of)
  const [own, foreign] = [await proofOf(person), await proofOf(other)]
  expect((await submit(person, { from, proof: foreign })).status).toBe(429)
  expect((await submit(person, { from, proof: 'made-up' })).status).toBe(429)
  expect((await submit(person, { from, proof: own, password: 'wrong phrase' })).status).toBe(400)
  expect((await submit(person, { from, proof: own })).status).toBe(303)
})

test('guesses with a link of a letter are counted too, and its page shows the login form with the address', async () => {
  const person = await somebody()
  const proof = await resetLink(person)
  const tries: number[] = []
  for (let count = 0; count < 9; count += 1)
    tries.push((await submit(person, { from: `192.0.2.${count}`, proof, password: `wrong ${count}` })).status ?? 0)
  expect(tries).toEqual([...Array(8).fill(400), 429])
  const request = new Request(`${ORIGIN}/login?token=${proof}`)
  expect(await login.loader({ request, params: {}, context: {} })).toMatchObject({ proof, email: person.email })
  const dead = new Request(`${ORIGIN}/login?token=made-up`)
  expect(await login.loader({ request: dead, params: {}, context: {} })).toMatchObject({ proof: null })
})

test('a stranger in the same network keeps nobody out on a known device', async () => {
  const person = await somebody()
  const { cookie } = await tryOnce(person, { from: '203.0.113.21' })
  const others = await Promise.all(Array.from({ length: 6 }, somebody))
  for (const other of others) await guess(other, 6, { from: '203.0.113.21' })
  expect((await tryOnce(await somebody(), { from: '203.0.113.21' })).status).toBe(429)
  expect((await tryOnce(person, { from: '203.0.113.21', cookie })).status).toBe(303)
})

test('wishes for a letter are granted from anywhere, few letters are written, and a good link lies in the mailbox', async () => {
  const person = await somebody()
  const ask = async (where: From) => {
    const request = form('/forgot-password', { email: person.email }, where)
    return statusOf(await forgot.action({ request, params: {}, context: {} }))
  }
  const asked: (number | undefined)[] = []
  for (let network = 0; network < 8; network += 1)
    for (let count = 0; count < 3; count += 1) asked.push(await ask({ from: `198.51.100.${network}` }))
  expect(asked).toEqual(Array(24).fill(303))
  expect(await ask({ from: '203.0.113.22' })).toBe(303)
  const wish = () => writePasswordReset(world.deps, { tokenId: randomUUID(), email: person.email })
  await Promise.all(Array.from({ length: 12 }, wish))
  const letters = () =>
    world.deps.db.outboxLetter.count({
      where: { userId: person.id, content: { path: ['letter'], equals: 'password_reset' } },
    })
  expect(await letters()).toBe(RESET_EMAILS.confirmed.letters)
  expect(await world.deps.db.accountToken.count({ where: { userId: person.id, purpose: 'reset_password' } })).toBe(3)
})

test('right passwords in a loop are sixty an hour for an account, and leave fifty sessions', async () => {
  const person = await somebody()
  const { cookie } = await tryOnce(person, { from: '203.0.113.24' })
  const statuses: (number | undefined)[] = []
  for (let count = 0; count < 60; count += 1)
    statuses.push((await tryOnce(person, { from: `203.0.113.${count}`, cookie })).status)
  expect(statuses).toEqual([...Array(59).fill(303), 429])
  expect(await world.deps.db.session.count({ where: { userId: person.id } })).toBe(MOST_SESSIONS)
})

test('one network asks for no end of letters to different addresses', async () => {
  const asked: (number | undefined)[] = []
  for (let count = 0; count < 21; count += 1) {
    const request = form('/forgot-password', { email: `nobody-${count}@example.org` }, { from: '203.0.113.23' })
    asked.push(statusOf(await forgot.action({ request, params: {}, context: {} })))
  }
  expect(asked).toEqual([...Array(20).fill(303), 429])
})
