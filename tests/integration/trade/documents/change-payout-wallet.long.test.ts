/** The seller changes only the wallet: before the approval, and after it while the money is not here (finding D(c)). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskOf, type Trade, walletAt } from '#tests/support/settlement/settlement.ts'
import { openSettlementRoutes, type SettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { seller as aSeller, fund, granted, walletOf } from '#tests/support/world/people.ts'

let routes: SettlementRoutes
let desk: ReturnType<typeof deskOf>

beforeAll(async () => {
  routes = await openSettlementRoutes()
  desk = deskOf(routes.world, { buyer: routes.buyer, seller: routes.seller, operator: { id: routes.buyer.id } })
})

afterAll(async () => {
  await routes.close()
})

const OTHER = walletOf('XLM', 'friend')

const change = ({ transactionId: txid }: Trade, walletAddress = OTHER, by = routes.seller) =>
  routes.send({ page: 'confirmation', by, txid, fields: { intent: 'change_wallet', walletAddress, walletMemo: '' } })

const stored = ({ escrowId }: Trade) => routes.world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })

async function confirmed(): Promise<Trade> {
  const trade = await desk.open('XLM', '10', { sellerEmail: routes.seller.email })
  granted(await desk.confirm(trade))
  return trade
}

test('the wallet changes alone: the confirmation keeps its time, both are told, a stale approval is refused', async () => {
  const trade = await confirmed()
  const before = await stored(trade)
  expect((await routes.viewOf(routes.seller, trade.transactionId, 'confirmation')).escrow?.may.changeWallet).toBe(true)
  expect(await change(trade)).toEqual({ said: 'change_wallet' })
  const after = await stored(trade)
  expect(after).toMatchObject({ payoutAddress: OTHER, confirmedAt: before.confirmedAt })
  expect(after.payoutStatedAt?.getTime()).toBeGreaterThan(before.payoutStatedAt?.getTime() ?? 0)
  const told = (await desk.letters(trade)).filter((letter) => letter.startsWith('payout_wallet_changed'))
  expect(told).toEqual(['payout_wallet_changed to buyer', 'payout_wallet_changed to seller'])
  expect(await desk.review(trade)).toMatchObject({ refused: 'wallet_changed' })
  expect(await change(trade)).toEqual({ said: 'change_wallet' })
  expect((await desk.letters(trade)).filter((letter) => letter.startsWith('payout_wallet_changed'))).toHaveLength(2)
})

test('approved and not funded: the approval, which was for another wallet, is open again', async () => {
  const trade = await confirmed()
  granted(await desk.review(trade))
  expect(await change(trade)).toEqual({ said: 'change_wallet' })
  expect(await stored(trade)).toMatchObject({
    documentApprovalStatus: 'Pending',
    decidedAt: null,
    payoutAddress: OTHER,
  })
  await fund(routes.world, trade.escrowId)
  expect(await desk.payouts(trade)).toEqual([])
  granted(await desk.review(trade, 'Approved', walletAt('XLM', 'friend')))
  expect(await desk.payouts(trade)).toMatchObject([{ purpose: 'release', address: OTHER }])
})

test('the money and another wallet at the same moment: it goes to a wallet that was approved, or waits', async () => {
  for (let round = 0; round < 4; round += 1) {
    const trade = await confirmed()
    granted(await desk.review(trade))
    await Promise.all([fund(routes.world, trade.escrowId), change(trade)])
    const escrow = await stored(trade)
    const payouts = await desk.payouts(trade)
    expect(payouts.map(({ address }) => address)).toEqual(escrow.payoutAddress === OTHER ? [] : [walletOf('XLM')])
  }
})

test('nothing is changed by others, to a wallet that cannot receive, in a dispute, or once a release is due', async () => {
  const trade = await confirmed()
  expect(await change(trade, OTHER, await aSeller(routes.world))).toMatchObject({ refused: 'escrow_not_found' })
  const ours = await change(trade, routes.world.deps.accounts.stellar.escrow)
  expect(ours).toEqual({ refused: 'wallet_is_ours', field: 'change_wallet-walletAddress' })
  await fund(routes.world, trade.escrowId)
  granted(await desk.dispute(trade))
  expect(await change(trade)).toMatchObject({ refused: 'in_dispute' })

  const released = await confirmed()
  await fund(routes.world, released.escrowId)
  granted(await desk.review(released))
  expect(await change(released)).toMatchObject({ refused: 'approval_final' })
})
