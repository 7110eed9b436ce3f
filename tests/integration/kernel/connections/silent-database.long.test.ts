/** Connections without an answer: each costs one query, and the pool has all its places afterwards. Limits of pages. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, inTransaction, openDatabase, openPool } from '#app/kernel/db/client.server.ts'
import { CONNECTION_LIMITS } from '#app/kernel/db/connection-limits.server.ts'
import { isDatabaseAway } from '#app/kernel/domain/cause.ts'
import { openWay } from '#tests/support/runner/black-hole.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

const CONNECTIONS = 3

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

const ask = (db: Database) => db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as "pid"`

/** Opens an idle connection at every place of the pool. */
async function fillPool(db: Database): Promise<void> {
  const sleep = () => db.$queryRaw`select pg_sleep(0.2)::text as "slept"`
  await Promise.all(Array.from({ length: CONNECTIONS }, sleep))
}

it.concurrent('gives a connection up whose packets get lost, and those that idled beside it', {
  timeout: 120_000,
}, async () => {
  await using way = await openWay(database.url)
  const db = openDatabase({ url: way.url, connections: CONNECTIONS, limits: 'page' })
  try {
    await fillPool(db)
    way.swallow()
    const began = performance.now()
    const error = await failureOf(ask(db))
    expect(isDatabaseAway(error), String(error)).toBe(true)
    expect(performance.now() - began).toBeGreaterThan(CONNECTION_LIMITS.page.answerMs - 1_000)
    // All places at once: a lost connection occupies none, and none has to detect the loss by itself.
    const opened = way.opened()
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () => inTransaction(db, (tx) => tx.$queryRaw`select pg_sleep(0.2)::text`)),
    )
    expect(way.opened() - opened).toBe(CONNECTIONS)
  } finally {
    await db.$disconnect()
  }
})

it.concurrent('ends a transaction whose connection falls silent, and gives its place back', {
  timeout: 120_000,
}, async () => {
  await using way = await openWay(database.url)
  const db = openDatabase({ url: way.url, connections: 1, limits: 'page' })
  try {
    const error = await failureOf(
      inTransaction(db, async (tx) => {
        await tx.$queryRaw`select 1 as "one"`
        way.swallow()
        await tx.$queryRaw`select 1 as "one"`
      }),
    )
    expect(isDatabaseAway(error), String(error)).toBe(true)
    await expect(ask(db)).resolves.toHaveLength(1)
  } finally {
    await db.$disconnect()
  }
})

it.concurrent('waits no longer for a connection than it may', { timeout: 120_000 }, async () => {
  await using way = await openWay(database.url)
  const db = openDatabase({ url: way.url, connections: 2, limits: 'page' })
  try {
    way.swallowNew(true)
    const errors = await Promise.all([failureOf(ask(db)), failureOf(ask(db)), failureOf(ask(db))])
    expect(errors.map(isDatabaseAway), errors.join('\n')).toEqual([true, true, true])
    way.swallowNew(false)
    await expect(ask(db)).resolves.toHaveLength(1)
  } finally {
    await db.$disconnect()
  }
})

it.concurrent('outlives a backend that is frozen', { timeout: 120_000 }, async () => {
  const db = openDatabase({ url: database.url, connections: 1, limits: 'page' })
  const [row] = await ask(db)
  const frozen = row?.pid ?? 0
  process.kill(frozen, 'SIGSTOP')
  try {
    const error = await failureOf(ask(db))
    expect(isDatabaseAway(error), String(error)).toBe(true)
    const [next] = await ask(db)
    expect(next?.pid).not.toBe(frozen)
  } finally {
    process.kill(frozen, 'SIGCONT')
    await db.$disconnect()
  }
})

it.concurrent('refuses what waits for a lock of somebody else', { timeout: 120_000 }, async () => {
  const db = openDatabase({ url: database.url, connections: 1, limits: 'page' })
  const other = new Client({ connectionString: database.url })
  await other.connect()
  try {
    await other.query('begin; lock table "user" in access exclusive mode')
    const error = await failureOf(db.user.count())
    expect(isDatabaseAway(error), String(error)).toBe(true)
    expect(String(error)).not.toContain('no answer')
    await other.query('rollback')
    await expect(db.user.count()).resolves.toBe(0)
  } finally {
    await other.end()
    await db.$disconnect()
  }
})

it.concurrent('sets what PostgreSQL ends by itself, and leaves alone who listens without a question', {
  timeout: 120_000,
}, async () => {
  const pool = openPool({ url: database.url, connections: 2, limits: 'page' })
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    expect(rows.map(({ setting }) => Number(setting))).toEqual([30_000, 10_000, 15_000])
    const listener = await pool.connect()
    const heard = Promise.withResolvers<string | undefined>()
    listener.on('notification', ({ payload }) => heard.resolve(payload))
    await listener.query('listen news')
    await delay(CONNECTION_LIMITS.page.answerMs + 2_000)
    await pool.query(`select pg_notify('news', 'told')`)
    expect(await heard.promise).toBe('told')
    listener.release()
  } finally {
    await pool.end()
  }
})
