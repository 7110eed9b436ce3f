/** Large files on their way to the running app: their progress, what stops them, and what memory they cost. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { formWith } from '#scripts/trade/http-client.ts'
import { paper } from '#scripts/trade/papers.ts'
import { openEscrow, type Person, until } from '#scripts/trade/steps.ts'
import type { App, DemoName } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { layCable } from '#tests/support/app/cable.ts'
import { openDrafted, openRow } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { openFold } from '#tests/support/look/folds.ts'

const MEGABYTE = 1_000_000

let app: App
let browser: TestBrowser
let folder: string
let buyer: Person

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-uploads-'))
  app = await borrowApp({ web: { STORAGE_FOLDER: folder } })
  browser = await openBrowser()
  buyer = await app.signIn('paid.buyer')
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const pdfOf = (bytes: number) => Buffer.from(paper('Contract', randomBytes(Math.max(0, bytes - 1_000))))
const fileOf = (bytes: number, name = 'contract.pdf') => ({ name, mimeType: 'application/pdf', buffer: pdfOf(bytes) })

async function filesThere(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function escrowCount(): Promise<number> {
  return (await app.query<{ count: number }>('select count(*)::int as count from escrow'))[0]?.count ?? -1
}

async function signedIn(who: DemoName, options: { javaScript?: boolean } = {}): Promise<TestPage> {
  const tab = await browser.newPage(options)
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${who}@`))!
  await tab.page.goto(`${app.origin}/login`)
  await tab.page.getByLabel('Email').fill(account.email)
  await tab.page.getByLabel('Password').fill(account.password)
  await tab.page.getByRole('button', { name: 'Login' }).click()
  await tab.page.waitForURL((url) => url.pathname !== '/login')
  return tab
}

/** In bytes per second, for what the page sends; -1: unlimited. */
async function slowDown(network: CDPSession, uploadThroughput: number): Promise<void> {
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await network.send('Network.emulateNetworkConditions', conditions)
}

async function fillIn(page: Page, file: ReturnType<typeof fileOf>, origin = app.origin): Promise<void> {
  await page.goto(`${origin}/submit`)
  await page.getByLabel('Currency').selectOption('XRP')
  await page.getByLabel('Amount').fill('7.5')
  await page.getByLabel('Notes').fill('Forty bags of coffee')
  await page.getByLabel('Contract file').setInputFiles(file)
  await openRow(page, 'Receiving wallet: the seller’s')
  await page.getByLabel('I have the seller’s wallet').check()
  await page.getByLabel('Receiving wallet address').fill(playAddress('seller', 'XRP'))
}

const send = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

// Runs first: the memory that earlier uploads have claimed would hide the cost of this one.
describe.skipIf(!existsSync('/proc/self/status'))('memory (read from /proc)', () => {
  it('an upload of 20 MB adds less than three times its size to the process', async () => {
    const process = await webProcess()
    const upload = async (bytes: number) => {
      const page = await buyer.visitor.get('/submit')
      const contract = new File([new Uint8Array(pdfOf(bytes))], 'contract.pdf')
      const wallet = { walletFrom: 'typed', walletAddress: playAddress('seller', 'XRP') }
      const values = { currency: 'XRP', amount: '7.5', ...wallet, contract }
      const opened = await buyer.visitor.submit(page, formWith(page, 'sellerEmail'), { values })
      expect(opened.text).toContain('Dates of this trade')
    }
    // What the process keeps from its first requests (compiled code, connections) is not a cost of a large one.
    for (let i = 0; i < 12; i++) await upload(2 * MEGABYTE)
    const before = await residentBytes(process)
    let most = before
    let isOver = false
    const large = upload(20 * MEGABYTE).finally(() => {
      isOver = true
    })
    while (!isOver) most = Math.max(most, await residentBytes(process))
    await large
    console.info(`RSS: ${inMegabytes(before)} before, ${inMegabytes(most)} at most while 20 MB arrived`)
    // A file that is collected in memory counts three times: its pieces, their sum, the file.
    expect(most - before).toBeLessThan(60 * MEGABYTE)
  })
})

describe('with JavaScript', () => {
  let tab: TestPage
  let network: CDPSession

  beforeAll(async () => {
    tab = await signedIn('paid.buyer')
    network = await tab.context.newCDPSession(tab.page)
  })
  beforeEach(() => {
    tab.complaints.length = 0
  })
  afterAll(() => tab?.close())

  const uploadAt = (uploadThroughput: number) => slowDown(network, uploadThroughput)

  it('the page says how far the file has come, and goes on when it is there', async () => {
    const { page, complaints } = tab
    await uploadAt(2 * MEGABYTE)
    await fillIn(page, fileOf(8 * MEGABYTE))
    await send(page)
    const bar = page.getByRole('progressbar')
    await bar.waitFor()
    await page.getByText(/^Sending .* of 8 MB$/).waitFor()
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) >= 10)
    await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    await uploadAt(-1)
    expect(complaints).toEqual([])
  })

  it('Cancel stops it, keeps what was typed, and nothing is stored', async () => {
    const { page, complaints } = tab
    const [before, files] = [await escrowCount(), await filesThere()]
    await uploadAt(MEGABYTE)
    await fillIn(page, fileOf(15 * MEGABYTE))
    await send(page)
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) >= 5)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Upload cancelled; nothing was stored.').waitFor()
    expect(await page.getByLabel('Amount').inputValue()).toBe('7.5')
    expect(await page.getByLabel('Notes').inputValue()).toBe('Forty bags of coffee')
    await until({ what: 'the rest goes', pauseMs: 50 }, async () =>
      (await filesThere()).length === files.length ? true : null,
    )
    expect(await escrowCount()).toBe(before)
    expect(complaints).toEqual([])
    await uploadAt(-1)
  })

  it('a connection that breaks is said, and the form can be sent again', async () => {
    const { page } = tab
    await using cable = await layCable(app.origin)
    const before = await escrowCount()
    await uploadAt(MEGABYTE)
    await fillIn(page, fileOf(6 * MEGABYTE), cable.origin)
    await send(page)
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) >= 5)
    cable.cut()
    await page.getByText('Upload interrupted; nothing was stored. Choose the files again.').waitFor()
    expect(await page.getByLabel('Amount').inputValue()).toBe('7.5')
    expect(await escrowCount()).toBe(before)
    cable.mend()
    await uploadAt(-1)
    await send(page)
    await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
    await openDrafted(page)
    expect(await escrowCount()).toBe(before + 1)
    // The throttled connection ends now, and the page may still be loading a font through it.
    await page.goto('about:blank')
  })

  it('a refused form comes back with what was typed, and the page has its own fetch again', async () => {
    const { page, complaints } = tab
    await fillIn(page, { ...fileOf(MEGABYTE), buffer: Buffer.from('no document') })
    await page.evaluate(() => Object.assign(window, { ownFetch: window.fetch }))
    await send(page)
    await page.getByText('contract.pdf is misnamed').first().waitFor()
    expect(await page.getByLabel('Amount').inputValue()).toBe('7.5')
    expect(await page.evaluate(() => Reflect.get(window, 'ownFetch') === window.fetch)).toBe(true)
    expect(complaints).toEqual([])
  })

  it('a request that is cut off in the middle leaves nothing in the store', async () => {
    const [files, before] = [await filesThere(), await escrowCount()]
    const head =
      '--b\r\nContent-Disposition: form-data; name="contract"; filename="contract.pdf"\r\n' +
      'Content-Type: application/pdf\r\n\r\n'
    // A form from the right person and our own page that never ends.
    const cookies = await tab.context.cookies(app.origin)
    const request = ask(`${app.origin}/submit`, {
      method: 'POST',
      headers: {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        origin: app.origin,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 15 * MEGABYTE,
      },
    })
    const ended = new Promise<void>((resolve) => request.on('error', () => resolve()))
    request.write(head)
    request.write(pdfOf(5 * MEGABYTE))
    await until({ what: 'the file arrives', pauseMs: 50 }, async () =>
      (await filesThere()).length > files.length ? true : null,
    )
    request.destroy()
    await ended
    await until({ what: 'it is removed', pauseMs: 50 }, async () =>
      (await filesThere()).length === files.length ? true : null,
    )
    expect(await escrowCount()).toBe(before)
  })

  it('the seller sees it too', async () => {
    const { email } = await app.signIn('seller')
    const wallet = playAddress('seller', 'XRP')
    const contract = new File([new Uint8Array(pdfOf(1000))], 'contract.pdf')
    const { txid } = await openEscrow(buyer, { asset: 'XRP', amount: '5', sellerEmail: email, wallet, contract })
    const { page, context, complaints, close } = await signedIn('seller')
    const seen: string[] = []
    await page.goto(`${app.origin}/seller-confirm?txid=${txid}`)
    await openFold(page, 'Documents and confirmation')
    await page.locator('#BillOfLading').setInputFiles(fileOf(3 * MEGABYTE, 'bill.pdf'))
    await page.getByLabel('Shipment Images').setInputFiles([fileOf(MEGABYTE, 'a.pdf'), fileOf(MEGABYTE, 'b.pdf')])
    await page.getByLabel(/wallet address/).fill(wallet)
    await page.getByLabel('I accept the contract terms.').check()
    await page.getByLabel('I am not a robot.').check()
    const slow = await context.newCDPSession(page)
    await slowDown(slow, MEGABYTE)
    await page.getByRole('button', { name: 'Confirm shipment' }).click()
    await page.getByRole('progressbar').waitFor()
    seen.push((await page.locator('.upload__words').textContent()) ?? '')
    await page.getByRole('heading', { name: 'Confirmation Received' }).waitFor()
    expect(seen.join()).toMatch(/^Sending .* of 5 MB ?\d+%$/)
    expect(complaints).toEqual([])
    await close()
  })
})

it('without JavaScript a double click opens one escrow', async () => {
  const { page, close } = await signedIn('paid.buyer', { javaScript: false })
  const before = await escrowCount()
  await fillIn(page, fileOf(MEGABYTE))
  await send(page)
  await page.getByRole('heading', { name: 'Dates of this trade' }).waitFor()
  await send(page)
  await page.getByRole('button', { name: 'Submit Transaction' }).dblclick()
  await page.getByRole('heading', { name: 'Escrow TXID' }).waitFor()
  expect(await escrowCount()).toBe(before + 1)
  await close()
})

const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`

/** Returns the id of the process that serves the pages: the one that was given the port. */
async function webProcess(): Promise<number> {
  const { port } = new URL(app.origin)
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [command, environment] = await Promise.all([
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${name}/environ`, 'utf8').catch(() => ''),
    ])
    if (command.includes('remix-run') && environment.split('\0').includes(`PORT=${port}`)) return Number(name)
  }
  throw new Error(`No process serves port ${port}.`)
}

async function residentBytes(process: number): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}
