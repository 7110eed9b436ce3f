/** A pooler in transaction mode is detected; sessions are never taken for one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { sessionComplaint } from '#prisma/session-complaint.ts'
import { openPool } from '#scripts/rehearse/database.ts'
import { findProgram } from '#scripts/rehearse/debian-proxy.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { type PoolerRules, startTransactionPooler } from '#tests/support/runner/transaction-pooler.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

it.each<PoolerRules>([
  { backends: 1, deals: 'last' },
  { backends: 2, deals: 'longest' },
  { backends: 3, deals: 'last' },
  // As many as the connections that ask: each would get its own again if each asked once.
  { backends: 5, deals: 'longest' },
  { backends: 10, deals: 'longest' },
  { backends: 40, deals: 'longest' },
  { backends: 40, deals: 'longest', refusesTransactions: true },
])('names a pooler by transactions: $backends backends, dealt by $deals', async (rules) => {
  await using pooler = await startTransactionPooler(database.url, rules)
  expect(await sessionComplaint(pooler.url)).toMatch(
    /^DATABASE_URL leads through a pooler .* port 5432 in place of 6543\.$/,
  )
})

it('names one that serves others meanwhile', async () => {
  await using pooler = await startTransactionPooler(database.url, { backends: 4, deals: 'longest' })
  const db = openDatabase({ url: pooler.url, connections: 3 })
  let isAsking = true
  const others = Array.from({ length: 3 }, async () => {
    while (isAsking) await db.$queryRawUnsafe('select pg_sleep(0.002)::text').catch(() => undefined)
  })
  try {
    expect(await sessionComplaint(pooler.url)).toContain('DATABASE_URL')
  } finally {
    isAsking = false
    await Promise.all(others)
    await db.$disconnect()
  }
})

it('has nothing to say of a direct connection, ten times at once', async () => {
  const complaints = await Promise.all(Array.from({ length: 10 }, () => sessionComplaint(database.url)))
  expect(new Set(complaints)).toEqual(new Set([null]))
})

it('makes do with two connections where there are no more', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    // The limit does not stop superusers.
    await client.query('create role few login password $$few$$')
    await client.query(`grant all on database ${name} to few`)
    await client.query('alter role few connection limit 2')
    const url = new URL(database.url)
    Object.assign(url, { username: 'few', password: 'few' })
    expect(await sessionComplaint(url.href)).toBeNull()
    await client.query('alter role few connection limit 1')
    await expect(sessionComplaint(url.href)).rejects.toMatchObject({ code: '53300' })
  } finally {
    await client.query(`drop owned by few`)
    await client.query('drop role few')
    await client.end()
  }
})

it('throws where no database answers', async () => {
  await expect(sessionComplaint('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
})

it.skipIf(findProgram('pgbouncer') === null).each([
  { mode: 'transaction', complaint: expect.stringContaining('DATABASE_URL') },
  { mode: 'statement', complaint: expect.stringContaining('DATABASE_URL') },
  { mode: 'session', complaint: null },
] as const)('tells how PgBouncer pools: by $mode', async ({ mode, complaint }) => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-pool-'))
  const pool = await openPool({ folder, url: database.url, mode })
  try {
    const told = await Promise.all(Array.from({ length: 5 }, () => sessionComplaint(pool?.url ?? '')))
    expect(told).toEqual(Array.from({ length: 5 }, () => complaint))
  } finally {
    await pool?.close()
    await rm(folder, { recursive: true, force: true })
  }
})
