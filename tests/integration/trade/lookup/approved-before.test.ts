/** A kept form that is sent again after the approval: what was done stands, and is not reported as done once more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import { headersOf, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { granted, walletOf } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'

let routes: SettlementRoutes
beforeAll(async () => {
  routes = await openSettlementRoutes()
})
afterAll(() => routes.close())

/** Presses the last button of an approval. `seenDecision`: the time of the decision that its page showed. */
async function press(txid: string, seenDecision = ''): Promise<unknown> {
  const wallet = { seenAddress: walletOf('XLM'), seenMemo: '', seenDocuments: '', seenDecision, checkedWallet: 'on' }
  const request = new Request(`${ORIGIN}/transaction-lookup?txid=${txid}`, {
    method: 'POST',
    headers: await headersOf(routes.world, routes.buyer),
    body: new URLSearchParams({ txid, intent: 'review', approval: 'Approved', sure: 'yes', ...wallet }),
  })
  return routes.lookup.action({ request, params: {}, context: {} })
}

async function approve(txid: string, seenDecision = ''): Promise<URLSearchParams> {
  const answer = (await press(txid, seenDecision)) as Response
  return new URL(answer.headers.get('Location') ?? '', ORIGIN).searchParams
}

test('the question before a release, left open in another tab, pays nothing once the documents were rejected', async () => {
  const { world, seller, buyer } = routes
  const { transactionId, escrowId } = await routes.funded()
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId, files: [], ...wallet }))
  const rejected = { approval: 'Rejected', reason: 'The weight differs.', rejected: [], seenDocuments: [] } as const
  const seenWallet = { address: walletOf('XLM'), memo: null }
  granted(
    await reviewDocuments(world.deps, {
      escrowId,
      buyerId: buyer.id,
      ...rejected,
      seenWallet,
      hasCheckedWallet: true,
    }),
  )
  expect(await press(transactionId)).toMatchObject({ data: { refusal: { refused: 'decision_changed' } } })
  expect(await world.deps.db.transfer.count({ where: { escrowId } })).toBe(0)
  // A buyer who has read the rejection may approve all the same.
  const { decidedAt } = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  expect((await approve(transactionId, decidedAt?.toISOString())).has('updated')).toBe(true)
})

test('an approval that is sent again says since when it stands', async () => {
  const { world, seller, buyer } = routes
  const { transactionId, escrowId } = await routes.funded()
  const wallet = { walletAddress: walletOf('XLM'), walletMemo: '' }
  granted(await confirmShipment(world.deps, { sellerId: seller.id, transactionId, files: [], ...wallet }))
  expect((await approve(transactionId)).has('updated')).toBe(true)

  const again = await approve(transactionId)
  expect(again.has('updated')).toBe(false)
  expect(again.has('approved-before')).toBe(true)
  expect(await world.deps.db.auditEvent.count({ where: { escrowId, kind: 'documents_approved' } })).toBe(1)
  const request = new Request(`${ORIGIN}/?${again}`, { headers: await headersOf(world, buyer) })
  const page = await routes.lookup.loader({ request, params: {}, context: {} })
  expect(page.said).toMatchObject({ updated: false, approvedBefore: true })
  expect(page.escrow?.times.decidedAt).toEqual(expect.any(String))
})
