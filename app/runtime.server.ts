/** The web process's settings and dependencies, made once; kept across reloads in development. */

import { setTimeout as delay } from 'node:timers/promises'
import { keepWatch } from '#app/ops/workflows/alerts/watch-worker.server.ts'
import { type Config, parseConfig } from './config.server.ts'
import { composeDeps, openPrivatePort } from './deps.server.ts'
import { causeOf } from './kernel/domain/cause.ts'
import { unstatedOf } from './kernel/i18n/company.ts'
import { accountsComplaint } from './ledgers/payments/workflows/agree-on-accounts.server.ts'
import { openTime } from './ops/workflows/keep-time.server.ts'
import { tryStore } from './ops/workflows/try-store.server.ts'
import type { Deps } from './workflow-deps.ts'

const ASK_AGAIN_MS = 5_000
/** For a database that neither answers nor refuses. */
const LONGEST_WAIT_MS = 10_000

type Runtime = {
  config: Config
  deps: Deps
  /** True: this process may decide nothing, because its clock is wrong. */
  isPaused: () => boolean
}

declare global {
  var quaysideRuntime: Promise<Runtime> | undefined
}

async function start(): Promise<Runtime> {
  const config = parseConfig(process.env, 'web')
  const deps = await composeDeps(config)
  const time = keepTime(config, deps)
  await refuseOtherAccounts(deps)
  // Takes no requests before the clock is known, but waits only this long for a late database.
  await Promise.race([time.first, delay(LONGEST_WAIT_MS, undefined, { ref: false })])
  await openPrivatePort(config, { process: 'web', deps })
  keepWatch(deps, { process: 'web', isClockOff: time.isOff })
  tryStore(deps)
  if (config.formerNames.length > 0) deps.log.warn({ settings: config.formerNames }, 'former setting names used')
  const unstated = unstatedOf(config.company)
  if (config.mode === 'production' && unstated.length > 0) {
    deps.log.warn({ settings: unstated }, 'company settings missing')
  }
  return { config, deps, isPaused: time.isOff }
}

/** While the clock is wrong nothing is taken that changes anything; after five minutes another process may do it. */
function keepTime(config: Config, deps: Deps): { first: Promise<void>; isOff: () => boolean } {
  const time = openTime(deps, { id: deps.newId(), role: 'web', word: config.describe('web') })
  const { first, stop } = time.keep((why) => {
    deps.log.fatal({ reason: why }, 'process terminating')
    process.exit(1)
  })
  // In development nothing else handles these signals: a listener would keep the process alive.
  if (config.mode === 'production') for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop)
  // It keeps trying; meanwhile pages say that the database is away.
  return { first: first.catch(() => undefined), isOff: time.isOff }
}

/**
 * Pages must not ask for money at accounts that the worker does not read. A late database delays nobody: its trigger
 * refuses whatever would ask at another account, and it is asked again until it answers.
 */
async function refuseOtherAccounts(deps: Deps): Promise<void> {
  const away = Promise.withResolvers<void>()
  const checked = (async () => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await accountsComplaint(deps)
      } catch (error) {
        if (tries === 0) deps.log.warn({ cause: causeOf(error) }, 'platform account check failed')
        away.resolve()
        await delay(ASK_AGAIN_MS)
      }
    }
  })()
  const ended = checked.then((complaint) => {
    if (complaint === null) return
    process.stderr.write(`Quayside cannot start. ${complaint}\n`)
    process.exit(1)
  })
  await Promise.race([ended, away.promise, delay(LONGEST_WAIT_MS)])
}

globalThis.quaysideRuntime ??= start()
export const { config, deps, isPaused } = await globalThis.quaysideRuntime
