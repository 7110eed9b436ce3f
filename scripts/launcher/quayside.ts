/** Quayside for a test: the stack of `npm start`, in a folder and on ports of the test's own. */
import { type Environment, HARBOUR_PORTS, type LauncherSettings, readSettings } from './environment.ts'
import { findFreePorts, StartupProblem } from './problems.ts'
import { type Stack, startStack } from './stack.ts'

export type QuaysideOptions = Partial<LauncherSettings> & {
  dataDir: string
  /** All settings besides PATH and HOME: a test does not depend on the environment it runs in. */
  env?: Environment
  /** False: prints the steps and all output of the processes. */
  quiet?: boolean
  /** Aborts the start; what already runs is stopped. */
  signal?: AbortSignal
}

export type Quayside = Stack & { harbourOrigin: string }

/**
 * Starts PostgreSQL, harbour, worker and web app; builds first if needed. Ports default to free ones. A worker that
 * dies is replaced, but not after `worker.kill(…)`. Call `stop` in the end.
 */
export async function startQuayside(options: QuaysideOptions): Promise<Quayside> {
  const { quiet = true, env = {}, signal, ...settings } = options
  const first = await findFreePorts(HARBOUR_PORTS + 2)
  const stack = await startStack({
    ...readSettings({}),
    harbourPort: first,
    port: first + HARBOUR_PORTS,
    databasePort: first + HARBOUR_PORTS + 1,
    ...settings,
    mode: 'production',
    signal,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    report: quiet ? () => undefined : console.log,
    onOutput: quiet ? undefined : (name, line) => console.log(`${name}: ${line}`),
  })
  const { harbourOrigin } = stack
  if (harbourOrigin === undefined) {
    await stack.stop()
    throw new StartupProblem('A test needs the harbour: leave the settings of the services it stands in for unset.')
  }
  return { ...stack, harbourOrigin }
}
