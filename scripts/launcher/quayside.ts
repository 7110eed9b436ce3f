/** Quayside for a test: the stack that `npm start` runs, in a folder and on ports of the test's own. */
import { type Environment, HARBOUR_PORTS, type LauncherSettings, readSettings } from './environment.ts'
import { findFreePorts, StartupProblem } from './problems.ts'
import { type Stack, startStack } from './stack.ts'

export type QuaysideOptions = Partial<LauncherSettings> & {
  dataDir: string
  /** Settings on top of none at all: a test does not depend on the environment it runs in. */
  env?: Environment
  /** False shows the steps and everything the processes print. */
  quiet?: boolean
  /** Ends a start that nobody wants any more; what runs already is stopped. */
  signal?: AbortSignal
}

export type Quayside = Stack & { harbourOrigin: string }

/**
 * Starts PostgreSQL, harbour, worker and web app; builds first when needed. Ports that are not given are free ones.
 * The worker is replaced when it dies, but not after `worker.kill(…)`. Call `stop` in the end.
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
