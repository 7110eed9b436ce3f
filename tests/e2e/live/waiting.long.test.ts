/** Pages that wait for money update by themselves: in every window, after a lost connection, and without JavaScript. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openEscrow } from '#scripts/trade/steps.ts'
import type { DemoName } from '#tests/support/app/app.ts'
import type { TestPage } from '#tests/support/app/browser.ts'
import { pay } from '#tests/support/app/payer.ts'
import { setStage } from '#tests/support/app/stage.ts'
import { walletOf } from '#tests/support/world/people.ts'
import { samplePdf } from '#tests/support/world/sample-files.ts'

const stage = setStage()

/** A buyer on the page of an escrow that waits for its money, in a browser of their own. */
async function waitingBuyer({ javaScript = true, who = 'paid.buyer' as DemoName } = {}) {
  const { app, browser } = stage
  const buyer = await app.signIn(who)
  const { txid, uri } = await openEscrow(buyer, {
    asset: 'XLM',
    amount: '12',
    sellerEmail: `seller.${Date.now()}@trade.example`,
    wallet: walletOf('XLM'),
    contract: new File([samplePdf('Contract')], 'contract.pdf', { type: 'application/pdf' }),
  })
  const window = await browser.newPage({ javaScript })
  await window.context.addCookies(buyer.visitor.cookies().map((cookie) => ({ ...cookie, url: app.origin })))
  const address = `${app.origin}/transaction-lookup?txid=${txid}`
  await window.page.goto(address)
  await request(window.page).waitFor()
  return { ...window, buyer, txid, uri, address }
}

const request = (page: Page) => page.getByRole('link', { name: 'Open in wallet app' })

async function another(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await request(page).waitFor()
  return page
}

/** Sets a mark that a reload removes. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''))
const hasStayed = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-stayed'))

/** Expects the escrow's own page without a request for payment, not a page that leads away from it. */
async function expectMoney(pages: Page[], txid: string): Promise<void> {
  for (const page of pages) {
    await request(page).waitFor({ state: 'detached' })
    await page.getByText(txid).first().waitFor({ state: 'attached' })
  }
}

/** Collects the paths that a page requests. */
function asked({ page }: Pick<TestPage, 'page'>): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

it('two windows show the money without a reload, and have asked for no page before it came', async () => {
  const { app } = stage
  const { page, context, complaints, close, ...waits } = await waitingBuyer()
  const second = await another(context, `${app.origin}/submit?opened=${waits.txid}`)
  await Promise.all([mark(page), mark(second)])
  const paths = asked({ page })
  await page.waitForTimeout(9_000)
  expect(paths.filter((path) => path.endsWith('.data'))).toEqual([])
  await pay(app, waits)
  await expectMoney([page, second], waits.txid)
  expect([await hasStayed(page), await hasStayed(second)]).toEqual([true, true])
  expect(paths.filter((path) => path.endsWith('.data')).length).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await close()
})

it('more windows than a browser has connections for show it, too', async () => {
  const { page, context, close, ...waits } = await waitingBuyer()
  const pages = [page]
  for (let count = 0; count < 6; count += 1) pages.push(await another(context, waits.address))
  await pay(stage.app, waits)
  await expectMoney(pages, waits.txid)
  await close()
})

it('a page shows it although the connection that listens is cut off', async () => {
  const { app } = stage
  const { page, complaints, close, ...waits } = await waitingBuyer()
  await mark(page)
  const listens = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %quayside_news%'`
  await app.untilRow('the web app listens', listens)
  await app.query(`select pg_terminate_backend(pid) from (${listens}) as ear`)
  await pay(app, waits)
  await expectMoney([page], waits.txid)
  expect(await hasStayed(page)).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

it('whoever signs out in another window hears nothing any more, and is shown nothing of it', async () => {
  const { page, context, close, ...waits } = await waitingBuyer()
  const second = await another(context, waits.address)
  await second.getByRole('button', { name: 'Log out' }).first().click()
  await request(page).waitFor({ state: 'detached' })
  expect(await page.getByRole('main').textContent()).not.toContain(waits.txid)
  await close()
})

it('without JavaScript it is shown after a reload', async () => {
  const { page, close, ...waits } = await waitingBuyer({ javaScript: false })
  await pay(stage.app, waits)
  await expectMoney([page], waits.txid)
  await close()
})
