/** The migrations in prisma/migrations, and a database's records of them. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export const MIGRATIONS = new URL('./migrations/', import.meta.url)

export type Migration = { name: string; sql: string }

/** A row of `_prisma_migrations`. */
export type Entry = { migration_name: string; checksum: string; finished_at: Date | null }

export const ENTRIES =
  'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null'

/** Sorted by name, which begins with the time of creation. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return await Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(new URL(`${name}/migration.sql`, folder), 'utf8') })),
  )
}

export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}

/** The first line of a migration that is applied statement by statement, outside a transaction. */
const STEPWISE = /^-- In steps\b/

/** An index cannot be built concurrently inside a transaction. */
export function isStepwise({ sql }: Migration): boolean {
  return STEPWISE.test(sql)
}

/** The statements of a migration in steps; each ends with a semicolon at the end of a line. Comments are left out. */
export function statementsOf({ sql }: Migration): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
