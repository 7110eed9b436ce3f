/** XRP Ledger agreements from before drafts keep their condition, and deposits under it their secret (decision 120). */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { findConditions, findSecretOfDeposit, findStandingDrafts } from '#app/trade/onchain/db/drafts.server.ts'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { emptyDatabase } from '#tests/support/runner/database.ts'

const DRAFTS = '20261203000200_drafts_of_locks'

test('each is a draft that has ended; what counts has its secret, and what is open gets others', async () => {
  await using database = await emptyDatabase()
  const all = await readMigrations(MIGRATIONS)
  await migrate(
    database.url,
    all.filter(({ name }) => name < DRAFTS),
  )
  const [locked, open, stellar] = [randomUUID(), randomUUID(), randomUUID()]
  const [escrowId, lockId] = [randomUUID(), randomUUID()]
  const client = new Client({ connectionString: database.url })
  await client.connect()
  // Rows alone, without what they belong to: only the migration is tested.
  await client.query('set session_replication_role = replica')
  const agreement = `insert into "hold_agreement" ("id", "escrowId", "sellerWallet", "agreedById", "agreedAt", "condition", "sealedFulfilment", "account",
      "arbiter", "sponsor", "openedAt") values ($1, $2, 'S', $2, now(), $3, $4, $5, $5, $5, $6)`
  await client.query(agreement, [locked, escrowId, 'CONDITION', 'sealed', null, null])
  await client.query(agreement, [open, randomUUID(), 'OTHER', 'sealed too', null, null])
  await client.query(agreement, [stellar, randomUUID(), null, null, 'E', new Date()])
  await client.query(
    `insert into "hold_lock" ("id", "escrowId", "agreementId", "owner", "sequence", "hash", "lockedAt", "foundAt", "counts")
     values ($1, $2, $3, 'B', 7, 'h', now(), now(), true)`,
    [lockId, escrowId, locked],
  )
  await client.end()

  await migrate(database.url, all)
  const db = openDatabase({ url: database.url, connections: 2 })
  expect(await findSecretOfDeposit(db, lockId)).toEqual({ condition: 'CONDITION', sealedFulfilment: 'sealed' })
  expect(await findConditions(db, { agreementId: open })).toEqual([
    { draftId: open, agreementId: open, condition: 'OTHER' },
  ])
  expect(await findStandingDrafts(db, open)).toEqual([])
  const select = { id: true, wantsSecretAt: true, openedAt: true }
  const agreements = await db.holdAgreement.findMany({ select })
  const found = agreements.map(({ id, wantsSecretAt, openedAt }) => [id, wantsSecretAt !== null, openedAt !== null])
  expect(found.toSorted()).toEqual(
    [
      [locked, true, true],
      [open, true, true],
      [stellar, false, true],
    ].toSorted(),
  )
  await db.$disconnect()
})
