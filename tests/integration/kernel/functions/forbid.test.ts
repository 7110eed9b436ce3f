/**
 * What a row alone forbids (decision 136), unless another test covers it: the conditions of forbid and never_deleted,
 * on tables with our columns and none of their other rules.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'

let database: FreshDatabase
let client: Client

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ table: string; definition: string }>(
    `select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
     where tgfoid in ('forbid'::regproc, 'never_deleted'::regproc)`,
  )
  await client.query('create schema alone')
  for (const table of new Set(rows.map((row) => row.table))) {
    await client.query(`create table alone.${table} as select * from public.${table} limit 0`)
  }
  for (const { definition } of rows) await client.query(definition.replace(' ON public.', ' ON alone.'))
})

afterAll(async () => {
  await client.end()
  await database[Symbol.asyncDispose]()
})

const AT = '2026-01-01T00:00:00Z'
const ID = '00000000-0000-0000-0000-000000000001'

const insert = (table: string, row: object) =>
  client.query(`insert into alone."${table}" select * from jsonb_populate_record(null::alone."${table}", $1)`, [
    { id: ID, ...row },
  ])

test.each([
  ['account_change', { endedAt: AT }, 'begins open'],
  ['amendment', { answer: 'agreed' }, 'begins unanswered'],
  ['case_denial', { confirmedAt: AT }, 'a second operator confirms it afterwards'],
  ['escrow_clock', { endedAt: AT }, 'a clock begins running'],
  ['examination', { withdrawnAt: AT }, 'a notice begins standing'],
  ['examination', { roundAllowedAt: AT }, 'a notice begins standing'],
  ['hold_closing', { wallet: 'W' }, 'a closing begins without a signature'],
  ['hold_return', { blob: 'b' }, 'a return begins without a signature'],
  ['hold_share', { takenAt: AT }, 'has not set this aside'],
  ['screening_review', { state: 'false_match' }, 'a review begins open'],
  ['screening_review', { state: 'open', wanted: 'true_match' }, 'a review begins open'],
  ['time_request', { answer: 'declined' }, 'begins unanswered'],
  ['waiver_request', { answer: 'waived' }, 'begins unanswered'],
])('a new row of %s with %j is refused', async (table, row, sentence) => {
  await expect(insert(table, row)).rejects.toThrow(sentence)
})

test.each([
  ['case_denial', { confirmedAt: null, reason: 'r' }, { confirmedAt: AT }, { confirmedAt: AT, reason: 's' }],
  ['claimable_money', { endedAt: null }, { endedAt: AT, claims: 2 }, { amount: 2 }],
  ['hold_closing', {}, { wallet: 'W', signedAt: AT, lookAt: AT }, { hash: 'other' }],
  ['hold_share', {}, { takenAt: AT, takenBy: 'b' }, { balanceId: 'other' }],
  ['outgoing_gap', {}, { endedAt: AT, reason: 'r' }, { account: 'other' }],
  ['refund_request', { reason: 'r' }, { answer: 'agreed', answeredAt: AT }, { reason: 's' }],
  ['reseller', { resellerId: 'r', createdAt: AT }, { name: 'other' }, { resellerId: 's' }],
  ['reseller_payout', { address: 'a' }, { address: 'b', memo: 'm' }, { amountUsd: 2 }],
  ['time_request', {}, { answer: 'agreed', answeredAt: AT }, { until: AT }],
  ['waiver_request', {}, { answer: 'declined', answerWords: 'w' }, { words: 'other' }],
  ['escrow', { refundOpenedAt: AT }, { notes: 'other' }, { payoutAddress: 'other' }],
  ['hold_return', { signedAt: AT }, { end: 'taken' }, { end: 'withdrawn' }],
])('of %s with %j %j may change, and %j not', async (table, row, may, mayNot) => {
  await client.query(`delete from alone."${table}" where false; begin`)
  await insert(table, row)
  const change = (to: object) =>
    client.query(
      `update alone."${table}" t set (${Object.keys(to).map((name) => `"${name}"`)}) = row(${Object.keys(to).map((name) => `n."${name}"`)})
       from jsonb_populate_record(null::alone."${table}", $1) n`,
      [to],
    )
  await client.query('savepoint before')
  expect((await change(may)).rowCount).toBe(1)
  await client.query('rollback to before')
  await expect(change(mayNot)).rejects.toThrow(/\bstays?\b|never changed|as it was found|is signed|is open to/)
  await client.query('rollback')
})

test.each([
  ['claimable_money', { endedAt: AT }, { endedAt: null }, 'is gone'],
  ['claimable_money', { takenBy: 'b' }, { takenBy: 'c' }, 'is gone'],
  ['outgoing_gap', { endedAt: AT }, { reason: 'r' }, 'stays what it is'],
  ['reseller_earning', { status: 'paid' }, { paidHash: 'h' }, 'is over'],
  ['reseller_earning', { status: 'accrued', payableFrom: AT }, { payableFrom: null }, 'was promised for 2026-01-01'],
  ['discrepancy', {}, { words: 'w' }, 'a notice stays what it is'],
  ['examined_file', {}, { sha256: 's' }, 'a notice stays what it is'],
])('of %s with %j not even %j changes any more', async (table, row, to, sentence) => {
  await client.query('begin')
  // Sets up the row's state without triggers.
  await client.query('set local session_replication_role = replica')
  await insert(table, row)
  await client.query('set local session_replication_role = origin')
  const [[name, value] = ['', null]] = Object.entries(to)
  await expect(client.query(`update alone."${table}" set "${name}" = $1`, [value])).rejects.toThrow(sentence)
  await client.query('rollback')
})

test('every row that is kept is kept', async () => {
  const { rows } = await client.query<{ table: string; truncates: boolean; hasCondition: boolean }>(
    `select tgrelid::regclass::text as table, tgtype & 32 > 0 as truncates, tgqual is not null as "hasCondition" from pg_trigger
     where tgtype & 40 > 0 and tgrelid in (select oid from pg_class where relnamespace = 'alone'::regnamespace)`,
  )
  expect(rows.length).toBeGreaterThan(45)
  for (const { table, truncates, hasCondition } of rows) {
    await client.query('begin; set local session_replication_role = replica')
    const [only] = hasCondition ? [{ rejectedAt: AT }] : [{}]
    await insert(table.replace('alone.', '').replaceAll('"', ''), only ?? {})
    await client.query('set local session_replication_role = origin')
    const away = client.query(truncates ? `truncate ${table}` : `delete from ${table}`)
    await expect(away, table).rejects.toThrow(/never (changed or )?deleted|stays?\b|kept\b|not forgotten/)
    await client.query('rollback')
  }
})
