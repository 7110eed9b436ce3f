/** A real browser for the end-to-end tests, which records everything that a person would see as broken. */

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import { findChromium } from './chromium.ts'

/** No sandbox, because tests run as root in containers. The other flags keep Chromium from calling home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type TestPage = {
  page: Page
  context: BrowserContext
  /** Console errors, exceptions, failed requests, answers from 500 on, and missing parts of pages, in order. */
  complaints: string[]
  close(): Promise<void>
}

export type TestBrowser = {
  /** A page of a new person: it shares no cookies with other pages. */
  newPage(options?: { javaScript?: boolean } & BrowserContextOptions): Promise<TestPage>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts Chromium. Close it, or declare it with `await using`. */
export async function openBrowser(): Promise<TestBrowser> {
  const { path, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath: path,
    args: FLAGS,
    env: { ...definedOnly(process.env), ...env },
  })
  const close = () => browser.close()
  return { newPage: (options) => newPage(browser, options), close, [Symbol.asyncDispose]: close }
}

async function newPage(
  browser: Browser,
  { javaScript = true, ...options }: { javaScript?: boolean } & BrowserContextOptions = {},
): Promise<TestPage> {
  // A moving strip of prices keeps a seventh of a core busy per page, and changes pictures and measured colours.
  const context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
    javaScriptEnabled: javaScript,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  // Every tab of this person, including those that links open.
  context.on('page', (tab) => {
    listen(tab, { complaints, javaScript })
    insist(tab)
    if (javaScript) waitForLife(tab)
  })
  const page = await context.newPage()
  return { page, context, complaints, close: () => context.close() }
}

/**
 * After a navigation, waits until our scripts have taken over the page: on a busy machine a test would otherwise type
 * too early, and see another page. With `waitUntil` a test decides itself what to wait for.
 */
function waitForLife(page: Page): void {
  const [goto, reload, arrive] = [page.goto.bind(page), page.reload.bind(page), page.waitForURL.bind(page)]
  const alive = async <Answer>(answer: Answer) => {
    await page.waitForFunction(isTakenOver)
    return answer
  }
  page.goto = async (address, options) =>
    options?.waitUntil ? goto(address, options) : alive(await goto(address, options))
  page.reload = async (options) => (options?.waitUntil ? reload(options) : alive(await reload(options)))
  page.waitForURL = async (address, options) =>
    options?.waitUntil ? arrive(address, options) : alive(await arrive(address, options))
}

/** Retries a navigation that the page's own reload interrupted: a waiting page may reload itself at any moment. */
function insist(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    try {
      return await goto(address, options)
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('interrupted by another navigation'))) throw error
      return goto(address, options)
    }
  }
}

/** Runs in the browser. React marks the elements it has taken over; a page of the harbour has no React. */
function isTakenOver(): boolean {
  return !('__remixContext' in window) || Object.keys(document.body).some((key) => key.startsWith('__react'))
}

function listen(page: Page, { complaints, javaScript }: { complaints: string[]; javaScript: boolean }): void {
  page.on('console', (message) => {
    // Chromium also reports every answer from 400 on here; which of them count is decided below.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    complaints.push(`console error on ${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`exception on ${page.url()}: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown'
    // The browser itself aborts a request when the person leaves the page.
    if (reason === 'net::ERR_ABORTED') return
    // Without JavaScript the browser blocks a page's preloaded scripts.
    if (reason === 'csp' && !javaScript) return
    complaints.push(`request failed: ${request.method()} ${request.url()} (${reason})`)
  })
  page.on('response', (response) => {
    const status = response.status()
    const request = response.request()
    // A refused form is answered with 400, which is no fault; a missing script or picture is one.
    const isPart = !['document', 'fetch', 'xhr'].includes(request.resourceType())
    if (status >= 500 || (status >= 400 && isPart))
      complaints.push(`answer ${status}: ${request.method()} ${response.url()}`)
  })
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
