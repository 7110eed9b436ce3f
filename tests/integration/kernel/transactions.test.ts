/** What a transaction does when PostgreSQL aborts it in favour of another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, inTransaction, openDatabase } from '#app/kernel/db/client.server.ts'
import { lockReferences } from '#app/ledgers/references/db/references.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
  await db.paymentReference.createMany({ data: [{ number: 1 }, { number: 2 }] })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

test('two that wait for each other both get through in the end', async () => {
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  const lockBoth = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await lockReferences(tx, [first])
      holding += 1
      if (holding === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await lockReferences(tx, [second])
      return [first, second]
    })
  expect(await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])).toEqual([
    [1, 2],
    [2, 1],
  ])
  // PostgreSQL has aborted one of them at least once, and it began again.
  expect(holding).toBeGreaterThan(2)
})
