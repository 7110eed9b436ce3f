/** The database's clock, fixed by a test: comparisons to the microsecond then need no fast machine. */
import { Client } from 'pg'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'

/** Connections with a clock of their own; closing them ends it. */
export type StoppedClock = AsyncDisposable & { db: Database }

/**
 * Connections for which `clock_timestamp()` and `now()` return `at`, in statements and triggers: functions of these
 * names come before PostgreSQL's in the search path. Other connections keep the machine's clock.
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
