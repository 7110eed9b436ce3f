/** A job that fails writes one line to the log, which names its subject and cause; the queue adds none. */
import { randomUUID } from 'node:crypto'
import { runOnce } from 'graphile-worker'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobName, JobPayload } from '#app/jobs/catalogue.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction, openPool } from '#app/kernel/db/client.server.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { openLog } from '#app/log.server.ts'
import { withLogContext } from '#app/log-context.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { EmailNotTaken } from '#app/ports.ts'
import { takePayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { JOB_QUEUE, queueLogger, untilGivenBack } from '#worker/runner.ts'
import { makeTasks } from '#worker/tasks.ts'

type Line = Record<string, unknown> & { level: number; msg: string }

let world: World
let written: string[]

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  written = []
  await world.deps.db.$executeRaw`delete from "graphile_worker"."_private_jobs"`
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const lines = () => written.map((line) => JSON.parse(line) as Line)

function withLog(over: Partial<WorkerDeps> = {}): WorkerDeps {
  const log = openLog({ level: 'debug', process: 'worker' }, { write: (line) => void written.push(line) })
  return { ...world.deps, ...over, log }
}

const ask = <Name extends JobName>(name: Name, payload: JobPayload<Name>) =>
  inTransaction(world.deps.db, (tx) => enqueue(tx, { name, payload }))

async function runJobs(deps: WorkerDeps): Promise<void> {
  const pool = openPool({ url: world.databaseUrl, connections: 10 })
  const options = { pgPool: pool, logger: queueLogger(deps.log), noHandleSignals: true, preset: { worker: JOB_QUEUE } }
  try {
    await runOnce({ ...options, taskList: makeTasks(deps) })
    await untilGivenBack(pool)
  } finally {
    await pool.end()
  }
}

function brokenLedger(error: unknown): Partial<WorkerDeps> {
  const stellar = { ...world.deps.ledgers.stellar, paymentsTo: () => Promise.reject(error) }
  return { ledgers: { ...world.deps.ledgers, stellar } }
}

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:3101'), { code: 'ECONNREFUSED' })

test('a ledger that does not answer is one line of a hiccup, with the account and what the network said', async () => {
  const account = world.deps.accounts.stellar.fee
  await ask('ingest_payments', { network: 'stellar', account })
  await runJobs(
    withLog(brokenLedger(new LedgerUnavailable('stellar', 'Horizon gave no answer to /', { cause: refused }))),
  )
  expect(lines()).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      process: 'worker',
      job: 'ingest_payments',
      jobId: expect.stringMatching(/^\d+$/),
      network: 'stellar',
      account,
      tries: 1,
      mostTries: 25,
      cause: expect.stringMatching(/Horizon gave no answer to \/: connection refused \(connect ECONNREFUSED/),
      msg: 'job failed temporarily',
    },
  ])
})

test('a mistake of ours is one line for a person, with the places it came through', async () => {
  await ask('ingest_payments', { network: 'stellar', account: world.deps.accounts.stellar.fee })
  await runJobs(withLog(brokenLedger(new TypeError('x is not a function'))))
  expect(lines()).toMatchObject([
    {
      level: 50,
      tries: 1,
      cause: 'TypeError: x is not a function',
      stack: expect.stringContaining('job-lines.test.ts'),
    },
  ])
})

test('the last try of a job is for a person, whatever the cause', async () => {
  await ask('ingest_payments', { network: 'stellar', account: world.deps.accounts.stellar.fee })
  await world.deps.db.$executeRaw`update "graphile_worker"."_private_jobs" set "attempts" = 24`
  await runJobs(withLog(brokenLedger(new LedgerUnavailable('stellar', 'Horizon is gone'))))
  expect(lines()).toMatchObject([{ level: 50, tries: 25, msg: 'job given up' }])
})

test('a job that says nothing sensible is told of, too', async () => {
  await world.deps.db
    .$queryRaw`select 1 as added from graphile_worker.add_job('remove_file', '{"storageKey": 5}'::json)`
  await runJobs(withLog())
  expect(lines()).toMatchObject([{ level: 50, job: 'remove_file', cause: expect.stringContaining('ZodError') }])
})

test('an address that a job is about stays out of its line', async () => {
  const { db } = world.deps
  await ask('write_password_reset', { tokenId: randomUUID(), email: 'ann@example.com' })
  await db.$executeRawUnsafe('alter table "user" rename to "user_away"')
  try {
    await runJobs(withLog())
  } finally {
    await db.$executeRawUnsafe('alter table "user_away" rename to "user"')
  }
  // A slow machine retries it before the table is back.
  const [first] = lines()
  expect(first).toMatchObject({ level: 50, job: 'write_password_reset', cause: expect.stringContaining('user') })
  expect(written.join('')).not.toContain('ann@')
})

test('a letter names itself and the request that asked for it, which its next try keeps', async () => {
  const content = { letter: 'password_changed', changedAt: '2026-11-22T12:00:00.000Z' } as const
  await withLogContext({ requestId: 'of-the-buyer' }, () =>
    inTransaction(world.deps.db, (tx) =>
      queueEmail(tx, { event: randomUUID(), to: { email: 'ann@example.org', locale: 'en' }, content }),
    ),
  )
  const { id } = await world.deps.db.outboxLetter.findFirstOrThrow({ where: { recipient: 'ann@example.org' } })
  const send = () => Promise.reject(new EmailNotTaken('unknown', 'The mail service gave no answer', { cause: refused }))
  await runJobs(withLog({ mailer: { ...world.deps.mailer, send } }))
  expect(lines()).toMatchObject([
    {
      level: 40,
      job: 'send_letter',
      letter: id,
      requestId: 'of-the-buyer',
      tries: 1,
      cause: expect.stringContaining('no answer: connection refused'),
      msg: 'email sending failed',
    },
  ])
  expect(await requestsOfJobs()).toEqual(['of-the-buyer'])

  // After minutes a person has to know, and at once when our own key is refused.
  const goOn = async (mailer: Pick<WorkerDeps['mailer'], 'send'>) => {
    written = []
    const firstTriedAt = new Date(Date.now() - 11 * 60_000)
    await world.deps.db.outboxLetter.update({ where: { id }, data: { firstTriedAt } })
    await world.deps.db.$executeRaw`update "graphile_worker"."_private_jobs" set "run_at" = now()`
    await runJobs(withLog({ mailer: { ...world.deps.mailer, ...mailer } }))
    return lines()
  }
  expect(await goOn({ send })).toMatchObject([{ level: 50, tries: 2, msg: 'email sending delayed' }])
  const wrongKey = new EmailNotTaken('not_taken', 'The mail service answered 401', { isOurFault: true })
  const refuse = () => Promise.reject(wrongKey)
  expect(await goOn({ send: refuse })).toMatchObject([{ level: 50, msg: 'email rejected for wrong settings' }])
})

test('a round of payouts that a request asked for is followed by one that belongs to none', async () => {
  const { db } = world.deps
  // Another worker has the lease: this one retries.
  expect(await takePayoutLease(db, { network: 'stellar', holder: 'another', seconds: 600 })).not.toBeNull()
  await withLogContext({ requestId: 'of-the-buyer' }, () => ask('dispatch_payouts', { network: 'stellar' }))
  expect(await requestsOfJobs()).toEqual(['of-the-buyer'])
  await runJobs(withLog())
  expect(await requestsOfJobs()).toEqual([null])
})

async function requestsOfJobs(): Promise<(string | null)[]> {
  const rows = await world.deps.db.$queryRaw<{ id: string | null }[]>`
    select "payload"->>'requestId' as id from "graphile_worker"."_private_jobs" order by "id"`
  return rows.map(({ id }) => id)
}
