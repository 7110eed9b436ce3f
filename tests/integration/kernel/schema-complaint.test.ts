/** Both processes start only on exactly the tables of their code (prisma/schema-complaint.ts). */
import { expect, test } from 'vitest'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { schemaComplaint } from '#prisma/schema-complaint.ts'
import { emptyDatabase, freshDatabase } from '#tests/support/runner/database.ts'

const ours = await readMigrations(MIGRATIONS)
const extra = (name: string) => ({ name, sql: 'select 1' })

test('a database that was brought up to date has nothing to complain of', async () => {
  await using database = await freshDatabase()
  expect(await schemaComplaint(database.url)).toBeNull()
})

test('one that nobody ever migrated lacks everything', async () => {
  await using database = await emptyDatabase()
  expect(await schemaComplaint(database.url)).toMatch(
    /^The database is older than this code: it lacks \d+ migrations \(.*\)\. Run npm run migrate\.$/,
  )
})

test('code that is one migration ahead names it', async () => {
  await using database = await freshDatabase()
  expect(await schemaComplaint(database.url, { migrations: [...ours, extra('99990101000000_next')] })).toBe(
    'The database is older than this code: it lacks the migration 99990101000000_next. Run npm run migrate.',
  )
})

test('code that was rolled back names what it does not know', async () => {
  await using database = await freshDatabase()
  expect(await schemaComplaint(database.url, { migrations: ours.slice(0, -1) })).toContain(
    `The database is newer than this code: it has the migration ${ours.at(-1)?.name}`,
  )
})

test('a migration that was changed since is told apart', async () => {
  await using database = await freshDatabase()
  const changed = ours.map((migration, place) => (place === 0 ? extra(migration.name) : migration))
  expect(await schemaComplaint(database.url, { migrations: changed })).toContain(
    `The database was made by another version of the migration ${ours[0]?.name}.`,
  )
})

test('a database that does not answer is no complaint but an accident', async () => {
  await expect(schemaComplaint('postgresql://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
})
