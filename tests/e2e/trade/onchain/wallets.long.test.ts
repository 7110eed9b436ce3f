/**
 * Wallets on the page of an on-chain escrow: Freighter in a real browser, whose library loads on demand and whose
 * signature is sent; and those that return over the network what a link has asked them to sign.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HARBOUR_PASSPHRASE } from '#harbour/accounts.ts'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { agreeToOnchain, openOnchain } from '#scripts/trade/onchain/steps.ts'
import { contract } from '#scripts/trade/papers.ts'
import { untilFunded } from '#tests/support/app/app-moments.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { KILOBYTE, weigh } from '#tests/support/look/weight.ts'

let app: OwnApp
let browser: TestBrowser
let txid: string

beforeAll(async () => {
  app = await openOwnApp()
  browser = await openBrowser()
  const [buyer, seller] = [await app.signIn('paid.buyer'), await app.signIn('seller')]
  const opening = { asset: 'XLM', amount: '20', sellerEmail: seller.email, contract: contract('beans') } as const
  txid = await openOnchain(buyer, opening)
  await agreeToOnchain(seller, { txid, asset: 'XLM' })
  const prepared = `
    select 1 from hold_agreement agreement join escrow on escrow.id = agreement."escrowId"
    where escrow."transactionId" = $1 and agreement."openedAt" is not null`
  await app.untilRow('the account is open', prepared, [txid])
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

type Extension = { passphrase: string; sign(xdr: string): Promise<string> }
type Message = { type: string; transactionXdr?: string }

/** Answers its own library as the extension does. */
async function answer({ passphrase, sign }: Extension, { type, transactionXdr = '' }: Message): Promise<object> {
  switch (type) {
    case 'REQUEST_CONNECTION_STATUS':
      return { isConnected: true }
    case 'REQUEST_ACCESS':
      return { publicKey: 'G' }
    case 'REQUEST_NETWORK_DETAILS':
      return { networkDetails: { network: 'OTHER', networkPassphrase: passphrase } }
    case 'SUBMIT_TRANSACTION':
      return { signedTransaction: await sign(transactionXdr), signerAddress: 'G' }
    default:
      throw new Error(`Freighter was asked for ${type}`)
  }
}

/** Library and extension communicate by messages of the window. */
async function install(page: Page, extension: Extension): Promise<void> {
  await page.exposeFunction('askFreighter', (message: Message) => answer(extension, message))
  await page.addInitScript(() => {
    window.addEventListener('message', async ({ data }) => {
      if (data?.source !== 'FREIGHTER_EXTERNAL_MSG_REQUEST') return
      const { askFreighter } = window as never as { askFreighter(message: unknown): Promise<object> }
      const about = { source: 'FREIGHTER_EXTERNAL_MSG_RESPONSE', messagedId: data.messageId }
      window.postMessage({ ...(await askFreighter(data)), ...about }, window.location.origin)
    })
  })
}

/** Returns the buyer's page, and the scripts that it has requested. */
async function openLock(extension: Extension | null) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const { page } = tab
  if (extension) await install(page, extension)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith('paid.buyer@'))!
  await page.goto(`${app.origin}/login`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${app.origin}/held?txid=${txid}`)
  await page.getByRole('button', { name: 'Sign with Freighter' }).waitFor()
  return { ...tab, scripts, press: () => page.getByRole('button', { name: 'Sign with Freighter' }).click() }
}

const signAsBuyer = async (xdr: string) =>
  (await app.harbour.signStellar({ from: 'buyer', request: xdr, way: 'show' })).xdr
it('says where it is to be had, after its library was loaded for it alone', async () => {
  const { page, scripts, press, complaints, close } = await openLock(null)
  expect(
    await page
      .getByRole('link', { name: /wallet/i })
      .first()
      .getAttribute('href'),
  ).toContain('callback=url')
  const before = scripts.length
  await press()
  await page.getByText('Freighter is not in this browser. Get it at freighter.app').waitFor()
  expect(scripts.length).toBe(before + 1)
  expect(complaints).toEqual([])
  await close()
})

it('weighs nothing on the page before it is pressed', async () => {
  const { visitor } = await app.signIn('paid.buyer')
  expect((await weigh(visitor, `/held?txid=${txid}`)).javaScript).toBeLessThanOrEqual(120 * KILOBYTE)
})

it('signs nothing for another network', async () => {
  const sign = async () => expect.fail('it was asked to sign')
  const { page, press, complaints, close } = await openLock({ passphrase: 'Another network', sign })
  await press()
  await page.getByText('Set Freighter to').waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('is not needed: a wallet hands back to the address in the link, from whatever site', async () => {
  const { visitor } = await app.signIn('paid.buyer')
  const { links } = await visitor.get(`/held?txid=${txid}`)
  const link = links.find(({ href }) => href.startsWith('web+stellar:tx?'))?.href ?? ''
  const asked = new URLSearchParams(link.split('?')[1])
  const address = asked.get('callback')?.replace(/^url:/, '') ?? ''
  const handBack = (xdr: string) =>
    fetch(address, {
      method: 'POST',
      headers: { Origin: 'https://wallet.example' },
      body: new URLSearchParams({ xdr }),
    })
  const unsigned = await handBack(asked.get('xdr') ?? '')
  expect([unsigned.status, unsigned.headers.get('Access-Control-Allow-Origin')]).toEqual([409, '*'])
  expect(await unsigned.text()).toContain('Paste the whole signed transaction')
  expect((await handBack('nothing')).status).toBe(404)
  expect((await fetch(address)).status).toBe(405)
})

it('signs the lock, which is sent as if it had been pasted, and the ledger holds the money', async () => {
  const { page, press, complaints, close } = await openLock({ passphrase: HARBOUR_PASSPHRASE, sign: signAsBuyer })
  await press()
  await page.getByText('Sent. The ledger’s answer appears here.').waitFor()
  await untilFunded(app, txid)
  expect(complaints).toEqual([])
  await close()
})
