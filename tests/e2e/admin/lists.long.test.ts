/** An operator with a phone finds people's problems by the search box and solves them, without using the database. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { formWith } from '#scripts/trade/http-client.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import {
  approve,
  confirmShipment,
  openEscrow,
  type Person,
  quoteFee,
  TRADE_PASSWORD,
  untilFeeIsPaid,
} from '#scripts/trade/steps.ts'
import { findUnmatchedOnPage, payWithoutMemo } from '#tests/support/app/admin-app.ts'
import type { App } from '#tests/support/app/app.ts'
import { untilFunded, untilReleased } from '#tests/support/app/app-moments.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

const PHONE = { width: 390, height: 844 }

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

describe.each([{ javaScript: true }, { javaScript: false }])('JavaScript $javaScript', ({ javaScript }) => {
  let window: TestPage

  beforeAll(async () => {
    window = await browser.newPage({ javaScript, viewport: PHONE })
    await window.page.goto(`${app.origin}/admin`)
    await logIn(window, { email: 'operator@demo.example', password: DEMO_PASSWORD })
    await window.page.waitForURL(`${app.origin}/admin-panel`)
  })

  afterAll(() => window?.close())

  const main = () => window.page.getByRole('main')

  async function seek(text: string): Promise<void> {
    const { page } = window
    await page.goto(`${app.origin}/admin-panel/lists`)
    await page.getByLabel('Search').fill(text)
    await page.getByRole('button', { name: 'Show it' }).click()
  }

  /** Gives the reason and confirms; expects the message that it is done. */
  async function act(done: string): Promise<void> {
    const { page } = window
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('Give the reason.').waitFor()
    await page.getByLabel('Reason').fill('They wrote to support, and proved who they are.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Are you sure?' }).waitFor()
    await main().getByText('They wrote to support, and proved who they are.').waitFor()
    await page.getByRole('button', { name: 'Yes, do it' }).click()
    await page.getByRole('status').getByText(done).waitFor()
    expect(await isAsWideAsPhone(window)).toBe(true)
  }

  it('a payment that failed for its payer is found by its hash, with the sentence they read, and is assigned', async () => {
    const buyer = await app.register('buyer')
    const quote = await quoteFee(buyer, { asset: 'XLM', amountUsd: '20000', couponCode: '' })
    const hash = await payWithoutMemo(app, quote.amount)
    const refused = await buyer.visitor.submit(quote.page, formWith(quote.page, 'hash'), {
      values: { hash },
      press: 'confirm',
    })
    expect(refused.text).toContain('Memo does not match.')

    const { page } = window
    await seek(hash.toUpperCase())
    await page.getByRole('heading', { name: 'Found here' }).waitFor()
    await main().locator('.found').getByRole('link', { name: 'Failed payments' }).click()
    const row = main().getByRole('row').filter({ hasText: buyer.email })
    await row.getByText('Memo does not match.').waitFor()
    expect(await isAsWideAsPhone(window)).toBe(true)
    await row.getByRole('link', { name: buyer.email }).click()
    await main().getByText('not paid', { exact: true }).waitFor()

    const found = await findUnmatchedOnPage(page, { origin: app.origin, hash })
    await found.getByText('Assign it', { exact: true }).click()
    await found.getByLabel('What for?').fill(quote.memo)
    await found.getByRole('textbox', { name: 'How do you know?' }).fill('They showed the hash, and sent 1 XLM more.')
    await found.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Yes, assign' }).click()
    await page.getByText('Done and recorded.').waitFor()
    await untilFeeIsPaid(buyer)

    await seek(buyer.email)
    await main()
      .getByText(/^paid \d/)
      .waitFor()
    expect(window.complaints).toEqual([])
  })

  it('a letter that nobody got is sent again, once its mailbox is right', async () => {
    const person = await app.register('seller')
    const welcome = `select id from outbox_letter where recipient = $1 and "sentAt" is not null`
    const { id } = await app.untilRow<{ id: string }>('the first letter is sent', welcome, [person.email])
    await app.query(
      `update outbox_letter set "sentAt" = null, "providerId" = null, "givenUpAt" = now(), "givenUpFor" = 'refused',
         "lastError" = 'The mailbox is full' where id = $1`,
      [id],
    )
    const { page } = window
    await page.goto(`${app.origin}/admin-panel/lists/letters`)
    await page.getByLabel('Search').fill(person.email)
    await page.getByLabel('State').selectOption('given_up')
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.waitForURL(/state=given_up/)
    const row = main().getByRole('row').filter({ hasText: person.email })
    await row.getByText('The mailbox is full').waitFor()
    const had = (await app.harbour.mails(person.email)).length
    await row.getByRole('link', { name: 'Send email again' }).click()
    await main().getByText('Subject').waitFor()
    await act('Done and recorded.')
    await app.untilRow(
      'it is sent',
      `select 1 from outbox_letter where key like '%:again:1' and recipient = $1 and "sentAt" is not null`,
      [person.email],
    )
    expect(await app.harbour.mails(person.email)).toHaveLength(had + 1)
    expect(window.complaints).toEqual([])
  })

  it('somebody is locked out and told why, and comes in again under a corrected address', async () => {
    const person = await app.register('buyer')
    const { page } = window
    await seek(person.email)
    await page.getByRole('heading', { name: 'Bea Buyer' }).waitFor()
    await main().getByRole('link', { name: 'Lock account' }).click()
    await act('Done and recorded.')
    await main()
      .getByText(/Locked since/)
      .waitFor()
    expect((await person.visitor.get('/account')).url.pathname).toBe('/login')
    const theirs = await browser.newPage({ javaScript, viewport: PHONE })
    await theirs.page.goto(`${app.origin}/login`)
    await logIn(theirs, { email: person.email, password: TRADE_PASSWORD })
    await theirs.page.getByRole('alert').getByText('This account is locked. Write to support.').waitFor()

    await main().getByRole('link', { name: 'Unlock account' }).click()
    await act('Done and recorded.')
    const email = `right-${randomUUID()}@trade.example`
    await main().getByRole('link', { name: 'Correct email address' }).click()
    await page.getByLabel('New email address').fill(email)
    await act('Done and recorded.')
    await main().getByText('not confirmed', { exact: true }).waitFor()
    await main().locator('#notes').getByText('Lock account', { exact: true }).waitFor()
    await logIn(theirs, { email, password: TRADE_PASSWORD })
    await theirs.page.waitForURL((url) => url.pathname !== '/login')
    expect([...window.complaints, ...theirs.complaints]).toEqual([])
    await theirs.close()
  })

  it('a payout is held before it is signed, and let go', async () => {
    const { txid, buyer } = await tradeToApprove()
    const stop = randomUUID()
    const operator = `(select id from "user" where email = 'operator@demo.example')`
    await app.query(
      `insert into payout_stop (id, network, cause, reason, "beganAt", "beganById")
       values ($1, 'xrpl', 'switch', 'So that it waits', now(), ${operator})`,
      [stop],
    )
    await approve(buyer, txid)
    const { page } = window
    await seek(txid)
    await page.waitForURL(/admin-panel\/escrows/)
    await main().getByRole('link', { name: 'Hold payout' }).click()
    await act('Done and recorded.')
    await main().getByText('Held by an operator.').waitFor()
    await app.query(
      `update payout_stop set "endedAt" = now(), "endReason" = 'Held instead', "endedById" = ${operator} where id = $1`,
      [stop],
    )
    const read = await buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
    expect(read.text).toContain('A person at Quayside checks this payment first.')
    const ofTrade = `from transfer p join escrow e on e.id = p."escrowId" where "transactionId" = $1`
    expect(await app.query(`select p.state ${ofTrade}`, [txid])).toEqual([{ state: 'queued' }])

    await page.goto(`${app.origin}/admin-panel/lists/payouts?state=held&q=${txid}`)
    await main().getByRole('link', { name: 'Let payout go' }).click()
    await act('Done and recorded.')
    await untilReleased(app, txid)
    expect(window.complaints).toEqual([])
  })

  it('the list on the page is what the file has', async () => {
    const person = await app.register('seller')
    const { page } = window
    await page.goto(`${app.origin}/admin-panel/lists/people?q=${person.email}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^quayside-people-[\d-]+\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`,${person.email},Sam Seller,seller,`)
    expect(window.complaints).toEqual([])
  })

  /** Opens an escrow that is funded and confirmed, and not approved yet. */
  async function tradeToApprove(): Promise<{ txid: string; buyer: Person }> {
    const buyer = await app.signIn('paid.buyer')
    const seller = await app.signIn('seller')
    const wallet = playAddress('seller', 'XRP')
    const papers = { sellerEmail: seller.email, contract: contract('Forty bags of coffee') }
    const { txid, uri } = await openEscrow(buyer, { asset: 'XRP', amount: '14.5', wallet, ...papers })
    await app.harbour.pay({ from: 'buyer', uri })
    await untilFunded(app, txid)
    await confirmShipment(seller, { txid, wallet, files: shippingDocuments() })
    return { txid, buyer }
  }
})

async function logIn({ page }: TestPage, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

async function isAsWideAsPhone({ page }: TestPage): Promise<boolean> {
  return (await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width
}
