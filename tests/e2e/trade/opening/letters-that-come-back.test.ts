/** A mistyped seller's address: a slip is asked about, and a bounced email is shown and corrected, by forms alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { Page } from '#scripts/trade/html.ts'
import { formThatPresses, formWith } from '#scripts/trade/http-client.ts'
import { openEscrow, type Person, until } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

let app: App

beforeAll(async () => {
  app = await borrowApp()
})
afterAll(() => app?.close())

const contract = new File(['Forty bags of coffee.'], 'contract.txt', { type: 'text/plain' })
const letters = async (to: string, subject: string) =>
  (await app.harbour.mails(to)).filter((mail) => mail.subject.includes(subject))

const openFor = (buyer: Person, sellerEmail: string) =>
  openEscrow(buyer, {
    asset: 'XLM',
    amount: '25',
    sellerEmail,
    wallet: playAddress('seller', 'XLM'),
    contract,
  })

const nameSeller = (buyer: Person, page: Page, values: Record<string, string>) =>
  buyer.visitor.submit(page, formThatPresses(page, 'name_seller'), { values, press: 'name_seller' })

describe('an address that letters do not reach', () => {
  it('is told to the buyer, asked about, corrected, and the seller is invited', async () => {
    const buyer = await app.signIn('paid.buyer')
    const stamp = Date.now().toString(36)
    const wrong = `ravi.${stamp}+bounce@trade.example`
    const { txid } = await openFor(buyer, wrong)

    const path = `/transaction-lookup?txid=${txid}`
    const told = await until({ what: 'the page says that the letter came back' }, async () => {
      const page = await buyer.visitor.get(path)
      return page.text.includes(`Our emails do not reach ${wrong}.`) ? page : null
    })
    await until({ what: 'the buyer is written to' }, async () =>
      (await letters(buyer.email, 'Our emails to the seller fail.')).length === 1 ? true : null,
    )

    // A slip is asked about once, and the form keeps what was typed; the suggestion is chosen.
    const slip = `ravi.${stamp}@gmial.com`
    const meant = `ravi.${stamp}@gmail.com`
    const asked = await nameSeller(buyer, told, { sellerEmail: slip })
    expect(asked.text).toContain(`Did you mean ${meant}?`)
    expect(asked.complaints.join(' ')).toContain(`“${slip}” may be misspelt.`)
    const named = await nameSeller(buyer, asked, { sellerEmail: slip, sellerEmailChosen: meant })
    expect(named.complaints).toEqual([])
    await until({ what: 'the seller is invited' }, async () =>
      (await app.harbour.mails(meant)).length > 0 ? true : null,
    )
    expect((await buyer.visitor.get(path)).text).not.toContain(`Our emails do not reach ${wrong}`)
    expect(await app.harbour.mails(slip)).toEqual([])
  })

  it('is asked about when somebody registers, and kept where it is meant', async () => {
    const visitor = app.visitor()
    const email = `ann.${Date.now().toString(36)}@hotmial.com`
    const values = { name: 'Ann', email, password: 'three boats at low tide', role: 'seller', sanctionsConsent: true }
    const page = await visitor.get('/register')
    const asked = await visitor.submit(page, formWith(page, 'email'), { values })
    expect(asked.text).toContain(`Did you mean ${email.replace('hotmial', 'hotmail')}?`)
    const done = await visitor.submit(asked, formWith(asked, 'email'), { values: { ...values, emailChosen: email } })
    expect([done.complaints, done.url.pathname]).toEqual([[], '/seller-confirm'])
    await app.untilRow('the account', 'select 1 from "user" where "email" = $1', [email])
  })
})
