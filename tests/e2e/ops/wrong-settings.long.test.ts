/** Processes that are started with wrong settings: each ends with one sentence, and none repeats it for ever. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stellarPlayKey } from '#harbour/accounts.ts'
import { buildWhenNeeded } from '#scripts/build.ts'
import { answersOk } from '#scripts/launcher/health.ts'
import { findFreePorts } from '#scripts/launcher/problems.ts'
import { PATIENCE_MS } from '#tests/support/runner/patience.ts'
import {
  type BareProcess,
  endBare,
  openWorkerGround,
  startBare,
  untilEnded,
  type WorkerGround,
} from '#tests/support/runner/worker-process.ts'

let ground: WorkerGround
let bare: BareProcess[] = []

beforeAll(async () => {
  await buildWhenNeeded(() => undefined)
  ground = await openWorkerGround()
})
afterEach(async () => {
  ground.harbour.faults.clear()
  // npm forwards this signal to the web app, and would leave it running when killed.
  for (const each of bare) await endBare(each, 'SIGTERM')
  bare = []
})
afterAll(() => ground?.[Symbol.asyncDispose]())

type Change = Record<string, string>
function start(command: string[] | undefined, env: NodeJS.ProcessEnv): BareProcess {
  const started = startBare(env, command)
  bare.push(started)
  return started
}
const worker = (change: Change = {}) => start(undefined, { ...ground.plan.env, ...change })
const web = async (change: Change = {}) => {
  const port = await findFreePorts(1)
  const env = { ...ground.webSettings, ...change, PORT: String(port) }
  return { port, ...start(['npm', 'run', '--silent', 'start:web'], env) }
}
const OTHER = stellarPlayKey('friend').publicKey()

/** Expects exit code 1 and one line with the sentence, without a stack. */
async function expectRefused(process: BareProcess, sentence: string): Promise<void> {
  expect(await untilEnded(process)).toBe(1)
  const said = process.lines().filter((line) => line.includes(sentence))
  expect(said, process.lines().join('\n')).toHaveLength(1)
  expect(process.lines().join('\n')).not.toMatch(/^\s+at /m)
}

/** `answersOk` gives up without an error, so the last answer is checked. */
async function expectServing({ port }: { port: number }): Promise<void> {
  const health = `http://127.0.0.1:${port}/healthz`
  await answersOk(health, AbortSignal.timeout(PATIENCE_MS))
  expect((await fetch(health)).status).toBe(200)
}

describe('by itself, before anything is asked', () => {
  test('the worker with an account that is none, or a seed of another one', async () => {
    await expectRefused(
      worker({ STELLAR_FEE_ACCOUNT: 'GABC' }),
      'Quayside cannot start. STELLAR_FEE_ACCOUNT: is no account',
    )
    const seed = stellarPlayKey('friend').secret()
    const wrong = worker({ STELLAR_ESCROW_SEED: seed })
    await expectRefused(wrong, 'STELLAR_ESCROW_SEED: is not the seed of STELLAR_ESCROW_ACCOUNT')
    expect(wrong.lines().join()).not.toContain(seed)
  })

  test('the web app with a seed, which is not told', async () => {
    const seed = stellarPlayKey('escrow').secret()
    const wrong = await web({ STELLAR_ESCROW_SEED: seed })
    await expectRefused(wrong, 'env -u STELLAR_ESCROW_SEED npm run start:web')
    expect(wrong.lines().join()).not.toContain(seed)
  })
})

describe('asked of the ledgers', () => {
  test.each([
    [
      'STELLAR_PASSPHRASE',
      'Test SDF Network ; September 2015',
      'HORIZON_URL and STELLAR_PASSPHRASE do not fit together',
    ],
    ['XRPL_NETWORK_ID', '1', 'XRPL_URL and XRPL_NETWORK_ID do not fit together'],
  ])('a wrong %s ends the worker', async (name, value, sentence) => {
    await expectRefused(worker({ [name]: value }), sentence)
    expect(await ground.query('select 1 from platform_account')).toEqual([])
  })

  test('servers that are silent do not: the worker goes on trying', async () => {
    const closed = await findFreePorts(1)
    const waiting = worker({ XRPL_URL: `ws://127.0.0.1:${closed}` })
    await waiting.untilLine('worker started')
    expect(await endBare(waiting, 'SIGTERM')).toBe(0)
  })
})

describe('compared with the database', () => {
  test('the web app with another account than the worker does not start; with the same one it does', async () => {
    const first = worker()
    await first.untilLine('worker started')
    const escrow = ground.webSettings.STELLAR_ESCROW_ACCOUNT
    const sentence = `Quayside cannot start. STELLAR_ESCROW_ACCOUNT is ${OTHER}, and this database was started with ${escrow}.`
    await expectRefused(await web({ STELLAR_ESCROW_ACCOUNT: OTHER }), sentence)
    await expectServing(await web())
  })

  test('and so does a worker', async () => {
    const change = { STELLAR_FEE_ACCOUNT: OTHER, STELLAR_FEE_SEED: '' }
    await expectRefused(worker(change), `STELLAR_FEE_ACCOUNT is ${OTHER}, and this database was started with`)
  })
})

describe('tried on the document store', () => {
  test('one that keeps no file is said once, and keeps nobody from starting', async () => {
    const port = await findFreePorts(1)
    const s3 = {
      S3_BUCKET: 'documents',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    }
    const started = worker(s3)
    const line = await started.untilLine('document store check failed')
    expect(JSON.parse(line)).toMatchObject({ level: 50, cause: expect.stringContaining('connection refused') })
    await started.untilLine('worker started')
    const page = await web(s3)
    await expectServing(page)
    await page.untilLine('document store check failed')
  })
})
