/** Payments that do not fit their quote (product.md §2): what was seen, what it means, and what the payer does next. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import {
  BROWSERS,
  confirmHash,
  letQuoteExpire,
  letQuoteExpireAt,
  openDesk,
  openPayer,
  type Payer,
  pay,
  requestOn,
  showFee,
  untilPaid,
  words,
} from '#tests/support/app/payer.ts'
import { findPricesAgain, loseAllPrices } from '#tests/support/app/price-services.ts'
import { payerOn, setStage } from '#tests/support/app/stage.ts'

const QUOTES_OF_PAYER = 'select id from fee_quote where "userId" = (select id from "user" where email = $1)'

const stage = setStage()

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  const the = payerOn(stage, { javaScript })

  it('short: the rest is asked for under the same memo, payments add up, and the last one settles the fee', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'USDC' })
    const whole = await requestOn(page)
    const [first = ''] = await pay(stage.app, { uri: whole, amount: '100' })
    const second = await lookAgain(the.payer, 'Part of the fee has arrived')
    expect(second).toContain('100.00 USDC has arrived.')
    expect(second).toMatch(/Send [\d.,]+ USDC more with the same memo or tag\. At this price until \d\d:\d\d UTC\./)
    expect(second).toContain(shortHash(first))
    const rest = await requestOn(page)
    expect(memoOf(rest)).toBe(memoOf(whole))
    expect(amountOf(rest)).toEqual(amountOf(whole).minus(100))

    const [third = ''] = await pay(stage.app, { uri: rest, amount: '20' })
    expect(await lookAgain(the.payer, '120.00 USDC has arrived.')).toContain(shortHash(third))
    await pay(stage.app, { uri: await requestOn(page) })
    await untilPaid(stage.app, the.payer)
    expect(await receipt()).not.toContain('USDC too much')
  })

  it('over: the fee is paid, and the receipt asks where the rest goes back', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'XRP' })
    await pay(stage.app, { uri: await requestOn(page), amount: '1000' })
    await untilPaid(stage.app, the.payer)
    expect(await receipt()).toMatch(/[\d.]+ XRP too much.*Owed back to you: name a wallet\./s)
    await expectCase('fee_over')
    await page.getByRole('button', { name: 'Send it back' }).click()
    await page.getByRole('heading', { name: 'Your money beyond the fee' }).waitFor()
    expect(await words(page)).toContain('Please enter your wallet address.')
    await page.getByLabel('Your XRP wallet').fill(playAddress('friend', 'XRP'))
    await page.getByRole('button', { name: 'Send it back' }).click()
    await page.getByText('Wallet saved.').waitFor()
    await stage.app.untilRow(
      'it is sent back',
      `select 1 from transfer p join payment_case c on c.id = p."caseId"
        where p.state = 'confirmed' and c."feeQuoteId" in (${QUOTES_OF_PAYER})`,
      [the.payer.email],
    )
    expect(await receipt()).toContain('Sent back')
  })

  it('twice: the second payment is owed back', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'USDC' })
    await pay(stage.app, { uri: await requestOn(page), mode: 'twice' })
    await untilPaid(stage.app, the.payer)
    expect(await receipt()).toMatch(/USDC that no fee needs.*Owed back to you: name a wallet\./s)
  })

  it('late and less than the fee: its worth is said, and after a refresh what is still to be sent', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'XLM' })
    const uri = await requestOn(page)
    await letQuoteExpire(stage.app, the.payer)
    await pay(stage.app, { uri, mode: 'short' })
    const said = await lookAgain(the.payer, 'Your payment came late')
    expect(said).toMatch(
      /XLM arrived after its price expired\. It now covers \$\d\d\.\d\d of \$150\.00; about [\d.]+ XLM is missing\./,
    )
    await expectCase('fee_late')

    await page.getByRole('button', { name: 'Refresh the price' }).click()
    await page.getByRole('heading', { name: 'Send the rest from your wallet' }).waitFor()
    expect(memoOf(await requestOn(page))).toBe(memoOf(uri))
    await pay(stage.app, { uri: await requestOn(page) })
    await untilPaid(stage.app, the.payer)
  })

  it('late and enough: it settles the fee', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'XLM' })
    const uri = await requestOn(page)
    await letQuoteExpire(stage.app, the.payer)
    // So much that no move of the price makes it too little.
    await pay(stage.app, { uri, amount: '3000' })
    await untilPaid(stage.app, the.payer)
    expect(await receipt()).toContain('3,000.0000 XLM')
  })

  it('in time and not enough when the time runs out: it stays counted', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'USDC' })
    const [hash = ''] = await pay(stage.app, { uri: await requestOn(page), amount: '100' })
    await letQuoteExpireAt(stage.app, hash)
    const said = await lookAgain(the.payer, 'Part of the fee has arrived')
    expect(said).toContain('100.00 USDC arrived in time but is not the whole fee.')
  })

  it('another asset: it does not count, and the page asks where it goes back', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'XLM' })
    const [hash = ''] = await pay(stage.app, { uri: await requestOn(page), mode: 'other_asset' })
    const said = await lookAgain(the.payer, 'in the wrong currency')
    expect(said).toContain('Owed back to you: name a wallet.')
    expect(said).toContain(shortHash(hash))
    expect(said).not.toContain('Received, but not counted')
    expect(await page.getByRole('button', { name: 'Send it back' }).count()).toBe(1)
    expect(await confirmHash(page, hash)).toContain('It arrived but does not count by itself')
    // The request for payment stays.
    expect(await page.getByRole('link', { name: 'Open in wallet app' }).count()).toBe(1)
  })

  it('for an order that was changed since: it is kept, and the page says how it comes back', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'USDC' })
    await pay(stage.app, { uri: await requestOn(page), amount: '100' })
    await showFee(page, { asset: 'XRP' })
    const said = await words(page)
    expect(said).toContain('Arrived for an earlier order')
    expect(said).toContain('It does not count here.')
    expect(said).toContain('Once a fee is paid, you say where it goes back.')
    expect(said).toContain('100.00 USDC')
  })

  it('the page itself finds what has arrived', async () => {
    const { page } = the.payer
    await showFee(page, { asset: 'XLM' })
    await openDesk(page, '/payment')
    await pay(stage.app, { uri: await requestOn(page), mode: 'short' })
    await page.getByText('Part of the fee has arrived').waitFor()
  })

  async function receipt(): Promise<string> {
    await the.payer.page.goto(`${stage.app.origin}/receipt`)
    await the.payer.page.getByText('Receipt number').waitFor()
    return words(the.payer.page)
  }

  /** Expects the payment once on the operator's list. */
  async function expectCase(kind: string): Promise<void> {
    const cases = await stage.app.query(
      `select kind from payment_case where "closedAt" is null and "feeQuoteId" in (${QUOTES_OF_PAYER})`,
      [the.payer.email],
    )
    expect(cases).toEqual([{ kind }])
  }
})

it('late while no price is known: it is kept, and only USDC is quoted, as one dollar', async () => {
  const quoted = await Promise.all(
    BROWSERS.map(async (way) => {
      const payer = await openPayer(stage, way)
      await showFee(payer.page, { asset: 'XLM' })
      const uri = await requestOn(payer.page)
      await letQuoteExpire(stage.app, payer)
      return { payer, uri }
    }),
  )
  onTestFinished(() => findPricesAgain(stage.app))
  await loseAllPrices(stage.app)
  for (const { payer, uri } of quoted) {
    await pay(stage.app, { uri, mode: 'short' })
    expect(await lookAgain(payer, 'Your payment came late')).toContain('there is no price now')
    await showFee(payer.page, { asset: 'USDC' })
    const said = await words(payer.page)
    expect(said).toContain('counted as 1 US dollar: no current price')
    expect(said).toContain('Amount to send 150.00 USDC')
    expect(payer.complaints).toEqual([])
    await payer.close()
  }
})

async function lookAgain({ page }: Payer, awaited: string): Promise<string> {
  await openDesk(page)
  await page.getByText(awaited).first().waitFor()
  return words(page)
}

function memoOf(uri: string): string | undefined {
  return /\b(?:memo|dt)=(\d+)/.exec(uri)?.[1]
}

function amountOf(uri: string): Decimal {
  return new Decimal(/\bamount=([\d.]+)/.exec(uri)?.[1] ?? 0)
}

function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-8)}`
}
