/** The database's clock at a moment that a test names: what is compared to the microsecond needs no fast machine to be seen. */
import { Client } from 'pg'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'

/** Connections that see another clock than all others; closing them ends it. */
export type StoppedClock = AsyncDisposable & { db: Database }

/**
 * Connections to the test's database for which `clock_timestamp()` and `now()` stand still at `at`, in statements and in triggers:
 * functions of these names are found before those of PostgreSQL. All other connections keep the clock of the machine.
 */
export async function stopClock(databaseUrl: string, at: string): Promise<StoppedClock> {
  await onDatabase(
    databaseUrl,
    `create schema "stopped";
    create function "stopped".clock_timestamp() returns timestamptz language sql as $$ select timestamptz '${at}' $$;
    create function "stopped".now() returns timestamptz language sql as $$ select timestamptz '${at}' $$`,
  )
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=stopped,pg_catalog,public')
  const db = openDatabase({ url: url.href.replaceAll('+', '%20'), connections: 2 })
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.$disconnect()
      await onDatabase(databaseUrl, 'drop schema "stopped" cascade')
    },
  }
}

async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
