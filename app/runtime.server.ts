/** The web process's settings and dependencies, made once; kept across reloads in development. */
import { type Config, parseConfig } from './config.server.ts'
import { composeDeps, openPrivatePort } from './deps.server.ts'
import { unstatedOf } from './i18n/kernel/company.ts'
import type { Deps } from './workflows/deps.ts'
import { keepWatch } from './workflows/upkeep/watch-worker.server.ts'

type Runtime = { config: Config; deps: Deps }

declare global {
  var quaysideRuntime: Promise<Runtime> | undefined
}

async function start(): Promise<Runtime> {
  const config = parseConfig(process.env, 'web')
  const deps = await composeDeps(config)
  await openPrivatePort(config, { process: 'web', deps })
  keepWatch(deps)
  const unstated = unstatedOf(config.company)
  if (config.mode === 'production' && unstated.length > 0) {
    deps.log.warn({ settings: unstated }, 'nobody can read who is behind this service: the settings do not say it')
  }
  return { config, deps }
}

globalThis.quaysideRuntime ??= start()
export const { config, deps } = await globalThis.quaysideRuntime
