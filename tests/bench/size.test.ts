/**
 * Every page and the jobs of the clock with a thousand escrows and with a million, asked in turn in one process, from the
 * request to the whole HTML. `npm run bench -- size`; SIZE_ESCROWS asks for another size than a million, SIZE_PAGES for some
 * pages (`SIZE_PAGES=dashboard`). Times are printed, as a table for docs/performance.md, and decide nothing; what is counted
 * must hold: pages are as large, and none fails.
 */
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { JobHelpers } from 'graphile-worker'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, inTransaction, openDatabase } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import { recordLedgerPayments } from '#app/ledgers/payments/workflows/record-ledger-payments.server.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { emailOf, fill, KNOWN, keyOf, type Size } from '#tests/support/size/fill.ts'
import { sightsOf } from '#tests/support/size/sights.ts'
import { type Visit, visitsOf } from '#tests/support/size/visits.ts'
import { refreshMarket } from '#tests/support/world/market.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { makeTasks } from '#worker/tasks.ts'

const LARGE = Number(process.env.SIZE_ESCROWS ?? 1_000_000)
/** What is open is as much in both: what is over is what grows. */
const SIZES: Record<'small' | 'large', Size> = {
  small: { escrows: 1_000, most: 300, open: 150 },
  large: { escrows: LARGE, most: Math.max(300, LARGE / 200), open: 150 },
}
/** Only pages with such names. */
const ASKED = new RegExp(process.env.SIZE_PAGES ?? '')
/** Files hold all there is up to their limit. */
const WHOLE = /as a file|CSV|^desk: statement of a reseller/
/** Of a thousand escrows those of these people do not fill a page. */
const NOT_FULL = /^dashboard, a (?:buyer with 20|seller)$/
const ROUNDS = 11
const JOBS = ['sweep_open_work', 'tidy_up', 'reconcile'] as const
const HELPERS = { job: { id: '1', attempts: 1, max_attempts: 1 } } as JobHelpers
const BUILD = new URL('../../build/server/index.js', import.meta.url)

type Side = { database: FreshDatabase; db: Database; visits: Visit[]; cookies: Map<string, string> }

let world: World
let own: Database
let sides: Record<'small' | 'large', Side>
let handle: (request: Request) => Promise<Response>

async function open(size: Size): Promise<Side> {
  const database = await freshDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    const began = performance.now()
    await fill(client, { ...size, ours: world.deps.accounts })
    const { rows } = await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    )
    console.log(
      `${size.escrows} escrows: ${rows[0]?.size}, filled in ${Math.round((performance.now() - began) / 1000)} s`,
    )
    const db = openDatabase({ url: database.url, connections: 5 })
    return { database, db, visits: visitsOf(await sightsOf(client)), cookies: new Map() }
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  world = await openWorld()
  own = world.deps.db
  // Before anything of the web is imported, which reads it once.
  setRuntime(world)
  sides = { small: await open(SIZES.small), large: await open(SIZES.large) }
  for (const side of [sides.small, sides.large]) {
    world.deps.db = side.db
    await refreshMarket(world.deps)
    for (const as of Object.keys(KNOWN) as (keyof typeof KNOWN)[]) {
      side.cookies.set(as, await cookieOf(world, { id: keyOf(1, KNOWN[as]), email: emailOf(KNOWN[as]) }))
    }
  }
  handle = createRequestHandler((await import(BUILD.href)) as ServerBuild, 'production')
}, 3_600_000)

afterAll(async () => {
  world.deps.db = own
  await world[Symbol.asyncDispose]()
  for (const { db, database } of [sides.small, sides.large]) {
    await db.$disconnect()
    await database[Symbol.asyncDispose]()
  }
}, 600_000)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Milliseconds of a piece of work on each side, in turn. */
async function inTurn(
  rounds: number,
  work: (side: Side) => Promise<unknown>,
): Promise<{ small: number; large: number }> {
  const took: { small: number[]; large: number[] } = { small: [], large: [] }
  for (let round = -1; round < rounds; round += 1) {
    for (const name of ['small', 'large'] as const) {
      world.deps.db = sides[name].db
      const began = performance.now()
      await work(sides[name])
      const ms = performance.now() - began
      // The limits of pages are those of one person, not of so many rounds.
      await sides[name].db.rateLimit.deleteMany()
      // The first look warms what every later one finds warm.
      if (round >= 0) took[name].push(ms)
    }
  }
  return { small: median(took.small), large: median(took.large) }
}

function row(name: string, { small, large }: { small: number; large: number }, more: (string | number)[] = []): string {
  return `| ${[name, small.toFixed(1), large.toFixed(1), (large / small).toFixed(2), ...more].join(' | ')} |`
}

test('every page is as quick and as large with a million escrows as with a thousand', async () => {
  const table = [
    '| page | ms at 1,000 | ms at the large size | ratio | HTML kB at 1,000 | HTML kB large |',
    '|---|---|---|---|---|---|',
  ]
  const wrong: string[] = []
  for (const [place, { name, as, file }] of sides.small.visits.entries()) {
    // There are rows of files here, and no files.
    if (file.startsWith('trade/documents/routes/contract') || !ASKED.test(name)) continue
    const bytes = { small: 0, large: 0 }
    const statuses = new Set<number>()
    const took = await inTurn(ROUNDS, async (side) => {
      const visit = side.visits[place]
      const headers = new Headers(as === null ? {} : { Cookie: side.cookies.get(as) ?? '' })
      const response = await handle(new Request(ORIGIN + visit?.path, { headers }))
      bytes[side === sides.small ? 'small' : 'large'] = (await response.arrayBuffer()).byteLength
      statuses.add(response.status)
    })
    if ([...statuses].some((status) => status >= 500)) wrong.push(`${name}: ${[...statuses]}`)
    // Names and numbers differ in length; a list that grows would be far beyond.
    const more = NOT_FULL.test(name) ? 30_000 : 2_000
    if (!WHOLE.test(name) && bytes.large > bytes.small * 1.3 + more)
      wrong.push(`${name}: ${bytes.small} → ${bytes.large}`)
    table.push(row(name, took, [(bytes.small / 1000).toFixed(0), (bytes.large / 1000).toFixed(0)]))
  }
  console.log(table.join('\n'))
  expect(wrong).toEqual([])
}, 3_600_000)

test('the jobs of the clock', async () => {
  const table = ['| job | ms at 1,000 | ms at the large size | ratio |', '|---|---|---|---|']
  for (const name of JOBS) {
    const took = await inTurn(3, async () => {
      try {
        await makeTasks(world.deps)[name]?.({}, HELPERS)
      } catch (error) {
        // The ledgers of this test know nothing of what fill.ts has written.
        console.log(`${name}: ${error instanceof Error ? error.message : error}`)
      }
    })
    table.push(row(name, took))
  }
  table.push(row('a look at the machine', await inTurn(3, () => checkMachine(world.deps))))
  console.log(table.join('\n'))
}, 3_600_000)

test('payments are matched beside a million of the past as beside a thousand', async () => {
  const wanted = { where: { verifiedAt: null, cancelledAt: null, currency: 'XLM' }, take: 2 } as const
  const took = await inTurn(ROUNDS, async (side) => {
    const waiting = await side.db.escrow.findMany({ ...wanted, select: { reference: true, account: true } })
    expect(waiting).toHaveLength(wanted.take)
    const mine = waiting.map(({ reference, account }) => paymentTo(account, String(reference)))
    const others = Array.from({ length: 200 - wanted.take }, () => paymentTo(mine[0]?.to ?? '', 'not a reference'))
    await inTransaction(side.db, (tx) => recordLedgerPayments(world.deps, tx, [...others, ...mine]))
    const hashes = mine.map(({ hash }) => hash)
    expect(await side.db.ledgerPayment.count({ where: { hash: { in: hashes }, problem: null } })).toBe(wanted.take)
  })
  console.log(
    ['| | ms at 1,000 | ms at the large size | ratio |', '|---|---|---|---|', row('200 payments', took)].join('\n'),
  )
}, 3_600_000)

/** So little that no escrow is funded by it. */
function paymentTo(to: string, memo: string): LedgerPayment {
  const money = { asset: 'XLM', assetLabel: 'XLM', amount: new Decimal('0.001') } as const
  const of = { network: 'stellar', hash: randomBytes(32).toString('hex'), operation: '1' } as const
  return { ...of, ...money, from: 'GSOMEBODY', to, memo, needsReview: false, ledger: 1_000, at: new Date() }
}
