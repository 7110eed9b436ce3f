/** Free transactions from before the migration: their accounts are folded to mailboxes, as those of new ones are. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { mailboxOf } from '#app/kernel/domain/words/mailbox.ts'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { emptyDatabase } from '#tests/support/runner/database.ts'

const FOLDING = '20261125000230_mailboxes_of_pilots'

/** In the order of their registration. */
const PILOTS = [
  'ann.lee+quay@gmail.com',
  'annlee@googlemail.com',
  'annlee@gmail.com',
  'ann.lee@example.org',
  'annlee@example.org',
  'bo+1@proton.me',
  'bo+2@protonmail.com',
  'bo@pm.me',
  'cy@icloud.com',
  'cy+x@mac.com',
  'di+a@example.org',
  'ed.x+a@outlook.com',
  'ed.x@outlook.com',
  'edx@outlook.com',
  'fay+1+2@yandex.ru',
]

test('each mailbox has one account that stands for it, the first; the others keep their free transaction', async () => {
  await using database = await emptyDatabase()
  const all = await readMigrations(MIGRATIONS)
  await migrate(
    database.url,
    all.filter(({ name }) => name < FOLDING),
  )
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    for (const [place, email] of PILOTS.entries()) {
      await client.query(
        `insert into "user" ("id", "name", "email", "role", "plan", "trialCredits", "pilotPerson", "createdAt", "updatedAt")
         values ($1, 'Ann', $2, 'buyer', 'pilot', 1, $2, $3, $3)`,
        [randomUUID(), email, new Date(Date.UTC(2026, 10, 1, place))],
      )
    }
    // An account without the free transaction stands for none; one whose address has changed stays with its mailbox.
    await client.query(
      `insert into "user" ("id", "name", "email", "role", "updatedAt") values ($1, 'Ann', 'al+b@gmail.com', 'buyer', now())`,
      [randomUUID()],
    )
    await client.query(`update "user" set "email" = 'moved@example.org' where "email" = 'di+a@example.org'`)
    await migrate(database.url, all)
    const { rows } = await client.query<{ email: string; person: string | null; credits: number }>(
      `select "email", "pilotPerson" as "person", "trialCredits" as "credits" from "user" order by "createdAt"`,
    )
    const seen = new Set<string>()
    const expected = PILOTS.map((email) => {
      const mailbox = mailboxOf(email)
      const isFirst = !seen.has(mailbox)
      seen.add(mailbox)
      const now = email === 'di+a@example.org' ? 'moved@example.org' : email
      return { email: now, person: isFirst ? mailbox : null, credits: 1 }
    })
    expect(rows.filter(({ credits }) => credits === 1)).toEqual(expected)
    expect(rows.filter(({ credits }) => credits === 0)).toEqual([{ email: 'al+b@gmail.com', person: null, credits: 0 }])
  } finally {
    await client.end()
  }
})
