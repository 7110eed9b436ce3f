/** Two settle the same escrow at the same moment: the database lets the first decide, whatever the code does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type Transaction } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import {
  aFundedEscrow,
  anOverfundedEscrow,
  answer,
  approve,
  ask,
  dispute,
  refundOf,
  returnOf,
} from '#tests/support/settlement/settlement-rows.ts'
import { at, releaseOf } from '#tests/support/world/rows.ts'

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

/** The first has written and not committed when the second begins; the second must wait. Returns what becomes of it. */
async function race(first: (tx: Transaction) => Promise<unknown>, second: (tx: Transaction) => Promise<unknown>) {
  const hasWritten = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const one = db.$transaction(async (tx) => {
    await first(tx)
    hasWritten.resolve()
    await mayCommit.promise
  })
  one.catch(hasWritten.reject)
  await hasWritten.promise
  const other = db.$transaction(second).then(
    () => 'done',
    (error: Error) => error.message,
  )
  await expect
    .poll(async () => (await db.$queryRaw<object[]>`select 1 from pg_locks where not granted`).length)
    .toBeGreaterThan(0)
  mayCommit.resolve()
  await one
  return other
}

test('return the same excess once', async () => {
  const { id } = await anOverfundedEscrow(db)
  const giveBack = (tx: Transaction) => payOut(tx, returnOf(id, '3'))
  expect(await race(giveBack, giveBack)).toMatch(/has not received/)
})

test('return the excess in two parts that fit', async () => {
  const { id } = await anOverfundedEscrow(db)
  const part = (amount: string) => (tx: Transaction) => payOut(tx, returnOf(id, amount))
  expect(await race(part('1'), part('2'))).toBe('done')
})

test('agree to a refund and approve: the first decides', async () => {
  const refund = async (tx: Transaction, id: string) => {
    await answer(tx, id)
    await payOut(tx, refundOf(id))
  }
  const release = async (tx: Transaction, id: string) => {
    await approve(tx, id)
    await payOut(tx, releaseOf(id))
  }
  const { id } = await anOverfundedEscrow(db)
  await ask(db, id)
  expect(
    await race(
      (tx) => refund(tx, id),
      (tx) => release(tx, id),
    ),
  ).toMatch(/has been settled/)

  const other = await anOverfundedEscrow(db)
  await ask(db, other.id)
  expect(
    await race(
      (tx) => release(tx, other.id),
      (tx) => refund(tx, other.id),
    ),
  ).toMatch(/holds nothing to decide/)
})

test('cancel and fund: the first decides', async () => {
  const fund = (id: string) => (tx: Transaction) =>
    tx.escrow.update({ where: { id }, data: { txValidated: true, verifiedAt: at } })
  const cancel = (id: string) => (tx: Transaction) => tx.escrow.update({ where: { id }, data: { cancelledAt: at } })
  const unfunded = { txValidated: false, verifiedAt: null }
  const one = await aFundedEscrow(db, unfunded)
  expect(await race(cancel(one.id), fund(one.id))).toMatch(/escrow_cancelled_is_unfunded/)
  const other = await aFundedEscrow(db, unfunded)
  expect(await race(fund(other.id), cancel(other.id))).toMatch(/escrow_cancelled_is_unfunded/)
})

test('dispute and approve: the first decides', async () => {
  const one = await aFundedEscrow(db)
  expect(
    await race(
      (tx) => dispute(tx, one.id),
      (tx) => approve(tx, one.id),
    ),
  ).toMatch(/is in dispute/)
  const other = await aFundedEscrow(db)
  const release = async (tx: Transaction) => {
    await approve(tx, other.id)
    await payOut(tx, releaseOf(other.id))
  }
  expect(await race(release, (tx) => dispute(tx, other.id))).toMatch(/holds nothing to decide/)
})
