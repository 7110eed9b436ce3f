/**
 * `npm run bench:pages [-- --quick] [-- --write]`: compares our pages with a bare Remix page in interleaved rounds, and
 * measures the web app's start and memory. --write updates docs/performance.md (pages-report.ts).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type App, appAt } from '#tests/support/app/app.ts'
import { untilFunded, untilReleased } from '#tests/support/app/app-moments.ts'
import { planWebBeside, startSource, startStackOfTests } from '#tests/support/app/stack-of-tests.ts'
import { buildWhenNeeded } from '../build.ts'
import { findFreePorts, reasonOf } from '../launcher/problems.ts'
import { playAddress } from '../trade/harbour.ts'
import { contract, shippingDocuments } from '../trade/papers.ts'
import { approve, confirmShipment, openEscrow } from '../trade/steps.ts'
import { buildBareApp } from './bare-app.ts'
import { loadOnce, medianOf, type Round, type Subject } from './load.ts'
import { type Measured, type Started, tellOnScreen, writeReport } from './pages-report.ts'
import { type Server, type ServerPlan, startServer } from './servers.ts'
import { rssMbOf } from './usage.ts'

const ALLOWED_LOOKUPS_PAUSE_MS = 50

type Sizes = { rounds: number; seconds: number; starts: number }
const QUICK: Sizes = { rounds: 2, seconds: 3, starts: 2 }
const WHOLE: Sizes = { rounds: 5, seconds: 4, starts: 5 }

async function main(args: string[]): Promise<void> {
  const sizes = args.includes('--quick') ? QUICK : WHOLE
  const only = args.filter((arg) => !arg.startsWith('--'))
  await buildWhenNeeded(console.log)
  console.log('Building a bare Remix app …')
  await using bare = await buildBareApp()
  console.log('Starting a Quayside with a trade …')
  await using stack = await openStack()
  const { app } = stack
  const people = await fillWithTrade(app)
  const barePlan: ServerPlan = {
    args: bare.args,
    cwd: bare.folder,
    env: plainEnvironment(),
    port: await findFreePorts(1),
  }
  const { plan, port } = await planWebBeside(stack.address, {})
  const ownPlan: ServerPlan = { args: plan.args, cwd: plan.cwd, env: plan.env, port }

  const started = await measureStarts({ bare: barePlan, own: ownPlan, times: sizes.starts })
  await using bareServer = await startServer(barePlan)
  await using own = await startServer(ownPlan)
  await delay(3_000)
  const atRest = {
    bare: await rssMbOf(bareServer.pid),
    own: await rssMbOf(own.pid),
    worker: await rssMbOf(stack.workerPid),
  }
  const subjects = subjectsOf({ bareServer, own, people }).filter(
    ({ name, goal }) => goal === null || only.length === 0 || only.includes(name),
  )
  await using _allowance = allowLookups(app)
  const measured = await measurePages(subjects, sizes)
  const report = { measured, started, memory: { atRest, underLoad: memoryUnderLoad(measured) } }
  console.log(tellOnScreen(report))
  if (args.includes('--write')) await writeReport(report)
}

function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' }
}

async function openStack() {
  const source = await startSource()
  const { address, worker, stop } = await startStackOfTests(source)
  const app = appAt(address, async () => {
    await stop()
    await source.stop()
  })
  return { app, address, workerPid: worker.pid, [Symbol.asyncDispose]: app.close }
}

type People = { txid: string; cookie: string }

/** An escrow with four files, approved and paid out. */
async function fillWithTrade(app: App): Promise<People> {
  const buyer = await app.signIn('paid.buyer')
  const seller = await app.signIn('seller')
  const [amount, asset] = ['1875.5', 'USDC'] as const
  const wallet = playAddress('seller', asset)
  const opening = { asset, amount, sellerEmail: seller.email, wallet, contract: contract(`${amount} ${asset}`) }
  const { txid, uri } = await openEscrow(buyer, opening)
  await app.harbour.pay({ from: 'buyer', uri })
  await untilFunded(app, txid)
  await confirmShipment(seller, { txid, wallet, files: shippingDocuments() })
  await approve(buyer, txid)
  await untilReleased(app, txid)
  const cookie = buyer.visitor
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  return { txid, cookie }
}

function subjectsOf({ bareServer, own, people }: { bareServer: Server; own: Server; people: People }): Subject[] {
  const signedIn = { cookie: people.cookie }
  const page = (name: string, path: string, goal: number, headers = {}): Subject => ({
    name,
    url: own.origin + path,
    pid: own.pid,
    headers,
    goal,
  })
  return [
    { name: 'bare', url: `${bareServer.origin}/`, pid: bareServer.pid, headers: {}, goal: null },
    page('home', '/', 1),
    page('faq', '/faq', 1),
    page('freight', '/freight-forwarders', 1),
    page('login', '/login', 1),
    page('dashboard', '/dashboard', 0.5, signedIn),
    page('statement', `/statements/${people.txid}`, 0.5, signedIn),
    page('lookup', `/transaction-lookup?txid=${people.txid}`, 0.5, signedIn),
  ]
}

/** A person may look up an escrow once a second. All load is one person's, so the counters are cleared constantly. */
function allowLookups(app: App): AsyncDisposable {
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await app.query('delete from rate_limit')
      await delay(ALLOWED_LOOKUPS_PAUSE_MS)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await done
    },
  }
}

async function measurePages(subjects: Subject[], { rounds, seconds }: Sizes): Promise<Measured[]> {
  const all = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]))
  // The first round is a warm-up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const result = await loadOnce(subject, seconds)
      if (round > 0) all.get(subject.name)?.push(result)
    }
  }
  const weights = new Map<string, Weights>()
  for (const subject of subjects) weights.set(subject.name, await weigh(subject))
  const bareRounds = all.get('bare') ?? []
  return subjects.map(({ name, goal }) => {
    const own = all.get(name) ?? []
    const middle = (pick: (round: Round) => number) => medianOf(own.map(pick))
    const ratios = (pick: (round: Round, bare: Round) => number) =>
      medianOf(own.flatMap((round, at) => (bareRounds[at] ? [pick(round, bareRounds[at])] : [])))
    return {
      name,
      goal,
      ratio: ratios((round, bare) => round.pagesPerSecond / bare.pagesPerSecond),
      cpuRatio: ratios((round, bare) => bare.cpuMs / round.cpuMs),
      pagesPerSecond: middle((round) => round.pagesPerSecond),
      medianMs: middle((round) => round.medianMs),
      p99Ms: middle((round) => round.p99Ms),
      cpuMs: middle((round) => round.cpuMs),
      rssMb: Math.max(...own.map(({ rssMb }) => rssMb)),
      ...(weights.get(name) ?? { htmlBytes: 0, scriptBytes: 0 }),
    }
  })
}

type Weights = { htmlBytes: number; scriptBytes: number }

async function weigh({ url, headers }: Subject): Promise<Weights> {
  const html = await (await fetch(url, { headers })).text()
  const files = new Set(Array.from(html.matchAll(/(?:href|src)="(\/[^"]+\.js)"/g), ([, file = '']) => file))
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(Buffer.from(await (await fetch(new URL(file, url))).arrayBuffer())).length),
  )
  return { htmlBytes: Buffer.byteLength(html), scriptBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

async function measureStarts(of: { bare: ServerPlan; own: ServerPlan; times: number }): Promise<Started> {
  const times: { bare: number[]; own: number[] } = { bare: [], own: [] }
  for (let round = 0; round < of.times; round += 1) {
    for (const which of ['bare', 'own'] as const) {
      await using server = await startServer(of[which])
      times[which].push(server.startMs)
    }
  }
  const [bareMs, ownMs] = [medianOf(times.bare), medianOf(times.own)]
  return { bareMs, ownMs, ratio: medianOf(times.own.map((own, at) => own / (times.bare[at] ?? bareMs))) }
}

function memoryUnderLoad(measured: Measured[]): { bare: number; own: number } {
  const most = (rows: Measured[]) => Math.max(...rows.map(({ rssMb }) => rssMb))
  return {
    bare: most(measured.filter(({ goal }) => goal === null)),
    own: most(measured.filter(({ goal }) => goal !== null)),
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
