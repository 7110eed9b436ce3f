/** The refund wallet is asked with the dispute: kept where it works, lost by no refusal, and never in the way. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { BACK, openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { granted } from '#tests/support/world/people.ts'

let routes: SettlementRoutes

beforeAll(async () => {
  routes = await openSettlementRoutes()
})
afterAll(() => routes.close())

const OPEN = { intent: 'open_dispute', disputeReason: 'Wet bags.' }
const rowOf = ({ escrowId }: { escrowId: string }) =>
  routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId }, include: { disputes: true } })
const lettersOf = async ({ escrowId }: { escrowId: string }) => {
  const rows = await routes.world.deps.db.outboxLetter.findMany({ where: { escrowId }, orderBy: { createdAt: 'asc' } })
  return rows.map(({ content }) => content).filter((content) => JSON.stringify(content).includes('dispute_opened'))
}

test('the buyer opens it with the wallet, and both come at once', async () => {
  const trade = await routes.funded()
  expect((await routes.viewOf(routes.buyer, trade.transactionId)).escrow?.may.disputeWithWallet).toBe(true)
  const fields = { ...OPEN, refundAddress: BACK, refundMemo: '' }
  expect(await routes.send({ by: routes.buyer, txid: trade.transactionId, fields })).toEqual({ said: 'open_dispute' })
  expect(await rowOf(trade)).toMatchObject({ refundAddress: BACK, disputes: [{ reason: 'Wet bags.' }] })
  expect(await lettersOf(trade)).toMatchObject([{ lacksWallet: false }, { lacksWallet: false }])
})

test('a wallet that is refused opens nothing', async () => {
  const trade = await routes.funded()
  const fields = { ...OPEN, refundAddress: 'GABC', refundMemo: '' }
  expect(await routes.send({ by: routes.buyer, txid: trade.transactionId, fields })).toMatchObject({
    refused: 'wallet_invalid',
  })
  expect(await rowOf(trade)).toMatchObject({ refundAddress: null, disputes: [] })
})

test('the seller is asked for none, and states none of the buyer’s', async () => {
  const trade = await routes.funded()
  expect((await routes.viewOf(routes.seller, trade.transactionId)).escrow?.may.disputeWithWallet).toBe(false)
  const fields = { ...OPEN, refundAddress: BACK, refundMemo: '' }
  expect(await routes.send({ by: routes.seller, txid: trade.transactionId, fields })).toEqual({ said: 'open_dispute' })
  expect(await rowOf(trade)).toMatchObject({ refundAddress: null, disputes: [{ reason: 'Wet bags.' }] })
  expect(await lettersOf(trade)).toContainEqual(expect.objectContaining({ reader: 'buyer', lacksWallet: true }))
})

test('a ledger that does not answer keeps nobody from opening: the wallet is asked for afterwards', async () => {
  const trade = await routes.funded()
  const { deps } = routes.world
  const silent = {
    ...deps.ledgers.stellar,
    obstacleTo: () => Promise.reject(new LedgerUnavailable('stellar', 'no answer')),
  }
  const wallet = { address: BACK, memo: '' }
  const opened = { escrowId: trade.escrowId, userId: routes.buyer.id, reason: 'Wet bags.', wallet }
  granted(await openDispute({ ...deps, ledgers: { ...deps.ledgers, stellar: silent } }, opened))
  expect(await rowOf(trade)).toMatchObject({ refundAddress: null, disputes: [{ reason: 'Wet bags.' }] })
  expect((await routes.viewOf(routes.buyer, trade.transactionId)).escrow?.may.stateRefundWallet).toBe(true)
})

test('an account that stands still opens it without a wallet, and says something', async () => {
  const trade = await routes.funded()
  const { db } = routes.world.deps
  await db.user.update({
    where: { id: routes.buyer.id },
    data: { stillUntil: new Date(Date.now() + 24 * 60 * 60_000) },
  })
  expect((await routes.viewOf(routes.buyer, trade.transactionId)).escrow?.may.disputeWithWallet).toBe(false)
  const fields = { ...OPEN, refundAddress: BACK, refundMemo: '' }
  expect(await routes.send({ by: routes.buyer, txid: trade.transactionId, fields })).toEqual({ said: 'open_dispute' })
  expect(await rowOf(trade)).toMatchObject({ refundAddress: null })
  expect((await routes.viewOf(routes.buyer, trade.transactionId)).escrow?.dispute?.maySpeak).toBe(true)
  await db.user.update({ where: { id: routes.buyer.id }, data: { stillUntil: null } })
})
