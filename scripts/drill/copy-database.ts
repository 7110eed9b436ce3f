/**
 * Copies the rows of a running Quayside in one snapshot, as pg_dump and pg_restore do, without needing either. The job
 * queue is not copied; the sweep wakes every open row.
 */
import { Client } from 'pg'

type Row = { table: string }

/** Reads all tables of one database in one snapshot and writes them to another, migrated and empty one. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new Client({ connectionString: from })
  const target = new Client({ connectionString: to })
  await source.connect()
  await target.connect()
  try {
    await source.query('begin transaction isolation level repeatable read read only')
    await target.query('begin')
    // Triggers are off, as in pg_restore: the rows were checked when they were first written.
    await target.query('set local session_replication_role = replica')
    for (const table of await tablesOf(source)) await copyTable({ source, target, table })
    await copySequences(source, target)
    await target.query('commit')
    await source.query('commit')
  } finally {
    await source.end()
    await target.end()
  }
}

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<Row>(
    `select quote_ident(tablename) as "table" from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'`,
  )
  return rows.map(({ table }) => table)
}

async function copyTable({ source, target, table }: { source: Client; target: Client; table: string }): Promise<void> {
  const { rows } = await source.query<{ content: string }>(
    `select coalesce(json_agg(t), '[]')::text as content from ${table} t`,
  )
  await target.query(`delete from ${table}`)
  await target.query(
    `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
    [rows[0]?.content],
  )
}

/** Sequences continue where they were. */
async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  for (const { name, last } of rows) await target.query('select setval($1::regclass, $2::bigint)', [name, last])
}
