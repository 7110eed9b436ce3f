/**
 * Every page of every role in every language that is complete, on a phone: nothing left in English, nothing cut off,
 * Persian mirrored. What a person does on a page is walked in English (walk.test.ts).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#app/i18n/kernel/languages.ts'
import { type App, openApp } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { checkLanguage, completeLanguages } from '#tests/support/tour/languages.ts'
import { checkWords } from '#tests/support/tour/page-checks.ts'
import { prepareTrades, type SampleTrades } from '#tests/support/tour/sample-trades.ts'
import { addressOf, enter, isTakenOver, ROLES, type Role, TOUR } from '#tests/support/tour/tour.ts'
import type { Stop } from '#tests/support/tour/tour-stop.ts'

const PHONE = { width: 390, height: 844 }
const COMPLETE = completeLanguages()

let app: App
let browser: TestBrowser
let trades: SampleTrades

beforeAll(async () => {
  app = await openApp()
  browser = await openBrowser()
  trades = await prepareTrades(app)
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** The pages that a role sees itself: redirects lead to one of them, and what everybody may read a visitor has read. */
function pagesOf(role: Role): Stop[] {
  const isSeen = ({ lands, leaves, before }: Stop) => lands === undefined && !(leaves && before)
  const paths = new Set<Stop['path']>(role === 'visitor' ? [] : TOUR.visitor.map(({ path }) => path))
  return TOUR[role].filter((stop) => {
    const isNew = !paths.has(stop.path) || stop.path === '/' || stop.before !== undefined
    paths.add(stop.path)
    return isSeen(stop) && isNew
  })
}

/** Two windows share the languages: a page waits for its server more than it computes. */
const HALVES = [COMPLETE.filter((_, index) => index % 2 === 0), COMPLETE.filter((_, index) => index % 2 === 1)]

describe.each(ROLES)(`%s, in ${COMPLETE.join(', ')}`, (role) => {
  let windows: TestPage[]

  beforeAll(async () => {
    windows = []
    for (const _ of HALVES) {
      const window = await enter({ app, browser }, role)
      await window.page.setViewportSize(PHONE)
      windows.push(window)
    }
  })

  afterAll(async () => {
    for (const window of windows) await window.close()
  })

  it.each(pagesOf(role))('$name', async (stop) => {
    // So many pages in a minute nobody else reads: who looks escrows up would be told to wait.
    await app.query('delete from rate_limit')
    await stop.before?.(app)
    const wrong = await Promise.all(windows.map((window, half) => walkThrough(stop, window, HALVES[half] ?? [])))
    expect(wrong.flat()).toEqual([])
  })
})

/** The page in each of these languages; answers with all that is wrong. */
async function walkThrough(
  stop: Stop,
  { page, complaints }: TestPage,
  languages: readonly Language[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const language of languages) {
    complaints.length = 0
    const address = addressOf(stop, { app, trades })
    address.searchParams.set('lng', language)
    const answer = await page.goto(address.href)
    await page.waitForFunction(isTakenOver)
    const said = answer?.headers()['content-language']
    const status = answer?.status() ?? 0
    const found = [
      ...(status === (stop.status ?? 200) ? [] : [`the status is ${status}`]),
      ...(said === language ? [] : [`Content-Language is ${said}`]),
      ...(await checkLanguage(page, language)),
      ...(await checkWords(page)),
      ...complaints,
    ]
    wrong.push(...found.map((sentence) => `${language}: ${sentence}`))
  }
  return wrong
}

describe('what a page is sent as', () => {
  it.each(COMPLETE)('is whole characters, as it comes from the server (%s)', async (language) => {
    for (const path of ['/', '/freight-forwarders', '/faq', '/terms']) {
      const page = await (await app.visitor().send(`${path}?lng=${language}`)).text()
      expect(page).not.toMatch(/[\0\ufffd]/)
    }
  })
})

describe('the words of a page', () => {
  it('are those that it needs, and others come when the reader goes on to a page that needs them', async () => {
    const { page, complaints, close } = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const fetched: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/words/')) fetched.push(pathname)
    })
    await page.goto(`${app.origin}/?lng=fa`)
    await page.waitForFunction(isTakenOver)
    const carried = await page.evaluate(() => document.getElementById('words')?.textContent ?? '')
    expect(Object.keys(JSON.parse(carried).words)).toContain('home')
    expect(Object.keys(JSON.parse(carried).words)).not.toContain('contact')
    expect(fetched).toEqual([])

    await page.locator('.bar nav a[href="/contact"]').click()
    await page.waitForURL((url) => url.pathname === '/contact')
    await page.locator('form [name="message"]').waitFor()
    expect(fetched).toEqual(['/words/fa/contact'])
    expect(await checkWords(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('are kept by the browser for as long as they are the current ones', async () => {
    const html = await (await app.visitor().send('/')).text()
    const version = /"version":"([\w-]+)"/.exec(html)?.[1] ?? ''
    const current = await app.visitor().send(`/words/fa/contact?v=${version}`)
    expect(current.headers.get('cache-control')).toContain('immutable')
    const old = await app.visitor().send('/words/fa/contact?v=old')
    expect(old.headers.get('cache-control')).toBe('no-store')
    for (const path of ['/words/xx/contact', '/words/fa/nothing', '/words/fa/toString']) {
      expect((await app.visitor().send(path)).status).toBe(404)
    }
  })
})

describe('search engines', () => {
  it('find every public page in every language, at addresses that name each other', async () => {
    const sitemap = await (await app.visitor().send('/sitemap.xml')).text()
    const pages = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address)
    const linksIn = (text: string) =>
      Array.from(text.matchAll(/hreflang="([\w-]+)" href="(.*?)"/gi), ([, language, href]) => `${language} ${href}`)
    expect(linksIn(sitemap)).toHaveLength(pages.length * (Object.keys(LANGUAGES).length + 1))
    for (const page of pages) {
      const german = await (await app.visitor().send(`${page}?lng=de`)).text()
      expect(german).toContain(`<link rel="canonical" href="${page}?lng=de"/>`)
      expect(linksIn(german)).toContain(`fa ${page}?lng=fa`)
      expect(linksIn(german)).toContain(`x-default ${page}`)
      for (const link of linksIn(german)) expect(linksIn(sitemap)).toContain(link)
    }
  })
})

describe('the choice of a language', () => {
  it('stays on the page, is kept with the account, and is not made by a link from elsewhere', async () => {
    const { visitor, email } = await app.signIn('seller')
    const locale = async () =>
      (await app.query<{ locale: string }>('select locale from "user" where email = $1', [email]))[0]?.locale
    const from = (site: string) => ({ headers: { 'Sec-Fetch-Site': site } })

    const foreign = await visitor.send('/dashboard?lng=fa', from('cross-site'))
    expect(foreign.headers.get('content-language')).toBe('fa')
    expect(await locale()).toBe('en')

    const { page, close } = await enter({ app, browser }, 'seller')
    await page.goto(`${app.origin}/faq?x=1`)
    await page.getByRole('combobox', { name: 'Language of this page' }).selectOption('tr')
    await page.waitForURL((url) => url.searchParams.get('lng') === 'tr')
    expect(new URL(page.url()).searchParams.get('x')).toBe('1')
    await close()
    expect(await locale()).toBe('tr')
    const next = await visitor.send('/dashboard')
    expect(next.headers.get('content-language')).toBe('tr')
    expect(next.headers.get('vary')).toMatch(/Accept-Language/)
    await app.query('update "user" set locale = $2 where email = $1', [email, 'en'])
  })
})
