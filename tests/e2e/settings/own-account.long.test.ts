/** The account settings, by clicking on a phone: name, sessions, wallets, data export, closing. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import { newEmail } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { openUnpaid, register } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { unzip } from '#tests/support/operating/unzip.ts'

const PASSWORD = 'three boats at low tide'
const PHONE = { viewport: { width: 390, height: 844 } }

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

const said = (page: Page, words: string) => page.getByRole('main').getByRole('status').getByText(words).waitFor()
const complained = (page: Page, words: string) => page.getByRole('alert').getByText(words).waitFor()
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first().click()

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words', ({ javaScript }) => {
  const newcomer = async (role: 'Buyer' | 'Seller') => {
    const window = await browser.newPage({ javaScript, ...PHONE })
    const email = newEmail(role === 'Buyer' ? 'buyer' : 'seller')
    await register(window.page, app.origin, { role, email })
    return { ...window, email }
  }
  const logIn = async (page: Page, email: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Login')
  }

  it('name, language and sessions are changed; what was typed elsewhere is not lost', async () => {
    const { page, email, complaints, close } = await newcomer('Seller')
    const elsewhere = await browser.newPage({ javaScript, ...PHONE })
    await elsewhere.page.goto(`${app.origin}/login?redirectTo=/settings`)
    await logIn(elsewhere.page, email)
    const other = elsewhere.page
    await other.getByLabel('Full name').fill('Typed Elsewhere Ltd')

    await page.goto(`${app.origin}/settings`)
    await page.getByLabel('Full name').fill('see www.example.org')
    await press(page, 'Save')
    await complained(page, 'Enter only a name: no address, link or telephone number. Type spaces after full stops.')
    expect(await page.getByLabel('Full name').inputValue()).toBe('see www.example.org')
    await page.getByLabel('Full name').fill('Cape Coast Cocoa Ltd')
    await press(page, 'Save')
    await said(page, 'Your name is saved.')

    const sessions = page.getByRole('listitem').filter({ hasText: 'last seen' })
    expect(await sessions.count()).toBe(2)
    await press(page, 'Log out everywhere else')
    await said(page, 'You are logged out everywhere else.')
    expect(await sessions.count()).toBe(1)

    await press(other, 'Save')
    await other.waitForURL(/\/login/)
    await logIn(other, email)
    await other.waitForURL(/\/settings/)
    expect(await other.getByLabel('Full name').inputValue()).toBe('Typed Elsewhere Ltd')
    await press(other, 'Save')
    await said(other, 'Your name is saved.')
    expect(await app.query('select name from "user" where email = $1', [email])).toEqual([
      { name: 'Typed Elsewhere Ltd' },
    ])

    // A language chosen in one browser applies in the other too.
    await other.getByRole('main').getByLabel('Language', { exact: true }).selectOption('de')
    await press(other, 'Set language')
    await other.locator('html[lang=de]').waitFor()
    await page.goto(`${app.origin}/settings`)
    await page.locator('html[lang=de]').getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    expect([...complaints, ...elsewhere.complaints]).toEqual([])
    await Promise.all([close(), elsewhere.close()])
  })

  it('a wallet is named, forms begin with it, and it is removed; the escrow keeps it, and the account open', async () => {
    const { page, email, complaints, close } = await newcomer('Buyer')
    await app.query('update "user" set "hasPaid" = true, "paidAt" = now() where email = $1', [email])
    const [first, second] = [playAddress('seller', 'XLM'), playAddress('friend', 'XLM')]
    const order = { asset: 'XLM', amount: '40', sellerEmail: 'supplier@trade.example' } as const
    await page.goto(`${app.origin}/submit`)
    const { txid } = await openUnpaid(page, { ...order, payout: first })

    await page.goto(`${app.origin}/settings/wallets`)
    await page.getByLabel('Your name for it').fill('Accra office')
    await press(page, 'Save')
    await said(page, 'The name is saved.')
    await page.getByRole('heading', { name: 'Accra office' }).waitFor()
    await page.getByText('forms begin with it').waitFor()

    // The wallet used last takes the place of the chosen one, until that is chosen again.
    await app.query(
      `update "user" set "walletAddress" = $2, "walletMemo" = null, "walletSellerEmail" = null where email = $1`,
      [email, second],
    )
    await page.goto(`${app.origin}/settings/wallets`)
    await press(page, 'Begin forms with it')
    await said(page, 'Forms now begin with this wallet.')
    const formText = async () => {
      await page.goto(`${app.origin}/submit`)
      return ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s/g, '')
    }
    expect(await formText()).toContain(first)

    await page.goto(`${app.origin}/settings/wallets`)
    const named = page.locator('section', { has: page.getByRole('heading', { name: 'Accra office' }) })
    await named.getByRole('button', { name: 'Remove' }).click()
    await said(page, 'The wallet is removed.')
    expect(await page.getByRole('heading', { name: 'Accra office' }).count()).toBe(0)
    expect(await formText()).not.toContain(first)
    await page.goto(`${app.origin}/transaction-lookup?txid=${txid}`)
    expect(((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s/g, '')).toContain(first)

    await page.goto(`${app.origin}/settings/close`)
    await page.getByRole('heading', { name: 'This has to end first' }).waitFor()
    await page.getByRole('link', { name: txid }).waitFor()
    expect(await page.getByRole('button', { name: 'Close my account for good' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('a copy of everything is made for the password, and holds what one has uploaded', async () => {
    const { page, email, complaints, close } = await newcomer('Buyer')
    await app.query('update "user" set "hasPaid" = true, "paidAt" = now() where email = $1', [email])
    await page.goto(`${app.origin}/submit`)
    const order = { asset: 'XRP', amount: '4', sellerEmail: 'supplier@trade.example' } as const
    const { txid } = await openUnpaid(page, { ...order, payout: playAddress('seller', 'XRP') })

    await page.goto(`${app.origin}/settings`)
    await page.getByRole('main').getByRole('link', { name: 'A copy of your data' }).click()
    await page.getByLabel('Password').fill('two boats at low tide')
    await press(page, 'Make the copy')
    await complained(page, 'This is not your password.')
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Make the copy')
    await said(page, 'The copy is ready')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the ZIP file' }).click()
    const files = unzip(await readFile(await (await download).path()))
    expect([...files.keys()]).toContain(`documents/${txid}/contract.pdf`)
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject([{ email, name: 'A Buyer' }])
    expect(complaints).toEqual([])
    await close()
  })

  it('an account without trades is closed for good', async () => {
    const { page, email, complaints, close } = await newcomer('Seller')
    await page.goto(`${app.origin}/settings`)
    await page.getByRole('main').getByRole('link', { name: 'Close the account' }).click()
    await page.getByText('Your name and email address are removed at once').waitFor()
    await press(page, 'Close my account for good')
    await complained(page, 'Tick that you know this can’t be undone.')
    await complained(page, 'Enter a password.')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('I know that this can’t be undone.').check()
    await press(page, 'Close my account for good')
    await page.getByText('Your account is closed').waitFor()

    await page.goto(`${app.origin}/settings`)
    await page.waitForURL(/\/login/)
    await logIn(page, email)
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await app.query('select 1 from "user" where email = $1', [email])).toEqual([])
    const closed = `select 1 from outbox_letter where content->>'letter' = 'account_closed' and recipient = $1 and "sentAt" is not null`
    await app.untilRow('the last letter is sent', closed, [email])
    // Refused logins are not faults of ours.
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
    await close()
  })
})
