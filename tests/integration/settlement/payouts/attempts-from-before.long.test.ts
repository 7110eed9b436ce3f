/** What our keys signed before the common table: all of it is in that table, unchanged (decision 140). */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  closeAttempt,
  findLiveWithoutSlot,
  findTakenSlots,
} from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { readFunctions } from '#prisma/functions.ts'
import { migrate } from '#prisma/migrate.ts'
import { MIGRATIONS, readMigrations } from '#prisma/migrations.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/support/runner/database.ts'

const ONE_TABLE = '20261204000500_one_table_of_signed_transactions'
const OLD_TABLES = ['payout_attempt', 'hold_attempt', 'treasury_transaction'] as const

type Row = Record<string, unknown>

const [agreementId, otherAgreementId, claimableId] = [randomUUID(), randomUUID(), randomUUID()]
const exits = { wrapped: randomUUID(), finished: randomUUID(), cancelled: randomUUID(), failed: randomUUID() }
const payouts = { live: randomUUID(), settled: randomUUID(), failed: randomUUID(), expired: randomUUID() }

/** A row of any of the three tables; closed rows have a time, those of the XRP Ledger a first ledger. */
function rowOf(of: Row & { state: string; network: 'stellar' | 'xrpl' }): Row {
  return {
    id: randomUUID(),
    hash: randomUUID(),
    blob: `blob ${of.state}`,
    source: `source of ${of.network}`,
    sequence: String(Math.floor(Math.random() * 1e9)),
    validUntil: '1700000000',
    validFrom: of.network === 'xrpl' ? '90' : null,
    leaseEpoch: 7,
    code: of.state === 'failed' ? 'tx_failed' : null,
    createdAt: '2026-11-01T00:00:00.000Z',
    closedAt: of.state === 'live' ? null : '2026-11-01T00:00:05.000Z',
    ...of,
  }
}

const slotKey = () => randomUUID()
const ROWS: Record<(typeof OLD_TABLES)[number], Row[]> = {
  payout_attempt: [
    rowOf({ state: 'live', network: 'stellar', payoutId: payouts.live, laneKey: 'stellar:lane', source: 'lane' }),
    rowOf({ state: 'settled', network: 'xrpl', payoutId: payouts.settled, laneKey: 'xrpl:4711', sequence: '4711' }),
    rowOf({ state: 'failed', network: 'stellar', payoutId: payouts.failed, laneKey: slotKey() }),
    // Signed before there were leases.
    rowOf({ state: 'expired', network: 'xrpl', payoutId: payouts.expired, laneKey: slotKey(), leaseEpoch: null }),
  ],
  hold_attempt: [
    rowOf({
      state: 'settled',
      network: 'stellar',
      purpose: 'opening',
      agreementId,
      laneKey: slotKey(),
      feePaid: 0.00001,
    }),
    rowOf({
      state: 'failed',
      network: 'stellar',
      purpose: 'opening',
      agreementId,
      laneKey: slotKey(),
      feePaid: 0.00001,
    }),
    rowOf({ state: 'live', network: 'stellar', purpose: 'wrap', exitId: exits.wrapped, laneKey: 'stellar:keeper:E' }),
    rowOf({ state: 'expired', network: 'xrpl', purpose: 'finish', exitId: exits.finished, laneKey: slotKey() }),
    rowOf({
      state: 'settled',
      network: 'xrpl',
      purpose: 'cancel',
      exitId: exits.cancelled,
      laneKey: slotKey(),
      feePaid: 0.00002,
    }),
  ],
  treasury_transaction: [
    rowOf({ state: 'settled', network: 'stellar', purpose: 'channels', feePaid: 0.0004, funds: { channel: '2' } }),
    rowOf({ state: 'live', network: 'xrpl', purpose: 'tickets' }),
    rowOf({ state: 'failed', network: 'xrpl', purpose: 'tickets', feePaid: 0.00001 }),
    rowOf({ state: 'expired', network: 'stellar', purpose: 'claim', claimableId }),
  ],
}

let database: FreshDatabase
let client: Client
let db: Database
const before: Record<string, Row[]> = {}

async function insert(table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row)
      .map((name) => `"${name}"`)
      .join(', ')
    const sql = `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_record(null::"${table}", $1)`
    await client.query(sql, [JSON.stringify(row)])
  }
}

const readAll = async (table: string): Promise<Row[]> =>
  (await client.query<{ row: Row }>(`select to_jsonb(t) as row from "${table}" t order by "id"`)).rows.map(
    ({ row }) => row,
  )

/** Disables triggers, foreign keys and what else belongs to a row; checks and unique indexes still hold. */
const bare = (on: boolean) => client.query(`set session_replication_role = ${on ? 'replica' : 'origin'}`)

async function insertOwners(): Promise<void> {
  const at = '2026-11-01T00:00:00.000Z'
  const made = { createdAt: at, updatedAt: at }
  for (const id of [agreementId, otherAgreementId]) {
    await insert('hold_agreement', [{ id, escrowId: id, sellerWallet: 'S', agreedById: id, agreedAt: at }])
  }
  const exit = { kind: 'release', state: 'sent', toSeller: 1, toBuyer: 0, createdAt: at, updatedAt: at }
  const escrow = {
    type: 'auto',
    heldBy: 'ledger',
    amount: 1,
    currency: 'XLM',
    account: 'A',
    walletAddress: 'S',
    ...made,
  }
  const lock = { hash: 'h', lockedAt: at, foundAt: at, differences: [], counts: true }
  for (const [place, id] of Object.values(exits).entries()) {
    await insert('escrow', [{ id, transactionId: id, buyerId: id, reference: place, ...escrow }])
    await insert('hold_lock', [{ id, escrowId: id, agreementId: id, balanceId: id, ...lock }])
    await insert('hold_exit', [{ id, escrowId: id, lockId: id, ...exit }])
  }
  const to = { purpose: 'payback', paidFrom: 'client', wakes: 0, failures: 0, createdAt: at, updatedAt: at }
  const amount = { asset: 'XLM', amount: 1, address: 'G', network: 'stellar' }
  for (const id of Object.values(payouts))
    await insert('payout', [{ id, caseId: id, state: 'signed', ...to, ...amount }])
  const lies = {
    network: 'stellar',
    account: 'A',
    kind: 'claimable_balance',
    ledgerId: 'l',
    hash: 'h',
    maker: 'M',
    asset: 'XLM',
  }
  const when = { needsSecret: false, foundAt: at, claims: 0, nextClaimAt: at, nextLookAt: at }
  await insert('claimable_money', [{ id: claimableId, amount: 1, ...lies, ...when }])
}

beforeAll(async () => {
  database = await emptyDatabase()
  const all = await readMigrations(MIGRATIONS)
  await migrate(
    database.url,
    all.filter(({ name }) => name < ONE_TABLE),
  )
  client = new Client({ connectionString: database.url })
  await client.connect()
  // As in production: every function is marked as one of ours, so that those without a file are removed.
  await client.query(`do $$ declare f regprocedure; begin
    for f in select oid from pg_proc where pronamespace = 'public'::regnamespace loop
      execute format('comment on function %s is ''quayside a b''', f);
    end loop; end $$`)
  await bare(true)
  await insertOwners()
  for (const table of OLD_TABLES) await insert(table, ROWS[table])
  for (const table of OLD_TABLES) before[table] = await readAll(table)
  await bare(false)
  await migrate(database.url, all, { functions: await readFunctions() })
  db = openDatabase({ url: database.url, connections: 2 })
})

afterAll(async () => {
  await client.end()
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

test('every row is in the one table, as it was', async () => {
  const rows = new Map((await readAll('transfer_attempt')).map((row) => [row.id, row]))
  expect(rows.size).toBe(13)
  const owners = { payoutId: null, exitId: null, agreementId: null, claimableId: null }
  const nothing = { ...owners, laneKey: null, feePaid: null, funds: {} }
  for (const [table, stored] of Object.entries(before)) {
    expect(stored).toHaveLength(ROWS[table as keyof typeof ROWS].length)
    for (const row of stored) expect(rows.get(row.id)).toEqual({ purpose: 'payout', ...nothing, ...row })
  }
})

test('the three names are gone, and their types', async () => {
  for (const table of OLD_TABLES) await expect(readAll(table)).rejects.toThrow(`relation "${table}" does not exist`)
  const { rows } = await client.query(`select typname from pg_type where typname in ('HoldPurpose', 'TreasuryPurpose')`)
  expect(rows).toEqual([])
})

describe('the guards hold for all of them', () => {
  const lane = { laneKey: 'a lane of its own' }
  const opening = { purpose: 'opening', network: 'stellar', ...lane } as const
  const wrap = { purpose: 'wrap', network: 'stellar', ...lane } as const
  const payout = { purpose: 'payout', network: 'stellar', ...lane } as const
  const tickets = { purpose: 'tickets', network: 'xrpl' } as const
  const [aPayout, aHold, aTreasury] = OLD_TABLES.map((table) => ROWS[table][0]?.hash)

  test.each([
    ['a second for a payout', { ...payout, payoutId: payouts.settled }, 'transfer_attempt_one_of_payout'],
    ['a second for a way out', { ...wrap, exitId: exits.wrapped }, 'transfer_attempt_one_of_exit'],
    ['a second opening', { ...opening, agreementId }, 'transfer_attempt_one_opening'],
    [
      'a lane of a payout',
      { ...wrap, exitId: exits.failed, laneKey: 'stellar:lane' },
      'transfer_attempt_one_live_per_lane',
    ],
    [
      'a lane of a keeper',
      { ...payout, payoutId: payouts.failed, laneKey: 'stellar:keeper:E' },
      'transfer_attempt_one_live_per_lane',
    ],
    ['lanes beside lanes', tickets, 'transfer_attempt_one_live_without_lane'],
    ['the hash of a payout', { ...tickets, source: 'O', hash: aPayout }, 'transfer_attempt_hash_key'],
    ['the hash of a keeper', { ...tickets, source: 'O', hash: aHold }, 'transfer_attempt_hash_key'],
    ['the hash of lanes', { ...payout, payoutId: payouts.failed, hash: aTreasury }, 'transfer_attempt_hash_key'],
    ['a payout of nothing', payout, 'transfer_attempt_of_one'],
    [
      'a payout and a way out',
      { ...payout, payoutId: payouts.failed, exitId: exits.failed },
      'transfer_attempt_of_one',
    ],
    ['lanes of an agreement', { ...tickets, source: 'O', agreementId: otherAgreementId }, 'transfer_attempt_of_one'],
    ['a claim of nothing', { ...tickets, network: 'stellar', purpose: 'claim' }, 'transfer_attempt_of_one'],
    ['a payout in no lane', { ...payout, payoutId: payouts.failed, laneKey: null }, 'transfer_attempt_uses_a_lane'],
    ['lanes in a lane', { ...tickets, ...lane }, 'transfer_attempt_uses_a_lane'],
    ['tickets on Stellar', { ...tickets, network: 'stellar' }, 'transfer_attempt_network_fits'],
    [
      'an opening without a lease',
      { ...opening, agreementId: otherAgreementId, leaseEpoch: null },
      'transfer_attempt_has_lease',
    ],
    [
      'one that never ended',
      { ...payout, payoutId: payouts.failed, state: 'failed', closedAt: null },
      'transfer_attempt_closed_has_time',
    ],
    ['part of a drop', { ...tickets, source: 'O', feePaid: 0.0000001 }, 'transfer_attempt_whole_units'],
  ] as const)('%s is refused', async (_, row, guard) => {
    await bare(true)
    await expect(insert('transfer_attempt', [{ funds: {}, ...rowOf({ state: 'live', ...row }) }])).rejects.toThrow(
      guard,
    )
    await bare(false)
  })

  test('nothing is signed without the lease, and nothing that was signed is changed or deleted', async () => {
    const fresh = { ...rowOf({ ...tickets, state: 'live' }), source: 'O', funds: {} }
    await expect(insert('transfer_attempt', [fresh])).rejects.toThrow(/the lease .* is not held/)
    for (const table of OLD_TABLES) {
      for (const { id, hash, state } of ROWS[table]) {
        const where = `where "id" = '${id}'`
        await expect(client.query(`delete from "transfer_attempt" ${where}`)).rejects.toThrow('never deleted')
        const blob = client.query(`update "transfer_attempt" set "blob" = 'other' ${where}`)
        await expect(blob).rejects.toThrow(`envelope ${hash} stays as it was signed`)
        if (state === 'live') continue
        const again = client.query(`update "transfer_attempt" set "state" = 'live', "closedAt" = null ${where}`)
        await expect(again).rejects.toThrow(`envelope ${hash} is closed`)
      }
    }
  })

  test('no trigger and no function of the three is left', async () => {
    const { rows } = await client.query(
      `select tgname as name from pg_trigger where not tgisinternal and tgname ~ '^(payout_attempt|hold_attempt|treasury_transaction)_'
       union all select proname from pg_proc where proname in
         ('keep_payout_attempt', 'keep_treasury_transaction', 'may_be_settled', 'lanes_may_be_signed')`,
    )
    expect(rows).toEqual([])
  })
})

test('the worker goes on with what was on its way', async () => {
  const taken = await findTakenSlots(db, { network: 'xrpl', source: 'source of xrpl', lanes: ['4711', '4712'] })
  expect([...taken]).toEqual(['4711'])
  const channels = await findTakenSlots(db, { network: 'stellar', source: 'A', lanes: ['lane', 'another'] })
  expect([...channels]).toEqual(['lane'])
  const live = await findLiveWithoutSlot(db, { network: 'xrpl', source: 'source of xrpl' })
  expect(live).toMatchObject({ purpose: 'tickets', hash: ROWS.treasury_transaction[1]?.hash })
  const [wrap] = await db.transferAttempt.findMany({ where: { purpose: 'wrap' } })
  const outcome = { kind: 'settled', feePaid: new Decimal('0.0001') } as const
  const closed = { id: wrap?.id ?? '', outcome, at: new Date() }
  expect([await closeAttempt(db, closed), await closeAttempt(db, closed)]).toEqual([true, false])
})
