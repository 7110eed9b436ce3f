/** Two web apps and two workers over one PostgreSQL are one Quayside: a trade's requests alternate between them. */

import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#prisma/seed.ts'
import { buildWhenNeeded } from '#scripts/build.ts'
import { answersOk } from '#scripts/launcher/health.ts'
import { findFreePorts } from '#scripts/launcher/problems.ts'
import { isRight } from '#scripts/trade/balances.ts'
import { openHarbour } from '#scripts/trade/harbour.ts'
import { walkTrade } from '#scripts/trade/walk.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import {
  type BareProcess,
  endBare,
  openWorkerGround,
  startBare,
  type WorkerGround,
} from '#tests/support/runner/worker-process.ts'

const WEB = [
  '--import',
  './build/programs/web-preload.js',
  'node_modules/@remix-run/serve/dist/cli.js',
  'build/server/index.js',
]

let ground: WorkerGround
let door: Server
const bare: BareProcess[] = []

beforeAll(async () => {
  await buildWhenNeeded(() => undefined)
  ground = await openWorkerGround({ harbourPort: await findFreePorts(5) })
  await seed(ground.databaseUrl)
})

afterAll(async () => {
  door?.closeAllConnections()
  door?.close()
  for (const each of bare) await endBare(each, 'SIGKILL')
  await ground?.[Symbol.asyncDispose]()
})

function run(env: NodeJS.ProcessEnv, args: string[]): BareProcess {
  const started = startBare(env, [process.execPath, ...args])
  bare.push(started)
  return started
}

/** Sends each request to the next of these ports, as a stateless load balancer does, and counts them. */
function openDoor(ports: readonly number[], counts: number[]): Server {
  let turn = 0
  return createServer((asked, answer) => {
    const place = turn++ % ports.length
    counts[place] = (counts[place] ?? 0) + 1
    const { method, url: path, headers } = asked
    const onward = request({ host: '127.0.0.1', port: ports[place], method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
}

test('requests go to both web apps by turns, jobs to both workers, and each trade is right', async () => {
  const first = await findFreePorts(3)
  const ports = [first, first + 1]
  const origin = `http://127.0.0.1:${first + 2}`
  const webs = ports.map((port) =>
    run({ ...ground.webSettings, PORT: String(port), HOST: '127.0.0.1', PUBLIC_ORIGIN: origin }, WEB),
  )
  const workers = [1, 2].map(() => run({ ...ground.plan.env, PUBLIC_ORIGIN: origin }, ['build/programs/worker.js']))
  await Promise.all(workers.map((worker) => worker.untilLine('worker started')))
  await Promise.all(
    ports.map((port) => answersOk(`http://127.0.0.1:${port}/healthz`, AbortSignal.timeout(PATIENCE_MS))),
  )
  const counts: number[] = []
  door = openDoor(ports, counts).listen(first + 2, '127.0.0.1')
  await once(door, 'listening')

  const harbour = openHarbour(ground.harbour.origin)
  const walked = await Promise.all(
    (['XLM', 'XRP'] as const).map((asset) => walkTrade({ origin, harbour }, asset, () => undefined)),
  )
  for (const balances of walked) expect(balances.every(isRight)).toBe(true)
  const [one = 0, other = 0] = counts
  expect(Math.abs(one - other)).toBeLessThanOrEqual(1)
  const paid = await ground.query(`select 1 from transfer where "lockId" is null and state = 'confirmed'`)
  const attempts = await ground.query('select 1 from transfer_attempt where "payoutId" is not null')
  expect([paid.length, attempts.length]).toEqual([2, 2])
  const [beats] = await ground.query<{ workers: number }>('select count(*)::int as workers from worker_heartbeat')
  expect(beats?.workers).toBe(2)

  const all = [...webs, ...workers]
  expect(await Promise.all(all.map((each) => endBare(each, 'SIGTERM')))).toEqual([0, 0, 0, 0])
  for (const each of all) expect(each.lines().join('\n')).not.toMatch(/"level":[56]0/)
})
