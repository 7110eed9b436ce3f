/** The checkout of the service fee when all goes well: quote, coupon, countdown, payment, receipt. */
import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { readPage } from '#scripts/trade/html.ts'
import {
  BROWSERS,
  letQuoteExpire,
  openDesk,
  type Payer,
  pay,
  requestOn,
  showFee,
  untilPaid,
  words,
} from '#tests/support/app/payer.ts'
import { payerOn, setStage } from '#tests/support/app/stage.ts'

const stage = setStage()

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  const the = payerOn(stage, { javaScript })

  it('a quote says what is owed and how it comes about, at which price, and what to tell the wallet', async () => {
    const { page } = the.payer
    await showFee(page, { amountUsd: '13334', asset: 'XLM', couponCode: 'harbor5' })
    const uri = new URL(await requestOn(page))
    const [amount, memo] = [uri.searchParams.get('amount'), uri.searchParams.get('memo')]
    // The link omits the trailing zeros that the page shows.
    const shown = new Decimal(amount ?? '').toFixed(4)
    const said = await words(page)
    for (const line of [
      'Transaction$13,334.00',
      'Gross fee, 0.75%$100.01',
      'Coupon HARBOR5, 5%−$5.00',
      'Minimum fee+$4.99',
      'Net fee$100.00',
      'CoinGecko, checked against Kraken’s last trade, read ',
      `To send${shown} XLM`,
      'Stellar (XLM only, not a wrapped token)',
      `Without memo ${memo}, we cannot tell whose payment it is.`,
      'From an exchange?',
      'Choose the network Stellar (XLM)',
      `${shown} XLM must arrive`,
      'Price locked until',
      'Nothing opens? Scan the code',
    ]) {
      expect(said).toContain(line)
    }
    expect(amount).toMatch(/^\d+(?:\.\d{1,4})?$/)
    expect(said.replaceAll(' ', '')).toContain(playAddress('fee', 'XLM'))
    expect(uri.href).toMatch(/^web\+stellar:pay\?destination=G/)
    const code = page.getByRole('img', { name: 'Payment QR code' })
    const box = await code.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(200)
    expect(await page.getByRole('button', { name: /^Copy (?:Amount to send|Memo|Wallet address)$/ }).count()).toBe(
      javaScript ? 3 : 0,
    )
    expect(await page.getByRole('timer').count()).toBe(javaScript ? 1 : 0)
  })

  it('XRP asks for a destination tag, USDC names its issuer', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'XRP' })
    expect(await requestOn(page)).toMatch(/^ripple:r\w+\?amount=\d+(?:\.\d{1,4})?&dt=\d+$/)
    expect(await words(page)).toMatch(/Without destination tag \d+, we cannot tell whose payment it is\./)
    await showFee(page, { asset: 'USDC' })
    expect(await requestOn(page)).toContain('&asset_code=USDC&asset_issuer=G')
    expect(await words(page)).toMatch(/Amount to send\s?\d+\.\d\d USDC/)
  })

  it('the time runs out, the page says so, and a refresh keeps the memo', async () => {
    const { page } = the.payer
    await showFee(page)
    const memo = memoOf(await requestOn(page))
    await letQuoteExpire(stage.app, the.payer)
    await openDesk(page)
    await page.getByRole('heading', { name: 'This price has expired' }).waitFor()
    expect(await page.getByRole('link', { name: 'Open in wallet app' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Refresh the price' }).click()
    await page.getByRole('heading', { name: 'Send exactly this from your wallet' }).waitFor()
    expect(memoOf(await requestOn(page))).toBe(memo)
  })

  it('a payment is confirmed, leads on to the first escrow, and has a receipt', async () => {
    const { page } = the.payer
    await showFee(page, { amountUsd: '48000', couponCode: 'TIDE20' })
    const uri = await requestOn(page)
    const [hash = ''] = await pay(stage.app, { uri })
    await untilPaid(stage.app, the.payer)
    // The text as it was sent: the page redirects after a moment.
    const answer = await page.goto(`${stage.app.origin}/payment`)
    const html = (await answer?.text()) ?? ''
    const { text } = readPage({ url: new URL(page.url()), status: 200, html })
    expect(text).toContain('✅ Payment confirmed! Fee: $288.00 ... Redirecting...')
    await page.waitForURL(({ pathname }) => pathname === '/submit')

    await page.goto(`${stage.app.origin}/dashboard`)
    await page.locator('#payments > summary').click()
    await page.getByRole('link', { name: 'Receipt' }).click()
    await page.getByRole('heading', { name: 'Receipt', exact: true }).waitFor()
    const said = await words(page)
    for (const line of [
      `Receipt number${memoOf(uri)}`,
      'PayerBea Buyer',
      'SupplierQuayside',
      'Gross fee, 0.75%$360.00',
      'Coupon TIDE20, 20%−$72.00',
      'Net fee$288.00',
      'checked against Kraken’s last trade',
      '$288.00 paid as ',
      'NetworkStellar',
    ]) {
      expect(said).toContain(line)
    }
    expect(said.replaceAll(' ', '')).toContain(hash)
    expect(said.replaceAll(' ', '')).toContain(playAddress('fee', 'USDC'))
    // No explorer shows the harbour's transactions.
    expect(said).not.toContain('Show on the ledger')
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(javaScript ? 1 : 0)

    const mail = await mailWithReceipt(the.payer)
    expect(mail).toContain(`${stage.app.origin}/receipt`)
    expect(mail).toContain(hash)
  })

  it('nothing but the receipt is printed', async () => {
    const { page } = the.payer
    await showFee(page)
    await pay(stage.app, { uri: await requestOn(page) })
    await untilPaid(stage.app, the.payer)
    await page.goto(`${stage.app.origin}/receipt`)
    await page.emulateMedia({ media: 'print' })
    await page.getByText('Receipt number').waitFor()
    for (const place of [
      page.getByRole('navigation'),
      page.getByRole('button'),
      page.getByRole('link', { name: 'Submit' }),
    ]) {
      for (const part of await place.all()) expect(await part.isVisible()).toBe(false)
    }
  })
})

function memoOf(uri: string): string | undefined {
  return /\b(?:memo|dt)=(\d+)/.exec(uri)?.[1]
}

async function mailWithReceipt({ email }: Payer): Promise<string> {
  await stage.app.untilRow(
    'the receipt is sent',
    `select 1 from outbox_letter where recipient = $1 and key like 'fee_receipt:%' and "sentAt" is not null`,
    [email],
  )
  const mails = await stage.app.harbour.mails(email)
  return mails.find(({ subject }) => subject.startsWith('Receipt'))?.text ?? ''
}
