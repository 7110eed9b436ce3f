/** What the form of /submit makes of what browsers send, and pages that were overtaken (escrow findings B1, C2, C9, C10). */
import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRefund } from '#app/workflows/refunds/answer-refund.server.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { escrowOf, granted, walletOf } from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes
let submit: typeof import('#app/routes/opening/submit/route.tsx')

beforeAll(async () => {
  routes = await openSettlementRoutes()
  submit = await import('#app/routes/opening/submit/route.tsx')
})

afterAll(async () => {
  await routes.close()
})

async function send(fields: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { Origin: ORIGIN, Cookie: await cookieOf(routes.world, routes.buyer) }
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

test('pages with forms are read again after a refusal', async () => {
  const refused = { actionStatus: 400, defaultShouldRevalidate: false } as never
  const { shouldRevalidate } = await import('#app/routes/documents/seller-confirm/route.tsx')
  expect(submit.shouldRevalidate(refused)).toBe(true)
  expect(shouldRevalidate(refused)).toBe(true)
})

test('an approval after the money went back is refused for that reason', async () => {
  const { world, seller, buyer } = routes
  const { escrowId, transactionId: txid } = await routes.asked()
  const { confirmShipment } = await import('#app/workflows/documents/confirm-shipment.server.ts')
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId: txid, ...wallet, files: [] }))
  granted(await answerRefund(world.deps, { escrowId, sellerId: seller.id, isAgreed: true, reason: '' }))
  const fields = { intent: 'review', approval: 'Approved', seenAddress: walletOf('XLM'), seenMemo: '', sure: 'yes' }
  expect(await routes.send({ by: buyer, txid, fields })).toEqual({ refused: 'escrow_settled', field: 'approval' })
})
