/**
 * Whether a database has exactly the tables and functions that this code needs. Both processes check it at their start:
 * on other tables one would take payments, move cursors and fail later, in the middle of somebody's money.
 */
import { Client, DatabaseError } from 'pg'
import { functionsComplaint, readFunctions } from './functions.ts'
import { checksumOf, ENTRIES, type Entry, MIGRATIONS, type Migration, readMigrations } from './migrations.ts'

const ANSWER_LIMIT_MS = 10_000
const UNDEFINED_TABLE = '42P01'

/**
 * Returns one sentence that says what differs and what to do; null: nothing. Throws when the database does not answer.
 * `answerMs`: the limit for each answer.
 */
export async function schemaComplaint(
  databaseUrl: string,
  { migrations, answerMs = ANSWER_LIMIT_MS }: { migrations?: Migration[]; answerMs?: number } = {},
): Promise<string | null> {
  const wanted = migrations ?? (await readMigrations(MIGRATIONS))
  const texts = await readFunctions()
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new Client({ connectionString: databaseUrl, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Entry>(ENTRIES)
    return compare(wanted, rows) ?? (await functionsComplaint(client, texts))
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return compare(wanted, [])
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

function compare(wanted: Migration[], entries: Entry[]): string | null {
  const known = new Map(wanted.map((migration) => [migration.name, migration]))
  const applied = new Map(entries.map((entry) => [entry.migration_name, entry]))
  const newer = entries.filter(({ migration_name }) => !known.has(migration_name)).map((entry) => entry.migration_name)
  if (newer.length > 0) {
    return `The database is newer than this code: it has ${listed(newer)}, which this version does not know. Start the version that made it.`
  }
  const changed = wanted.find((migration) => {
    const entry = applied.get(migration.name)
    return entry !== undefined && entry.checksum !== checksumOf(migration)
  })
  if (changed) {
    return `The database was made by another version of the migration ${changed.name}. Start the version that made it.`
  }
  const unfinished = entries.find((entry) => !entry.finished_at)
  if (unfinished) {
    return `The migration ${unfinished.migration_name} began and did not finish. Wait for it, or run npm run migrate to learn what is wrong.`
  }
  const missing = wanted.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  return missing.length > 0
    ? `The database is older than this code: it lacks ${listed(missing)}. Run npm run migrate.`
    : null
}

function listed(names: string[]): string {
  const [first, ...others] = names
  return others.length === 0 ? `the migration ${first}` : `${names.length} migrations (${names.join(', ')})`
}
