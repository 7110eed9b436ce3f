/** Email confirmation and password reset, from the page to the inbox and back (product.md §6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formWith } from '#scripts/trade/http-client.ts'
import { linkInMail, newEmail, until } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { register } from '#tests/support/app/journey.ts'
import { asLimitedAsEverywhere, borrowApp } from '#tests/support/app/lent-app.ts'
import { checkLook } from '#tests/support/look/check-look.ts'
import { checkWords } from '#tests/support/tour/page-checks.ts'

const OLD_PASSWORD = 'three boats at low tide'
const NEW_PASSWORD = 'four boats at high tide'

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
])('$words', ({ javaScript }) => {
  const enter = async (role: 'Buyer' | 'Seller') => {
    const window = await browser.newPage({ javaScript })
    const email = newEmail(role === 'Buyer' ? 'buyer' : 'seller')
    await register(window.page, app.origin, { role, email })
    return { ...window, email }
  }
  /** Expects a sound layout at every size in both schemes, and no raw message keys. The check is itself a script. */
  const expectWell = async (page: TestPage['page']) => {
    if (!javaScript) return
    expect(await checkWords(page)).toEqual([])
    expect(await checkLook(page)).toEqual([])
  }
  const nextLink = (email: string, page: string, before: string) =>
    until({ what: 'another letter', pauseMs: 100 }, async () => {
      const link = await linkInMail(app.harbour, { to: email, page })
      return link === before ? null : link
    })

  it('a seller confirms the address by the letter', async () => {
    const { page, email, complaints, close } = await enter('Seller')
    const first = await linkInMail(app.harbour, { to: email, page: '/confirm-email' })
    await page.goto(`${app.origin}/dashboard`)
    await page.getByText(`Open the link in the email to ${email}`).waitFor()
    await expectWell(page)

    // Does not reveal whether there is such an escrow.
    await page.goto(`${app.origin}/seller-confirm?txid=auto_00000000000000000000`)
    await page.getByText('Confirm your email address first').waitFor()
    await page.getByText('Transaction not found.').first().waitFor()
    await page.getByRole('button', { name: 'Send the email again' }).click()
    await page.getByRole('heading', { name: 'The email is on its way' }).waitFor()
    await expectWell(page)

    const second = await nextLink(email, '/confirm-email', first)
    // A mail scanner has opened the link before; it still works.
    await app.visitor().get(second)
    await page.goto(app.origin + second)
    await page.getByText(`${email}, for the account of A Seller.`).waitFor()
    await expectWell(page)
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await expectWell(page)
    await page.reload()
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    expect(await page.getByText('Confirm your email address').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('the link works on another device too, with the password', async () => {
    const { email, close } = await enter('Buyer')
    const elsewhere = await browser.newPage({ javaScript })
    const { page } = elsewhere
    await page.goto(app.origin + (await linkInMail(app.harbour, { to: email, page: '/confirm-email' })))
    await expectWell(page)
    await page.getByLabel('Password').fill('not the password of it')
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByText('This is not your password.').first().waitFor()
    await expectWell(page)
    await page.getByLabel('Password').fill(OLD_PASSWORD)
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await Promise.all([close(), elsewhere.close()])
  })

  it('whoever owns the mailbox and did not open the account takes it over', async () => {
    const { page: opener, email, close } = await enter('Seller')
    const owner = await browser.newPage({ javaScript })
    const { page } = owner
    await page.goto(app.origin + (await linkInMail(app.harbour, { to: email, page: '/confirm-email' })))
    await page.getByRole('link', { name: 'I don’t know the password' }).click()
    await page.getByLabel('New password').waitFor()
    await expectWell(page)
    await page.getByLabel('New password').fill('a phrase that only the owner knows')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    await opener.goto(`${app.origin}/dashboard`)
    await opener.waitForURL(/\/login/)
    await Promise.all([close(), owner.close()])
  })

  it('a forgotten password is replaced by the letter, and every session ends', async () => {
    const { page, email, complaints, close } = await enter('Buyer')
    const elsewhere = await browser.newPage({ javaScript })
    const phone = elsewhere.page
    await phone.goto(`${app.origin}/login`)
    await phone.getByRole('link', { name: 'Forgot your password?' }).click()
    // The URL changes shortly before the page does, and the old page's form has an email field too.
    await phone.waitForURL(`${app.origin}/forgot-password`)
    await phone.getByRole('button', { name: 'Send the link' }).waitFor()
    await phone.getByLabel('Email').fill(email)
    await phone.getByRole('button', { name: 'Send the link' }).click()
    await phone.getByText('Check your inbox').waitFor()

    const link = await linkInMail(app.harbour, { to: email, page: '/reset-password' })
    await app.visitor().get(link)
    await phone.goto(app.origin + link)
    await expectWell(phone)
    // A person who knows the password logs in by the same link, which stays valid.
    await phone.getByRole('link', { name: 'Log in with it' }).click()
    await phone.waitForURL((url) => url.pathname === '/login')
    expect(await phone.getByLabel('Email').inputValue()).toBe(email)
    await expectWell(phone)
    await phone.getByLabel('Password').fill(OLD_PASSWORD)
    await phone.getByRole('button', { name: 'Login' }).click()
    await phone.waitForURL((url) => url.pathname !== '/login')
    await phone.goto(app.origin + link)
    await phone.getByLabel('New password').fill('too short')
    await phone.getByRole('button', { name: 'Save the new password' }).click()
    await phone.getByText('Use at least 12 characters.').first().waitFor()
    await phone.getByLabel('New password').fill(NEW_PASSWORD)
    await phone.getByRole('button', { name: 'Save the new password' }).click()
    await phone.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    expect(phone.url()).not.toContain('token')

    // The browser that was logged in before is logged out.
    await page.goto(`${app.origin}/dashboard`)
    expect(new URL(page.url()).pathname).toBe('/login')
    await logIn(page, email, OLD_PASSWORD)
    await page.getByText('Invalid email or password.').first().waitFor()
    await logIn(page, email, NEW_PASSWORD)
    await page.waitForURL((url) => url.pathname !== '/login')

    await phone.goto(app.origin + link)
    await phone.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await phone.getByRole('link', { name: 'Get a new link' }).click()
    await phone.waitForURL(`${app.origin}/forgot-password`)
    await until({ what: 'the letter about the change', pauseMs: 100 }, async () => {
      const subjects = (await app.harbour.mails(email)).map(({ subject }) => subject)
      return subjects.includes('Your password was changed') ? subjects : null
    })
    expect([...complaints, ...elsewhere.complaints]).toEqual([])
    await Promise.all([close(), elsewhere.close()])
  })
})

describe('asked for a new password', () => {
  const ask = async (of: App, email: string) => {
    const visitor = of.visitor()
    const page = await visitor.get('/forgot-password')
    const { text, status, url } = await visitor.submit(page, formWith(page, 'email'), { values: { email } })
    return { text, status, path: url.pathname + url.search }
  }

  it('the page answers the same whether the address has an account or not, and however often it is asked', async () => {
    // Only the text below the heading: the prices above it change.
    const said = (text: string) => text.slice(text.lastIndexOf('Forgot your password?'))
    await using limited = await asLimitedAsEverywhere()
    const answers = async (email: string) => {
      const all = []
      for (let tried = 0; tried < 6; tried += 1) {
        const answer = await ask(limited.app, email)
        all.push({ ...answer, text: said(answer.text) })
      }
      return all
    }
    const known = await answers('pilot.buyer@demo.example')
    expect(await answers('nobody@demo.example')).toEqual(known)
    expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(known[0]?.text).toContain('Check your inbox')
    expect(known[5]?.text).toContain('If the address has an account, we have emailed a link.')
  })

  it('the pages of the links are kept by nobody, and tell nobody where the reader came from', async () => {
    for (const path of ['/reset-password?token=x', '/confirm-email?token=x']) {
      const { headers } = await app.visitor().send(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  it('the link leads to our own address, whatever the request said', async () => {
    const email = 'unpaid.buyer@demo.example'
    const headers = { Origin: app.origin, 'X-Forwarded-Host': 'evil.example' }
    const body = new URLSearchParams({ email })
    // The framework refuses a foreign host, or the request passes: the email never contains that host.
    await app.visitor().send('/forgot-password', { method: 'POST', body, headers })
    await ask(app, email)
    await linkInMail(app.harbour, { to: email, page: '/reset-password' })
    for (const { text } of await app.harbour.mails(email)) {
      expect(text).not.toContain('evil.example')
      expect(text).toContain(`${app.origin}/`)
    }
  })
})

async function logIn(page: TestPage['page'], email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}
