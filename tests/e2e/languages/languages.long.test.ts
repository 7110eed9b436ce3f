/**
 * Every page of every role in every language that is complete, on a phone; what a person does on a page is tested in
 * English (walk.long.test.ts). Checked are
 * - every page in every language, as the server sends it: status and Content-Language, no English and no raw keys,
 *   nothing cut off or wider than the screen, a name for each control, Persian mirrored. The HTML comes over HTTP and
 *   is laid out on a light table, which costs milliseconds;
 * - every page in one language, after hydration: the same again, no complaint of the browser or of React, and what axe
 *   says of names, labels and languages. The language rotates over the pages; colours and structure do not depend on
 *   it, and the walk checks those;
 * - pages that scripts add to, or that show dates, numbers and amounts, in every language after hydration.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#app/kernel/i18n/languages.ts'
import type { Visitor } from '#scripts/trade/http-client.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { checkLanguage, checkNames, completeLanguages, findFaults } from '#tests/support/tour/languages.ts'
import { type LaidOut, openLightTable } from '#tests/support/tour/light-table.ts'
import { checkWords } from '#tests/support/tour/page-checks.ts'
import { prepareTrades, type SampleTrades } from '#tests/support/tour/sample-trades.ts'
import { addressOf, enter, holdStill, ROLES, type Role, TOUR } from '#tests/support/tour/tour.ts'
import type { Stop } from '#tests/support/tour/tour-stop.ts'

const PHONE = { width: 390, height: 844 }
const COMPLETE = completeLanguages()

let app: OwnApp
let browser: TestBrowser
let trades: SampleTrades
let layOut: (html: string) => Promise<LaidOut>

beforeAll(async () => {
  app = await openOwnApp()
  browser = await openBrowser()
  const table = await browser.newPage({ viewport: PHONE })
  layOut = await openLightTable(table.page, app.origin)
  trades = await prepareTrades(app)
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** The pages that a role sees itself: no redirects, and no public pages, which the visitor's run has checked. */
function pagesOf(role: Role): Stop[] {
  const isSeen = ({ lands }: Stop) => lands === undefined
  // A page that turns visitors away is a different page for those whom it admits.
  const isOpen = (stop: Stop) => isSeen(stop) && (stop.status === undefined || stop.status === 404)
  const paths = new Set<Stop['path']>(role === 'visitor' ? [] : TOUR.visitor.filter(isOpen).map(({ path }) => path))
  return TOUR[role].filter((stop) => {
    const isNew = !paths.has(stop.path) || stop.path === '/' || stop.before !== undefined
    paths.add(stop.path)
    return isSeen(stop) && isNew
  })
}

/**
 * Pages that scripts change: the calculator, buttons that copy and print, the countdown, previews, forms that check
 * themselves; and the pages full of dates and amounts.
 */
const CHANGED_BY_SCRIPTS: Record<Role, string[]> = {
  visitor: ['freight'],
  'unpaid.buyer': ['payment-quoted'],
  'paid.buyer': ['dashboard', 'submit', 'lookup-unfunded', 'lookup-confirmed', 'statement-final'],
  'pilot.buyer': [],
  seller: ['confirm-funded'],
  operator: [],
}

/** Rotates through the languages from page to page, over all roles. */
let turns = 0
function nextLanguage(): Language {
  turns += 1
  return COMPLETE[turns % COMPLETE.length] ?? 'en'
}

describe.each(ROLES)(`%s, in ${COMPLETE.join(', ')}`, (role) => {
  let window: TestPage
  let visitor: Visitor

  beforeAll(async () => {
    window = await enter({ app, browser }, role)
    await window.page.setViewportSize(PHONE)
    visitor = role === 'visitor' ? app.visitor() : (await app.signIn(role)).visitor
  })

  afterAll(() => window?.close())

  it.each(pagesOf(role))('$name', async (stop) => {
    await stop.before?.(app)
    const wrong = await Promise.all(COMPLETE.map((language) => readAsSent(stop, { visitor, language })))
    expect(wrong.flat()).toEqual([])
    const turn = nextLanguage()
    expect(await readInBrowser(stop, { window, language: turn })).toEqual([])
    expect(await checkNames(window.page)).toEqual([])
    if (!CHANGED_BY_SCRIPTS[role].includes(stop.name)) return
    for (const language of COMPLETE.filter((each) => each !== turn)) {
      expect(await readInBrowser(stop, { window, language })).toEqual([])
    }
  })
})

it('the light table shows what is wrong with a page', async () => {
  const html = `<!doctype html><html lang="fa" dir="ltr"><body>
    <div class="bar__mark">common</div><p>home.title</p><p>{{amount}}</p>
    <p>The money waits on the quay until the papers are right.</p>
    <p lang="de" style="inline-size: 4ch; overflow-wrap: anywhere">Akkreditiv</p>
    <div class="wide" style="inline-size: 900px">w</div><button type="button"></button></body></html>`
  const found = (await findAsSent(html, 'fa')).join('\n')
  for (const sentence of [
    'English: “The money waits on the quay until the papers are right.”',
    'raw words: home.title',
    'raw words: {{amount}}',
    'wider than the screen: div.wide',
    'cut by the end of a line: Akkreditiv',
    'without a name: <button type="button"></button>',
    'the direction is ltr, computed ltr',
  ]) {
    expect(found).toContain(sentence)
  }
})

it('every page that scripts change is on the tour', () => {
  for (const role of ROLES) {
    const names = pagesOf(role).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(CHANGED_BY_SCRIPTS[role]))
  }
})

async function readAsSent(
  stop: Stop,
  { visitor, language }: { visitor: Visitor; language: Language },
): Promise<string[]> {
  const { pathname, search } = addressIn(stop, language)
  // The connection is local: compressing costs more than it saves.
  const send = (path: string) => visitor.send(path, { headers: { 'Accept-Encoding': 'identity' } })
  const first = await send(pathname + search)
  const place = first.headers.get('location')
  // A page that redirects each new form to an address of its own.
  const answer = place?.startsWith(`${pathname}?`) ? await send(place) : first
  const html = await answer.text()
  const found = [
    ...findWrongAnswer({ stop, language }, { status: answer.status, said: answer.headers.get('content-language') }),
    ...(await findAsSent(html, language)),
  ]
  return found.map((sentence) => `${language}, as sent: ${sentence}`)
}

async function readInBrowser(
  stop: Stop,
  { window, language }: { window: TestPage; language: Language },
): Promise<string[]> {
  const { page, complaints } = window
  complaints.length = 0
  if (stop.leaves) await holdStill(page)
  const answer = await page.goto(addressIn(stop, language).href)
  const found = [
    ...findWrongAnswer(
      { stop, language },
      { status: answer?.status() ?? 0, said: answer?.headers()['content-language'] ?? null },
    ),
    ...(await checkLanguage(page, language)),
    ...complaints,
  ]
  return found.map((sentence) => `${language}: ${sentence}`)
}

async function findAsSent(html: string, language: Language): Promise<string[]> {
  return findFaults(await layOut(html), language)
}

function addressIn(stop: Stop, language: Language): URL {
  const address = addressOf(stop, { app, trades })
  address.searchParams.set('lng', language)
  return address
}

function findWrongAnswer(
  { stop, language }: { stop: Stop; language: Language },
  { status, said }: { status: number; said: string | null },
): string[] {
  return [
    ...(status === (stop.status ?? 200) ? [] : [`the status is ${status}`]),
    ...(said === language ? [] : [`Content-Language is ${said}`]),
  ]
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
    expect(fetched).toHaveLength(1)
    const groups = fetched.pop()?.replace('/words/fa/', '').split('.')
    expect(groups).toContain('home')
    expect(groups).not.toContain('contact')

    await page.locator('.bar nav a[href="/contact"]').click()
    await page.waitForURL((url) => url.pathname === '/contact')
    await page.locator('form [name="message"]').waitFor()
    expect(fetched.sort()).toEqual(['/words/fa/company', '/words/fa/contact'])
    expect(await checkWords(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('are kept by the browser for as long as they are the current ones', async () => {
    const html = await (await app.visitor().send('/?lng=fa')).text()
    const version = /\/words\/fa\/[\w.]+\?v=([\w-]+)/.exec(html)?.[1] ?? ''
    const current = await app.visitor().send(`/words/fa/contact?v=${version}`)
    expect(current.headers.get('cache-control')).toContain('immutable')
    const old = await app.visitor().send('/words/fa/contact?v=old')
    expect(old.headers.get('cache-control')).toBe('no-store')
    for (const path of [
      '/words/xx/contact',
      '/words/fa/nothing',
      '/words/fa/contact.nothing',
      '/words/fa/.',
      '/words/fa/toString',
    ]) {
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
    const choice = page.getByRole('combobox', { name: 'Language of this page' })
    await choice.focus()
    await page.keyboard.press('ArrowDown')
    // The arrow keys pass over languages: none is set before the button is pressed.
    const set = page.locator('main').getByRole('button', { name: 'Set language' })
    await set.waitFor()
    expect(new URL(page.url()).searchParams.get('lng')).toBeNull()
    expect(await choice.evaluate((select) => select === document.activeElement)).toBe(true)
    await choice.selectOption('tr')
    await set.press('Enter')
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
