/**
 * What a thousand pages cost that wait, against views of the same page in the same run, and how soon they show money. Times
 * are printed and decide nothing; what must hold is counted: all are held, none asks meanwhile, and each hears of its money.
 */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createCookie } from '@remix-run/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { newsAddress } from '#app/live/domain/news-path.ts'
import { playAddress } from '#scripts/trade/harbour.ts'
import { type RunningStack, type Source, startSource, startStackOfTests } from '#tests/support/app/stack-of-tests.ts'
import { aUser } from '#tests/support/world/rows.ts'
import { letWait } from '#tests/support/world/waiting.ts'

const PEOPLE = 100
const EACH = 10
const WAITING = PEOPLE * EACH
const QUIET_MS = 20_000
const VIEWS_A_SECOND = 5
const ROUNDS = 3
/** As on Stellar. */
const LEDGER_MS = 5_000
const PAYMENTS = 14
const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK']).toString())

type Page = { id: string; txid: string; reference: number; version: string; cookie: string }

let source: Source & { stop(): Promise<void> }
let stack: RunningStack
let db: Database
let pages: Page[]
let webPid: string

beforeAll(async () => {
  source = await startSource()
  stack = await startStackOfTests(source, {}, LEDGER_MS)
  db = openDatabase({ url: stack.address.databaseUrl, connections: 4 })
  webPid = pidOnPort(new URL(stack.address.origin).port)
  pages = await openPages()
}, 600_000)

afterAll(async () => {
  await db?.$disconnect()
  await stack?.stop()
  await source?.stop()
}, 120_000)

/** People with escrows that wait, each signed in. */
async function openPages(): Promise<Page[]> {
  const account = (asset: 'XLM' | 'XRP') => ({ fee: playAddress('fee', asset), escrow: playAddress('escrow', asset) })
  const deps = { db, accounts: { stellar: account('XLM'), xrpl: account('XRP') } }
  const opened: Page[] = []
  for (let place = 0; place < PEOPLE; place += 1) {
    const { id: userId } = await aUser(db, { role: 'buyer', hasPaid: true })
    const token = randomBytes(32).toString('base64url')
    const tokenHash = createHash('sha256').update(token).digest('hex')
    await db.session.create({ data: { tokenHash, userId, expiresAt: new Date(Date.now() + 3_600_000) } })
    await letWait({ deps }, { ownerId: userId, from: place * EACH + 1, to: (place + 1) * EACH })
    const cookie = (await createCookie('sid').serialize(token)).split(';')[0] ?? ''
    const rows = await db.$queryRaw<Omit<Page, 'cookie'>[]>`
      select id, "transactionId" as txid, reference, news_version_of_escrow(id) as version
      from escrow where "buyerId" = ${userId}::uuid`
    opened.push(...rows.map((row) => ({ ...row, cookie })))
  }
  return opened
}

function pidOnPort(port: string): string {
  const isWeb = (pid: string) => {
    try {
      const [command, environment] = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
      return command?.includes('@remix-run/serve') && environment?.split('\0').includes(`PORT=${port}`)
    } catch {
      return false
    }
  }
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isWeb(name))
  if (pid === undefined) throw new Error(`no web app on port ${port}`)
  return pid
}

/** Seconds of a processor that the web app has used. */
function cpuOfWeb(): number {
  const fields = readFileSync(`/proc/${webPid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

function send(path: string, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, 'Accept-Encoding': 'gzip' }
    get(stack.address.origin + path, { agent, headers }, resolve).on('error', reject)
  })
}

async function read(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of answer.setEncoding('latin1')) text += part
  return text
}

const addressOf = ({ txid }: Page) => `/transaction-lookup?txid=${txid}`

/** Waits as a browser does: asks anew whatever ends it, and for the page when something has changed. */
async function waitForMoney(page: Page, onHeld: () => void): Promise<{ heard: number; shown: number }> {
  const news = { of: `escrow:${page.id}`, since: page.version, isKeptOpen: true }
  for (;;) {
    const answer = await send(newsAddress(news), page.cookie)
    if (answer.statusCode !== 200) throw new Error(`asked for news: ${answer.statusCode}`)
    onHeld()
    const word = (await read(answer)).trim()
    const heard = performance.now()
    if (word !== 'changed') continue
    const shown = await send(addressOf(page), page.cookie)
    await read(shown)
    if (shown.statusCode !== 200) throw new Error(`asked for the page: ${shown.statusCode}`)
    return { heard, shown: performance.now() }
  }
}

async function view(forMs: number): Promise<number> {
  const until = performance.now() + forMs
  let views = 0
  const under: Promise<unknown>[] = []
  while (performance.now() < until) {
    const page = pages[(views * 7) % WAITING]
    if (page) under.push(send(addressOf(page), page.cookie).then(read))
    views += 1
    await delay(1000 / VIEWS_A_SECOND)
  }
  await Promise.all(under)
  return views
}

const share = (value: number) => value.toFixed(2)
const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

test(`${WAITING} pages that wait cost less than ${VIEWS_A_SECOND} views a second, and show money soon`, async () => {
  // Nothing is compiled for the first time while it is measured.
  await view(6_000)
  let held = 0
  const onHeld = () => {
    held += 1
  }
  const rows: string[] = []
  const measured = async (work: () => Promise<unknown>) => {
    const [cpu, began] = [cpuOfWeb(), performance.now()]
    await work()
    return ((cpuOfWeb() - cpu) * 1000) / ((performance.now() - began) / 1000)
  }
  const idle = await measured(() => delay(QUIET_MS / 2))
  const viewing: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) viewing.push(await measured(() => view(QUIET_MS / 2)))
  const all = pages.map((page) => waitForMoney(page, onHeld))
  for (const each of all) each.catch(() => undefined)
  while (held < WAITING) await delay(50)
  await delay(5_000)
  const waiting: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) waiting.push(await measured(() => delay(QUIET_MS)))
  const median = (values: number[]) =>
    at(
      [...values].sort((a, b) => a - b),
      0.5,
    )
  const [ofViews, ofWaiting] = [median(viewing) - idle, median(waiting) - idle]
  rows.push(`web app, nobody there: ${share(idle)} ms of a processor each second`)
  rows.push(`${VIEWS_A_SECOND} views a second: ${share(ofViews)} ms; ${WAITING} that wait: ${share(ofWaiting)} ms`)
  rows.push(`ratio ${share(ofWaiting / ofViews)}`)
  expect(held).toBe(WAITING)

  const heardAfter: number[] = []
  const shownAfter: number[] = []
  for (const [place, page] of pages.slice(0, PAYMENTS).entries()) {
    const paid = await fetch(`${stack.address.harbourOrigin}/api/pay`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        from: 'buyer',
        asset: 'XLM',
        to: playAddress('escrow', 'XLM'),
        amount: '10',
        memo: String(page.reference),
      }),
    })
    // The wallet answers when the ledger has closed.
    const closed = performance.now()
    expect(paid.status, await paid.text()).toBe(200)
    const { heard, shown } = (await all[place]) ?? { heard: 0, shown: 0 }
    heardAfter.push(Math.max(0, heard - closed))
    shownAfter.push(Math.max(0, shown - closed))
  }
  for (const [name, values] of Object.entries({ heard: heardAfter, shown: shownAfter })) {
    const sorted = values.sort((a, b) => a - b)
    const [p50, p99] = [at(sorted, 0.5), at(sorted, 0.99)]
    const parts = `${share(p50 / LEDGER_MS)} and ${share(p99 / LEDGER_MS)} of a ledger`
    rows.push(
      `${name}, beside ${WAITING - PAYMENTS} others: median ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${parts})`,
    )
  }
  console.log(rows.join('\n'))
  agent.destroy()
}, 900_000)
