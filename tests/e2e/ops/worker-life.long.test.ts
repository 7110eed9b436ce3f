/** The worker's process: it exits when it can no longer work, its supervisor starts another, and SIGTERM ends it. */

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildWhenNeeded } from '#scripts/build.ts'
import { answersOk } from '#scripts/launcher/health.ts'
import type { ProcessSupervisor } from '#scripts/launcher/keeping/process-supervisor.ts'
import { keepWorker } from '#scripts/launcher/parts.ts'
import { ensureFreePort, findFreePorts } from '#scripts/launcher/problems.ts'
import { waitFor } from '#scripts/trade/wait.ts'
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
/** Processes of the running test; none outlives it. */
let bare: BareProcess[] = []

beforeAll(async () => {
  await buildWhenNeeded(() => undefined)
  ground = await openWorkerGround()
})
afterEach(async () => {
  ground.harbour.faults.clear()
  for (const each of bare) await endBare(each, 'SIGKILL')
  bare = []
})
afterAll(() => ground?.[Symbol.asyncDispose]())

async function writeLetter(): Promise<string> {
  const recipient = `${randomUUID()}@example.org`
  const content = JSON.stringify({ letter: 'password_changed', changedAt: '2026-11-22T12:00:00.000Z' })
  await ground.query(
    `with letter as (
       insert into outbox_letter (id, key, recipient, locale, content) values ($1::uuid, $2, $2, 'en', $3::json) returning id
     )
     select graphile_worker.add_job('send_letter', json_build_object('letterId', id), job_key := 'send_letter:' || id)
     from letter`,
    [randomUUID(), recipient, content],
  )
  return recipient
}

const mailsTo = (recipients: string[]) =>
  ground.harbour.post.mails().filter(({ to }) => recipients.some((recipient) => to.includes(recipient)))

async function untilSent(recipients: string[]): Promise<void> {
  const isDone = async () => mailsTo(recipients).length === recipients.length || null
  await waitFor(isDone, { what: 'the letters arrive', limitMs: PATIENCE_MS, pauseMs: 50 })
}

async function untilUnderWay(recipients: string[]): Promise<void> {
  const isDone = async () => {
    const rows = await ground.query('select 1 from outbox_letter where recipient = any($1) and attempts > 0', [
      recipients,
    ])
    return rows.length === recipients.length || null
  }
  await waitFor(isDone, { what: 'the letters are under way', limitMs: PATIENCE_MS, pauseMs: 25 })
}

const SLEEPING = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`

async function untilSomebodySleeps(): Promise<void> {
  const isSlow = async () => (await ground.query(`select 1 ${SLEEPING}`)).length > 0 || null
  await waitFor(isSlow, { what: 'a statement that takes long', limitMs: PATIENCE_MS, pauseMs: 20 })
}

describe('when PostgreSQL is killed while jobs end', () => {
  let keeper: ProcessSupervisor
  beforeAll(async () => {
    keeper = await keepWorker(ground.plan, () => undefined)
  })
  afterAll(() => keeper?.stop())

  // The bug was a count that several simultaneous ends made wrong: a single run may pass by luck.
  test.each([1, 2, 3])(
    'jobs are taken again as soon as it is back, and SIGTERM ends the worker (time %i)',
    async () => {
      ground.harbour.faults.set({ target: 'post', kind: 'hold', match: '/emails' })
      const early = await Promise.all(Array.from({ length: 4 }, writeLetter))
      await untilUnderWay(early)
      await ground.killPostgres()
      ground.harbour.faults.clear()
      await ground.startPostgres()
      const late = await writeLetter()
      await untilSent([late])
      // Interrupted jobs run again, and no email arrives twice.
      await untilSent(early)
      await keeper.kill('SIGTERM')
      await keeper.restart()
    },
  )
})

function start(): BareProcess {
  const worker = startBare(ground.plan.env)
  bare.push(worker)
  return worker
}

describe('a worker by itself', () => {
  test('waits for a database that is late, says so once, and stops when it is told to', async () => {
    await ground.killPostgres()
    const worker = start()
    const line = await worker.untilLine('database unavailable')
    expect(JSON.parse(line)).toMatchObject({ level: 40, cause: expect.stringContaining('connection refused') })
    await ground.startPostgres()
    await worker.untilLine('worker started')
    expect(await endBare(worker, 'SIGTERM')).toBe(0)
    const said = worker.lines().map((each) => JSON.parse(each) as { level: number; msg: string })
    expect(said.filter(({ level }) => level > 30)).toHaveLength(1)
    expect(said.at(-1)?.msg).toBe('worker stopped')
  })

  test('stops while it waits', async () => {
    await ground.killPostgres()
    const worker = start()
    await worker.untilLine('database unavailable')
    expect(await endBare(worker, 'SIGTERM')).toBe(0)
    await ground.startPostgres()
  })

  test('is ended when its work does not end', async () => {
    const worker = start()
    await worker.untilLine('worker started')
    // Longer than the process waits for its jobs, which is longer than a statement may wait for a lock.
    await ground.query(
      `create function sleep_long() returns trigger language plpgsql as $$ begin perform pg_sleep(120); return new; end $$`,
    )
    await ground.query(
      'create trigger sleeps before update on outbox_letter for each row execute function sleep_long()',
    )
    try {
      await writeLetter()
      await untilSomebodySleeps()
      expect(await endBare(worker, 'SIGTERM')).toBe(1)
      expect(worker.lines().at(-1)).toContain('shutdown timed out')
    } finally {
      await ground.query(`select pg_terminate_backend(pid) ${SLEEPING}`)
      await ground.query('drop function sleep_long() cascade')
    }
  })

  test('whose connection breaks while a job ends goes, with one line that says why', async () => {
    const worker = start()
    await worker.untilLine('worker started')
    ground.harbour.faults.set({ target: 'post', kind: 'hold', match: '/emails' })
    await untilUnderWay([await writeLetter()])
    await ground.killPostgres()
    ground.harbour.faults.clear()
    expect(await untilEnded(worker)).toBe(1)
    const errors = worker.lines().filter((line) => line.includes('process terminating'))
    expect(errors).toHaveLength(1)
    expect(worker.lines().filter((line) => !line.startsWith('{'))).toEqual([])
    await ground.startPostgres()
  })
})

describe('on a database that is newer than the code', () => {
  const NEWER = '99990101000000_of_tomorrow'
  const SENTENCE = `The database is newer than this code: it has the migration ${NEWER}, which this version does not know. Start the version that made it.`
  const npm = (script: string) => ['npm', 'run', '--silent', script]
  const web = (port: number, settings: Record<string, string> = {}) => {
    const started = startBare({ ...ground.webSettings, ...settings, PORT: String(port) }, npm('start:web'))
    bare.push(started)
    return started
  }

  beforeAll(async () => {
    await ground.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('tomorrow', 'x', $1, now())`,
      [NEWER],
    )
  })

  test('neither process starts, and each says what to do', async () => {
    const port = await findFreePorts(1)
    const both = [start(), web(port)]
    expect(await Promise.all(both.map(untilEnded))).toEqual([1, 1])
    for (const each of both) expect(each.lines().join(' ')).toContain(SENTENCE)
  })

  test('both start when it is as it should be, and hear SIGTERM through npm', async () => {
    await ground.query('delete from _prisma_migrations where migration_name = $1', [NEWER])
    const port = await findFreePorts(3)
    const [webHealth, workerHealth] = [String(port + 1), String(port + 2)]
    const worker = startBare({ ...ground.plan.env, WORKER_HEALTH_PORT: workerHealth }, npm('start:worker'))
    const app = web(port, { WEB_HEALTH_PORT: webHealth })
    bare.push(worker)
    await worker.untilLine('worker started')
    await answersOk(`http://127.0.0.1:${port}/healthz`, AbortSignal.timeout(PATIENCE_MS))
    const told = async (path: string) => (await fetch(`http://127.0.0.1:${path}`)).text()
    expect(JSON.parse(await told(`${workerHealth}/health`))).toMatchObject({ process: 'worker', schema: null })
    expect(JSON.parse(await told(`${webHealth}/health`))).toMatchObject({ process: 'web', machine: {} })
    const hasAnswered = async () => {
      await told(`${port}/healthz`)
      return (await told(`${webHealth}/metrics`)).match(/^quayside_request_seconds_count\{.*status="200"\} [1-9]/m)
    }
    await waitFor(hasAnswered, { what: 'a request is counted', limitMs: PATIENCE_MS, pauseMs: 100 })
    const hasWorked = async () => (await told(`${workerHealth}/metrics`)).match(/quayside_job_seconds_count.*"canary"/)
    await waitFor(hasWorked, { what: 'a job is counted', limitMs: PATIENCE_MS, pauseMs: 100 })
    expect(await Promise.all([worker, app].map((each) => endBare(each, 'SIGTERM')))).toEqual([0, 0])
    expect(worker.lines().join(' ')).toContain('worker stopped')
    await ensureFreePort({ port, use: 'test', setting: 'PORT' })
  })
})
