/** What people do on pages and read there, in the words of several tests. Works the same with and without JavaScript. */

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

/** Presses the first button of this name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** The sentence stands on top, and beside the field to which it leads. */
export async function complains(page: Page, sentence: string): Promise<void> {
  const link = page.getByRole('alert').getByRole('link', { name: sentence })
  await link.waitFor()
  const field = page.locator((await link.getAttribute('href')) ?? '')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await page.locator('.err').filter({ hasText: sentence }).waitFor()
}

/** Waits for the page of this heading: where money moves, a page without JavaScript reloads itself now and then. */
export async function headed(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor({ timeout: PATIENCE_MS })
}
