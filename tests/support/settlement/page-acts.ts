/** What people do and read on pages, shared by several tests. Works with and without JavaScript. */

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** The message is at the top, and beside the field that it links to. */
export async function complains(page: Page, sentence: string): Promise<void> {
  const link = page.getByRole('alert').getByRole('link', { name: sentence })
  await link.waitFor()
  const field = page.locator((await link.getAttribute('href')) ?? '')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await page.locator('.err').filter({ hasText: sentence }).waitFor()
}

/** Waits for the page with this heading: without JavaScript some pages reload themselves. */
export async function headed(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor({ timeout: PATIENCE_MS })
}
