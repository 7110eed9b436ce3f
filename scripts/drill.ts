/**
 * `npm run drill`: rehearses the restore of a backup. Starts its own Quayside on the harbour's ledgers, copies database
 * and documents while payouts wait, lets the original pay them, stops it, and starts a second one on the copy. The copy
 * must sign nothing, list the transactions it does not know, accept an operator's explanation of them, and pay back
 * nothing that was opened and paid out after the copy. Once the books agree and the operator ends their stops, it pays
 * what is still owed: everything once. Exit code 0: all right; else 1.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { migrate } from '#prisma/migrate.ts'
import { type App, appAt } from '#tests/support/app/app.ts'
import { copyDatabase } from './drill/copy-database.ts'
import { endStopsOfBooks, explainAll, offersPayback } from './drill/operator.ts'
import { openTrade, type People, signInBoth, type Trade } from './drill/trades.ts'
import { readSettings } from './launcher/environment.ts'
import { findFreePorts, reasonOf } from './launcher/problems.ts'
import { type Quayside, startQuayside } from './launcher/quayside.ts'
import { type Stack, startStack } from './launcher/stack.ts'
import { unlessStopped, wishToStop } from './launcher/stop-wish.ts'
import { approve } from './trade/steps.ts'

type Check = { what: string; isRight: boolean; seen: string }

const RESTORED = 'restored'
const ASSETS: Asset[] = ['XLM', 'XRP']
/** The amount of the escrows that are opened and paid out after the copy. */
const GONE = '4.25'
/** The people of the drill submit forms at once. */
const NO_CAPTCHA = { CAPTCHA_FASTEST_MS: '0' }

async function main(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-drill-'))
  const checks: Check[] = []
  console.log('Starting a Quayside of its own …')
  const wish = wishToStop()
  const original = await startQuayside({ dataDir: join(folder, 'original'), env: NO_CAPTCHA, signal: wish })
  try {
    const app = appAt({ ...original, dataDir: join(folder, 'original') }, async () => undefined)
    try {
      await unlessStopped(wish, () => drill({ folder, original, app, checks }))
    } finally {
      await app.close()
    }
  } finally {
    await original.stop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const { what, isRight, seen } of checks) console.log(`  ${isRight ? '✓' : '✗'} ${what}: ${seen}`)
  return checks.length > 0 && checks.every(({ isRight }) => isRight)
}

type Drill = { folder: string; original: Quayside; app: App; checks: Check[] }

async function drill({ folder, original, app, checks }: Drill): Promise<void> {
  const before = await sellerHolds(app)
  const people = await signInBoth(app)
  const settled = await openAll(app, people, '11.5')
  const lost = await openAll(app, people, '12.25')
  const owed = await openAll(app, people, '13.75')
  console.log('Paying the first payouts …')
  for (const { txid } of settled) await approve(people.buyer, txid)
  await untilPaid(app, settled)

  await original.worker.kill('SIGTERM')
  for (const { txid } of lost) await approve(people.buyer, txid)
  console.log('Copying the database and the documents while payouts wait …')
  const url = await backUp({ folder, original })
  await original.worker.restart()
  await untilPaid(app, lost)
  const hashes = await hashesOf(app, lost)
  console.log('Opening and paying what the copy knows nothing of …')
  const gone = await openAll(app, people, GONE)
  for (const { txid } of gone) await approve(people.buyer, txid)
  await untilPaid(app, gone)
  const goneHashes = await hashesOf(app, gone)
  await original.worker.kill('SIGTERM')
  console.log('The original has paid and is stopped. Starting the copy …')

  const { restored, close } = await startCopy({ folder, original, url })
  try {
    await judge({ app: restored, checks, lost, owed, hashes: [...hashes, ...goneHashes] })
    const after = await sellerHolds(restored)
    for (const asset of ASSETS) {
      const paid = after[asset].minus(before[asset]).toFixed()
      checks.push({ what: `the seller has every payout in ${asset} once`, isRight: paid === '41.75', seen: paid })
    }
  } finally {
    await close()
  }
}

type Judged = { app: App; checks: Check[]; lost: Trade[]; owed: Trade[]; hashes: string[] }

async function judge({ app, checks, lost, owed, hashes }: Judged): Promise<void> {
  await app.untilRow(
    'both ledgers are stopped',
    `select 1 from payout_stop where cause = 'unexplained' and "endedAt" is null having count(*) = 2`,
  )
  const { buyer } = await signInBoth(app)
  for (const { txid } of owed) await approve(buyer, txid)
  const unexplained = await app.query<{ hash: string }>(
    'select hash from outgoing_transaction where explanation is null',
  )
  const named = hashes.filter((hash) => unexplained.some((seen) => seen.hash === hash))
  checks.push({
    what: 'the desk lists what the copy does not know',
    isRight: named.length === hashes.length,
    seen: `${named.length} of ${hashes.length}`,
  })
  // An approval starts a payout round at once: within 5 s the worker would have signed.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const signed = await signedFor(app, [...lost, ...owed])
  checks.push({ what: 'nothing is signed while it is stopped', isRight: signed === 0, seen: `${signed} envelopes` })
  await app.untilRow(
    'both ledgers are stopped by the books as well',
    `select 1 from payout_stop where cause = 'books' and "endedAt" is null having count(*) = 2`,
  )
  const cases = await untilCases(app)
  const offered = await offersPayback(app, cases)
  checks.push({ what: 'nothing of it is paid back before', isRight: offered === 0, seen: `${offered} offered` })
  console.log('Answering as an operator …')
  const { paid: answered, linked } = await explainAll(app)
  checks.push({
    what: 'the operator finds the payout of each',
    isRight: answered === lost.length,
    seen: String(answered),
  })
  const ended = await app.query(`select 1 from payment_case where id = any($1) and "end" = 'by_hand'`, [cases])
  checks.push({
    what: 'what was opened and paid after the copy is linked to its payment',
    isRight: linked === cases.length && ended.length === cases.length,
    seen: `${linked} linked, ${ended.length} closed`,
  })
  const stops = await endStopsOfBooks(app)
  const open = await app.query('select 1 from payout_stop where "endedAt" is null')
  checks.push({
    what: 'the books agree, and the operator ends their stops',
    isRight: stops === 2 && open.length === 0,
    seen: `${stops} ended, ${open.length} open`,
  })
  console.log('Waiting for what is still owed …')
  await app.query(
    `update transfer set "updatedAt" = '2000-01-01', "nextTryAt" = null, "failures" = 0 where state <> 'confirmed'`,
  )
  await untilPaid(app, [...lost, ...owed])
  const back = await app.query(`select 1 from transfer where purpose = 'payback'`)
  checks.push({ what: 'nothing is paid back', isRight: back.length === 0, seen: `${back.length} paybacks` })
  const again = await signedFor(app, lost)
  checks.push({ what: 'what was paid is not signed again', isRight: again === 0, seen: `${again} envelopes` })
}

/** Waits until the deposits that the copy does not know are read again: one unmatched payment in each asset. */
async function untilCases(app: App): Promise<string[]> {
  const { ids } = await app.untilRow<{ ids: string[] }>(
    'the deposits of what was opened after the copy are cases',
    `select array_agg(id::text) as ids from payment_case where kind = 'unknown_memo' and amount = $1 having count(*) = $2`,
    [GONE, ASSETS.length],
  )
  return ids
}

const openAll = async (app: App, people: People, amount: string): Promise<Trade[]> => {
  const trades: Trade[] = []
  for (const asset of ASSETS) trades.push(await openTrade(app, people, { asset, amount }))
  return trades
}

const OF_TRADES = `from transfer payout join escrow on escrow.id = payout."escrowId" where "transactionId" = any($1)`
const idsOf = (trades: Trade[]) => trades.map(({ txid }) => txid)

/** Takes minutes if needed: the sweep that wakes payouts runs once a minute. Throws with what a payout waits for. */
async function untilPaid(app: App, trades: Trade[]): Promise<void> {
  for (const trade of trades) {
    const { txid, asset, amount } = trade
    const what = `The payout of ${amount} ${asset} is confirmed`
    const paid = app.untilRow(what, `select 1 ${OF_TRADES} and state = 'confirmed'`, [[txid]])
    await paid.catch(async (error: unknown) => {
      throw new Error(`${reasonOf(error)}. ${await whatKeeps(app, trade)}`, { cause: error })
    })
  }
}

async function whatKeeps(app: App, { txid }: Trade): Promise<string> {
  const payouts = await app.query<{ says: string }>(
    `select payout.state || coalesce(', waits for ' || "waitsFor", '') as says ${OF_TRADES}`,
    [[txid]],
  )
  const stops = await app.query<{ says: string }>(
    `select network || ' (' || cause || ')' as says from payout_stop where "endedAt" is null`,
  )
  const listed = (rows: { says: string }[]) => rows.map(({ says }) => says).join('; ') || 'none'
  return `Its payout: ${listed(payouts)}. Open stops: ${listed(stops)}.`
}

async function hashesOf(app: App, trades: Trade[]): Promise<string[]> {
  const rows = await app.query<{ hash: string }>(`select "settledHash" as hash ${OF_TRADES}`, [idsOf(trades)])
  return rows.map(({ hash }) => hash)
}

async function signedFor(app: App, trades: Trade[]): Promise<number> {
  const sql = `select 1 from transfer_attempt where "payoutId" in (select payout.id ${OF_TRADES})`
  return (await app.query(sql, [idsOf(trades)])).length
}

async function sellerHolds(app: App): Promise<Record<Asset, Decimal>> {
  const { XLM, XRP, USDC } = await app.harbour.balances('seller')
  return { XLM: XLM ?? new Decimal(0), XRP: XRP ?? new Decimal(0), USDC: USDC ?? new Decimal(0) }
}

/** Copies the rows of this moment to a database beside the original one, and the documents. */
async function backUp({ folder, original }: Pick<Drill, 'folder' | 'original'>): Promise<string> {
  const client = new Client({ connectionString: original.databaseUrl })
  await client.connect()
  await client.query(`create database ${RESTORED}`)
  await client.end()
  const url = new URL(original.databaseUrl)
  url.pathname = `/${RESTORED}`
  await migrate(url.href)
  await copyDatabase(original.databaseUrl, url.href)
  const documents = (data: string) => join(folder, data, 'documents')
  await cp(documents('original'), documents('restored'), { recursive: true, force: true })
  return url.href
}

async function startCopy(at: Pick<Drill, 'folder' | 'original'> & { url: string }) {
  const harbourPort = Number(new URL(at.original.harbourOrigin).port)
  const port = await findFreePorts(2)
  const dataDir = join(at.folder, 'restored')
  const stack: Stack = await startStack({
    ...readSettings({}),
    dataDir,
    port,
    harbourPort,
    databaseUrl: at.url,
    mode: 'production',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...NO_CAPTCHA, ...harbourEnvironment({ harbourPort }) },
    report: () => undefined,
  })
  const address = { origin: stack.origin, harbourOrigin: at.original.harbourOrigin, databaseUrl: at.url, dataDir }
  const restored = appAt(address, stack.stop)
  return { restored, close: restored.close }
}

try {
  const isRight = await main()
  console.log(isRight ? '\nAll right: everything is paid once.' : '\nNot right: see the lines with ✗.')
  if (!isRight) process.exitCode = 1
} catch (error) {
  console.error(`\n${reasonOf(error)}`)
  process.exitCode = 1
}
