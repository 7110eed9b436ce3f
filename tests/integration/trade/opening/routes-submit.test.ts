/** What /submit makes of what browsers send, and of outdated pages (escrow findings B1, C2, C9, C10). */
import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { Account, Keypair, MuxedAccount } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { answerRefund } from '#app/trade/refunds/workflows/answer-refund.server.ts'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, granted, type Person, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN } from '#tests/support/world/routes.ts'
import { aUser } from '#tests/support/world/rows.ts'

let routes: SettlementRoutes
let submit: typeof import('#app/trade/opening/routes/submit/route.tsx')

beforeAll(async () => {
  routes = await openSettlementRoutes()
  submit = await import('#app/trade/opening/routes/submit/route.tsx')
})

afterAll(async () => {
  await routes.close()
})

async function send(fields: Record<string, string>, who: Person = routes.buyer) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { Origin: ORIGIN, Cookie: await cookieOf(routes.world, who) }
  const request = new Request(`${ORIGIN}/submit`, { method: 'POST', headers, body })
  const args: ActionFunctionArgs = { request, params: {}, context: {} }
  return submit.action(args)
}

test('a paying wallet of another network with which the form began was not typed', async () => {
  const paying = walletOf('XLM', 'buyer')
  const { world, buyer } = routes
  await escrowOf(world, { buyer, asset: 'XLM', amount: '10', buyerWalletAddress: paying, buyerMemoTag: '7' })
  const trade = { currency: 'XRP', type: 'auto', amount: '12', walletAddress: walletOf('XRP') }
  const answer = await send({ ...trade, buyerWalletAddress: paying, buyerMemoTag: '7' })
  expect(answer).toMatchObject({ status: 303 })
  const { buyerWalletAddress } = await world.deps.db.escrow.findFirstOrThrow({ where: { amount: '12' } })
  expect(buyerWalletAddress).toBeNull()
  expect(await send({ ...trade, buyerWalletAddress: walletOf('XLM', 'friend') })).toMatchObject({
    data: { problems: [{ field: 'buyerWalletAddress' }] },
  })
})

test('whoever registered before the supplement reads of it in the form, and opens nothing by one that did not name it', async () => {
  const { db } = routes.world.deps
  const known = { emailConfirmedAt: new Date(), consentTimestamp: new Date(), termsVersion: TERMS_VERSION }
  const before = await aUser(db, { role: 'buyer', hasPaid: true, ...known })
  const page = async () => {
    const headers = { Cookie: await cookieOf(routes.world, before) }
    const request = new Request(`${ORIGIN}/submit?form=${randomUUID()}`, { headers })
    return submit.loader({ request, params: {}, context: {} })
  }
  expect(await page()).toMatchObject({ data: { page: { asksSupplement: true } } })
  const trade = { currency: 'XLM', type: 'auto', amount: '14', walletAddress: walletOf('XLM'), notes: 'Coffee' }
  expect(await send(trade, before)).toMatchObject({
    init: { status: 400 },
    data: {
      problems: [{ text: expect.stringContaining('Read the supplement beside the button') }],
      values: { notes: 'Coffee' },
    },
  })
  expect(await send({ ...trade, seenSupplement: TERMS_SUPPLEMENT }, before)).toMatchObject({ status: 303 })
  expect(await page()).toMatchObject({ data: { page: { asksSupplement: false } } })
})

test('pages with forms are read again after a refusal', async () => {
  const refused = { actionStatus: 400, defaultShouldRevalidate: false } as never
  const { shouldRevalidate } = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
  expect(submit.shouldRevalidate(refused)).toBe(true)
  expect(shouldRevalidate(refused)).toBe(true)
})

test('an approval after the money went back is refused for that reason', async () => {
  const { world, seller, buyer } = routes
  const { escrowId, transactionId: txid } = await routes.asked()
  const { confirmShipment } = await import('#app/trade/documents/workflows/confirm-shipment.server.ts')
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId: txid, ...wallet, files: [] }))
  granted(await answerRefund(world.deps, { escrowId, sellerId: seller.id, isAgreed: true, reason: '' }))
  const fields = { intent: 'review', approval: 'Approved', seenAddress: walletOf('XLM'), seenMemo: '', sure: 'yes' }
  expect(await routes.send({ by: buyer, txid, fields })).toEqual({ refused: 'escrow_settled', field: 'approval' })
})

test('a wallet that was left to the seller is approved with the tick alone, and the workflow holds it', async () => {
  const { world, seller, buyer } = routes
  const left = { sellerEmail: seller.email, walletFrom: 'seller', walletAddress: '' } as const
  const { escrowId, transactionId: txid } = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', ...left })
  const { confirmShipment } = await import('#app/trade/documents/workflows/confirm-shipment.server.ts')
  const { reviewDocuments } = await import('#app/trade/documents/workflows/review-documents.server.ts')
  const address = walletOf('XLM')
  const wallet = { walletAddress: address, walletMemo: '' }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId: txid, ...wallet, files: [] }))
  const letters = await world.deps.db.outboxLetter.findMany({
    where: { key: { startsWith: `payout_wallet_changed:${escrowId}` } },
  })
  expect(letters).toEqual([])
  const { escrow } = await routes.viewOf(buyer, txid)
  expect(escrow).toMatchObject({ expectedWallet: null, payoutWallet: { address, expectation: 'left_to_seller' } })

  const fields = { intent: 'review', approval: 'Approved', seenAddress: address, seenMemo: '' }
  const unverified = { refused: 'wallet_unverified', field: 'checkedWallet' }
  expect(await routes.send({ by: buyer, txid, fields })).toEqual(unverified)
  expect(await routes.send({ by: buyer, txid, fields: { ...fields, sure: 'yes' } })).toEqual(unverified)
  const review = { escrowId, buyerId: buyer.id, approval: 'Approved', reason: '', rejected: [] } as const
  const seen = { seenWallet: { address, memo: null }, seenDocuments: [] }
  expect(await reviewDocuments(world.deps, { ...review, ...seen, hasCheckedWallet: false })).toMatchObject(unverified)
  await routes.send({ by: buyer, txid, fields: { ...fields, checkedWallet: 'on', sure: 'yes' } })
  expect((await routes.viewOf(buyer, txid)).escrow).toMatchObject({ approval: 'Approved' })
})

test('a secret key comes back from no form, and an address that was read takes its place in the fields', async () => {
  const seed = Keypair.random().secret()
  const trade = { currency: 'USDC', type: 'auto', amount: '12', walletFrom: 'typed' }
  const refused = await send({ ...trade, walletAddress: seed, walletMemo: seed, buyerWalletAddress: seed })
  expect(JSON.stringify(refused)).not.toContain(seed)
  expect(refused).toMatchObject({ data: { problems: [{ field: 'walletAddress' }], values: { walletAddress: '' } } })
  const address = walletOf('USDC')
  const muxed = new MuxedAccount(new Account(address, '0'), '77').accountId()
  expect(await send({ ...trade, walletAddress: muxed })).toMatchObject({
    data: { values: { walletAddress: address, walletMemo: '77' } },
  })
  const { escrowId, transactionId: txid } = await routes.funded()
  const { seller, world } = routes
  const { confirmShipment } = await import('#app/trade/documents/workflows/confirm-shipment.server.ts')
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '', files: [] }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId: txid, ...wallet }))
  expect(escrowId).toBeTruthy()
  const body = new URLSearchParams({ txid, intent: 'change_wallet', walletAddress: seed, walletMemo: '' })
  const answer = await routes.lookup.action({
    request: new Request(`${ORIGIN}/transaction-lookup?txid=${txid}`, {
      method: 'POST',
      headers: await headersOf(world, seller),
      body,
    }),
    params: {},
    context: {},
  })
  expect(answer).toMatchObject({ data: { refusal: { refused: 'wallet_secret' } } })
  expect(JSON.stringify(answer)).not.toContain(seed)
})

test('a seller prepares a wallet: it is judged in words, kept when asked, and stands in the confirmation', async () => {
  const { seller, buyer, world } = routes
  const page = await import('#app/settlement/payouts/routes/wallet-check/route.tsx')
  const ask = async (by: typeof seller | null, fields: Record<string, string>) => {
    const request = new Request(`${ORIGIN}/wallet-check`, {
      method: 'POST',
      headers: await headersOf(world, by),
      body: new URLSearchParams(fields),
    })
    return page.action({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown)
  }
  expect(await ask(null, {})).toMatchObject({ status: 302 })
  expect(await ask(buyer, {})).toMatchObject({ status: 403 })
  const bare = Keypair.random().publicKey()
  const fields = { currency: 'USDC', walletAddress: bare, walletMemo: '', intent: 'check', txid: '' }
  expect(await ask(seller, fields)).toMatchObject({
    data: { problems: [], checked: { isKept: false, trouble: { refused: 'wallet_account_missing' } } },
  })
  expect(await ask(seller, { ...fields, walletAddress: 'nowhere' })).toMatchObject({
    data: { problems: [{ refused: 'wallet_invalid' }], checked: null },
  })
  expect(await ask(seller, { ...fields, currency: 'DOGE' })).toMatchObject({ init: { status: 400 } })
  const own = { ...fields, currency: 'XLM', walletAddress: walletOf('XLM'), intent: 'save', txid: 'no such escrow' }
  expect(await ask(seller, own)).toMatchObject({ data: { checked: { isKept: true, trouble: null } } })
  const { transactionId } = await routes.funded()
  expect(await routes.viewOf(seller, transactionId, 'confirmation')).toMatchObject({
    own: { address: walletOf('XLM'), currency: 'XLM' },
  })
})
