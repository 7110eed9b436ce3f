/** A job is queued while a worker takes the previous one with the same key. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { type Database, inTransaction, openDatabase } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { untilSomebodyWaits } from '#tests/support/runner/locks.ts'

let database: FreshDatabase
let db: Database
let worker: Client

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
  worker = new Client({ connectionString: database.url })
  await worker.connect()
})

afterAll(async () => {
  await worker.end()
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

const dispatch = () =>
  inTransaction(db, (tx) => enqueue(tx, { name: 'dispatch_payouts', payload: { network: 'stellar' } }))

type Row = { locked_by: string | null; key: string | null }

async function jobs(): Promise<Row[]> {
  const { rows } = await worker.query<Row>('select locked_by, key from graphile_worker._private_jobs order by id')
  return rows
}

test('is taken, as a job of its own', async () => {
  await dispatch()
  await worker.query('begin')
  await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`)
  const asked = dispatch()
  await untilSomebodyWaits(worker)
  await worker.query('commit')
  await asked
  expect(await jobs()).toEqual([
    { locked_by: 'a worker', key: null },
    { locked_by: null, key: 'dispatch_payouts:stellar' },
  ])
})
