/** The acts of a rehearsal. Each returns what was seen, or throws with what went wrong. */

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { ROOT } from '../build.ts'
import { examine } from '../doctor/examine.ts'
import { isRight, showChange } from '../trade/balances.ts'
import { openHarbour, playAddress } from '../trade/harbour.ts'
import { formWith, openVisitor } from '../trade/http-client.ts'
import { paper } from '../trade/papers.ts'
import { openEscrow } from '../trade/steps.ts'
import { walkTrade } from '../trade/walk.ts'
import type { Ground } from './ground.ts'
import { startReaders, startSlowForms } from './load.ts'
import type { Place } from './place.ts'

const READERS = 2
const SLOW_FORMS = 4
/** Until then a started form has reached a web process, unless the proxy buffers it. */
const ON_ITS_WAY_MS = 300
const KILL_EVERY_MS = 8_000
const LARGE_BYTES = 19_000_000

export async function trade({ origin, harbour }: Ground, asset: Asset): Promise<string> {
  const site = { origin, harbour: openHarbour(harbour.origin) }
  const wrong = (await walkTrade(site, asset, () => undefined)).filter((line) => !isRight(line))
  if (wrong.length === 0) return 'every balance right'
  const words = wrong.map(
    ({ label, asset: of, change, expected }) => `${label}: ${showChange(change, of)}, not ${showChange(expected, of)}`,
  )
  throw new Error(words.join('; '))
}

/** Stops and restarts both web processes, one after the other, while people read pages and send forms. */
export async function restartWebs({ origin, webs }: Ground): Promise<string> {
  const readers = startReaders({ origin, readers: READERS })
  let forms = 0
  const lost: string[] = []
  for (const web of webs) {
    const slow = await startSlowForms({ origin, forms: SLOW_FORMS })
    await delay(ON_ITS_WAY_MS)
    const before = readers.count.answered
    const stopped = web.stop()
    const sent = await slow.finish()
    const ended = await stopped
    if (ended !== 0) lost.push(`a web process ended with ${ended}`)
    forms += sent.answered
    lost.push(...sent.lost)
    // While one is stopped, the other one answers.
    while (readers.count.answered < before + READERS && readers.count.lost.length === 0) await delay(10)
    await web.start()
  }
  const read = await readers.stop()
  lost.push(...read.lost)
  if (lost.length > 0) throw new Error(`lost: ${countAlike(lost).join('; ')}`)
  return `${forms} forms and ${read.answered} pages, none lost`
}

function countAlike(lines: string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => `${count} × ${line}`)
}

/** Kills and restarts the workers in turn while `work` runs. */
export async function whileWorkersDie<Result>(
  workers: readonly Place[],
  work: () => Promise<Result>,
): Promise<{ result: Result; deaths: number }> {
  const ending = new AbortController()
  let deaths = 0
  const killing = (async () => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await delay(KILL_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined)
      const worker = workers[turn % workers.length]
      if (ending.signal.aborted || !worker) return
      await worker.stop('SIGKILL')
      deaths += 1
      await worker.start()
    }
  })()
  try {
    return { result: await work(), deaths }
  } finally {
    ending.abort()
    await killing
  }
}

/** Checks that every approved payout is confirmed, each by a transaction of its own. */
export async function countPayouts({ databaseUrl }: Ground): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ all: number; paid: number; hashes: number }>(
      `select count(*)::int as "all", count(*) filter (where state = 'confirmed')::int as paid,
              count(distinct "settledHash")::int as hashes from transfer`,
    )
    const { all = 0, paid = 0, hashes = 0 } = rows[0] ?? {}
    if (all === 0 || paid !== all || hashes !== all)
      throw new Error(`${all} payouts, ${paid} confirmed, by ${hashes} transactions`)
    const unexplained = await client.query('select 1 from payout_stop where "endedAt" is null')
    if (unexplained.rowCount !== 0) throw new Error('payouts are stopped')
    return `${all} payouts, each confirmed by a transaction of its own`
  } finally {
    await client.end()
  }
}

/** A contract of 19 MB goes through the proxy into the bucket and comes back unchanged. */
export async function uploadLarge({ origin }: Ground): Promise<string> {
  const buyer = await signIn(origin, 'paid.buyer@demo.example')
  const content = paper('A large one', randomBytes(LARGE_BYTES - 1_000))
  const contract = new File([content], 'contract.pdf', { type: 'application/pdf' })
  const wallet = playAddress('seller', 'XLM')
  const { page, txid } = await openEscrow(buyer, {
    asset: 'XLM',
    amount: '25',
    sellerEmail: 'seller@demo.example',
    wallet,
    contract,
  })
  const shown = page.links.some(({ href }) => href.startsWith('/contracts/'))
    ? page
    : await buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
  const link = shown.links.find(({ href }) => /^\/contracts\/[^/]+$/.test(new URL(href, origin).pathname))
  if (!link) throw new Error(`no link to the contract: ${shown.links.map(({ href }) => href).join(' ')}`)
  const answer = await buyer.visitor.send(link.href)
  const got = createHash('sha256')
    .update(await answer.bytes())
    .digest('hex')
  if (got !== createHash('sha256').update(content).digest('hex'))
    throw new Error(`it came back otherwise (${answer.status})`)
  return '19 MB there and back, to the byte'
}

async function signIn(origin: string, email: string) {
  const visitor = openVisitor(origin)
  const login = await visitor.get('/login')
  const password = DEMO_ACCOUNTS.find((account) => account.email === email)?.password ?? ''
  await visitor.submit(login, formWith(login, 'password'), { values: { email, password } })
  return { visitor, email }
}

/** Checks of the doctor that must pass here; accounts, mail domain and the like belong to the harbour. */
const LOOKED_AT = ['PUBLIC_ORIGIN', 'clock', 'web app', 'proxy', 'uploads', 'documents', 'database', 'schema', 'worker']

export async function askDoctor({ settings }: Ground): Promise<string> {
  const found = (await examine(settings)).filter(({ about }) => LOOKED_AT.includes(about))
  const wrong = found.filter(({ verdict }) => verdict === 'mend')
  if (wrong.length > 0) throw new Error(wrong.map(({ about, says }) => `${about}: ${says}`).join(' '))
  return `${found.length} findings, none to mend`
}

/** Throws if the processes logged an error. */
export async function readLog({ webs, workers }: Ground): Promise<string> {
  const lines = [...webs, ...workers].flatMap((place) => place.lines())
  const errors = lines.filter((line) => /"level":[56]0/.test(line))
  if (errors.length > 0) throw new Error(`${errors.length} lines of errors, such as ${errors[0]}`)
  return `${lines.length} lines, no error`
}

export async function drill(): Promise<string> {
  const child = spawn(process.execPath, ['scripts/drill.ts'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(said)
  return said.trim().split('\n').at(-1) ?? ''
}
