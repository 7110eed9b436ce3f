/** The worker: watches the ledgers, matches payments, pays out, sends emails. The only process that holds keys. */
import { randomUUID } from 'node:crypto'
import { makeWorkerUtils } from 'graphile-worker'
import { type Config, ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { composeWorkerDeps, openPrivatePort } from '#app/deps.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction, openPool } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { accountsComplaint } from '#app/ledgers/payments/workflows/agree-on-accounts.server.ts'
import { keepWatch } from '#app/ops/workflows/alerts/watch-worker.server.ts'
import { openPulse } from '#app/ops/workflows/ask-ledgers.server.ts'
import { openTime } from '#app/ops/workflows/keep-time.server.ts'
import { beginSchedule } from '#app/ops/workflows/note-schedule.server.ts'
import { sealingComplaint } from '#app/ops/workflows/prove-sealing-keys.server.ts'
import { sayRefusedStart } from '#app/ops/workflows/say-refused-start.server.ts'
import { tryMail } from '#app/ops/workflows/try-mail.server.ts'
import { tryStore } from '#app/ops/workflows/try-store.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { databaseComplaintWhenThere } from '#prisma/database-complaint.ts'
import { schemaComplaint } from '#prisma/schema-complaint.ts'
import { keepSinging, openCanary } from './canary.ts'
import { confirmNetworks } from './confirm-networks.ts'
import { keepAlive } from './heartbeat.ts'
import { openLife } from './life.ts'
import { CONCURRENT_JOBS, queueLogger, startRunner } from './runner.ts'
import { sayRefusedSettings } from './say-refusal.ts'
import { keepSchedule } from './schedule.ts'
import { makeTasks } from './tasks.ts'
import { wakeOnActivity } from './watchers/wake-on-activity.ts'

/** Scheduled tasks that also run when a worker starts. */
const AT_ONCE = [
  'refresh_lists',
  'refresh_prices',
  'refresh_trades',
  'sweep_open_work',
  'reconcile',
  'look_at_keepers',
] as const

/** Identifies this process to the others. */
const id = randomUUID()
const { config, deps } = await compose()
const life = openLife(deps.log)
const pulse = openPulse(deps)
const time = openTime(deps, {
  id,
  role: 'worker',
  word: config.describe('worker'),
  askLedgers: pulse.ask,
})

try {
  if (config.formerNames.length > 0) deps.log.warn({ settings: config.formerNames }, 'former setting names used')
  if (await isDatabaseReady(deps)) {
    await pulse.ask()
    // First of all: what it decided by a wrong clock could not be undone.
    const wrongTime = await time.untilRight(life.isEnding)
    if (wrongTime !== null) life.fail(wrongTime)
    const confirming = confirmNetworks(deps, refuse)
    await confirming.first
    // Only now: what the first start records must not be of another network.
    const complaint = (await accountsComplaint(deps)) ?? (await sealingComplaint(deps))
    if (complaint !== null) await refuse(complaint)
    const keeping = time.keep(life.leave)
    // Only when others know its limits: the strictest of all processes apply.
    await keeping.first
    const stops = [tryStore(deps), tryMail(deps, id)]
    if (!life.isEnding.aborted) await work(deps)
    confirming.stop()
    for (const stop of stops) stop()
    await keeping.stop()
  }
} catch (error) {
  life.fail('start failed', error)
}
const { ledgers, held, treasuries, feeTreasuries, keepers } = deps
pulse.stop()
const ports = [ledgers, held, treasuries, feeTreasuries, keepers].flatMap(({ stellar, xrpl }) => [stellar, xrpl])
await Promise.all([...ports, deps.anchor].map((port) => port?.close()))
await deps.db.$disconnect()
deps.log.info({}, 'worker stopped')

/** Ends the process, and records why for the other processes to report. */
async function refuse(complaint: string): Promise<never> {
  await sayRefusedStart(deps.db, { id, refusal: complaint })
  return life.fail(complaint)
}

/** Waits for a late database. Ends the process if its connections or tables are unfit. False: the worker is to end. */
async function isDatabaseReady({ log }: WorkerDeps): Promise<boolean> {
  const complaint = await databaseComplaintWhenThere({
    databaseUrl: config.databaseUrl,
    onAway: (error) => log.warn({ cause: causeOf(error) }, 'database unavailable'),
    signal: life.isEnding,
  })
  if (complaint !== null) life.fail(complaint)
  return !life.isEnding.aborted
}

/** Runs jobs until the process is to end. */
async function work(deps: WorkerDeps): Promise<void> {
  const { databaseUrl } = config
  const utilsPool = openPool({ url: databaseUrl, connections: 1 })
  const utils = await makeWorkerUtils({ pgPool: utilsPool, logger: queueLogger(deps.log) })
  await beginSchedule(deps)
  await beginAll(deps)
  // When a harbour's clock jumps, scheduled work would come too late: lists would be too old, and dates long over.
  deps.clock.onMoved?.(() =>
    beginAll(deps).catch((error) => deps.log.warn({ cause: causeOf(error) }, 'job enqueue after clock move failed')),
  )
  const canary = openCanary(deps, () => life.fail('own jobs not run'))
  const checkSchema = () => schemaComplaint(databaseUrl)
  const watchPort = await openPrivatePort(config, { process: 'worker', deps, checkSchema })
  const runner = await startRunner({
    databaseUrl,
    tasks: { ...makeTasks(deps, time), ...canary.tasks },
    log: deps.log,
    onJob: canary.heard,
    onJobEnd: (job) => watchPort?.jobEnded(canary.tasks[job.task] ? { ...job, task: 'canary' } : job),
    onFailure: life.fail,
  })
  const stops = [
    keepAlive(deps, { utils, pool: runner.pool }),
    keepSinging(canary),
    keepSchedule(deps),
    keepWatch(deps, { process: 'worker', isClockOff: time.isOff }),
  ]
  const stopWatching = wakeOnActivity(deps)
  process.send?.('ready')
  deps.log.info({ workers: CONCURRENT_JOBS }, 'worker started')

  await life.end
  stopWatching()
  // Running jobs finish, no new ones are taken. Until then this process holds them, so the heartbeats go on.
  await runner.stop()
  for (const stop of stops) stop()
  await utils.release()
  await utilsPool.end()
  await watchPort?.close()
}

async function beginAll({ db }: WorkerDeps): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const name of AT_ONCE) await enqueue(tx, { name, payload: {} })
  })
}

/** A wrong setting ends the process with one sentence. */
async function compose(): Promise<{ config: Config; deps: WorkerDeps }> {
  try {
    const config = parseConfig(process.env)
    return { config, deps: await composeWorkerDeps(config) }
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    process.stderr.write(`${error.message}\n`)
    await sayRefusedSettings(process.env, { id, refusal: error.complaints.join('. ') })
    process.exit(1)
  }
}
