/** Resellers by clicking: created, their link used to pay, commissions paid and taken back, and their own page. */
import { setTimeout as delay } from 'node:timers/promises'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monthOf } from '#app/fees/resellers/domain/month.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { PORT_OFFSETS } from '#harbour/environment.ts'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { linkInMail } from '#scripts/trade/steps.ts'
import { openBrowser, type TestBrowser, type TestPage } from '#tests/support/app/browser.ts'
import { type OwnApp, openOwnApp } from '#tests/support/app/lent-app.ts'
import { BROWSERS, openPayer, pay, requestOn, showFee, untilPaid, words } from '#tests/support/app/payer.ts'
import { checkLook } from '#tests/support/look/check-look.ts'
import { checkWords } from '#tests/support/tour/page-checks.ts'
import { sendByHand } from '#tests/support/world/by-hand.ts'

/** The operator gets a second factor here, and no other file may have to enter its codes. */
let app: OwnApp
let browser: TestBrowser

beforeAll(async () => {
  app = await openOwnApp()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const wallet = playAddress('friend', 'USDC')

describe.each(BROWSERS)('$words', ({ javaScript }) => {
  const code = javaScript ? 'WITH-SCRIPT' : 'WITHOUT-SCRIPT'
  const email = `${code.toLowerCase()}@reseller.example`
  let window: TestPage
  let authenticator: Authenticator | null = null
  /** Addresses of the reseller's page in the Admin Panel, and of the page of their own. */
  let desk: string
  let own: string
  let hash: string

  beforeAll(async () => {
    window = await browser.newPage({ javaScript })
    const { page } = window
    await page.goto(`${app.origin}/admin`)
    await page.getByLabel('Email').fill('operator@demo.example')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL(`${app.origin}/admin-panel`)
    // One of the two runs uses a second factor.
    if (!javaScript) authenticator = await setUpSecondFactor(window)
  })
  afterAll(() => window?.close())

  /** Confirms; where the last code of a second factor is stale, a new one is asked for before anything is done. */
  async function sayYes(lastCode: 'fresh' | 'stale' = 'fresh'): Promise<void> {
    const { page } = window
    const at = lastCode === 'fresh' ? 'now()' : `now() - interval '1 hour'`
    if (authenticator) await app.query(`update session set "codeAt" = ${at}`)
    await page.getByRole('button', { name: 'Yes, do it' }).click()
    if (!authenticator || lastCode === 'fresh') return
    await page.getByRole('heading', { name: 'The second step' }).waitFor()
    await page.getByLabel('Code').fill(await authenticator.next())
    await page.getByRole('button', { name: 'Confirm and go on' }).click()
  }

  async function ask(intent: string, fields: Record<string, string>): Promise<string> {
    const { page } = window
    await page.goto(desk)
    const form = page.locator('form', { has: page.locator(`input[name=intent][value="${intent}"]`) }).first()
    await page.locator('details.act', { has: form }).locator('summary').first().click()
    for (const [name, value] of Object.entries(fields)) {
      const field = form.locator(`[name=${name}]`)
      if (name === 'why') await form.locator(`[name=why][value=${value}]`).check()
      else await field.fill(value)
    }
    await form.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Yes, do it' }).waitFor()
    return words(page)
  }

  async function look(address?: string): Promise<void> {
    const { page } = window
    if (address) await page.goto(address)
    expect(await checkWords(page)).toEqual([])
    // The accessibility engines need scripts; the page is the same without.
    if (javaScript) expect(await checkLook(page)).toEqual([])
  }

  /** A buyer comes by the link on the reseller's own page and pays the fee. */
  async function buy(asset: Asset): Promise<void> {
    const payer = await openPayer({ app, browser }, { javaScript })
    await payer.page.goto(own)
    const link = (await payer.page.getByText('/payment?ref=').first().textContent()) ?? ''
    await payer.page.goto(link)
    const typed = await payer.page.getByLabel('Coupon code').inputValue()
    expect(typed).toBe(code)
    await showFee(payer.page, { couponCode: typed, amountUsd: '48000', asset })
    expect(await words(payer.page)).toContain(`Coupon ${code}, 7.5%`)
    await pay(app, { uri: await requestOn(payer.page) })
    await untilPaid(app, payer)
    expect(payer.complaints).toEqual([])
    await payer.close()
  }

  it('an operator makes a reseller with a first code', async () => {
    const { page } = window
    await page.goto(`${app.origin}/admin-panel/resellers`)
    await look()
    await page.getByRole('link', { name: 'Make a reseller' }).click()
    await page.getByLabel('Name').fill('Rita Reseller & Partners')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Paid in').selectOption('USDC')
    await page.getByLabel('Wallet').fill(wallet)
    await page.getByLabel('Code').fill(code.toLowerCase())
    await page.getByLabel('Percent off').fill('57,5')
    await page.locator('main [name=reason]').fill('They have signed.')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('Enter 0 to 50, at most').waitFor()
    await look()
    // Many people write a decimal comma.
    await page.getByLabel('Percent off').fill('7,5')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    // Going back keeps what was typed.
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    expect(await page.getByLabel('Percent off').inputValue()).toBe('7,5')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Yes, do it' }).waitFor()
    const asked = (await words(page)).replaceAll(' ', '')
    for (const fact of ['RitaReseller&Partners', email, wallet, code, '7.5%', '10%']) expect(asked).toContain(fact)
    await look()
    expect(await app.query('select 1 from reseller where email = $1', [email])).toEqual([])
    await sayYes('stale')
    await page.getByText('Done and recorded.').waitFor()
    desk = page.url().replace('?done=1', '')
    own = app.origin + (await linkInMail(app.harbour, { to: email, page: '/reseller' }))
    await look(own)
    expect(await words(page)).toContain('None yet.')
    expect(await page.getByRole('img', { name: `Link with ${code}` }).count()).toBe(1)
  })

  it('a buyer comes by the link, and the commission waits for its day', async () => {
    await buy('USDC')
    const { page } = window
    for (const address of [desk, own]) {
      await page.goto(address)
      expect(await words(page)).toMatch(/Waiting\$33\.30/)
      expect(await words(page)).toContain('Payable from')
    }
    await page.goto(desk)
    expect(await page.getByText('Pay $').count()).toBe(0)
    await look()
  })

  it('its day comes, the overview names it, and an operator pays it, once from two windows', async () => {
    await theDayComes(code)
    const { page } = window
    await page.goto(`${app.origin}/admin-panel`)
    const due = page.locator('#commissions')
    await due.getByText('Owed since').first().waitFor()
    await look()
    await due.getByRole('link', { name: 'Rita Reseller & Partners' }).click()
    await page.waitForURL(desk)
    await look()

    const second = await window.context.newPage()
    const before = await held()
    const asked = await ask('pay', { reason: 'Commissions of the month.' })
    expect(asked.replaceAll(' ', '')).toContain(wallet)
    expect(asked).toMatch(/Price now\$\d\.\d{4}/)
    expect(asked).toMatch(/read \d\d:\d\d UTC/i)
    await look()
    await second.goto(desk)
    await second.getByText(/^Pay \$/).click()
    await second.locator('#reason-pay').fill('Commissions of the month.')
    await second
      .locator('form', { has: second.locator('#reason-pay') })
      .getByRole('button')
      .click()
    await second.getByRole('button', { name: 'Yes, do it' }).waitFor()
    await sayYes('stale')
    await page.getByText('Done and recorded.').waitFor()
    await second.getByRole('button', { name: 'Yes, do it' }).click()
    await second.getByRole('alert').getByText('Changed meanwhile.').waitFor()
    await second.close()

    const paid = await app.untilRow<{ hash: string; amount: string }>(
      'the payout is confirmed',
      `select "settledHash" as hash, p.amount::text from transfer p join reseller_payout r on r.id = p."resellerPayoutId"
       where r."resellerId" = $1 and p.state = 'confirmed'`,
      [email],
    )
    hash = paid.hash
    expect((await held()).minus(before).toFixed()).toBe(new Decimal(paid.amount).toFixed())
  })

  it('its hash stands on the desk, on the own page, in the statement and in the letter', async () => {
    const { page, context } = window
    const month = monthOf(new Date())
    for (const address of [desk, own]) {
      await look(address)
      expect((await page.getByRole('main').textContent())?.replaceAll(/\s/g, '')).toContain(hash)
    }
    const { searchParams } = new URL(own)
    for (const statement of [
      `${desk}/statement.csv?month=${month}`,
      `${app.origin}/reseller/statement.csv?token=${searchParams.get('token')}&month=${month}`,
    ]) {
      const answer = await context.request.get(statement)
      expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8')
      const [names, row, ...rest] = (await answer.text()).trim().split('\r\n')
      expect(names).toMatch(/^earned_at,code,fee_net_usd/)
      expect(row).toContain(`,${code},`)
      expect(row).toContain(`,paid,`)
      expect(row).toContain(hash)
      expect(rest).toEqual([])
    }
    const letters = await app.harbour.mails(email)
    expect(letters[0]?.subject).toContain('Your commissions were paid')
    expect(letters[0]?.text).toContain(hash)
  })

  it('a fee that was paid back takes its commission with it', async () => {
    await buy('XLM')
    const sent = await sendFeeBack()
    const asked = await ask('take-back', { why: 'fee_paid_back', hash: sent, reason: 'Paid by mistake.' })
    expect(asked.replaceAll(' ', '')).toContain(sent)
    expect(asked).toContain('The fee was paid back.')
    await look()
    await sayYes()
    await window.page.getByText('Done and recorded.').waitFor()
    for (const address of [desk, own]) {
      await window.page.goto(address)
      expect(await words(window.page)).toContain('taken back')
      expect(await words(window.page)).toContain('The fee was paid back.')
    }
    await look()
  })

  it('a renewed link ends the old one, for a visitor of any kind', async () => {
    await ask('renew', { reason: 'It was forwarded.' })
    await sayYes()
    await window.page.getByText('Done and recorded.').waitFor()
    const visitor = await browser.newPage({ javaScript })
    const answer = await visitor.page.goto(own)
    expect(answer?.status()).toBe(404)
    expect(await words(visitor.page)).toContain('This link no longer works')
    if (javaScript) expect(await checkLook(visitor.page)).toEqual([])
    await visitor.close()
    expect(window.complaints).toEqual([])
  })

  /** Somebody with the key sends money from the fee account, past Quayside: people pay from that account, too. */
  async function sendFeeBack(): Promise<string> {
    const { hostname, port } = new URL(app.harbourOrigin)
    const url = `http://${hostname}:${Number(port) + PORT_OFFSETS.horizon}`
    const to = playAddress('buyer', 'XLM')
    const sent = await sendByHand({ harbour: { horizon: { url } } }, { from: 'fee', to, amount: '100' })
    await app.untilRow('it is seen', 'select 1 from outgoing_transaction where hash = $1', [sent])
    return sent
  }
})

const held = async () => (await app.harbour.balances('friend')).USDC ?? new Decimal(0)

/** Ends the waiting time of the commissions with this code, and starts the worker's sweep. */
async function theDayComes(code: string): Promise<void> {
  await app.query(`begin; set local session_replication_role = replica;
    update reseller_earning set "payableFrom" = now() - interval '1 day' where code = '${code}' and status = 'accrued'; commit`)
  await app.query(`select graphile_worker.add_job('sweep_open_work', '{}'::json)`)
  await app.untilRow('it is payable', `select 1 from reseller_earning where code = $1 and status = 'payable'`, [code])
}

type Authenticator = { next(): Promise<string> }

/** A code is valid in its step and in the two beside it; the current step's code has the longest time left. */
const STEP_MS = 30_000

async function setUpSecondFactor({ page }: TestPage): Promise<Authenticator> {
  await page.goto(`${app.origin}/account/second-factor`)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const link = await page.getByRole('link', { name: 'Open in the app on this device' }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  let last = 0
  const next = async () => {
    // No code is accepted twice; the next one is valid already.
    last = Math.max(last + 1, Math.floor(Date.now() / STEP_MS))
    await delay(Math.max(0, (last - 1) * STEP_MS - Date.now()))
    return generateSync({ secret, epoch: (last * STEP_MS) / 1000 })
  }
  await page.getByLabel('Code').fill(await next())
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.getByText('Your recovery codes').waitFor()
  return { next }
}
