/**
 * No page and no job reads all of a table that grows with the trade. The tables of this test are small; their
 * statistics claim a million escrows, and PostgreSQL plans by those.
 */
import { globSync, readFileSync } from 'node:fs'
import type { JobHelpers } from 'graphile-worker'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS, type JobName } from '#app/jobs/catalogue.ts'
import { NETWORKS } from '#app/kernel/domain/assets.ts'
import { takeWatch } from '#app/ops/workflows/alerts/watch-worker.server.ts'
import { sealEvents } from '#app/records/audit/workflows/seal-events.server.ts'
import { ownSections } from '#app/settings/queries/own-data.server.ts'
import { GROWING_TABLES } from '#scripts/house/growing-tables.ts'
import { emailOf, fill, KNOWN, keyOf } from '#tests/support/size/fill.ts'
import { explainAll, listenForPlans, lookLarge, type Reading, readsAll } from '#tests/support/size/plans.ts'
import { sightsOf } from '#tests/support/size/sights.ts'
import { type Visit, type Visitor, visitsOf, WITHOUT_ROWS } from '#tests/support/size/visits.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { makeTasks } from '#worker/tasks.ts'

const ESCROWS = 2_500
/** Multiplied by this, the rows look like those of a million escrows. */
const TIMES = 400
const HELPERS = { job: { id: '1', attempts: 1, max_attempts: 1 } } as JobHelpers
const APP = new URL('../../../app/', import.meta.url)

let world: World
let visits: Visit[]
let stop: () => void
let known: { growing: readonly string[]; partial: ReadonlySet<string> }
let statements = 0
let readings: Reading[] = []

beforeAll(async () => {
  world = await openWorld()
  await refreshMarket(world.deps)
  const client = new Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    // Outgoing transactions are read from now on: what fill.ts writes never was on a ledger.
    const tasks = makeTasks(world.deps)
    for (const network of NETWORKS) await tasks.read_outgoing?.({ network }, HELPERS)
    await fill(client, { escrows: ESCROWS, most: 20, open: 10, ours: world.deps.accounts })
    await sealAll(world)
    visits = visitsOf(await sightsOf(client))
    await lookLarge(client, { tables: GROWING_TABLES, times: TIMES })
    await explainAll(client)
    // A list of a whole table is built only where memory allows: the more memory, the more of them are found.
    await client.query(
      `do $$ begin execute format('alter database %I set work_mem = %L', current_database(), '64MB'); end $$`,
    )
    const { rows } = await client.query<{ name: string }>(
      'select c.relname as name from pg_index join pg_class c on c.oid = indexrelid where indpred is not null',
    )
    known = { growing: GROWING_TABLES, partial: new Set(rows.map(({ name }) => name)) }
  } finally {
    await client.end()
  }
  // Connections from before do not report their plans.
  await world.deps.db.$disconnect()
  setRuntime(world)
  stop = listenForPlans(({ statement, plan }) => {
    statements += 1
    readings.push(...readsAll(plan, known).map((reading) => ({ ...reading, statement })))
  })
})

afterAll(async () => {
  stop()
  await world[Symbol.asyncDispose]()
})

/** In small slices: so few events would make a handful of seals, and a million make many. */
async function sealAll({ deps }: World): Promise<void> {
  while ((await sealEvents(deps, { atOnce: 10 })) !== null);
  await deps.db.$executeRaw`analyze "audit_link", "audit_node", "audit_seal", "audit_event"`
}

/** Returns what was read whole meanwhile, each way once. */
async function readingsOf(work: () => Promise<unknown>): Promise<{ statements: number; readings: string[] }> {
  readings = []
  const before = statements
  await work()
  const told = readings.map(({ table, how, statement }) => `${how} on ${table}: ${statement.replaceAll(/\s+/g, ' ')}`)
  return { statements: statements - before, readings: [...new Set(told)] }
}

async function headersOf(as: Visitor): Promise<Headers> {
  if (as === null) return new Headers()
  const person = { id: keyOf(1, KNOWN[as]), email: emailOf(KNOWN[as]) }
  return new Headers({ Cookie: await cookieOf(world, person) })
}

test('a statement that reads all of such a table is seen, within a function, too', async () => {
  const seen = await readingsOf(async () => {
    await world.deps.db.$queryRaw`select count(*) from "escrow" where "notes" = 'nothing'`
    await world.deps.db.$executeRaw`do $$ begin perform 1 from "outbox_letter" where "locale" = 'xx'; end $$`
    await world.deps.db.$queryRaw`select 1 from "transfer" where "state" <> cast(${'confirmed'}::text as "PayoutState")`
    await world.deps.db.$queryRaw`select 1 from "escrow" where "id" = ${keyOf(2, 1)}::uuid`
  })
  expect(seen.readings.map((reading) => reading.split(':')[0])).toEqual([
    'Seq Scan on escrow',
    'Seq Scan on outbox_letter',
    'Seq Scan on transfer',
  ])
})

test('neither does the copy of somebody’s data', async () => {
  const seen = await readingsOf(async () => {
    for (const who of ['someBuyer', 'someSeller'] as const)
      for (const { rows } of ownSections(world.deps.db, { userId: keyOf(1, KNOWN[who]), now: new Date() }))
        for await (const _ of rows);
  })
  expect(seen.statements).toBeGreaterThan(30)
  expect(seen.readings).toEqual([])
})

test('no page’s loader reads all of a table that grows', async () => {
  const found: Record<string, string[]> = {}
  let asked = 0
  for (const visit of visits) {
    const headers = await headersOf(visit.as)
    const { loader } = (await import(new URL(visit.file, APP).href)) as { loader(of: object): Promise<unknown> }
    const context = { request: new Request(ORIGIN + visit.path, { headers }), params: visit.params ?? {}, context: {} }
    const seen = await readingsOf(async () => {
      try {
        await loader(context)
      } catch (thrown) {
        // A redirect or a refusal; a failure is no page.
        if (!(thrown instanceof Response) || thrown.status >= 500) throw new Error(visit.name, { cause: thrown })
      }
    })
    asked += seen.statements
    if (seen.readings.length > 0) found[visit.name] = seen.readings
  }
  expect(found).toEqual({})
  expect(asked).toBeGreaterThan(visits.length * 3)
})

test('every route with a loader is among the pages', () => {
  const files = globSync('{root.tsx,**/routes/**/*.{ts,tsx}}', { cwd: APP.pathname })
  const loaders = files.filter((file) =>
    /export (async )?(function|const) loader\b/.test(readFileSync(new URL(file, APP), 'utf8')),
  )
  const visited = new Set([...visits.map(({ file }) => file), ...WITHOUT_ROWS])
  expect(loaders.filter((file) => !visited.has(file))).toEqual([])
  expect(loaders.length).toBeGreaterThan(50)
})

test('a look at the machine, which comes every few seconds, reads all of no table that grows', async () => {
  const seen = await readingsOf(async () => {
    await takeWatch(world.deps, { process: 'web' })
  })
  expect(seen.readings).toEqual([])
})

test('no job reads all of a table that grows', async () => {
  const { accounts } = world.deps
  const escrowId = keyOf(2, ESCROWS)
  const payloads: { [Name in JobName]: unknown[] } = {
    ingest_payments: [
      { network: 'stellar', account: accounts.stellar.escrow },
      { network: 'stellar', account: accounts.stellar.fee },
      { network: 'xrpl', account: accounts.xrpl.escrow },
    ],
    fund_escrow: [{ escrowId }],
    look_for_claimable: [
      { network: 'stellar', account: accounts.stellar.escrow },
      { network: 'xrpl', account: accounts.xrpl.escrow },
    ],
    settle_late_fee: [{ quoteId: keyOf(3, 3) }],
    dispatch_payouts: [{ network: 'stellar' }, { network: 'xrpl' }],
    prepare_agreements: [{ network: 'stellar' }, { network: 'xrpl' }],
    find_locks: [{}],
    follow_exit: [{ escrowId }],
    clear_lock: [{ escrowId }],
    send_return: [{ escrowId }],
    close_account: [{ escrowId }],
    read_outgoing: [{ network: 'stellar' }, { network: 'xrpl' }],
    verify_stated_payment: [{ escrowId }],
    send_letter: [{ letterId: keyOf(22, 3) }],
    invite_waiting: [{ userId: keyOf(1, KNOWN.manyBuyer) }],
    follow_address: [{ address: emailOf(KNOWN.manyBuyer) }],
    run_clock: [{ clockId: keyOf(40, 98) }],
    remind: [
      { of: 'escrow', id: escrowId },
      { of: 'quote', id: keyOf(3, 3) },
    ],
    write_password_reset: [{ tokenId: keyOf(99, 1), email: emailOf(KNOWN.someBuyer) }],
    remove_file: [{ storageKey: 'document 2' }],
    refresh_prices: [{}],
    refresh_trades: [{}],
    refresh_lists: [{}],
    screen_person: [{ userId: keyOf(1, KNOWN.manyBuyer) }],
    screen_reseller: [{ resellerId: keyOf(99, 1) }],
    screen_people: [{}],
    sweep_open_work: [{}],
    reconcile: [{}],
    look_at_keepers: [{}],
    post_alert: [{ postId: keyOf(99, 1) }],
    seal_audit: [{}],
    check_audit: [{}],
    anchor_audit: [{}],
    add_figures: [{}],
    tidy_up: [{}],
  }
  const tasks = makeTasks(world.deps)
  const found: Record<string, string[]> = {}
  for (const name of Object.keys(JOBS) as JobName[]) {
    const seen = await readingsOf(async () => {
      for (const payload of payloads[name]) await tasks[name]?.(payload, HELPERS)
    })
    if (seen.readings.length > 0) found[name] = seen.readings
  }
  expect(found).toEqual({})
})
