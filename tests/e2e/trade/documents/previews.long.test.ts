/** Previews of documents on the page, in a real browser: they are drawn, and their content cannot reach the app. */
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { confirmShipment, openEscrow, type Person, until } from '#scripts/trade/steps.ts'
import type { App, DemoName } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import { checkLook } from '#tests/support/look/check-look.ts'
import { openDetails } from '#tests/support/look/folds.ts'
import { drawnPdf, lockedPdf, samplePng } from '#tests/support/world/sample-files.ts'

const pdf = (name: string, content: Buffer) => new File([new Uint8Array(content)], name, { type: 'application/pdf' })
/** Runs in readers that run a document's JavaScript. */
const HOSTILE = '/OpenAction << /S /JavaScript /JS (parent.postMessage\\("stolen", "*"\\); app.alert\\(1\\)) >>'
/** An image by its first bytes, a page by its tags. */
const POLYGLOT = Buffer.concat([samplePng(), Buffer.from('<script>parent.document.title="stolen"</script>')])

let app: App
let browser: TestBrowser
let buyer: Person
let seller: Person
let txid: string
let paths: Record<string, string>

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
  buyer = await app.signIn('paid.buyer')
  seller = await app.signIn('seller')
  const wallet = playAddress('seller', 'XRP')
  const contract = pdf('contract.pdf', drawnPdf(['The contract']))
  ;({ txid } = await openEscrow(buyer, { asset: 'XRP', amount: '5', sellerEmail: seller.email, wallet, contract }))
  const files = {
    CommercialInvoice: pdf('invoice.pdf', drawnPdf(['Invoice 1', 'Invoice 2', 'Invoice 3'], HOSTILE)),
    InspectionCertificate: pdf('long.pdf', drawnPdf(Array.from({ length: 23 }, (_, i) => `Page ${i}`))),
    ShipmentImage: new File([new Uint8Array(POLYGLOT)], 'container.png'),
  }
  await confirmShipment(seller, { txid, wallet, files })
  const [escrow] = await app.query<{ id: string }>('select "id" from escrow where "transactionId" = $1', [txid])
  const rows = await app.query<{ id: string; fileName: string }>(
    'select "id", "fileName" from escrow_document where "escrowId" = $1',
    [escrow?.id],
  )
  paths = Object.fromEntries(rows.map(({ id, fileName }) => [fileName, `/documents/${id}`]))
  paths['contract.pdf'] = `/contracts/${escrow?.id}`
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

async function signedIn(who: DemoName, options: { javaScript?: boolean } = {}): Promise<TestPage> {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${who}@`))!
  await tab.page.goto(`${app.origin}/login`)
  await tab.page.getByLabel('Email').fill(account.email)
  await tab.page.getByLabel('Password').fill(account.password)
  await tab.page.getByRole('button', { name: 'Login' }).click()
  await tab.page.waitForURL((url) => url.pathname !== '/login')
  return tab
}

async function preview(page: Page, fileName: string): Promise<Frame> {
  await page.locator('summary', { hasText: `Preview ${fileName}` }).click()
  const element = await page.getByTitle(`Preview of ${fileName}`).elementHandle()
  // A browser draws nothing in a frame that is out of sight, and a hydrated page may begin at its top.
  await element!.scrollIntoViewIfNeeded()
  const frame = await element!.contentFrame()
  return frame!
}

const lookUp = (page: Page) => page.goto(`${app.origin}/transaction-lookup?txid=${txid}`)

/** How many pixels of the first canvas are neither white nor transparent. */
const inkOf = (frame: Frame) =>
  frame
    .locator('canvas')
    .first()
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      let ink = 0
      for (let i = 0; i < data.length; i += 4) if (data[i + 3]! > 0 && data[i]! < 128) ink++
      return ink
    })

describe('with JavaScript', () => {
  let tab: TestPage

  beforeAll(async () => {
    tab = await signedIn('paid.buyer')
  })
  beforeEach(async () => {
    tab.complaints.length = 0
    await lookUp(tab.page)
  })
  afterAll(() => tab?.close())

  it('a PDF is drawn page by page, with its text for those who listen, and its own script does not run', async () => {
    const { page, complaints } = tab
    await page.evaluate(() => {
      document.body.dataset.heard = ''
      window.addEventListener('message', ({ data }) => {
        document.body.dataset.heard += JSON.stringify(data)
      })
    })
    const frame = await preview(page, 'invoice.pdf')
    await frame.getByRole('heading', { name: 'Page 3 of 3' }).waitFor()
    expect(await frame.locator('canvas').count()).toBe(3)
    expect(await inkOf(frame)).toBeGreaterThan(10_000)
    expect(await frame.locator('.heard').allTextContents()).toEqual(['Invoice 1', 'Invoice 2', 'Invoice 3'])
    const heard = await page.evaluate(() => document.body.dataset.heard)
    expect(heard).toContain('ready')
    expect(heard).not.toContain('stolen')
    expect(complaints).toEqual([])
  })

  it('of a long PDF the first pages are drawn, and the page says so', async () => {
    const frame = await preview(tab.page, 'long.pdf')
    await frame.getByText('The first 20 of 23 pages.').waitFor()
    expect(await frame.locator('canvas').count()).toBe(20)
  })

  it('what cannot be read is named to both sides, and counts when the buyer accepts it as it is', async () => {
    const wallet = playAddress('seller', 'XRP')
    const contract = pdf('contract.pdf', drawnPdf(['The contract']))
    const other = await openEscrow(buyer, { asset: 'XRP', amount: '6', sellerEmail: seller.email, wallet, contract })
    const files = {
      CommercialInvoice: pdf('locked.pdf', await lockedPdf({ userPassword: 'secret', ownerPassword: 'ours' })),
      PackingList: pdf('damaged.pdf', drawnPdf(['One', 'Two', 'Three']).subarray(0, 400)),
    }
    const sellers = await confirmShipment(seller, { txid: other.txid, wallet, files, says: 'Unreadable documents' })
    for (const words of ['locked.pdf: Needs a password', 'damaged.pdf: Is damaged or cut off']) {
      expect(sellers.text).toContain(words)
    }

    const { page, complaints } = tab
    await page.goto(`${app.origin}/transaction-lookup?txid=${other.txid}`)
    await preview(page, 'locked.pdf')
    await page.getByRole('alert').filter({ hasText: 'This document needs a password.' }).waitFor()
    await preview(page, 'damaged.pdf')
    const alert = page.getByRole('alert').filter({ hasText: 'We can’t show this document here.' })
    expect(await alert.getByRole('link', { name: 'Download' }).getAttribute('href')).toMatch(/^\/documents\//)
    await page.getByRole('button', { name: 'Accept them as they are' }).click()
    await page.getByRole('status').filter({ hasText: 'Unreadable documents accepted' }).waitFor()
    expect(await page.getByRole('button', { name: 'Accept them as they are' }).count()).toBe(0)
    await page.getByText('accepted as is by the buyer').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('the frame has no origin, no network and none of our cookies', async () => {
    const frame = await preview(tab.page, 'invoice.pdf')
    await frame.getByRole('heading', { name: 'Page 1 of 3' }).waitFor()
    const tried = await frame.evaluate(async (origin) => {
      const attempt = async (work: () => unknown) => {
        try {
          return String(await work())
        } catch (error) {
          return (error as Error).name
        }
      }
      return {
        origin: self.origin,
        cookie: await attempt(() => document.cookie),
        parent: await attempt(() => window.parent.document.title),
        network: await attempt(() => fetch(`${origin}/dashboard`)),
      }
    }, app.origin)
    expect(tried).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      parent: 'SecurityError',
      network: 'TypeError',
    })
  })

  it('a picture is shown, and what hides in it does not run', async () => {
    const { page, complaints } = tab
    const title = await page.title()
    const frame = await preview(page, 'container.png')
    const picture = frame.getByAltText('container.png')
    await picture.waitFor()
    expect(await picture.getAttribute('src')).toBe(`data:image/png;base64,${POLYGLOT.toString('base64')}`)
    await page.waitForFunction(() => document.querySelector('iframe') !== null)
    expect(await page.title()).toBe(title)
    expect(complaints).toEqual([])
  })

  it('nothing of it is loaded before somebody opens a preview', async () => {
    const { page } = tab
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await lookUp(page)
    // A page that waits for the other side is never idle: its own files load before it asks for news.
    await until({ what: 'the page asks for news', pauseMs: 50 }, async () => (loaded.includes('/news') ? true : null))
    const ofPreviews = () => loaded.filter((path) => /pdf|draw|\/preview$/.test(path))
    expect(ofPreviews()).toEqual([])
    await preview(page, 'invoice.pdf')
    expect(ofPreviews()).toContain(`${paths['invoice.pdf']}/preview`)
    // The page passes in what the frame may not fetch itself: here the font of the text.
    await until({ what: 'the font is loaded', pauseMs: 50 }, async () =>
      loaded.some((path) => path.startsWith('/assets/LiberationSans-Regular')) ? true : null,
    )
  })
})

it('the seller reads the contract before accepting it; wide and narrow, light and dark', async () => {
  const { page, complaints, close } = await signedIn('seller')
  await page.goto(`${app.origin}/seller-confirm?txid=${txid}`)
  await openDetails(page)
  const frame = await preview(page, 'contract.pdf')
  await frame.getByRole('heading', { name: 'Page 1 of 1' }).waitFor()
  expect(await checkLook(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

it('without JavaScript a picture opens as a page of its own, and a PDF is for the download', async () => {
  const { page, close } = await signedIn('paid.buyer', { javaScript: false })
  await lookUp(page)
  await page.locator('summary', { hasText: 'Preview invoice.pdf' }).click()
  await page.getByText('Previews need JavaScript.').first().waitFor()
  await page.locator('summary', { hasText: 'Preview container.png' }).click()
  await page.getByRole('link', { name: 'Open the picture' }).click()
  await page.getByAltText('container.png').waitFor()
  await close()
})

it('a page that was sent as a text is saved, and never shown', async () => {
  const html = new File(['<html><script>document.title = "stolen"</script></html>'], 'contract.txt')
  const wallet = playAddress('seller', 'XRP')
  await openEscrow(buyer, { asset: 'XRP', amount: '6', sellerEmail: seller.email, wallet, contract: html })
  const [escrow] = await app.query<{ id: string }>('select "id" from escrow order by "createdAt" desc limit 1')
  const path = `/contracts/${escrow?.id}`
  const { page, close } = await signedIn('paid.buyer')
  await expect(page.goto(app.origin + path)).rejects.toThrow('Download is starting')
  expect(await page.title()).not.toBe('stolen')
  await close()
  const { headers } = await buyer.visitor.send(path)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await buyer.visitor.send(`${path}/preview`)).status).toBe(404)
})

describe('the server', () => {
  it('shows a preview to both parties and the operator, and to nobody else', async () => {
    const [stranger, operator] = [await app.signIn('unpaid.buyer'), await app.signIn('operator')]
    for (const name of ['invoice.pdf', 'container.png', 'contract.pdf']) {
      const path = `${paths[name]}/preview`
      const statuses = [buyer, seller, operator, stranger].map(async ({ visitor }) => (await visitor.send(path)).status)
      expect(await Promise.all(statuses), name).toEqual([200, 200, 200, 404])
      expect((await app.visitor().send(path)).headers.get('location')).toBe('/login?redirectTo=%2Fdashboard')
    }
  })

  it('lets only our own pages frame a preview', async () => {
    for (const path of Object.values(paths)) {
      const { headers } = await buyer.visitor.send(`${path}/preview`)
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox']) expect(policy).toContain(rule)
      expect(policy).not.toMatch(/allow-same-origin|unsafe-inline|'unsafe-eval'|connect-src/)
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('lets the bytes themselves leave as an attachment only', async () => {
    for (const path of Object.values(paths)) {
      const { headers } = await buyer.visitor.send(path)
      expect(headers.get('content-disposition')).toMatch(/^attachment; /)
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})
