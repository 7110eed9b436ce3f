/** The logs of a running Quayside's processes: enough to find a failure, and no secret. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SIGNING_SETTINGS } from '#app/config/environment.server.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { formWith } from '#scripts/trade/http-client.ts'
import { linkInMail, newEmail } from '#scripts/trade/steps.ts'
import { waitFor } from '#scripts/trade/wait.ts'
import { openBrowser } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

type Line = Record<string, unknown> & { level: number; msg: string }

const PASSWORD = 'three boats at low tide'
const OTHER_PASSWORD = 'four boats at high tide'
const WRONG_PASSWORD = 'no boats at all'

let app: OwnApp

beforeAll(async () => {
  app = await openOwnApp()
})
afterEach(() => app.clearFaults())
afterAll(() => app?.close())

const textOf = (process: 'web-app' | 'worker') => readFile(join(app.dataDir, 'logs', `${process}.log`), 'utf8')

async function linesOf(process: 'web-app' | 'worker'): Promise<Line[]> {
  const lines = (await textOf(process)).split('\n')
  return lines.flatMap((line) => (line === '' || line.startsWith('[remix-serve]') ? [] : [JSON.parse(line) as Line]))
}

const idOf = (answer: Response) => answer.headers.get('X-Request-Id')

/** Returns the web app's lines about this answer's request. They are complete when a later request has its line. */
async function linesAbout(answer: Response): Promise<Line[]> {
  expect(idOf(answer)).toMatch(/^[0-9a-f]{18}$/)
  if (!answer.bodyUsed) await answer.arrayBuffer()
  const later = idOf(await app.visitor().send('/healthz'))
  const lines = await waitFor(
    async () => {
      const lines = await linesOf('web-app')
      return lines.some(({ requestId }) => requestId === later) ? lines : null
    },
    { what: `a line about ${later}`, limitMs: 10_000, pauseMs: 20 },
  )
  return lines.filter(({ requestId }) => requestId === idOf(answer))
}

async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await app.query(`alter table "${table}" rename to "${table}_away"`)
  try {
    await work()
  } finally {
    await app.query(`alter table "${table}_away" rename to "${table}"`)
  }
}

describe('a page that fails', () => {
  it('shows the number under which the log has it, in the reader’s language', async () => {
    await withoutTable('market_price', async () => {
      const answer = await app.visitor().send('/login', { headers: { 'Accept-Language': 'de' } })
      expect(answer.status).toBe(500)
      const html = await answer.text()
      expect(html).toContain('Wenn Sie uns schreiben, nennen Sie diese Nummer:')
      expect(html).toContain(`>${idOf(answer)}</code>`)
      const [failed, answered, ...more] = await linesAbout(answer)
      expect(more).toEqual([])
      expect(failed).toMatchObject({
        level: 50,
        process: 'web',
        method: 'GET',
        path: '/login',
        cause: expect.stringContaining('market_price'),
        stack: expect.stringContaining('at '),
        msg: 'page request failed',
      })
      expect(answered).toMatchObject({ level: 30, path: '/login', status: 500, ms: expect.any(Number) })
    })
  })

  it('shows it in the browser, on the page that was sent and on one that was gone on to', async () => {
    await using browser = await openBrowser()
    const { page, complaints } = await browser.newPage()
    const number = page.locator('[data-request-id] code')
    await page.goto(`${app.origin}/about`)
    await page.getByRole('link', { name: 'Login' }).first().waitFor()
    await withoutTable('market_price', async () => {
      const failing = page.waitForResponse((response) => response.url().includes('/login.data'))
      await page.getByRole('link', { name: 'Login' }).first().click()
      const id = (await failing).headers()['x-request-id']
      await number.waitFor()
      expect(await number.textContent()).toBe(id)

      const sent = await page.goto(`${app.origin}/login`)
      await page.waitForLoadState('networkidle')
      expect(await number.textContent()).toBe(sent?.headers()['x-request-id'])
    })
    expect(complaints.filter((complaint) => !complaint.startsWith('answer 500'))).toEqual([])
  })
})

describe('a request that none of our pages sends is at most one line beside its own, at no higher level', () => {
  const form = (path: string, headers: Record<string, string>) => () =>
    app.visitor().send(path, { method: 'POST', body: 'a=b', headers })
  it.each<[string, () => Promise<Response>, object[]]>([
    ['a page that is not there', () => app.visitor().send('/nowhere'), []],
    ['a form to a page without one', form('/', {}), []],
    ['a method of another world', () => app.visitor().send('/login', { method: 'OPTIONS' }), []],
    [
      'a form of another site',
      form('/login', { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' }),
      [{ level: 30, origin: 'https://evil.example', msg: 'cross-site form received' }],
    ],
    ['an address that says nothing', () => app.visitor().send('/%E0%A4%A'), []],
  ])('%s', async (_, ask, said) => {
    const lines = await linesAbout(await ask())
    expect(lines.filter(({ msg }) => msg !== 'request answered')).toMatchObject(said)
    expect(lines).toHaveLength(said.length + 1)
    for (const line of lines) expect(line).not.toHaveProperty('stack')
  })
})

it('no password, link of a letter, cookie, seed or address of a person is written down', async () => {
  const email = newEmail('seller')
  const visitor = app.visitor()
  const secrets = [email, PASSWORD, OTHER_PASSWORD, WRONG_PASSWORD]
  const fill = async (path: string, field: string, values: Record<string, string | boolean>) => {
    const page = await visitor.get(path)
    return visitor.submit(page, formWith(page, field), { values })
  }
  await fill('/register', 'sanctionsConsent', {
    name: 'Sam Seller',
    email,
    password: PASSWORD,
    role: 'seller',
    sanctionsConsent: true,
  })
  const confirmation = await linkInMail(app.harbour, { to: email, page: '/confirm-email' })
  const confirm = await visitor.get(confirmation)
  const form = confirm.forms.find(({ method, action }) => method === 'post' && action?.startsWith('/confirm-email'))
  await visitor.submit(confirm, form as NonNullable<typeof form>, {})
  secrets.push(...visitor.cookies().flatMap(({ name, value }) => (name === 'sid' ? [value] : [])))
  const elsewhere = app.visitor()
  const login = await elsewhere.get('/login')
  await elsewhere.submit(login, formWith(login, 'password'), { values: { email, password: WRONG_PASSWORD } })
  const forgot = await elsewhere.get('/forgot-password')
  await elsewhere.submit(forgot, formWith(forgot, 'email'), { values: { email } })
  const reset = await linkInMail(app.harbour, { to: email, page: '/reset-password' })
  const choose = await elsewhere.get(reset)
  await elsewhere.submit(choose, formWith(choose, 'password'), { values: { password: OTHER_PASSWORD } })
  // Each of the links, and a form, while the page fails.
  await withoutTable('market_price', async () => {
    for (const link of [confirmation, reset]) expect((await visitor.send(link)).status).toBe(500)
  })
  await withoutTable('user', async () => {
    const body = new URLSearchParams({ email, password: WRONG_PASSWORD })
    const origin = { Origin: app.origin }
    const answer = await elsewhere.send('/login', { method: 'POST', body, headers: origin })
    await linesAbout(answer)
  })
  for (const link of [confirmation, reset]) secrets.push(new URL(link, app.origin).searchParams.get('token') ?? '')
  const settings = harbourEnvironment({ harbourPort: 1 })
  secrets.push(...SIGNING_SETTINGS.flatMap((name) => settings[name] ?? []))
  secrets.push(...DEMO_ACCOUNTS.map(({ password }) => password))
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([])

  const written = (await textOf('web-app')) + (await textOf('worker'))
  expect(written.length).toBeGreaterThan(1_000)
  expect(secrets.filter((secret) => written.includes(secret) || written.includes(encodeURIComponent(secret)))).toEqual(
    [],
  )
  expect(written).not.toMatch(/token=(?!\[removed\])/)
})

it('a letter that is not taken is a line with the request that asked for it, and why', async () => {
  await app.fault({ target: 'post', kind: 'drop_before' })
  const visitor = app.visitor()
  const page = await visitor.get('/forgot-password')
  const answer = await visitor.send('/forgot-password', {
    method: 'POST',
    body: new URLSearchParams({ email: 'seller@demo.example' }),
    headers: { Origin: page.url.origin },
  })
  const line = await waitFor(
    async () => (await linesOf('worker')).find(({ letter, ...of }) => letter && of.requestId === idOf(answer)) ?? null,
    { what: 'the line of the letter', limitMs: PATIENCE_MS, pauseMs: 50 },
  )
  expect(line).toMatchObject({
    level: 40,
    process: 'worker',
    job: 'send_letter',
    tries: 1,
    cause: expect.stringContaining('connection cut'),
    msg: 'email sending failed',
  })
})
