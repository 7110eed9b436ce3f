/** The web process's settings and dependencies, made once; kept across reloads in development. */
import { type Config, parseConfig } from './config.server.ts'
import { composeDeps } from './deps.server.ts'
import type { Deps } from './workflows/deps.ts'

type Runtime = { config: Config; deps: Deps }

declare global {
  var quaysideRuntime: Promise<Runtime> | undefined
}

async function start(): Promise<Runtime> {
  const config = parseConfig(process.env)
  return { config, deps: await composeDeps(config) }
}

globalThis.quaysideRuntime ??= start()
export const { config, deps } = await globalThis.quaysideRuntime
