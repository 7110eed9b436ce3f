/** While the database is down: pages answer 503, nothing that was typed is lost, and work continues when it is back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { formWith } from '#scripts/trade/http-client.ts'
import { type App, appAt } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { type Cable, layCable } from '#tests/support/app/cable.ts'
import { type RunningStack, startStackOfTests, startWebBeside } from '#tests/support/app/stack-of-tests.ts'

const TITLE = 'Our database does not answer'

let stack: RunningStack
let cable: Cable
let web: { origin: string; stop(): Promise<void> }
let app: App

beforeAll(async () => {
  stack = await startStackOfTests(inject('stacks'))
  const url = new URL(stack.address.databaseUrl)
  cable = await layCable(`http://${url.host}`)
  url.host = new URL(cable.origin).host
  web = await startWebBeside({ ...stack.address, databaseUrl: url.href }, {})
  app = appAt({ ...stack.address, origin: web.origin }, async () => undefined)
})
afterAll(async () => {
  await app?.close()
  await web?.stop()
  await cable?.[Symbol.asyncDispose]()
  await stack?.stop()
})
afterEach(() => cable.mend())

const ours = () => ({ Origin: app.origin })

it('a page is 503 in the reader’s language, with a time to come back', async () => {
  const { visitor } = await app.signIn('seller')
  cable.cut()
  const answer = await visitor.send('/dashboard', { headers: { 'Accept-Language': 'de' } })
  const html = await answer.text()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(html).toContain('lang="de"')
  expect(html).toContain('Unsere Datenbank antwortet nicht')
  cable.mend()
  expect((await visitor.send('/dashboard')).status).toBe(200)
})

it('what makes no page is 503, too', async () => {
  cable.cut()
  for (const path of ['/prices', '/healthz', '/faq.data']) {
    const answer = await app.visitor().send(path)
    expect([path, answer.status]).toEqual([path, 503])
  }
})

describe('a form that is sent without JavaScript', () => {
  const form = () => {
    const body = new FormData()
    for (const [name, value] of [
      ['amountUsd', '1234.56'],
      ['intent', 'quote'],
    ] as const) {
      body.append(name, value)
    }
    body.append('contract', new File(['x'], 'contract "1".pdf'))
    return body
  }

  it('is kept on the page, but for its file, and can be sent again', async () => {
    const { visitor } = await app.signIn('unpaid.buyer')
    cable.cut()
    const answer = await visitor.send('/payment?via=x', { method: 'POST', headers: ours(), body: form() })
    const html = await answer.text()
    expect(answer.status).toBe(503)
    expect(html).toContain(TITLE)
    expect(html).toMatch(/<input type="hidden" name="amountUsd" value="1234\.56"\/>/)
    expect(html).toContain('action="/payment?via=x"')
    expect(html).toContain('contract &quot;1&quot;.pdf')
    expect(html).toContain('Send it again')
  })

  it('is taken when the page that kept it sends it again', async () => {
    const { visitor } = await app.signIn('unpaid.buyer')
    const page = await visitor.get('/payment')
    cable.cut()
    const values = { asset: 'USDC', amountUsd: '54321.09', couponCode: '' }
    const kept = await visitor.submit(page, formWith(page, 'amountUsd'), { values, press: 'quote' })
    expect([kept.status, kept.text]).toEqual([503, expect.stringContaining('What you typed is kept.')])
    cable.mend()
    const taken = await visitor.submit(kept, formWith(kept, 'amountUsd'), {})
    expect(taken.status).toBe(200)
    // 0.75% of it.
    expect(taken.text).toContain('407.41')
  })

  it('is not, with a password in it, or when another site has sent it', async () => {
    cable.cut()
    const body = () => new URLSearchParams({ email: 'a@demo.example', password: 'of nobody' })
    const login = await app.visitor().send('/login', { method: 'POST', headers: ours(), body: body() })
    expect(await login.text()).not.toContain('of nobody')
    const foreign = new URLSearchParams({ amountUsd: '99' })
    const headers = { Origin: 'https://elsewhere.example' }
    const answer = await app.visitor().send('/payment', { method: 'POST', headers, body: foreign })
    expect(await answer.text()).not.toContain('Send it again')
  })
})

describe('a form that is sent with JavaScript', () => {
  let browser: TestBrowser
  beforeEach(async () => {
    browser = await openBrowser()
  })
  afterEach(() => browser.close())

  it('stays on its page with all that was typed, and is taken when it is sent again', async () => {
    const { page, close } = await browser.newPage()
    await page.goto(`${app.origin}/login`)
    const [email, password] = [page.locator('main input[name=email]'), page.locator('main input[name=password]')]
    await email.fill('nobody@demo.example')
    await password.fill('of nobody at all')
    cable.cut()
    await password.press('Enter')
    await page.getByRole('alert').getByText(TITLE).waitFor()
    expect([await email.inputValue(), await password.inputValue()]).toEqual(['nobody@demo.example', 'of nobody at all'])
    cable.mend()
    await password.press('Enter')
    await page.getByText('Invalid email or password.').first().waitFor()
    expect(await page.getByText(TITLE).count()).toBe(0)
    await close()
  })
})
