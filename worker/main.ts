/** The worker: watches the ledgers, matches payments, pays out, sends letters. The only process that holds keys. */
import { EventEmitter } from 'node:events'
import { Logger, makeWorkerUtils, type Runner, run, type WorkerEvents } from 'graphile-worker'
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { composeWorkerDeps } from '#app/deps.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { cronItems } from './crontab.ts'
import { keepAlive } from './heartbeat.ts'
import { makeTasks } from './tasks.ts'
import { wakeOnActivity } from './watchers/wake-on-activity.ts'

const CONCURRENT_JOBS = 4
/** NOTIFY wakes for new jobs; this finds the ones that were put off. */
const POLL_MS = 500
const RESTART_MS = 1_000

const config = readConfig()
const deps = await composeWorkerDeps(config)
const utils = await makeWorkerUtils({ connectionString: config.databaseUrl })
/** graphile-worker locks jobs in the name of the pool of a runner. */
const pools = new Set<string>()
const shutdown = Promise.withResolvers<void>()
const running: { runner: Runner | null } = { runner: null }

process.once('SIGTERM', shutdown.resolve)
process.once('SIGINT', shutdown.resolve)

const stopBeating = keepAlive(deps, { utils, pools: () => [...pools] })
const stopWatching = wakeOnActivity(deps)
await inTransaction(deps.db, async (tx) => {
  for (const name of ['refresh_prices', 'refresh_trades', 'sweep_open_work'] as const) {
    await enqueue(tx, { name, payload: {} })
  }
})
const firstRunner = Promise.withResolvers<void>()
const supervising = superviseRunner()
await Promise.race([firstRunner.promise, shutdown.promise])
process.send?.('ready')
deps.log.info({ workers: CONCURRENT_JOBS }, 'the worker is ready')

await shutdown.promise
stopWatching()
// Jobs that are under way finish; nothing new is taken.
await running.runner?.stop()
await supervising
stopBeating()
await utils.release()
await Promise.all([deps.ledgers, deps.treasuries].flatMap((ports) => [ports.stellar.close(), ports.xrpl.close()]))
await deps.db.$disconnect()
deps.log.info({}, 'the worker has stopped')

/** A restart of PostgreSQL ends graphile-worker's runner; it is started again until we are told to stop. */
async function superviseRunner(): Promise<void> {
  let isStopping = false
  void shutdown.promise.then(() => {
    isStopping = true
  })
  while (!isStopping) {
    try {
      running.runner = await startRunner()
      firstRunner.resolve()
      // Told to stop while it was starting: then nobody else stops it.
      if (isStopping) await running.runner.stop()
      await running.runner.promise
    } catch (error) {
      deps.log.error({ error: String(error) }, 'the runner ended and is started again')
    }
    running.runner = null
    await Promise.race([shutdown.promise, new Promise((resolve) => setTimeout(resolve, RESTART_MS))])
  }
}

async function startRunner(): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  pools.clear()
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id))
  return run({
    connectionString: config.databaseUrl,
    events,
    logger: new Logger((scope) => (level, message) => {
      if (level === 'error' || level === 'warning') deps.log.warn({ ...scope }, message)
    }),
    noHandleSignals: true,
    taskList: makeTasks(deps),
    parsedCronItems: cronItems(),
    preset: {
      worker: {
        concurrentJobs: CONCURRENT_JOBS,
        pollInterval: POLL_MS,
        // With the defaults a graceful stop leaves a finished job locked, which then runs again hours later.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
}

function readConfig() {
  try {
    return parseConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
