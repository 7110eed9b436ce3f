/**
 * Vitest's global set-up of the projects with a database: one PostgreSQL, with a migrated template that every file
 * clones. TEST_DATABASE_URL names another server, with a role that may create databases.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#prisma/migrate.ts'
import { startPostgres } from '#scripts/launcher/postgres.ts'
import { findFreePorts } from '#scripts/launcher/problems.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An address on the test server, and the name of the database to clone. */
    databaseServer: { url: string; template: string }
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer()
  const template = `quayside_template_${process.pid}_${Date.now().toString(36)}`
  await run(server.url, `create database ${template}`)
  await migrate(onDatabase(server.url, template))
  project.provide('databaseServer', { url: server.url, template })
  return async () => {
    await run(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
}

async function findServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'quayside-tests-'))
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    port: await findFreePorts(1),
    durability: 'fast',
  })
  return {
    url: await addTester(server.url),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Adds a role with a cheap password check (the default took a twentieth of the tests' work). Returns its address. */
async function addTester(url: string): Promise<string> {
  const address = new URL(url)
  address.username = 'tester'
  await run(url, `set scram_iterations = 1; create role tester superuser login password '${address.password}'`)
  return address.href
}

export function onDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs one statement on its own connection, as `create database` requires. */
export async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
