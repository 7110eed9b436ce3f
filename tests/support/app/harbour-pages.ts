/** Uses the harbour by clicking. */
import type { Page } from 'playwright-core'
import type { App } from './app.ts'

type Where = Pick<App, 'harbourOrigin'>

/** Pays on the wallet page. Returns the hashes that it shows. */
export async function payOnWalletPage(
  page: Page,
  { harbourOrigin, uri, how }: Where & { uri: string; how: string },
): Promise<string[]> {
  await page.goto(harbourOrigin)
  await page.getByLabel('Payment request').fill(uri)
  await page.getByLabel(how).check()
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await page.waitForURL(/\/paid/)
  return new URL(page.url()).searchParams.getAll('hash')
}

type Fault = { where: string; what: string; match: string }

/** The fault stays on until it is cleared; the page stays open. */
export async function switchFaultOn(page: Page, { harbourOrigin, where, what, match }: Where & Fault): Promise<void> {
  await page.goto(`${harbourOrigin}/faults`)
  await page.getByLabel('Where').selectOption(where)
  await page.getByLabel('What').selectOption(what)
  await page.getByLabel('Only requests that contain').fill(match)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText(match).waitFor()
}
