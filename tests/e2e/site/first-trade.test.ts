/**
 * A first trade that nobody has to explain: the three stories of new users on a phone, from the first page or mail to the
 * end, with nothing known from elsewhere. Counted are the fields that have to be filled and the taps beside them; the
 * letters are tapped, too. docs/first-trade.md has the counts.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHarbour, playAddress } from '#scripts/trade/harbour.ts'
import { linkInMail, newEmail } from '#scripts/trade/steps.ts'
import { pay } from '#tests/support/app/payer.ts'
import { setStage } from '#tests/support/app/stage.ts'
import { findOverflow } from '#tests/support/tour/page-checks.ts'
import { samplePdf, samplePng } from '#tests/support/world/sample-files.ts'

const PHONE = { width: 390, height: 844 }
const PASSWORD = 'three boats at low tide'
const stage = setStage()

/** A person with a phone. */
class Newcomer {
  readonly page: Page
  fields = 0
  taps = 0

  constructor(page: Page) {
    this.page = page
  }

  async fill(label: string | RegExp, value: string): Promise<void> {
    this.fields += 1
    await this.page.getByLabel(label).first().fill(value)
  }

  /** Files are chosen by hand, each of them. */
  async attach(label: string, name: string): Promise<void> {
    this.fields += 1
    const image = name.endsWith('.png')
    const file = {
      name,
      mimeType: image ? 'image/png' : 'application/pdf',
      buffer: image ? samplePng() : samplePdf(name),
    }
    await this.page.getByLabel(label).setInputFiles(file)
  }

  async tick(label: string | RegExp): Promise<void> {
    this.taps += 1
    await this.page.getByLabel(label).first().check()
  }

  async tap(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    this.taps += 1
    await this.page.getByRole(role, { name }).first().click()
  }

  /** The link of the newest letter that leads to a page. */
  async tapInMail(to: string, path: string): Promise<void> {
    this.taps += 1
    const harbour = openHarbour(stage.app.harbourOrigin)
    await this.page.goto(stage.app.origin + (await linkInMail(harbour, { to, page: path })))
  }

  /** Everything that the page says, each gap one space; nothing of it is wider than the phone. */
  async reads(): Promise<string> {
    await this.page.getByRole('contentinfo').waitFor()
    expect(await this.page.evaluate(findOverflow)).toEqual([])
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown; textContent would bring the scripts too
    return (await this.page.locator('body').innerText()).replace(/\s+/g, ' ')
  }
}

async function arrive(): Promise<{ person: Newcomer; complaints: string[]; close(): Promise<void> }> {
  const { page, complaints, close } = await stage.browser.newPage({ viewport: PHONE })
  return { person: new Newcomer(page), complaints, close }
}

describe('on a phone', () => {
  let buyer: Awaited<ReturnType<typeof arrive>>
  let seller: Awaited<ReturnType<typeof arrive>>
  const buyerEmail = newEmail('buyer')
  const sellerEmail = newEmail('seller')
  let txid = ''

  beforeAll(async () => {
    buyer = await arrive()
    seller = await arrive()
  })

  afterAll(async () => {
    await buyer?.close()
    await seller?.close()
  })

  const mailsTo = async (email: string) =>
    (await stage.app.harbour.mails(email)).map(({ subject, text }) => `${subject} ${text}`)

  it('a buyer comes from the home page to a funded escrow', async () => {
    const { person, complaints } = buyer
    const { page } = person
    await page.goto(`${stage.app.origin}/`)
    expect(await person.reads()).not.toContain('nobody can touch it')
    await person.tap('link', /^Register/)
    await person.fill('Full name', 'Berta Buyer')
    await person.fill('Email', buyerEmail)
    await person.fill('Password', PASSWORD)
    await person.tick(/^Buyer/)
    await person.tick('I agree to be screened')
    await person.tap('button', 'Register')
    await page.waitForURL(`${stage.app.origin}/payment`)
    const fee = await person.reads()
    for (const words of ['Step 1 of 3', 'FAQ', 'Contact']) expect(fee).toContain(words)
    expect(await page.getByLabel('Pay with').inputValue()).toBe('USDC')
    await person.fill('Transaction amount', '48,000')
    await person.tap('button', 'Show the fee')
    const request = page.getByRole('link', { name: 'Open in wallet app' }).first()
    await request.waitFor()
    expect(await person.reads()).toContain('From an exchange?')
    await pay(stage.app, { uri: (await request.getAttribute('href')) ?? '' })

    await page.waitForURL(({ pathname }) => pathname === '/submit', { timeout: 120_000 })
    await page.getByText('Step 2 of 3').waitFor()
    await person.reads()
    // What the fee was asked for stands there already.
    expect((await page.locator('input[name=amount]').inputValue()).replace(/\D/g, '')).toMatch(/^48000/)
    expect(await page.locator('[name=currency]').first().inputValue()).toBe('USDC')
    await person.attach('Contract file', 'contract.pdf')
    await person.fill('Seller’s email', sellerEmail)
    await person.tick('I don’t have it: let the seller state it')
    await person.tap('button', 'Submit Transaction')
    await page.getByRole('heading', { name: 'Escrow TXID' }).waitFor()
    const opened = await person.reads()
    for (const words of [
      'Step 3 of 3',
      'From an exchange?',
      'Send a small test first',
      'I have paid, but it does not show',
      'Send by WhatsApp',
    ])
      expect(opened).toContain(words)
    txid = /auto_[0-9A-Z]{20}/.exec(opened)?.[0] ?? ''
    // Nobody writes to strangers from an address that is not the sender's.
    expect((await mailsTo(sellerEmail)).length).toBe(0)
    await person.tapInMail(buyerEmail, '/confirm-email')
    await person.tap('button', 'Confirm this address')
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await page.goto(`${stage.app.origin}/transaction-lookup?txid=${txid}`)
    await pay(stage.app, {
      uri: (await page.getByRole('link', { name: 'Open in wallet app' }).first().getAttribute('href')) ?? '',
    })
    await stage.app.untilRow(
      'the escrow is funded',
      'select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null',
      [txid],
    )

    console.log(`buyer to funded: ${person.fields} fields, ${person.taps} taps`)
    expect(person.fields).toBeLessThanOrEqual(8)
    expect((await mailsTo(buyerEmail)).join('\n')).toContain(txid)
    expect(complaints).toEqual([])
  })

  it('a seller comes from the mail to a confirmed shipment', async () => {
    expect(txid).not.toBe('')
    const { person, complaints } = seller
    const { page } = person
    await person.tapInMail(sellerEmail, '/invitation')
    const invitation = await person.reads()
    for (const words of ['Berta Buyer wants to pay you 48,000', 'What it costs you Nothing'])
      expect(invitation).toContain(words)
    await person.tap('link', 'Create seller account')
    await person.fill('Full name', 'Selma Seller')
    await person.fill('Password', PASSWORD)
    await person.tick('I agree to be screened')
    await person.tap('button', 'Register')
    await page.waitForURL(
      ({ pathname, searchParams }) => pathname === '/seller-confirm' && searchParams.get('txid') === txid,
    )
    expect(await person.reads()).toContain('Berta Buyer')
    await person.attach('Commercial Invoice', 'invoice.pdf')
    await person.attach('Bill of Lading', 'bill-of-lading.pdf')
    await person.attach('Shipment Images', 'container.png')
    // Our own accounts are nobody's wallet.
    await page.getByLabel(/wallet address/).fill(playAddress('escrow', 'USDC'))
    await person.fill(/wallet address/, playAddress('seller', 'USDC'))
    await person.tick('I accept the contract terms.')
    await person.tick('I am not a robot.')
    await person.tap('button', 'Confirm shipment')
    await page.getByRole('heading', { name: 'Confirmation Received' }).waitFor()

    console.log(`seller from mail to confirmed: ${person.fields} fields, ${person.taps} taps`)
    expect(person.taps).toBeLessThanOrEqual(8)
    expect(complaints).toEqual([])
  })

  it('the buyer checks the wallet that was left to the seller, and decides', async () => {
    expect(txid).not.toBe('')
    const { person, complaints } = buyer
    const { page } = person
    await page.goto(`${stage.app.origin}/transaction-lookup?txid=${txid}`)
    await person.tick(/^Approved/)
    // The box is there before anything was refused.
    await person.tick(/with the seller by telephone/)
    await person.tap('button', 'Update')
    await person.tap('button', 'Yes, approve and release')
    await page.getByRole('heading', { name: /^The seller has been paid/ }).waitFor({ timeout: 120_000 })
    expect(complaints).toEqual([])
  })

  it('a forwarder comes from the home page to a free escrow for a customer', async () => {
    const { person, complaints, close } = await arrive()
    const { page } = person
    await page.goto(`${stage.app.origin}/freight-forwarders`)
    expect(await person.reads()).toContain('For a customer?')
    await page.goto(`${stage.app.origin}/register?pilot=freight`)
    await person.fill('Full name', 'Fred Forwarder')
    await person.fill('Email', newEmail('buyer'))
    await person.fill('Password', PASSWORD)
    await person.tick('I agree to be screened')
    await person.tap('button', 'Register')
    await page.waitForURL(({ pathname }) => pathname === '/submit')
    expect(await person.reads()).toMatch(/free/i)
    await page.goto(`${stage.app.origin}/dashboard`)
    expect(await person.reads()).not.toContain('Pay the service fee')
    console.log(`forwarder to the form: ${person.fields} fields, ${person.taps} taps`)
    expect(complaints).toEqual([])
    await close()
  })
})
