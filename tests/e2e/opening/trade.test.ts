/** The main job of the product, by clicking: for each asset, with JavaScript and without. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ASSETS, type Asset } from '#app/domain/kernel/assets.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { approve, confirmEmail, confirmShipment, openEscrow, payFee, register } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

const AMOUNTS: Record<Asset, string> = { XLM: '812.1234567', XRP: '230.654321', USDC: '96.5' }

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

describe.each([
  { words: 'with JavaScript', javaScript: true },
  { words: 'without JavaScript', javaScript: false },
])('$words', ({ javaScript }) => {
  // The three assets at the same time: what takes long is waiting for ledgers.
  it.concurrent.each(ASSETS)('buyer and seller trade for %s, from registering to the released funds', async (asset) => {
    const payout = playAddress('seller', asset)
    const amount = AMOUNTS[asset]
    const sellerEmail = `seller.${asset.toLowerCase()}.${javaScript}@trade.example`
    const buyer = await browser.newPage({ javaScript })
    const seller = await browser.newPage({ javaScript })
    const wallet = await buyer.context.newPage()
    await wallet.goto(`${app.harbourOrigin}/?account=buyer`)
    const before = (await app.harbour.balances('seller'))[asset]

    await register(buyer.page, app.origin, { role: 'Buyer', email: sellerEmail.replace('seller', 'buyer') })
    await payFee(buyer.page, { origin: app.origin, wallet, asset })
    const txid = await openEscrow(buyer.page, { wallet, asset, amount, sellerEmail, payout })
    await register(seller.page, app.origin, { role: 'Seller', email: sellerEmail })
    await confirmEmail(seller.page, { harbour: app.harbour, origin: app.origin, email: sellerEmail })
    await seller.page.goto(`${app.origin}/seller-confirm`)
    await confirmShipment(seller.page, { txid, payout })
    await approve(buyer.page)

    const after = (await app.harbour.balances('seller'))[asset]
    expect(after?.minus(before ?? 0).toFixed()).toBe(amount)
    expect([...buyer.complaints, ...seller.complaints]).toEqual([])
    await Promise.all([buyer.close(), seller.close()])
  })
})
