/** The Admin Panel by clicking: a dispute is decided and paid out, an unmatched payment is closed. */

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { findUnmatchedOnPage, openUnfunded, payWithoutMemo, putInDispute } from '#tests/support/app/admin-app.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

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
  { javaScript: true, asset: 'XLM', amount: '75.5000001', seller: '45.3', buyer: '30.2000001' },
  { javaScript: false, asset: 'XRP', amount: '20.000003', seller: '0.000002', buyer: '20.000001' },
] as const)('JavaScript $javaScript', ({ javaScript, asset, amount, seller, buyer }) => {
  let window: TestPage

  beforeAll(async () => {
    window = await browser.newPage({ javaScript })
    await window.page.goto(`${app.origin}/admin`)
    await signIn(window, 'operator@demo.example')
    await window.page.waitForURL(`${app.origin}/admin-panel`)
  })

  afterAll(() => window?.close())

  it('a dispute is divided, and each wallet gets its share to the last digit', async () => {
    const { txid } = await putInDispute(app, { asset, amount })
    const before = await balances(asset)
    const { page } = window
    await page.goto(`${app.origin}/admin-panel`)
    await page.locator('.waits').getByRole('link', { name: 'Disputes' }).click()
    await page.locator('.deal', { hasText: txid }).getByRole('link').click()
    await page.getByRole('heading', { name: `Decide about ${amount}` }).waitFor()

    // Without a choice: the error links to the first option, whose label selects it too.
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Choose a decision.' }).click()
    expect(await page.locator(':focus').getAttribute('value')).toBe('release')
    await page.getByText('goes to the seller.').click()
    expect(await page.getByRole('radio', { name: 'Release' }).isChecked()).toBe(true)

    await page.getByRole('radio', { name: 'Divide' }).check()
    await page.getByRole('textbox', { name: 'Seller’s share' }).fill(seller)
    if (javaScript) await page.getByText(`Buyer gets ${buyer} ${asset}.`).waitFor()
    await page.getByLabel('Your reasons').fill('Some of the bags were wet.')
    await page.getByRole('button', { name: 'Continue' }).click()

    // The confirmation names both amounts and both wallets.
    await page.getByRole('heading', { name: 'Divide', exact: true }).waitFor()
    const named = ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s/g, '')
    for (const words of [seller, buyer, playAddress('seller', asset), playAddress('second-buyer', asset)]) {
      expect(named).toContain(words)
    }
    expect(
      await app.query('select 1 from transfer p join escrow e on e.id = p."escrowId" where "transactionId" = $1', [
        txid,
      ]),
    ).toEqual([])
    await page.getByRole('button', { name: 'Yes, divide' }).click()

    await page.getByRole('heading', { name: `${amount} ${asset} is divided.` }).waitFor()
    await page.getByText('paid', { exact: true }).nth(1).waitFor({ timeout: PATIENCE_MS })
    const after = await balances(asset)
    expect(after.seller.minus(before.seller).toFixed()).toBe(seller)
    expect(after.buyer.minus(before.buyer).toFixed()).toBe(buyer)
    expect(window.complaints).toEqual([])
  })

  it('a payment without a memo is assigned to the escrow that it was meant for', async () => {
    const txid = await openUnfunded(app, { asset: 'XLM', amount: '31.25' })
    const hash = await payWithoutMemo(app, '31.25', 'escrow')
    const { page } = window
    const row = await findUnmatchedOnPage(page, { origin: app.origin, hash })
    await row.getByText('Assign it', { exact: true }).click()
    await row.getByLabel('What for?').fill('auto_00000000000000000000')
    await row.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('Say how you know whose it is.').waitFor()
    await row.getByRole('textbox', { name: 'How do you know?' }).fill('The payer sent 1 XLM more from the same wallet.')
    await row.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('No such memo, tag or escrow ID.').waitFor()
    await row.getByLabel('What for?').fill(txid)
    await row.getByRole('button', { name: 'Continue' }).click()

    // The confirmation names the escrow and the amount that is due there.
    await page.getByRole('heading', { name: 'Assign it' }).waitFor()
    const named = (await page.getByRole('main').textContent()) ?? ''
    for (const words of [txid, 'paid.buyer@demo.example', '31.2500']) expect(named).toContain(words)
    const funded = 'select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null'
    expect(await app.query(funded, [txid])).toEqual([])
    await page.getByRole('button', { name: 'Yes, assign' }).click()

    await page.getByText('Done and recorded.').waitFor()
    expect(await app.query(funded, [txid])).toHaveLength(1)
    expect(await row.count()).toBe(0)
    expect(window.complaints).toEqual([])
  })

  it('a case is closed with how it ended', async () => {
    const hash = await payWithoutMemo(app, '12.5')
    const outcome = `Paid back to the wallet that its payer named: ${hash}`
    const { page } = window
    const row = await findUnmatchedOnPage(page, { origin: app.origin, hash })
    await row.getByText('Close case').first().click()
    await row.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('Say what becomes of the money').waitFor()
    await row.getByText('Paid back by hand').click()
    await row.getByLabel('Payback hash').fill('c'.repeat(64))
    await row.getByLabel('How did it end?').fill(outcome)
    await row.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Paid back by hand' }).waitFor()
    await page.getByRole('button', { name: 'Yes, close' }).click()
    await page.getByText('Done and recorded.').waitFor()
    expect(await row.count()).toBe(0)
    await page.getByRole('link', { name: 'Closed', exact: true }).click()
    await row.getByText(outcome).waitFor()
    await row.getByText('Olaf Operator').waitFor()
    expect(window.complaints).toEqual([])
  })
})

test('who is no operator reads at /admin what a wrong password gets, and is not signed in', async () => {
  const window = await browser.newPage()
  const { page } = window
  await page.goto(`${app.origin}/admin`)
  await signIn(window, 'paid.buyer@demo.example')
  await page.getByRole('alert').getByText('Invalid email or password.').waitFor()
  expect((await window.context.cookies()).filter(({ name }) => name.endsWith('sid'))).toEqual([])
  await window.close()
})

async function signIn({ page }: TestPage, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

async function balances(asset: 'XLM' | 'XRP'): Promise<{ seller: Decimal; buyer: Decimal }> {
  const has = async (name: 'seller' | 'second-buyer') => (await app.harbour.balances(name))[asset] ?? new Decimal(0)
  return { seller: await has('seller'), buyer: await has('second-buyer') }
}
