/** Coupon codes: the sentences of spec §8, and where a code is remembered (spec §5). */
import { describe, expect, it } from 'vitest'
import { register } from '#tests/support/app/journey.ts'
import { asLimitedAsEverywhere, useUpTries } from '#tests/support/app/lent-app.ts'
import { BROWSERS, openDesk, openPayer, showFee, words } from '#tests/support/app/payer.ts'
import { payerOn, setStage } from '#tests/support/app/stage.ts'

const stage = setStage()

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  const the = payerOn(stage, { javaScript })
  const codeField = () => the.payer.page.getByLabel('Coupon code')

  it.each([
    [' tide20 ', '✓ Coupon applied', '$120.00'],
    ['NOSUCHCODE', 'Code not found — no discount applied', '$150.00'],
    ['EBBTIDE', 'Inactive or unassigned — no discount applied', '$150.00'],
  ])('the code “%s”: %s', async (couponCode, sentence, fee) => {
    await showFee(the.payer.page, { couponCode })
    const said = await words(the.payer.page)
    expect(said).toContain(sentence)
    expect(said).toContain(`Net fee${fee}`)
  })

  it('nobody can go on guessing codes', async () => {
    await using limited = await asLimitedAsEverywhere()
    const { page, close, complaints } = await openPayer({ ...stage, app: limited.app }, { javaScript })
    for (let guess = 1; guess <= 10; guess++) await showFee(page, { couponCode: `GUESS${guess}` })
    expect(await words(page)).toContain('Code not found — no discount applied')
    await showFee(page, { couponCode: 'HARBOR5' })
    const said = await words(page)
    expect(said).toContain('No permission to check more codes now — no discount applied')
    expect(said).toContain('Net fee$150.00')
    expect(complaints).toEqual([])
    await close()
  })

  it('a code that was applied is no guess, and stays with a changed amount', async () => {
    const { page } = the.payer
    await showFee(page, { couponCode: 'TIDE20' })
    await useUpTries(stage.app, { limit: 'unknown_coupon_by_user', email: the.payer.email })
    await showFee(page, { couponCode: 'TIDE20', amountUsd: '48000' })
    expect(await words(page)).toContain('Coupon TIDE20, 20%−$72.00')
  })

  it('the code of a link comes before a kept one, and a quote keeps its own', async () => {
    const { page } = the.payer
    await openDesk(page, '/payment?ref=harbor5')
    await openDesk(page, '/payment?ref=tide20')
    expect(await codeField().inputValue()).toBe('TIDE20')
    await openDesk(page, '/payment')
    expect(await codeField().inputValue()).toBe('TIDE20')
    await showFee(page, { couponCode: 'TIDE20' })
    await openDesk(page, '/payment?hold&ref=harbor5')
    // The code is filled into the open form, and changes nothing before it is sent.
    expect(await codeField().inputValue()).toBe('HARBOR5')
    expect(await words(page)).toContain('Coupon TIDE20, 20%')
    await openDesk(page)
    expect(await words(page)).toContain('Coupon TIDE20, 20%')
  })
})

it('a code of a link outlives registering, in a cookie, without JavaScript', async () => {
  const { page, close } = await stage.browser.newPage({ javaScript: false })
  await page.goto(`${stage.app.origin}/payment?ref=tide20`)
  expect(new URL(page.url()).pathname).toBe('/login')
  await register(page, stage.app.origin, { role: 'Buyer', email: 'linked@trade.example' })
  expect(await page.getByLabel('Coupon code').inputValue()).toBe('TIDE20')
  await close()
})

it('a code is kept in local storage too, should the cookie be gone', async () => {
  const { page, context, close } = await openPayer(stage, { javaScript: true })
  await openDesk(page, '/payment?ref=tide20')
  await page.waitForFunction(() => localStorage.getItem('ref') === 'TIDE20')
  await context.clearCookies({ name: 'ref' })
  await openDesk(page, '/payment')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=couponCode]')?.value === 'TIDE20')
  await close()
})
