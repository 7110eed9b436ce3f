/** What surrounds every page, and what pages say to whom: help, ways out, an example that is marked as one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formWith, type Visitor } from '#scripts/trade/http-client.ts'
import { type App, DEMO_NAMES, type DemoName } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { findGlued } from '#tests/support/tour/page-checks.ts'

/** The frame is checked with its strips moving, as most people have them. */
const MOVING = { reducedMotion: 'no-preference' } as const

const NOBODYS = 'auto_00000000000000000000'

let app: App
let browser: TestBrowser
const people = {} as Record<DemoName, Visitor>

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
  for (const name of DEMO_NAMES) people[name] = (await app.signIn(name)).visitor
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

describe('every page', () => {
  it.each(DEMO_NAMES)('leads a %s to help and to the own account', async (who) => {
    const { links } = await people[who].get('/settings')
    const places = links.map(({ href }) => href)
    for (const place of ['/faq', '/instructions', '/contact', '/settings']) expect(places).toContain(place)
  })

  it('links an external escrow site, which learns nothing of the reader', async () => {
    for (const path of ['/', '/faq', '/login']) {
      const html = await (await app.visitor().send(path)).text()
      expect(html).toMatch(/<a href="https:\/\/www\.escrow\.com\/" rel="noopener noreferrer external">/)
    }
  })
})

it('nothing is made up of an owner who has stated nothing, and the desk says what is missing', async () => {
  const { text } = await app.visitor().get('/contact')
  expect(text).not.toContain('Who is behind Quayside')
  for (const path of ['/terms', '/privacy'])
    expect((await app.visitor().get(path)).text).not.toMatch(/Who (?:provides|is res)/)
  const faq = (await app.visitor().get('/faq')).text
  expect(faq).toContain('We answer within 1 working day. Help and decisions cost nothing.')
  const desk = (await people.operator.get('/admin-panel')).text
  expect(desk).toContain('COMPANY_NAME, COMPANY_ADDRESS, COMPANY_REGISTER, GOVERNING_LAW, SUPPORT_HOURS')
})

it('home and FAQ lead to what is held', async () => {
  for (const path of ['/', '/faq']) {
    const { links } = await app.visitor().get(path)
    expect(links.filter(({ href }) => href === '/holdings').length, path).toBeGreaterThan(1)
  }
})

it('the example on home says that it is one', async () => {
  expect((await app.visitor().get('/')).text).toMatch(/Escrow auto_7K3MQ9XHW2TPV4ZD\s*Example/)
})

it('whoever logs out reads so at home, and how to come back', async () => {
  const { visitor } = await app.signIn('unpaid.buyer')
  const page = await visitor.get('/settings')
  const form = page.forms.find(({ action }) => action === '/logout')
  if (!form) throw new Error('There is no way to log out.')
  const home = await visitor.submit(page, form, {})
  expect(home.url.pathname).toBe('/')
  expect(home.text).toContain('You are logged out.')
})

describe('a seller', () => {
  it('reads of no buyer above the lookup', async () => {
    const html = await (await people.seller.send('/transaction-lookup')).text()
    expect(html).toContain('>Transaction Lookup</h1>')
  })

  it('who opens the page with an unknown ID has chosen no files yet', async () => {
    const { text } = await people.seller.get(`/seller-confirm?txid=${NOBODYS}`)
    expect(text).toContain('Transaction not found.')
    expect(text).not.toContain('Choose the files again.')
  })
})

it('a payment page leads to us with its memo', async () => {
  const buyer = people['unpaid.buyer']
  const page = await buyer.get('/payment')
  const values = { asset: 'USDC', amountUsd: '20000', couponCode: '' }
  const quoted = await buyer.submit(page, formWith(page, 'amountUsd'), { values, press: 'quote' })
  const contact = quoted.links.find(({ href }) => href.startsWith('/contact?'))?.href ?? ''
  expect(new URL(contact, app.origin).searchParams.get('subject')).toMatch(/^Service fee, memo or tag \d+$/)
  const form = formWith(await buyer.get(contact), 'message')
  const typed = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
  expect(typed).toMatchObject({ email: 'unpaid.buyer@demo.example', subject: expect.stringContaining('Service fee') })
})

describe('in a browser', () => {
  it('the phone’s menu closes on Escape, on a press beside it, and on the way to another page', async () => {
    const { page, close } = await browser.newPage({ ...MOVING, viewport: { width: 390, height: 844 } })
    await page.goto(`${app.origin}/faq`)
    const menu = page.locator('details.menu')
    const summary = menu.locator('summary')
    const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open)

    await summary.click()
    expect(await isOpen()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await isOpen()).toBe(false)
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)

    await summary.click()
    await page.mouse.click(40, 400)
    expect(await isOpen()).toBe(false)

    await summary.click()
    await menu.getByRole('link', { name: 'Contact' }).click()
    await page.waitForURL('**/contact')
    await expect.poll(isOpen).toBe(false)
    await close()
  })

  it('a page that takes the place of another is announced and has the focus, and strips stay stopped', async () => {
    const { page, close } = await browser.newPage(MOVING)
    await page.goto(`${app.origin}/faq`)
    const stop = page.getByRole('checkbox', { name: 'Stop moving text' })
    await stop.check({ force: true })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    await page.waitForURL('**/contact')
    await expect.poll(() => page.evaluate(() => document.activeElement?.outerHTML)).toMatch(/^<h1 .*>Contact<\/h1>$/)
    expect(await page.getByRole('status').allTextContents()).toContain('Contact: Quayside')
    await page.reload()
    await expect.poll(() => stop.isChecked()).toBe(true)
    await close()
  })

  it('what a form leads to on its own page has the focus when its button is gone', async () => {
    const { page, close } = await browser.newPage(MOVING)
    await page.goto(`${app.origin}/login`)
    await page.getByLabel('Email').fill('unpaid.buyer@demo.example')
    await page.getByLabel('Password').fill('quiet harbour lantern')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.goto(`${app.origin}/payment`)
    const change = page.getByText('Change', { exact: true })
    if (await change.isVisible()) await change.click()
    await page.locator('[name=amountUsd]').fill('21000')
    await page.locator('main button[value=quote]').click()
    const send = page.getByRole('heading', { name: 'Send exactly this from your wallet' })
    await expect.poll(() => send.evaluate((heading) => heading === document.activeElement)).toBe(true)
    await close()
  })

  it('words that style keeps apart have a space between them for those who read without it, or copy', async () => {
    const { page, close } = await browser.newPage(MOVING)
    for (const path of ['/', '/faq', '/freight-forwarders', '/holdings', '/contact', '/register']) {
      await page.goto(app.origin + path)
      expect(await page.evaluate(findGlued), path).toEqual([])
    }
    await close()
  })

  it.each(['en', 'th', 'fa', 'ru'])(
    'the letters of a page are asked for before it is drawn, so that it stands still: %s',
    async (lng) => {
      const html = await (await app.visitor().send(`/login?lng=${lng}`)).text()
      const [head = ''] = html.split('</head>')
      const asked = Array.from(
        head.matchAll(/<link rel="preload" as="font"[^>]*href="([^"]+)"/g),
        ([, href = '']) => href,
      )
      expect(asked.length).toBe(lng === 'en' ? 1 : 2)
      expect(head.indexOf(asked[0] ?? '')).toBeLessThan(head.indexOf('rel="stylesheet"'))
      for (const href of asked) expect((await app.visitor().send(href)).headers.get('Content-Type')).toBe('font/woff2')
    },
  )

  it('sheets go on over pages of paper, and what belongs together inside them stays together', async () => {
    const { page, close } = await browser.newPage()
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${app.origin}/register`)
    const breaks = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((element) => getComputedStyle(element).breakInside)
    expect([await breaks('.sheet'), await breaks('.sheet li')]).toEqual(['auto', 'avoid'])
    await close()
  })

  it.each(['/', '/login', '/register', '/holdings', '/freight-forwarders', '/faq'])(
    'letters of twice the size fit a phone: %s',
    async (path) => {
      // 195 px with letters of 16 px hold as many letters as 390 px with letters of 32 px.
      const { page, close } = await browser.newPage({ ...MOVING, viewport: { width: 195, height: 844 } })
      await page.goto(app.origin + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(195)
      await close()
    },
  )
})
