/** The audit log and the figures by clicking, with and without JavaScript, in two languages. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { openUnfunded } from '#tests/support/app/admin-app.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
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
  { javaScript: true, lng: 'en', check: 'Check now', whole: 'whole', table: 'As a table' },
  {
    javaScript: false,
    lng: 'de',
    check: 'Jetzt prüfen',
    whole: 'unversehrt',
    download: 'ZIP herunterladen',
    table: 'Als Tabelle',
  },
])('JavaScript $javaScript, $lng', ({ javaScript, lng, check, whole, table }) => {
  /** Sets the language, because the operator's saved one differs. */
  const address = (path: string) => `${app.origin}${path}${path.includes('?') ? '&' : '?'}lng=${lng}`

  let window: TestPage

  beforeAll(async () => {
    window = await browser.newPage({ javaScript })
    const { page } = window
    await page.goto(`${app.origin}/admin`)
    await page.locator('input[name=email]').fill('operator@demo.example')
    await page.locator('input[name=password]').fill(DEMO_PASSWORD)
    await page.locator('main form button').first().click()
    await page.waitForURL(`${app.origin}/admin-panel`)
  })

  afterAll(() => window?.close())

  it('the log is checked when the button is pressed, and the page says what came of it', async () => {
    const { page } = window
    await page.goto(address('/admin-panel/audit'))
    await page.getByRole('button', { name: check, exact: true }).click()
    await page.waitForURL(/asked=1/)
    await app.untilRow('the check is done', 'select 1 from audit_check where "finishedAt" is not null', [])
    await page.goto(address('/admin-panel/audit'))
    await page.locator('aside, [role=presentation]').getByText(whole, { exact: true }).first().waitFor()
    expect(window.complaints).toEqual([])
  })

  it('an escrow’s events are taken away as a ZIP file; a slip is told beside its field', async () => {
    const { page } = window
    const txid = await openUnfunded(app, { asset: 'XLM', amount: '3' })
    await page.goto(address('/admin-panel/audit'))
    await page.locator('#txid').fill('auto_NOBODYS')
    await page.locator('form.export button').first().click()
    await page.locator('.field--bad #txid').waitFor()
    expect(await page.locator('#txid').inputValue()).toBe('auto_NOBODYS')
    await page.locator('#txid').fill(txid)
    const coming = page.waitForEvent('download')
    await page.locator('form.export button').first().click()
    const file = await (await coming).path()
    const files = unzipSync(new Uint8Array(await readFile(file)))
    expect(Object.keys(files).sort()).toEqual(['README.txt', 'check.mjs', 'events.ndjson', 'proof.json'])
    expect(Buffer.from(files['events.ndjson'] ?? []).toString()).toContain('"kind":"escrow_opened"')
  })

  it('each chart of the figures has a name, a sentence and a table', async () => {
    const { page } = window
    await app.untilRow('figures are there', 'select 1 from figure_state', [])
    for (const by of ['', '?by=week', '?by=month']) {
      await page.goto(address(`/admin-panel/figures${by}`))
      expect(await page.getByRole('img', { name: /XLM/ }).count()).toBe(2)
      expect(await page.locator('svg.chart title').count()).toBe(9)
      expect(await page.locator('svg.chart desc').count()).toBe(9)
    }
    await page.getByText(table).first().click()
    await page.locator('details[open] table').waitFor()
    expect(await page.locator('details[open] tbody tr').count()).toBe(24)
    expect(window.complaints).toEqual([])
  })
})
