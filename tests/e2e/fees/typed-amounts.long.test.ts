/** Amounts as people write them in their language: read, asked about when two readings are possible, shown back. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { registerPilot } from '#tests/support/app/journey.ts'
import { BROWSERS, openDesk, words } from '#tests/support/app/payer.ts'
import { payerOn, setStage } from '#tests/support/app/stage.ts'
import { walletOf } from '#tests/support/world/people.ts'

const stage = setStage()

const amountOf = (page: Page, name: string) => page.locator(`input.num[name=${name}]`)
const readings = (page: Page, name: string) => page.locator(`input[type=radio][name=${name}Read]`)

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  const the = payerOn(stage, { javaScript })

  async function ask(typed: string, language: string): Promise<void> {
    const { page } = the.payer
    await openDesk(page, `/payment?hold&lng=${language}`)
    const change = page.locator('details > summary').filter({ visible: true }).first()
    if (!(await amountOf(page, 'amountUsd').isVisible())) await change.click()
    await amountOf(page, 'amountUsd').fill(typed)
  }
  const send = () => the.payer.page.locator('button[name=intent][value=quote]').first().click()
  const quoted = async (language: string) => {
    const { page } = the.payer
    await page.waitForURL(({ pathname, search }) => pathname === '/payment' && search === '')
    await openDesk(page, `/payment?hold&lng=${language}`)
    return words(page)
  }

  it.each([
    ['de', '1000,50', '1.000,50 $', '100,00 $'],
    ['de', '48.000,00', '48.000,00 $', '360,00 $'],
    ['fr', '48 000,00', '48 000,00 $', '360,00 $'],
    ['fa', '۴۸٬۰۰۰٫۵۰', '$ 48,000.50', '$ 360.00'],
    ['en', '48,000', '$48,000.00', '$360.00'],
    ['pl', '1000.50', '1000,50 $', '100,00 $'],
  ])('in %s a fee is asked for %s: %s', async (language, typed, shown, net) => {
    await ask(typed, language)
    const { page } = the.payer
    // The field never drops a character while somebody types.
    expect(await amountOf(page, 'amountUsd').inputValue()).toBe(typed)
    await send()
    const said = (await quoted(language)).replace(/[\u200e\u2066-\u2069]/g, '')
    expect(said).toContain(shown)
    expect(said).toContain(net)
  })

  it('two readings are asked once, in words, and the form keeps the rest', async () => {
    const { page } = the.payer
    await ask('48.000', 'de')
    await page.locator('input[name=couponCode]').fill('harbor5')
    await send()
    await page.getByRole('alert').waitFor()
    expect(await words(page)).toContain('„48.000“ lässt sich auf zwei Arten lesen.')
    expect(await amountOf(page, 'amountUsd').inputValue()).toBe('48.000')
    expect(await page.locator('input[name=couponCode]').inputValue()).toMatch(/harbor5/i)
    expect(await readings(page, 'amountUsd').count()).toBe(2)
    await page.getByRole('radio', { name: /48 Tausend/ }).check()
    await send()
    expect(await quoted('de')).toContain('48.000,00 $')
  })

  it('what is no amount is refused with the notation, and what nobody can pay with its bound', async () => {
    const { page } = the.payer
    await ask('1.2.3', 'de')
    await send()
    await page.getByRole('alert').waitFor()
    expect(await words(page)).toContain(
      '❌ Geben Sie zuerst einen gültigen Transaktionsbetrag in USD ein. Verwenden Sie Ziffern',
    )
    expect(await words(page)).toContain('zum Beispiel 48000.50.')
    expect(await amountOf(page, 'amountUsd').inputValue()).toBe('1.2.3')
    await ask('1.000.000.000.000', 'de')
    await send()
    await page.getByText('Höchstens 999.999.999.999,99').first().waitFor()
  })

  it('an escrow counts only after its amount was shown', async () => {
    const { page } = the.payer
    await page.context().clearCookies()
    await registerPilot(page, { origin: stage.app.origin, email: `amounts.${crypto.randomUUID()}@example.org` })
    await page.goto(`${stage.app.origin}/submit?lng=de`)
    await page.locator('select[name=currency]').selectOption('XLM')
    await page.locator('details.pick summary').first().click()
    await page.locator('[name=walletFrom][value=typed]').check()
    await page.locator('textarea[name=walletAddress]').fill(walletOf('XLM'))
    await page.locator('textarea[name=notes]').fill('Vierzig Säcke')
    await amountOf(page, 'amount').fill('4.125')
    const submit = () => page.locator('form.answers .walk__acts button').click()
    await submit()
    await page.getByRole('alert').waitFor()
    expect(await page.locator('textarea[name=notes]').inputValue()).toBe('Vierzig Säcke')
    expect(await readings(page, 'amount').count()).toBe(2)
    expect(await words(page)).toContain('4.125,0000 XLM')

    await amountOf(page, 'amount').fill('4,5')
    if (javaScript) await page.getByText('Gelesen als 4,5000 XLM.').waitFor()
    await submit()
    await page.locator('[name=fundBy]').waitFor({ state: 'attached' })
    await submit()
    // The check page shows how the amount was read, before anything is opened.
    await page.locator('[name=seen]').waitFor({ state: 'attached' })
    expect(await words(page)).toContain('4,5000 XLM')
    await submit()
    await page.waitForURL(({ searchParams }) => searchParams.has('opened'))
    await page.goto(`${page.url()}&lng=de`)
    const said = await words(page)
    expect(said).toContain('4,5000 XLM')
  })

  it('the calculator reads the same, and keeps what it does not count', async () => {
    const { page } = the.payer
    const calculate = async (value: string) => {
      await amountOf(page, 'value').fill(value)
      await page.locator('#calculator button[type=submit]').click()
    }
    await page.goto(`${stage.app.origin}/freight-forwarders?lng=de`)
    await calculate('40.000,50')
    // 0,75 % of 40.000,50 is 300,00 for each shipment.
    await page.getByText('300,00').first().waitFor()
    await calculate('viel')
    await page.getByText('Nicht berücksichtigt').first().waitFor()
    expect(await amountOf(page, 'value').inputValue()).toBe('viel')
    await calculate('48.000')
    await page.getByRole('radio', { name: /48 Tausend/ }).check()
    await page.locator('#calculator button[type=submit]').click()
    await page.getByText('360,00').first().waitFor()
  })

  it.runIf(javaScript)('the calculator counts what was typed before the page came to life', async () => {
    const { page } = the.payer
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${stage.app.origin}/freight-forwarders?lng=de`, { waitUntil: 'commit' })
    await amountOf(page, 'value').fill('40.000,50')
    release()
    await page.getByText('300,00').first().waitFor()
  })
})
