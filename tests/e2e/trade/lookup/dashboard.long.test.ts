/** The dashboard on a phone: escrows are searched, the search is kept in the address, saved as a table, and opened. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import { contract } from '#scripts/trade/papers.ts'
import { openEscrow, TRADE_PASSWORD } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words, at 390 px', ({ javaScript }) => {
  it('escrows are searched, filtered, saved as CSV, and one is opened again', async () => {
    const window = await browser.newPage({ javaScript, viewport: { width: 390, height: 844 } })
    const { page, complaints } = window
    const buyer = await app.register('buyer')
    const { email } = buyer
    await app.query('update "user" set "hasPaid" = true, "paidAt" = now() where email = $1', [email])
    const opened: string[] = []
    for (const asset of ['XLM', 'XRP'] as const) {
      const sellerEmail = `supplier.${asset.toLowerCase()}@trade.example`
      const order = { asset, amount: '12.5', sellerEmail, wallet: playAddress('seller', asset) }
      opened.push((await openEscrow(buyer, { ...order, contract: contract(asset) })).txid)
    }
    const [xlm = '', xrp = ''] = opened
    const main = page.getByRole('main')
    const isListed = async (txid: string) => (await main.locator('.trade').filter({ hasText: txid }).count()) === 1
    const show = async () => {
      await main.getByRole('button', { name: 'Show', exact: true }).click()
      await main.getByRole('link', { name: 'Show all' }).waitFor()
    }

    await page.goto(`${app.origin}/login?redirectTo=/dashboard`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(TRADE_PASSWORD)
    await main.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    expect([await isListed(xlm), await isListed(xrp)]).toEqual([true, true])
    await main.getByText('Search and filter').click()
    await main.getByLabel('Search', { exact: true }).fill('supplier.xrp@')
    await show()
    await page.waitForURL(/find=supplier\.xrp/)
    expect([await isListed(xlm), await isListed(xrp)]).toEqual([false, true])
    // The address alone restores the search.
    await page.reload()
    expect(await main.getByLabel('Search', { exact: true }).inputValue()).toBe('supplier.xrp@')

    await main.getByLabel('Search', { exact: true }).fill('nothing of the kind')
    await show()
    await main.getByRole('heading', { name: 'Nothing fits' }).waitFor()
    await main.getByRole('link', { name: 'Show all' }).click()
    await main.locator('.trade').filter({ hasText: xlm }).waitFor()

    await page.goto(`${app.origin}/dashboard?asset=XLM&state=open`)
    expect([await isListed(xlm), await isListed(xrp)]).toEqual([true, false])
    const download = page.waitForEvent('download')
    await main.getByRole('link', { name: 'Save as CSV' }).click()
    const table = (await readFile(await (await download).path())).toString().trimEnd().split('\r\n')
    expect(table).toHaveLength(2)
    expect(table[1]).toContain(xlm)

    await main.locator('.trade summary').click()
    await main.getByRole('link', { name: 'Open another like it' }).click()
    await page.getByRole('heading', { name: 'Submit Transaction' }).waitFor()
    expect(await page.getByLabel('Currency').inputValue()).toBe('XLM')
    expect(await page.getByLabel('Notes').inputValue()).toBe('Forty bags of coffee')
    expect(new URL(page.url()).pathname).toBe('/submit')
    expect(complaints).toEqual([])
    await window.close()
  })
})
