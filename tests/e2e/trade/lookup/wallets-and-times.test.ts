/** What the lookup page says of wallets and times, as served (escrow findings B6, B7, B8, C4; first users 16). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playAddress } from '#scripts/trade/harbour.ts'
import { formWith } from '#scripts/trade/http-client.ts'
import { contract, shippingDocuments } from '#scripts/trade/papers.ts'
import { confirmShipment, openEscrow, untilFunded } from '#scripts/trade/steps.ts'
import type { App } from '#tests/support/app/app.ts'
import { borrowApp } from '#tests/support/app/lent-app.ts'

let app: App

beforeAll(async () => {
  app = await borrowApp()
})

afterAll(async () => {
  await app?.close()
})

it('tells a memo that differs, no time before the confirmation, the real TXID and the own wallet', async () => {
  const buyer = await app.signIn('paid.buyer')
  const seller = await app.signIn('seller')
  const asset = 'XRP'
  const wallet = playAddress('exchange', asset)
  const { txid, uri, page } = await openEscrow(buyer, {
    asset,
    amount: '12.25',
    sellerEmail: seller.email,
    wallet,
    memo: '11',
    contract: contract('12.25 XRP'),
    dates: 'none',
  })
  expect(page.text).toContain(`Only ${seller.email} can confirm with it`)
  expect(page.text).toMatch(/We are inviting \S+\.|We emailed \S+ on\s/)
  const lookup = () => buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
  expect((await lookup()).text).toMatch(/Seller confirmation\s+Pending\s+Time\s+Not available/)
  expect((await lookup()).text).toContain('The seller does not answer?')
  await app.query(`update escrow set "updatedAt" = "createdAt" + interval '5 minutes' where "transactionId" = $1`, [
    txid,
  ])
  expect((await lookup()).text).toMatch(/Seller confirmation\s+Pending\s+Last change/)

  await app.harbour.pay({ from: 'buyer', uri })
  const funded = await untilFunded(buyer, page)
  const [{ realTxId }] = (await app.query('select "realTxId" from escrow where "transactionId" = $1', [txid])) as [
    { realTxId: string },
  ]
  expect(funded.text.replaceAll(' ', '')).toContain(realTxId)

  await confirmShipment(seller, { txid, wallet, memo: '12', files: shippingDocuments() })
  const shown = await lookup()
  expect(shown.text).toContain('Same address, other memo or tag')
  // The checkbox is there before any refusal.
  expect(formWith(shown, 'approval').fields.map(({ name }) => name)).toContain('checkedWallet')
  const changed = await seller.visitor.get(`/seller-confirm?txid=${txid}`)
  expect(changed.text).toContain('Change wallet')
  expect(changed.text).toContain('Replace the file:')
})
