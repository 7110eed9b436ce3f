/** The migrations of this code, as they lie in prisma/migrations, and the books that a database keeps of them. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export const MIGRATIONS = new URL('./migrations/', import.meta.url)

export type Migration = { name: string; sql: string }

/** A line of `_prisma_migrations`. */
export type Entry = { migration_name: string; checksum: string; finished_at: Date | null }

export const ENTRIES =
  'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null'

/** The folders of prisma/migrations in the order of their names, which begin with the time they were made. */
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
