/** Approvals of settlements from before clearances are dropped only where the audit log has them (decision 119). */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { emptyDatabase } from '#tests/support/runner/database.ts'

const DROPPED = '20261204000600_names_and_approvals_of_before'

test('an approval is dropped once the audit log has it', async () => {
  await using database = await emptyDatabase()
  const all = await readMigrations(MIGRATIONS)
  await migrate(
    database.url,
    all.filter(({ name }) => name < DROPPED),
  )
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    const [escrowId, exitId, operatorId] = [randomUUID(), randomUUID(), randomUUID()]
    // Without its escrow and people.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into "hold_exit" ("id", "escrowId", "lockId", "kind", "state", "toSeller", "toBuyer", "createdAt", "updatedAt", "aboveLimit")
       values ($1, $2, $2, 'release', 'sent', 1, 0, now(), now(), 'payout')`,
      [exitId, escrowId],
    )
    await client.query(
      `insert into "hold_approval" ("id", "exitId", "operatorId", "aboveLimit", "reason", "at")
       values ($1, $2, $3, 'payout', 'Called the buyer.', now())`,
      [randomUUID(), exitId, operatorId],
    )
    const logApproval = (of: { userId: string }) =>
      client.query(
        `insert into "audit_event" ("id", "escrowId", "userId", "kind", "detail") values ($1, $2, $3, 'payout_approved', $4)`,
        [randomUUID(), escrowId, of.userId, { exitId, limit: 'payout', reason: 'Called the buyer.' }],
      )

    await logApproval({ userId: randomUUID() })
    const run = async () =>
      migrate(
        database.url,
        all.filter(({ name }) => name <= DROPPED),
      )
    await expect(run()).rejects.toThrow('an approval in hold_approval is not in the audit log')
    expect((await client.query('select 1 from "hold_approval"')).rows).toHaveLength(1)

    await logApproval({ userId: operatorId })
    await run()
    const { rows } = await client.query(
      `select to_regclass('hold_approval') as "table", (select count(*)::int from "hold_exit") as "exits",
         (select count(*)::int from information_schema.columns
          where table_name = 'hold_exit' and column_name in ('usdValue', 'aboveLimit', 'clearedAt')) as "columns"`,
    )
    expect(rows).toEqual([{ table: null, exits: 1, columns: 0 }])
  } finally {
    await client.end()
  }
})
