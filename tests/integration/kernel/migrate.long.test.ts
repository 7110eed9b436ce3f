import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, type Migration, readMigrations } from '#prisma/migrations.ts'
import { emptyDatabase } from '#tests/support/runner/database.ts'

const tables: Migration = {
  name: '20260101000000_tables',
  sql: 'create table boats (name text);\ncreate table crews (size int);',
}
const columns: Migration = { name: '20260102000000_columns', sql: 'alter table boats add column length numeric;' }

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('every migration is applied once, in order, and recorded as Prisma records it', async () => {
  await using database = await emptyDatabase()
  expect(await migrate(database.url, [tables])).toEqual([tables.name])
  expect(await migrate(database.url, [tables, columns])).toEqual([columns.name])
  expect(await migrate(database.url, [tables, columns])).toEqual([])

  const books = await query(
    database.url,
    `select id, checksum, migration_name, logs, rolled_back_at, applied_steps_count, finished_at >= started_at as finished
     from _prisma_migrations order by started_at`,
  )
  expect(books).toEqual(
    [tables, columns].map(({ name, sql }) => ({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      checksum: createHash('sha256').update(sql).digest('hex'),
      migration_name: name,
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      finished: true,
    })),
  )
})

test('five runs at the same time apply every migration once', async () => {
  await using database = await emptyDatabase()
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, [tables, columns])))
  expect(runs.flat()).toEqual([tables.name, columns.name])
})

test('a migration that fails leaves nothing behind, says where, and can be tried again', async () => {
  await using database = await emptyDatabase()
  const broken: Migration = {
    ...columns,
    sql: 'create table ghosts (name text);\nalter table ships add column length numeric;',
  }
  await expect(migrate(database.url, [tables, broken])).rejects.toThrow(
    'Migration 20260102000000_columns failed and was rolled back: relation "ships" does not exist',
  )
  expect(
    await query(database.url, "select to_regclass('ghosts') as ghosts, to_regclass('boats')::text as boats"),
  ).toEqual([{ ghosts: null, boats: 'boats' }])
  expect(await migrate(database.url, [tables, columns])).toEqual([columns.name])
})

test('a syntax error is named with its line', async () => {
  await using database = await emptyDatabase()
  const broken: Migration = { ...columns, sql: 'select 1;\n\nalter tabel boats;' }
  await expect(migrate(database.url, [broken])).rejects.toThrow('syntax error at or near "tabel" (line 3)')
})

test('a migration that was changed after it was applied is refused', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  await expect(migrate(database.url, [{ ...tables, sql: `${tables.sql} ` }])).rejects.toThrow(
    'was changed after it was applied',
  )
})

test('a migration that Prisma began and did not finish is refused', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [])
  await query(
    database.url,
    `insert into _prisma_migrations (id, checksum, migration_name) values ('1', 'x', '${tables.name}')`,
  )
  await expect(migrate(database.url, [tables])).rejects.toThrow('began earlier and did not finish')
})

test('the job queue is made in the same run', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [])
  const [job] = await query(database.url, "select id from graphile_worker.add_job('anything')")
  expect(job).toEqual({ id: expect.stringMatching(/^\d+$/) })
})

test('the migrations of the project are read in the order of their names', async () => {
  const migrations = await readMigrations(MIGRATIONS)
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual([...names].sort())
  expect(migrations.every(({ sql }) => sql.length > 0)).toBe(true)
  expect(names.length).toBeGreaterThan(0)
})

const PATIENCE = { lockMs: 100, tries: 3, restMs: 10 }

/** Holds a table until `letGo` is called, as a long transaction does. */
async function holding(url: string, sql: string): Promise<{ letGo(): Promise<void> }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(sql)
  return {
    async letGo() {
      await client.query('rollback')
      await client.end()
    },
  }
}

test('a migration that does not get its lock lets go of the queue, tries again, and says so in the end', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  const reader = await holding(database.url, 'select * from boats')
  await expect(migrate(database.url, [tables, columns], { patience: PATIENCE })).rejects.toThrow(
    /^Migration 20260102000000_columns was rolled back: others held what it has to lock, 3 times in a row\. Nothing was changed, .* The oldest open transaction is of process \d+, since \d+ s\.$/,
  )
  // Nothing queues behind it: a reader who comes now succeeds.
  expect(await query(database.url, 'select * from boats')).toEqual([])
  await reader.letGo()
  expect(await migrate(database.url, [tables, columns], { patience: PATIENCE })).toEqual([columns.name])
})

test('a migration waits shortly for its lock and goes on as soon as the table is free', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  const reader = await holding(database.url, 'select * from boats')
  const migrating = migrate(database.url, [tables, columns], { patience: { ...PATIENCE, tries: 10_000 } })
  const waits = async () =>
    (await query(database.url, "select 1 from pg_locks where not granted and relation = 'boats'::regclass")).length > 0
  await expect.poll(waits, { interval: 5 }).toBe(true)
  await reader.letGo()
  expect(await migrating).toEqual([columns.name])
})

test('a migration for which somebody waits while it waits for them goes after them', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  const slow = { ...columns, sql: `lock table boats in exclusive mode; select pg_sleep(0.3); ${columns.sql}` }
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(`begin; set local deadlock_timeout = '1min'; select * from boats`)
  const migrating = migrate(database.url, [tables, slow], { patience: { lockMs: 30_000, tries: 2, restMs: 100 } })
  const holds = `select 1 from pg_locks where granted and mode = 'ExclusiveLock' and relation = 'boats'::regclass`
  const isHeld = expect.poll(async () => (await query(database.url, holds)).length, { interval: 5 }).toBe(1)
  // A migration that ends before it holds the table throws here.
  await Promise.race([isHeld, migrating])
  await client.query("insert into boats values ('Ada'); commit")
  await client.end()
  expect(await migrating).toEqual([columns.name])
  expect(await query(database.url, 'select * from boats')).toEqual([{ name: 'Ada', length: null }])
})

const steps: Migration = {
  name: '20260103000000_steps',
  sql: '-- In steps: beside the traffic.\ncreate unique index concurrently if not exists "boats_name" on "boats" ("name");\n\n-- And one more.\ncreate index concurrently if not exists "boats_hull"\n  on "boats" (lower("name"));\n',
}

const indexes = (url: string) =>
  query(
    url,
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'boats'::regclass order by 1`,
  )

test('indexes are built in steps, beside the traffic, and recorded once all are there', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  const writer = await holding(database.url, 'insert into crews values (1)')
  expect(await migrate(database.url, [tables, steps])).toEqual([steps.name])
  await writer.letGo()
  expect(await indexes(database.url)).toEqual([
    { name: 'boats_hull', valid: true },
    { name: 'boats_name', valid: true },
  ])
  expect(await migrate(database.url, [tables, steps])).toEqual([])
})

test('an interrupted index is made again by the next run, which goes on where the last one stopped', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  await query(database.url, "insert into boats values ('Ada'), ('Ada')")
  await expect(migrate(database.url, [tables, steps])).rejects.toThrow(
    /^Migration 20260103000000_steps stopped at “create unique index .* run it again to go on\.$/s,
  )
  expect(await indexes(database.url)).toEqual([{ name: 'boats_name', valid: false }])
  await query(database.url, 'delete from boats where ctid = (select min(ctid) from boats)')
  expect(await migrate(database.url, [tables, steps])).toEqual([steps.name])
  expect((await indexes(database.url)).every(({ valid }) => valid)).toBe(true)
})

test('a step that locks its table lets go of the queue, too, and an index beside the traffic waits on', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  const locking: Migration = {
    name: '20260104000000_locking',
    sql: '-- In steps\nalter table "boats" add column if not exists "mast" text;\n',
  }
  const reader = await holding(database.url, 'select * from boats')
  await expect(migrate(database.url, [tables, locking], { patience: PATIENCE })).rejects.toThrow(
    /^Migration 20260104000000_locking stopped at “alter table .*”: others held what it has to lock, 3 times in a row\. What came before it is done, and nobody was kept waiting: .*$/s,
  )
  expect(await query(database.url, 'select * from boats')).toEqual([])
  await reader.letGo()
  expect(await migrate(database.url, [tables, locking], { patience: PATIENCE })).toEqual([locking.name])

  // Waits longer than any patience for a writer, whom it does not disturb.
  const writer = await holding(database.url, "insert into boats values ('Ada')")
  const building = migrate(database.url, [tables, locking, steps], { patience: PATIENCE })
  const waits = async () =>
    (
      await query(
        database.url,
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'concurrently'",
      )
    ).length > 0
  await expect.poll(waits, { interval: 5 }).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 3 * PATIENCE.lockMs))
  await writer.letGo()
  expect(await building).toEqual([steps.name])
})

test('two runs at once build an index in steps once, and neither waits for the other’s snapshot', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url, [tables])
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, [tables, steps])))
  expect(runs.flat()).toEqual([steps.name])
})
