/** Statements in a dispute: rules that the database keeps whatever the code does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type Transaction } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { aFundedEscrow, decide, dispute } from '#tests/support/settlement/settlement-rows.ts'
import { at, aUser } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 4 })
})
afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

type Of = { id: string; buyerId: string; sellerId: string; disputeId: string }

async function disputed(): Promise<Of> {
  const sellerId = (await aUser(db)).id
  const { id } = await aFundedEscrow(db, { sellerId })
  const { buyerId } = await db.escrow.findUniqueOrThrow({ where: { id } })
  return { id, buyerId, sellerId, disputeId: await dispute(db, id) }
}

const statement = ({ disputeId, buyerId }: Of, changes: object = {}) => ({
  ...{ id: randomUUID(), disputeId, side: 'buyer', statedById: buyerId },
  ...{ number: 1, words: 'Wet.', digest: randomUUID(), statedAt: at, ...changes },
})
const say = (of: Of, changes: object = {}, to: Database | Transaction = db) =>
  to.disputeStatement.create({ data: statement(of, changes), select: { id: true } })

const file = (statementId: string, uploadedById: string, changes: object = {}) => ({
  ...{ id: randomUUID(), statementId, number: 1, fileName: 'wet.jpg', contentType: 'image/jpeg', size: 9 },
  ...{ sha256: 'a'.repeat(64), storageKey: randomUUID(), uploadedById, uploadedAt: at, ...changes },
})

test.each<[string, (of: Of) => object]>([
  ['by the other side', ({ sellerId }) => ({ statedById: sellerId })],
  ['by the buyer as the seller', () => ({ side: 'seller' })],
  ['as an unknown side', () => ({ side: 'quayside' })],
  ['more than ten times', () => ({ number: 11 })],
  ['in more than 4000 characters', () => ({ words: 'x'.repeat(4001) })],
  ['without words or files', () => ({ words: '' })],
  ['in no dispute', () => ({ disputeId: randomUUID() })],
])('nothing is said %s', async (_, changes) => {
  const of = await disputed()
  await expect(say(of, changes(of))).rejects.toThrow()
  await say(of)
})

test('nobody else says anything, before a seller is bound neither', async () => {
  const stranger = (await aUser(db)).id
  const of = await disputed()
  await expect(say(of, { statedById: stranger })).rejects.toThrow(/not made by its side/)
  await expect(say(of, { side: 'seller', statedById: stranger })).rejects.toThrow(/not made by its side/)
  const bound = { side: 'seller', statedById: of.sellerId }
  await say(of, bound)
})

test('each number and each content is said once', async () => {
  const of = await disputed()
  await say(of, { digest: 'same' })
  await expect(say(of)).rejects.toThrow()
  await expect(say(of, { number: 2, digest: 'same' })).rejects.toThrow()
  await say(of, { number: 2 })
})

test('what was said and shown is never changed or deleted', async () => {
  const of = await disputed()
  const { id } = await say(of)
  const shown = await db.disputeFile.create({ data: file(id, of.buyerId), select: { id: true } })
  await expect(db.disputeStatement.update({ where: { id }, data: { words: 'Dry.' } })).rejects.toThrow(/stays/)
  await expect(db.disputeStatement.delete({ where: { id } })).rejects.toThrow(/stays/)
  await expect(db.disputeFile.update({ where: { id: shown.id }, data: { fileName: 'dry.jpg' } })).rejects.toThrow(
    /stays/,
  )
  await expect(db.disputeFile.delete({ where: { id: shown.id } })).rejects.toThrow(/stays/)
})

test('a file comes with its statement, five at most', async () => {
  const of = await disputed()
  const { id } = await say(of)
  const later = new Date(at.getTime() + 1000)
  await expect(db.disputeFile.create({ data: file(id, of.buyerId, { uploadedAt: later }) })).rejects.toThrow(
    /not come with/,
  )
  await expect(db.disputeFile.create({ data: file(id, of.sellerId) })).rejects.toThrow(/not come with/)
  await expect(db.disputeFile.create({ data: file(id, of.buyerId, { number: 6 }) })).rejects.toThrow()
  await db.$transaction(async (tx) => {
    const { id: other } = await say(of, { number: 2, words: '' }, tx)
    await tx.disputeFile.create({ data: file(other, of.buyerId) })
  })
})

test('after the decision nothing is said and nothing shown', async () => {
  const of = await disputed()
  const { id } = await say(of)
  await decide(db, of.id, { decision: 'dismissed' })
  await expect(say(of, { number: 2 })).rejects.toThrow(/is not open/)
  await expect(db.disputeFile.create({ data: file(id, of.buyerId) })).rejects.toThrow(/not come with/)
})
