/** Approvals from before they had one table, and who had redirected payouts (docs/decisions/020). */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { readFunctions } from '#prisma/functions.ts'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { emptyDatabase } from '#tests/support/runner/database.ts'
import { aUser } from '#tests/support/world/rows.ts'

const ONE_TABLE = '20261204000750_one_table_of_approvals'
const at = '2026-11-01T00:00:00.000Z'

test('each stands where all do', async () => {
  await using database = await emptyDatabase()
  const all = await readMigrations(MIGRATIONS)
  await migrate(
    database.url,
    all.filter(({ name }) => name < ONE_TABLE),
  )
  const db = openDatabase({ url: database.url, connections: 1 })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const ids = () => [randomUUID(), randomUUID(), randomUUID()] as const
  const [approved, waiting, paid] = ids()
  const [agreementId, clearanceId, unapproved] = ids()
  const [escrowId, caseId] = ids()
  const operator = async () => (await aUser(db, { role: 'admin' })).id
  const [olga, omar, oskar] = [await operator(), await operator(), await operator()]
  const redirect = (kind: string, detail: object, by = olga) =>
    client.query(`insert into "audit_event" ("id", "userId", "kind", "detail", "at") values ($1, $2, $3, $4, $5)`, [
      ...[randomUUID(), by, kind, detail, at],
    ])
  try {
    // Without their escrows and people.
    await client.query('set session_replication_role = replica')
    const payout = `insert into "payout" ("id", "caseId", "purpose", "state", "network", "asset", "amount", "address", "aboveLimit", "redirectedById",
      "createdAt", "updatedAt") values ($1, $2, 'payback', $3, 'stellar', 'XLM', 1, 'GB', 'day', $4, now(), $5)`
    await client.query(payout, [approved, randomUUID(), 'queued', null, at])
    await client.query(payout, [waiting, caseId, 'queued', omar, at])
    await client.query(payout, [paid, randomUUID(), 'signed', omar, at])
    await redirect('payback_redirected', { caseId })
    await redirect('payback_redirected', { caseId }, omar)
    await redirect('payback_redirected', { caseId: randomUUID() }, oskar)
    await client.query(
      `insert into "payout_approval" ("id", "payoutId", "operatorId", "address", "aboveLimit", "reason", "at")
       values ($1, $2, $3, 'GB', 'day', 'Called.', $4)`,
      [randomUUID(), approved, olga, at],
    )
    await client.query(
      `insert into "hold_agreement" ("id", "escrowId", "sellerWallet", "sellerTag", "agreedById", "agreedAt") values ($1, $2, 'rS', '7', $3, $4)`,
      [agreementId, escrowId, oskar, at],
    )
    const clearance = `insert into "hold_clearance" ("id", "agreementId", "escrowId", "askedAt", "usdValue", "aboveLimit", "approvedById",
      "approvedAt", "approvalReason", "clearedAt", "goodUntil") values ($1, $2, $3, $4, 99, 'day', $5, $6, $7, $6, $6)`
    await client.query(clearance, [clearanceId, agreementId, escrowId, at, olga, at, 'Called both.'])
    await client.query(clearance, [unapproved, agreementId, escrowId, at, null, null, null])

    await migrate(database.url, all, { functions: await readFunctions() })

    const { rows } = await client.query(
      `select "payoutId", "clearanceId", "operatorId", "address", "memo", "aboveLimit", "reason", "at" from "settlement_approval" order by "memo"`,
    )
    const facts = { operatorId: olga, aboveLimit: 'day', at: new Date(at) }
    expect(rows).toEqual([
      { ...facts, payoutId: null, clearanceId, address: 'rS', memo: '7', reason: 'Called both.' },
      { ...facts, payoutId: approved, clearanceId: null, address: 'GB', memo: null, reason: 'Called.' },
    ])
    const given = await client.query('select "payoutId", "operatorId" from "payout_redirect" order by "operatorId"')
    expect(given.rows).toEqual([olga, omar].toSorted().map((operatorId) => ({ payoutId: waiting, operatorId })))
  } finally {
    await client.end()
    await db.$disconnect()
  }
})
