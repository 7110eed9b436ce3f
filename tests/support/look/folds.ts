import type { Page } from 'playwright-core'

/** Opens a row that is folded below the task of an escrow's page; an open row stays open. */
export async function openFold(page: Page, name: string): Promise<void> {
  const fold = page.locator('details.folded').filter({ has: page.locator('> summary', { hasText: name }) })
  await fold.waitFor()
  if (!(await fold.evaluate((element) => element instanceof HTMLDetailsElement && element.open)))
    await fold.locator('> summary').click()
}

export const openDetails = (page: Page) => openFold(page, 'Details of the trade')
export const openWaysOut = (page: Page) => openFold(page, 'If it cannot go on')
