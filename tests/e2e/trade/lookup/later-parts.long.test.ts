/** Parts of a page that load after it: what is typed before they are here stays, and nothing is drawn anew. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import { confirmShipment, openEscrow } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openWaysOut } from '#tests/support/look/folds.ts'
import { enter } from '#tests/support/tour/tour.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'

const PARTS = /\/assets\/parts-[^/]+\.js$/

let app: App
let browser: TestBrowser
let buyer: TestPage
let address: string

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
  const opener = await app.signIn('paid.buyer')
  const wallet = playAddress('seller', 'XRP')
  const pdf = (name: string) => new File([new Uint8Array(samplePdf())], name, { type: 'application/pdf' })
  const contract = pdf('contract.pdf')
  const trade = { asset: 'XRP', amount: '5', sellerEmail: 'seller@demo.example', wallet, contract } as const
  const { txid, uri } = await openEscrow(opener, trade)
  await app.harbour.pay({ from: 'buyer', uri })
  const funded = 'select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null'
  await app.untilRow('it is funded', funded, [txid])
  await confirmShipment(await app.signIn('seller'), { txid, wallet, files: { CommercialInvoice: pdf('invoice.pdf') } })
  address = `${app.origin}/transaction-lookup?txid=${txid}`
  buyer = await enter({ app, browser }, 'paid.buyer')
})
afterAll(async () => {
  await buyer?.close()
  await browser?.close()
  await app?.close()
})

const isTakenOver = () => Object.keys(document.body).some((key) => key.startsWith('__react'))

it('the page is taken over when all of its parts are here, and keeps what was typed and opened before', async () => {
  const { page, complaints } = buyer
  const held = Promise.withResolvers<void>()
  await page.route(PARTS, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(PARTS)
  await page.goto(address, { waitUntil: 'load' })
  await asked
  await page.locator('summary', { hasText: 'Preview' }).first().click()
  await openWaysOut(page)
  await page.getByText('Open a dispute', { exact: true }).click()
  await page.getByLabel('What is the dispute about?').fill('Sixteen bags are wet.')
  expect(await page.evaluate(isTakenOver)).toBe(false)
  held.resolve()
  await page.waitForFunction(isTakenOver)
  await page.locator('details.preview iframe').waitFor()
  expect(await page.getByLabel('What is the dispute about?').inputValue()).toBe('Sixteen bags are wet.')
  expect(complaints).toEqual([])
})

it('where they cannot be loaded the page stays what it was without JavaScript: whole, and its forms work', async () => {
  const { page } = buyer
  await page.unroute(PARTS)
  await page.route(PARTS, (route) => route.abort())
  await page.goto(address, { waitUntil: 'networkidle' })
  await openWaysOut(page)
  await page.getByText('Open a dispute', { exact: true }).click()
  await page.getByRole('button', { name: 'Open the dispute' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await page.evaluate(isTakenOver)).toBe(false)
  // Complaints of this page must not reach the next test.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
})

it('whoever clicks while it is taken over disturbs nothing', async () => {
  const { page, complaints } = buyer
  await page.unroute(PARTS)
  complaints.length = 0
  await page.addInitScript(clickAsSoonAsHeard)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForFunction(isTakenOver)
  expect(await page.evaluate(() => Object.hasOwn(window, 'hasClicked'))).toBe(true)
  expect(complaints).toEqual([])
})

/** Runs in the browser. React listens to clicks from the start of hydration; its data comes late. */
function clickAsSoonAsHeard(): void {
  const { prototype } = ReadableStreamDefaultReader
  const read = prototype.read
  prototype.read = async function readLate() {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return read.call(this)
  }
  const listen = document.addEventListener.bind(document)
  document.addEventListener = (kind: string, ...rest: [EventListener]) => {
    listen(kind, ...rest)
    const isOfReact = Object.keys(document).some((key) => key.startsWith('__reactContainer'))
    if (kind !== 'click' || !isOfReact || Object.hasOwn(window, 'hasClicked')) return
    Object.assign(window, { hasClicked: true })
    queueMicrotask(() => document.querySelector('h1')?.click())
  }
}
