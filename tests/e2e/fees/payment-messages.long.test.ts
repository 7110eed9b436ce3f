/** Every message of spec §8 about a payment, under its condition, and the next step that the page names. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formWith } from '#scripts/trade/http-client.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'
import {
  BROWSERS,
  confirmHash,
  openDesk,
  openPayer,
  type Payer,
  pay,
  requestOn,
  showFee,
  words,
} from '#tests/support/app/payer.ts'

const MALFORMED = 'Copy the hash’s 64 characters from your wallet.'
const UNKNOWN = 'ab'.repeat(32)

let app: App
let browser: TestBrowser

beforeAll(async () => {
  app = await borrowApp()
  browser = await openBrowser()
})
afterEach(() => app.clearFaults())
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  let payer: Payer
  beforeEach(async () => {
    payer = await openPayer({ app, browser }, { javaScript })
  })
  afterEach(async () => {
    expect(payer.complaints).toEqual([])
    await payer.close()
  })

  it.each(['', '0', '..'])('“%s” is no amount', async (amountUsd) => {
    const { page } = payer
    await openDesk(page)
    await page.getByLabel('Transaction amount').fill(amountUsd)
    await page.getByRole('button', { name: 'Show the fee' }).click()
    await expectRefused('❌ Enter a valid USD transaction amount first.')
    expect(await page.getByLabel('Transaction amount').inputValue()).toBe(amountUsd)
  })

  it.each([
    ['USDC', '❌ Transaction not found on Stellar.', 'The Stellar ledger does not know this hash'],
    ['XRP', '❌ Transaction not found on XRP ledger.', 'The XRP Ledger does not know this hash'],
  ] as const)('%s: a hash that the ledger does not know', async (asset, sentence, advice) => {
    await showFee(payer.page, { asset })
    expect(await confirmHash(payer.page, UNKNOWN)).toContain(advice)
    await expectRefused(sentence)
    expect(await payer.page.getByLabel('Transaction hash').inputValue()).toBe(UNKNOWN)
  })

  it('USDC: a payment without the memo', async () => {
    await showFee(payer.page)
    const [hash = ''] = await pay(app, { uri: await requestOn(payer.page), mode: 'no_memo' })
    const said = await confirmHash(payer.page, hash)
    await expectRefused('❌ Memo does not match.')
    expect(said).toContain('Without a memo, we cannot tell whose payment this is.')
    expect(said).toMatch(/UTC\s*[\d.]+ USDC/)
    await expectContactAbout(hash)
  })

  it('XLM: a payment with somebody else’s memo', async () => {
    await showFee(payer.page, { asset: 'XLM' })
    const [hash = ''] = await pay(app, { uri: await requestOn(payer.page), memo: '7' })
    const said = await confirmHash(payer.page, hash)
    await expectRefused('❌ Memo does not match.')
    expect(said).toMatch(/This payment has the memo 7; yours is \d+\./)
    await expectContactAbout(hash)
  })

  it('XRP: a payment with somebody else’s destination tag', async () => {
    await showFee(payer.page, { asset: 'XRP' })
    const [hash = ''] = await pay(app, { uri: await requestOn(payer.page), memo: '7' })
    const said = await confirmHash(payer.page, hash)
    await expectRefused('❌ Destination/tag/amount mismatch.')
    expect(said).toMatch(/This payment has the destination tag 7; yours is \d+\./)
    await expectContactAbout(hash)
  })

  it.each([
    ['XLM', '❌ Payment not found or amount/address mismatch.'],
    ['XRP', '❌ Destination/tag/amount mismatch.'],
  ] as const)('%s: half of the amount', async (asset, sentence) => {
    await showFee(payer.page, { asset })
    const [hash = ''] = await pay(app, { uri: await requestOn(payer.page), mode: 'short' })
    const said = await confirmHash(payer.page, hash)
    await expectRefused(sentence)
    expect(said).toContain('It counts but is not enough')
    expect(said).toMatch(/Send [\d.,]+ [A-Z]+ more with the same/)
  })

  it('XRP: a payment without the tag, which the ledger itself refuses', async () => {
    await showFee(payer.page, { asset: 'XRP' })
    const [hash = ''] = await pay(app, { uri: await requestOn(payer.page), mode: 'no_memo' })
    const said = await confirmHash(payer.page, hash)
    await expectRefused('❌ Destination/tag/amount mismatch.')
    expect(said).toContain('This transaction failed or went elsewhere.')
  })

  it.each([
    ['USDC', 'horizon', 'GET /transactions/', '❌ Error validating Stellar transaction.'],
    ['XRP', 'rippled', 'tx', '❌ Error validating XRP transaction.'],
  ] as const)('%s: a ledger that does not answer', async (asset, target, match, sentence) => {
    await showFee(payer.page, { asset })
    await app.fault({ target, kind: 'drop_before', match })
    const said = await confirmHash(payer.page, UNKNOWN)
    await expectRefused(sentence)
    expect(said).toContain('Your payment is not lost: we keep watching.')
  })

  it('a transaction that has paid somebody else’s fee', async () => {
    const other = await openPayer({ app, browser }, { javaScript })
    await showFee(other.page)
    const [hash = ''] = await pay(app, { uri: await requestOn(other.page) })
    await app.untilRow('it has settled a fee', 'select 1 from fee_payment where "paymentHash" = $1', [hash])
    await other.close()
    await showFee(payer.page)
    const said = await confirmHash(payer.page, hash)
    await expectRefused('❌ This transaction has already been used.')
    expect(said).toContain('A transaction settles one fee only.')
  })

  it('every refused hash is on record with who, what, when and why', async () => {
    await showFee(payer.page)
    await confirmHash(payer.page, 'my payment')
    await expectRefused('Copy the hash’s 64 characters from your wallet.')
    await confirmHash(payer.page, UNKNOWN)
    const failed = await app.query(
      `select txid, currency, reason from failed_payment
       where uid = (select id from "user" where email = $1) and timestamp > now() - interval '1 hour' order by timestamp`,
      [payer.email],
    )
    expect(failed).toEqual([
      { txid: 'my payment', currency: 'USDC', reason: MALFORMED },
      { txid: UNKNOWN, currency: 'USDC', reason: 'Transaction not found on Stellar.' },
    ])
  })

  it('whoever is looked at is asked to send nothing, reads no address, and sees what arrives all the same', async () => {
    const { page, email } = payer
    await showFee(page)
    const uri = await requestOn(page)
    const address = new URL(uri).searchParams.get('destination') ?? ''
    expect(await page.content()).toContain(address)
    await app.query(`update "user" set "name" = 'Balthazar Quillfeather' where "email" = $1`, [email])
    await app.query(
      `select graphile_worker.add_job('screen_person', json_build_object('userId', "id")) from "user" where "email" = $1`,
      [email],
    )
    const held = `select 1 from screening_review r join "user" u on r.subject = 'user:' || u.id where u.email = $1`
    await app.untilRow('somebody has to look at the payer', held, [email])

    await openDesk(page)
    await page.getByRole('heading', { name: 'Your account is being checked' }).waitFor()
    await page.getByText('Send nothing yet').waitFor()
    expect(address).toMatch(/^G[A-Z2-7]{55}$/)
    expect(await page.content()).not.toContain(address)
    expect(await page.locator('.pay').count()).toBe(0)
    for (const asking of ['Waiting for your payment', 'To send'])
      expect(await page.getByText(asking, { exact: true }).count(), asking).toBe(0)

    const [hash = ''] = await pay(app, { uri, mode: 'short' })
    await app.untilRow('what arrives is seen', 'select 1 from ledger_payment where hash = $1', [hash])
    await openDesk(page)
    await page.getByRole('heading', { name: 'Your account is being checked' }).waitFor()
    expect(await page.content()).toContain(hash)
  })

  /** Expects the sentence beside its field, and on top with the focus or in view. */
  async function expectRefused(sentence: string): Promise<void> {
    const { page } = payer
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(sentence)
    expect(await page.locator('p.err').first().textContent()).toContain(sentence)
    expect((await words(page)).split(sentence)).toHaveLength(3)
  }

  /** Expects a link to support that names the payment. */
  async function expectContactAbout(hash: string): Promise<void> {
    const advice = payer.page.locator('.note', { hasText: 'What you can do now' })
    const href = await advice.getByRole('link', { name: 'Write to support' }).getAttribute('href')
    expect(href).toBe(`/contact?subject=${encodeURIComponent(`Payment ${hash}`)}`)
  }
})

it('what was refused stays to be read while the page learns of a payment, and when its sentence leads to the field', async () => {
  const payer = await openPayer({ app, browser }, { javaScript: true })
  const { page } = payer
  await showFee(page)
  await confirmHash(page, UNKNOWN)
  const summary = page.getByRole('alert')
  await summary.getByRole('link', { name: 'Transaction not found on Stellar.' }).click()
  await page.waitForURL(({ hash }) => hash === '#hash')
  expect(await page.locator('#hash:focus').count()).toBe(1)
  await pay(app, { uri: await requestOn(page), mode: 'short' })
  await page.getByText('Part of the fee has arrived').waitFor()
  expect(await summary.textContent()).toContain('Transaction not found on Stellar.')
  expect(await page.getByLabel('Transaction hash').inputValue()).toBe(UNKNOWN)
  expect(await words(page)).toContain('The Stellar ledger does not know this hash')
  // A new request of the page counts as having read it.
  await openDesk(page)
  expect(await summary.count()).toBe(0)
  expect(payer.complaints).toEqual([])
  await payer.close()
})

it('a currency that nobody offered', async () => {
  const { visitor } = await app.signIn('unpaid.buyer')
  const page = await visitor.get('/payment')
  // No option of the list has this value, so the form sends none.
  const values = { amountUsd: '20000', asset: 'DOGE' }
  const refused = await visitor.submit(page, formWith(page, 'amountUsd'), { values, press: 'quote' })
  expect(refused.complaints).toEqual(['❌ Unsupported currency.'])
})
