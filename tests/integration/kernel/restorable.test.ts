/** A backup can be restored: filling tables and building indexes in pg_restore needs no search_path. */
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/runner/database.ts'

/** Every check and every index over an expression once more, under another name, as pg_dump writes them. */
const WRITTEN = `
  select format('alter table %s add constraint again_%s %s', conrelid::regclass, oid, pg_get_constraintdef(oid)) as sql
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0
  union all
  select replace(pg_get_indexdef(indexrelid), 'INDEX ' || quote_ident(relname), 'INDEX again_' || indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and (indexprs is not null or indpred is not null)`

test('every check and every index can be made where no schema is searched', async () => {
  await using database = await freshDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(`select set_config('search_path', '', false)`)
    const { rows } = await client.query<{ sql: string }>(WRITTEN)
    expect(rows.length).toBeGreaterThan(50)
    const failed: string[] = []
    for (const { sql } of rows) {
      await client.query(sql).catch((error: Error) => failed.push(`${sql}: ${error.message}`))
    }
    expect(failed).toEqual([])
  } finally {
    await client.end()
  }
})
