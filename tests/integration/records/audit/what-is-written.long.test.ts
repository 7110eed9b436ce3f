/** What a trade leaves in the audit log, beyond what its parties see. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseReminders, switchByLink } from '#app/notices/workflows/switch-reminders.server.ts'
import { statePayment } from '#app/trade/opening/workflows/state-payment.server.ts'
import { SettledTrades } from '#tests/support/settlement/settled-trades.ts'

let trades: SettledTrades

beforeAll(async () => {
  trades = await SettledTrades.open()
})
afterAll(async () => trades[Symbol.asyncDispose]())

const written = async (where: { kind: string; escrowId?: string; userId?: string }) =>
  (await trades.world.deps.db.auditEvent.findMany({ where, orderBy: { id: 'asc' } })).map(({ detail }) => detail)

test('papers are written down with type, size and hash: the contract, and each document', async () => {
  const { escrowId } = await trades.presented([{ type: 'BillOfLading' }, { type: 'PackingList' }])
  const { db } = trades.world.deps
  const contract = await db.escrowContract.findUniqueOrThrow({ where: { escrowId } })
  const [opened] = await written({ kind: 'escrow_opened', escrowId })
  expect(opened).toMatchObject({ contract: { size: contract.size, sha256: contract.sha256 } })
  const documents = await db.escrowDocument.findMany({ where: { escrowId } })
  const [confirmed] = await written({ kind: 'shipment_confirmed', escrowId })
  const presented = documents.map(({ type, size, sha256 }) => ({ type, size, sha256 }))
  expect(presented.length).toBe(2)
  expect(confirmed).toMatchObject({ documents: 2, presented: expect.arrayContaining(presented) })
})

test('every envelope that pays is written down before it is sent: hash, amount and wallet', async () => {
  const { escrowId } = await trades.ended('released')
  const { db } = trades.world.deps
  const payout = await db.transfer.findFirstOrThrow({ where: { escrowId }, include: { attempts: true } })
  expect(await written({ kind: 'payout_signed', escrowId })).toEqual(
    payout.attempts.map(({ hash }) => ({
      payoutId: payout.id,
      hash,
      amount: payout.amount.toFixed(),
      asset: payout.asset,
      address: payout.address,
      memo: payout.memo,
    })),
  )
  const made = await db.transferAttempt.findMany({
    where: { laneKey: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  expect(made.length).toBeGreaterThan(0)
  expect(await written({ kind: 'treasury_signed' })).toMatchObject(made.map(({ network, hash }) => ({ network, hash })))
})

test('a hash that a buyer states is written down', async () => {
  const { escrowId } = await trades.presented()
  const hash = 'ab'.repeat(32)
  await statePayment(trades.world.deps, { escrowId, buyerId: trades.buyer.id, hash })
  expect(await written({ kind: 'payment_stated', escrowId })).toEqual([{ hash }])
})

test('which reminders somebody wants is written down', async () => {
  const { buyer, world } = trades
  const chosen = { userId: buyer.id, address: buyer.email, role: 'buyer', wanted: [] } as const
  await chooseReminders(world.deps, chosen)
  const [detail] = await written({ kind: 'reminders_switched', userId: buyer.id })
  expect(Object.values(detail as object)).not.toContain(true)
  expect(Object.keys(detail as object).length).toBeGreaterThan(0)
  // An invalid link switches nothing, and is no event.
  const before = await written({ kind: 'reminders_switched' })
  expect(await switchByLink(world.deps, { letterId: buyer.id, token: 'nobodys', wants: true })).toBe(false)
  expect(await written({ kind: 'reminders_switched' })).toEqual(before)
})

test('a paid fee is written down with its price', async () => {
  expect(await written({ kind: 'fee_paid', userId: trades.buyer.id })).toEqual([
    { hash: expect.any(String), asset: expect.any(String), netUsd: expect.stringMatching(/^\d+\.\d\d$/) },
  ])
})
