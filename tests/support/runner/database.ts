/** A database of a test file's own. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import { onDatabase, run } from './postgres.ts'

const LEAK_PATIENCE_MS = 120_000

export type FreshDatabase = AsyncDisposable & { url: string }

/** Clones the migrated template. Disposing drops the clone; it throws while a connection to the clone is open. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, template } = inject('databaseServer')
  return await createDatabase(url, `template ${template}`)
}

/** A database without any tables, for tests of the migrations. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return await createDatabase(inject('databaseServer').url, 'template template0')
}

async function createDatabase(serverUrl: string, clause: string): Promise<FreshDatabase> {
  const name = `quayside_test_${randomBytes(6).toString('hex')}`
  await run(serverUrl, `create database ${name} ${clause} strategy file_copy`)
  return {
    url: onDatabase(serverUrl, name),
    async [Symbol.asyncDispose]() {
      const open = await openConnections(serverUrl, name)
      await run(serverUrl, `drop database ${name} with (force)`)
      if (open > 0) throw new Error(`${open} connection(s) to the test's database were still open: close every pool.`)
    },
  }
}

/** Waits a little: a closed connection takes a moment to leave the server's list. */
async function openConnections(serverUrl: string, name: string): Promise<number> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    for (const deadline = Date.now() + LEAK_PATIENCE_MS; ; await delay(20)) {
      const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name])
      if (!rowCount || Date.now() > deadline) return rowCount ?? 0
    }
  } finally {
    await client.end()
  }
}
