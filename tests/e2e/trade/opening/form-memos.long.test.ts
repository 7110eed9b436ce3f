/** The memo that a form of /submit shows, in a browser: kept by a reload and by going back, another in another tab. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openRow, registerPilot } from '#tests/support/app/journey.ts'
import { BROWSERS } from '#tests/support/app/payer.ts'
import { payerOn, setStage } from '#tests/support/app/stage.ts'
import { walletOf } from '#tests/support/world/people.ts'

const stage = setStage()

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Currency').selectOption('XLM')
  await page.getByLabel('Amount').fill('10')
  await openRow(page, 'Receiving wallet: the seller’s')
  await page.getByRole('radio', { name: 'I have the seller’s wallet' }).check()
  await page.getByLabel('Receiving wallet address').fill(walletOf('XLM'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
}

async function memoOn(page: Page): Promise<string> {
  const memo = page.locator('.only--manual .memo')
  await memo.waitFor({ state: 'attached' })
  return (await memo.textContent()) ?? ''
}

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  const the = payerOn(stage, { javaScript })

  it('belongs to its form', async () => {
    const { page, context } = the.payer
    const { origin } = stage.app
    await context.clearCookies()
    await registerPilot(page, { origin, email: `memos.${crypto.randomUUID()}@example.org` })
    await fillIn(page)
    const memo = await memoOn(page)
    expect(memo).toMatch(/^\d+$/)

    await page.reload()
    expect(await memoOn(page)).toBe(memo)
    const tab = await context.newPage()
    await tab.goto(`${origin}/submit`)
    await fillIn(tab)
    expect(await memoOn(tab)).not.toBe(memo)
    await page.goto(`${origin}/faq`)
    await page.goBack()
    expect(await memoOn(page)).toBe(memo)

    // A refused form stays the same form.
    await openRow(page, 'How is the payment found?')
    await page.getByRole('radio', { name: 'Manual' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    expect(await memoOn(page)).toBe(memo)

    await page.locator('input[name=txid]').fill('ab'.repeat(32))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Submit Transaction' }).click()
    await page.getByRole('heading', { name: 'Escrow TXID' }).waitFor()
    expect(await page.locator('.memo').first().textContent()).toBe(memo)
    await tab.close()
  })
})
