/**
 * A first trade without explanations: three stories of new users on a phone, from the first page or email to the end.
 * It counts the fields that have to be filled and the taps beside them, including those in emails. docs/first-trade.md
 * has the counts, and says which finding each answers.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import { newEmail } from '#scripts/trade/steps.ts'
import { pay } from '#tests/support/app/payer.ts'
import { setStage } from '#tests/support/app/stage.ts'
import { type Arrived, arrive } from '#tests/support/newcomers/newcomer.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'

const PASSWORD = 'three boats at low tide'
const GOODS = '320 bags of washed coffee'
const stage = setStage()

describe('on a phone', () => {
  let buyer: Arrived
  let seller: Arrived
  const buyerEmail = newEmail('buyer')
  const sellerEmail = newEmail('seller')
  let txid = ''

  beforeAll(async () => {
    buyer = await arrive(stage)
    seller = await arrive(stage)
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
    for (const words of ['The money for the goods is a second payment', 'later escrows cost nothing more'])
      expect(fee).toContain(words)
    // Help is in the menu and in the footer, and logging out is a word, not an icon.
    for (const path of ['/faq', '/instructions', '/contact']) {
      expect((await person.links()).filter((href) => href === path).length, path).toBeGreaterThanOrEqual(2)
    }
    await page.locator('details.menu summary').click()
    await page.locator('details.menu').getByRole('button', { name: 'Log out' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Pay with').inputValue()).toBe('USDC')
    await person.fill('Transaction amount', '48,000')
    await person.tap('button', 'Show the fee')
    const request = page.getByRole('link', { name: 'Open in wallet app' }).first()
    await request.waitFor()
    const quoted = await person.reads()
    for (const words of ['$48,000.00', 'From an exchange?']) expect(quoted).toContain(words)
    await pay(stage.app, { uri: (await request.getAttribute('href')) ?? '' })

    await page.waitForURL(({ pathname }) => pathname === '/submit', { timeout: PATIENCE_MS })
    await page.getByText('The service fee is paid').waitFor()
    const form = await person.reads()
    expect(form).toContain('Receiving wallet: the seller’s')
    // The values of the fee are filled in already.
    expect((await page.locator('input[name=amount]').inputValue()).replace(/\D/g, '')).toMatch(/^48000/)
    expect(await page.locator('[name=currency]').first().inputValue()).toBe('USDC')
    // Describing the goods is optional; both sides read the description.
    const notes = page.locator('textarea[name=notes]')
    await notes.fill(GOODS)
    // Text that begins with a number keeps its direction on a page that is read from right to left.
    expect(await notes.evaluate((area) => getComputedStyle(area).unicodeBidi)).toBe('plaintext')
    await person.attach('Contract file', 'contract.pdf')
    await person.fill('Seller’s email', sellerEmail)
    await person.tap('button', 'Continue')
    await page.getByText('Who holds the money?').first().waitFor()
    await person.tap('button', 'Continue')
    await page.getByText('You can correct amount and notes until money arrives').waitFor()
    const check = await person.reads()
    for (const words of [sellerEmail, GOODS, 'contract.pdf', '48,000.00 USDC']) expect(check).toContain(words)
    await person.tap('button', 'Submit Transaction')
    await page.getByRole('heading', { name: 'Escrow TXID' }).waitFor()
    const opened = await person.reads()
    for (const words of [
      'From an exchange?',
      'I have paid, but it does not show',
      'Tell the seller',
      'Correct the address',
      'Confirm your email address',
    ])
      expect(opened).toContain(words)
    txid = /auto_[0-9A-Z]{20}/.exec(opened)?.[0] ?? ''
    const ways = await person.links()
    expect(ways.map((href) => decodeURIComponent(href))).toContain(`/contact?subject=Escrow+${txid}`)
    // Nobody can email strangers before the sender's address is confirmed.
    expect((await mailsTo(sellerEmail)).length).toBe(0)
    await person.tapInMail(buyerEmail, '/confirm-email')
    await person.tap('button', 'Confirm this address')
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    // The home page says at once what is due, and what to watch when paying.
    await page.goto(`${stage.app.origin}/`)
    const home = await person.reads()
    for (const words of [txid, 'Send 48,000.00 USDC', GOODS]) expect(home).toContain(words)
    expect(await page.locator('bdi').filter({ hasText: GOODS }).count()).toBe(1)
    await page.goto(`${stage.app.origin}/transaction-lookup?txid=${txid}`)
    const waiting = await person.reads()
    for (const words of [
      'From an exchange?',
      'I have paid, but it does not show',
      'we cannot tell whose payment it is',
    ])
      expect(waiting).toContain(words)
    await pay(stage.app, {
      uri: (await page.getByRole('link', { name: 'Open in wallet app' }).first().getAttribute('href')) ?? '',
    })
    await stage.app.untilRow(
      'the escrow is funded',
      'select 1 from escrow where "transactionId" = $1 and "verifiedAt" is not null',
      [txid],
    )

    console.log(`buyer to funded: ${person.fields} fields, ${person.taps} taps`)
    expect(person.fields).toBeLessThanOrEqual(6)
    // Two of the taps confirm the mailbox, which the invitation needs and the payment does not.
    expect(person.taps - 2).toBeLessThanOrEqual(9)
    expect((await mailsTo(buyerEmail)).join('\n')).toMatch(new RegExp(`[Ss]end 48,000.00.USDC[^]*${txid}`))
    expect(complaints).toEqual([])
  })

  it('a seller comes from the mail to a confirmed shipment', async () => {
    expect(txid).not.toBe('')
    const { person, complaints } = seller
    const { page } = person
    await person.tapInMail(sellerEmail, '/invitation')
    const invitation = await person.reads()
    for (const words of ['Berta Buyer wants to pay you 48,000', 'What it costs you Nothing', GOODS])
      expect(invitation).toContain(words)
    await person.fill('Full name', 'Selma Seller')
    // Errors are shown on the form's own page, which keeps what was typed.
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/register')
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Selma Seller')
    await person.fill('Password', PASSWORD)
    await person.tick('I agree to be screened')
    await person.tap('button', 'Register')
    await page.waitForURL(
      ({ pathname, searchParams }) => pathname === '/seller-confirm' && searchParams.get('txid') === txid,
    )
    const trade = await person.reads()
    for (const words of ['Berta Buyer', '48,000.00 USDC', GOODS]) expect(trade).toContain(words)
    expect(await person.links()).toContain('/wallets')
    await person.attach('Commercial Invoice', 'invoice.pdf')
    await person.attach('Bill of Lading', 'bill-of-lading.pdf')
    await person.attach('Shipment Images', 'container.png')
    await person.fill(/wallet address/, playAddress('escrow', 'USDC'))
    await person.tick('I accept the contract terms.')
    await person.tick('I am not a robot.')
    await person.tap('button', 'Confirm shipment')
    // Our own accounts are refused as wallets, and the chosen files survive every refusal.
    await page.getByRole('alert').first().waitFor()
    const refused = await person.reads()
    expect(refused).toContain('This is Quayside’s account. Enter another.')
    expect(refused).not.toContain('Choose the files again')
    await page.getByLabel(/wallet address/).fill(playAddress('seller', 'USDC'))
    await page.getByRole('button', { name: 'Confirm shipment' }).click()
    await page.getByRole('heading', { name: 'Confirmation Received' }).waitFor()

    console.log(`seller from mail to confirmed: ${person.fields} fields, ${person.taps} taps`)
    expect(person.taps).toBeLessThanOrEqual(6)
    expect(complaints).toEqual([])
  })

  it('the buyer checks the wallet that was left to the seller, and decides', async () => {
    expect(txid).not.toBe('')
    const { person, complaints } = buyer
    const { page } = person
    await page.goto(`${stage.app.origin}/transaction-lookup?txid=${txid}`)
    // The decision comes before the reference data, and no payment is asked for any more.
    const examined = await person.reads()
    const places = [
      'Documents',
      'Where the money will go',
      'Your decision',
      'If it cannot go on',
      'Details of the trade',
    ]
    const found = places.map((title) => examined.indexOf(`${title} `, examined.indexOf('Preview')))
    expect(found.slice(1), examined).toEqual(found.slice(1).toSorted((one, other) => one - other))
    expect(found.at(-1)).toBeGreaterThan(0)
    expect(examined).not.toContain('Open in wallet app')
    await person.tick(/^Approved/)
    // The checkbox is there before any refusal.
    await person.tick(/with the seller by telephone/)
    await person.tap('button', 'Update')
    await person.tap('button', 'Yes, approve and release')
    await page.getByRole('heading', { name: /^The seller was paid/ }).waitFor({ timeout: PATIENCE_MS })
    expect(complaints).toEqual([])
  })

  it('a forwarder comes from the home page to a free escrow for a customer', async () => {
    const { person, complaints, close } = await arrive(stage)
    const { page } = person
    await page.goto(`${stage.app.origin}/freight-forwarders`)
    const freight = await person.reads()
    for (const words of ['For a customer?', 'Getting in and out of USDC', 'Send this calculation'])
      expect(freight).toContain(words)
    await page.goto(`${stage.app.origin}/register?pilot=freight`)
    expect(await person.reads()).toContain('For a customer?')
    await person.fill('Full name', 'Fred Forwarder')
    await person.fill('Email', newEmail('buyer'))
    await person.fill('Password', PASSWORD)
    await person.tick('I agree to be screened')
    await person.tap('button', 'Register')
    await page.waitForURL(({ pathname }) => pathname === '/submit')
    expect(await person.reads()).toMatch(/free/i)
    await page.goto(`${stage.app.origin}/dashboard`)
    const dashboard = await person.reads()
    expect(dashboard).not.toContain('Pay the service fee')
    // The customer link names its sender, who reads only the number of accounts.
    expect(dashboard).toMatch(/0 accounts opened through your link\. http\S+pilot=freight&from=[0-9a-f]{12} /)
    console.log(`forwarder to the form: ${person.fields} fields, ${person.taps} taps`)
    expect(complaints).toEqual([])
    await close()
  })
})
