/** The seller's form with Cloudflare Turnstile enabled; both of Cloudflare's sides are faked at the network's edge. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract } from '#scripts/trade/papers.ts'
import { openEscrow } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

/** Does what Cloudflare's script does to the form: draws its frame and adds its token. */
const WIDGET = `window.turnstile = {
  render(box, { sitekey }) {
    box.innerHTML = '<iframe title="Turnstile" src="https://challenges.cloudflare.com/frame"></iframe>'
    box.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'cf-turnstile-response', value: 'token of ' + sitekey }))
    return 'widget'
  },
  reset() { document.body.dataset.resets = String(Number(document.body.dataset.resets ?? 0) + 1) },
  remove() {},
}`

let app: App
let browser: TestBrowser
let cloudflare: Server
let believes: boolean
const asked: URLSearchParams[] = []

beforeAll(async () => {
  cloudflare = createServer(async (request, response) => {
    asked.push(new URLSearchParams(await text(request)))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: believes }))
  })
  await new Promise<void>((resolve) => cloudflare.listen(0, '127.0.0.1', resolve))
  const { port } = cloudflare.address() as AddressInfo
  app = await borrowApp({
    web: {
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'secret',
      TURNSTILE_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
    },
  })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
  cloudflare?.closeAllConnections()
  await new Promise((resolve) => cloudflare?.close(resolve))
})

/** Opens the form by a link inside the app: the widget is not part of the document that the seller loaded first. */
async function sellerAtForm(): Promise<TestPage> {
  const tab = await browser.newPage()
  const { page } = tab
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.request().url().includes('api.js')
      ? route.fulfill({ contentType: 'text/javascript', body: WIDGET })
      : route.fulfill({ contentType: 'text/html', body: '<p>Are you a person?' }),
  )
  const { email, password } = DEMO_ACCOUNTS.find((account) => account.email.startsWith('seller@'))!
  await page.goto(`${app.origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${app.origin}/dashboard`)
  await page.goto(`${app.origin}/seller-confirm`)
  return tab
}

it('the widget is loaded, its token verified, and it begins anew after a refusal', async () => {
  const buyer = await app.signIn('paid.buyer')
  const wallet = playAddress('seller', 'XRP')
  const { email } = DEMO_ACCOUNTS.find((account) => account.email.startsWith('seller@'))!
  const opened = await openEscrow(buyer, {
    asset: 'XRP',
    amount: '5',
    sellerEmail: email,
    wallet,
    contract: contract('with a captcha'),
  })
  const { page, complaints, close } = await sellerAtForm()
  await page.getByTitle('Turnstile').waitFor()
  await page.locator('#transactionId').fill(opened.txid)
  await page.locator('#walletAddress').fill(wallet)
  await page.getByLabel('I accept the contract terms.').check()
  await page.getByLabel('I am not a robot.').check()

  believes = false
  await page.getByRole('button', { name: 'Confirm shipment' }).click()
  await page.getByText('Please verify the CAPTCHA.').first().waitFor()
  await page.waitForFunction(() => document.body.dataset.resets === '1')
  expect(await page.locator('#walletAddress').inputValue()).toBe(wallet)

  believes = true
  await page.getByLabel('I am not a robot.').check()
  await page.getByRole('button', { name: 'Confirm shipment' }).click()
  await page.getByRole('heading', { name: 'Confirmation Received' }).waitFor()
  expect(asked.map((form) => Object.fromEntries(form))).toEqual([
    { secret: 'secret', response: 'token of site' },
    { secret: 'secret', response: 'token of site' },
  ])
  expect(complaints).toEqual([])
  await close()
})

it('when Cloudflare does not load, the page says so', async () => {
  const { page, context, close } = await sellerAtForm()
  // The link loads a new document, whose policy allows Cloudflare: only then is the page stable.
  await page.getByTitle('Turnstile').waitFor()
  await page.unroute('https://challenges.cloudflare.com/**')
  await context.route('https://challenges.cloudflare.com/**', (route) => route.abort())
  await page.goto(`${app.origin}/seller-confirm`)
  await page.getByText('The robot check does not load.').waitFor()
  await close()
})
