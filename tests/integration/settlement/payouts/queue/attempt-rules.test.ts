/** Nothing is signed for a payout that was or may be paid otherwise: the database enforces it, not the worker. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type Transaction } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { aDueEscrow, anEnvelopeOf, at, aUser, releaseOf } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

/** Without triggers, as if others had let it pass. */
const bare = (write: (tx: Transaction) => Promise<unknown>) =>
  db.$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await write(tx)
  })

const wentOut = (amount: string) => ({
  network: 'stellar' as const,
  hash: randomUUID(),
  account: 'ours',
  source: 'ours',
  sequence: '1',
  closedAt: new Date(),
  facts: { successful: true, memo: null, payments: [{ asset: 'XLM', amount, to: 'elsewhere' }] },
})

const sign = async (payoutId: string) => db.transferAttempt.create({ data: await anEnvelopeOf(db, payoutId) })

test('nothing is signed for what an operator said to be paid elsewhere', async () => {
  const payout = await payOut(db, releaseOf((await aDueEscrow(db)).id))
  const { id: explainedById } = await aUser(db, { role: 'admin' })
  const said = { explanation: 'paid_elsewhere' as const, explainedAt: at, explainedById, reason: 'Seen.' }
  await bare((tx) => tx.outgoingTransaction.create({ data: { ...wentOut('1.0000001'), ...said, payoutId: payout.id } }))
  await expect(sign(payout.id)).rejects.toThrow(/was paid elsewhere/)
})

test('nothing is signed for a payback whose money may have left already', async () => {
  const [caseId, payoutId, ledgerPaymentId] = [randomUUID(), randomUUID(), randomUUID()]
  const money = { asset: 'XLM' as const, amount: '5', network: 'stellar' as const }
  await bare(async (tx) => {
    const came = { hash: randomUUID(), operation: '0', fromAddress: 'G', toAddress: 'ours', problem: 'no_memo' }
    await tx.ledgerPayment.create({ data: { id: ledgerPaymentId, ...money, ...came, assetLabel: 'XLM', closedAt: at } })
    const about = { kind: 'no_memo', amount: '5', assetLabel: 'XLM', ledgerPaymentId }
    await tx.paymentCase.create({ data: { id: caseId, ...about } })
    await tx.transfer.create({ data: { id: payoutId, ...money, caseId, purpose: 'payback', address: 'G' } })
    await tx.outgoingTransaction.create({ data: wentOut('5') })
  })
  await expect(sign(payoutId)).rejects.toThrow(/the money of case .* may have been paid out already/)
})
