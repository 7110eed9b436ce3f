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
