/** The product's main job by clicking, from registering to the released funds. Call it once, at the top of a file. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import type { App } from '#tests/support/app/app.ts'
import { openBrowser, type TestBrowser } from '#tests/support/app/browser.ts'
import { approve, confirmEmail, confirmShipment, openEscrow, payFee, register } from '#tests/support/app/journey.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

const AMOUNTS: Record<Asset, string> = { XLM: '812.1234567', XRP: '230.654321', USDC: '96.5' }

type Way = { asset: Asset; javaScript: boolean }
type Ground = { app: App; browser: TestBrowser }

/** Concurrent tests of trades: most time is spent waiting for ledgers. */
export function tradeByClicking(ways: readonly Way[]): void {
  const ground = {} as Ground
  beforeAll(async () => {
    ground.app = await borrowApp()
    ground.browser = await openBrowser()
  })
  afterAll(async () => {
    await ground.browser?.close()
    await ground.app?.close()
  })
  const named = ways.map((way) => ({ ...way, how: way.javaScript ? 'with JavaScript' : 'without JavaScript' }))
  it.concurrent.each(named)('buyer and seller trade for $asset $how', (way) => trade(ground, way))
}

async function trade({ app, browser }: Ground, { asset, javaScript }: Way): Promise<void> {
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
}
