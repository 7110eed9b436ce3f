/**
 * `npm test [-- vitest's arguments]`: runs the tests, those that drive the built app after the others, during which it is
 * built; without `--project` all but the measurements. `--changed [base]` runs what a change reaches: README, Test it.
 * The last line is `N passed, N failed`, and the exit code tells the same.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded, findBin, generateWhenNeeded, ROOT } from './build.ts'
import { findChangedFiles, type Reach, reachOf } from './changed-tests.ts'
import { reasonOf } from './launcher/problems.ts'
import { addTallies, NOTHING, TALLY_FILE, type Tally, tellTally } from './test-tally.ts'

const EVERYDAY = ['unit', 'integration', 'contract', 'faults', 'e2e']
/** These run the built app. */
const NEED_BUILD = ['e2e', 'bench']

type Asked = {
  projects: string[]
  /** What tests are measured by: a commit, or null for the last one; undefined when all are wanted. */
  changedSince: string | null | undefined
  rest: string[]
}

/** Takes apart what the command line asks for. */
export function readArguments(args: string[]): Asked {
  const asked: Asked = { projects: [], changedSince: undefined, rest: [] }
  for (let place = 0; place < args.length; place += 1) {
    const [name = '', ...values] = args[place]?.split('=') ?? []
    const hasNext = args[place + 1] !== undefined && !args[place + 1]?.startsWith('-')
    const readValue = () => (values.length > 0 ? values.join('=') : hasNext ? args[++place] : undefined)
    if (name === '--project') asked.projects.push(readValue() ?? '')
    else if (name === '--changed') asked.changedSince = readValue() ?? null
    else asked.rest.push(args[place] ?? '')
  }
  if (asked.projects.length === 0) asked.projects = EVERYDAY
  return asked
}

type Stages = {
  /** Vitest's arguments for the tests that need no build, and for those that run the built app; null when there are none. */
  modules: string[] | null
  app: string[] | null
}

/** The two runs of Vitest that fulfil a wish; `reach` when only a change is to be tested. */
export function planTests({ projects, changedSince, rest }: Asked, reach: Reach | null = null): Stages {
  const stage = (part: keyof Reach, isMember: (project: string) => boolean) => {
    const members = projects.filter(isMember)
    if (members.length === 0) return null
    const changed = changedSince === null ? ['--changed'] : [`--changed=${changedSince}`]
    const limits = reach?.[part] === 'related' ? changed : []
    // Whether there were any tests at all is told of both runs together.
    return ['run', ...members.map((project) => `--project=${project}`), ...limits, '--passWithNoTests', ...rest]
  }
  return {
    modules: stage('modules', (project) => !NEED_BUILD.includes(project)),
    app: stage('app', (project) => NEED_BUILD.includes(project)),
  }
}

async function main(): Promise<Tally> {
  const asked = readArguments(process.argv.slice(2))
  const { changedSince } = asked
  const reach = changedSince === undefined ? null : reachOf(await findChangedFiles(ROOT, changedSince))
  const stages = planTests(asked, reach)
  await generateWhenNeeded(console.log)
  // A build that fails is told after the tests that can do without it.
  const building = stages.app ? Promise.allSettled([buildWhenNeeded(console.log)]) : null
  let tally = NOTHING
  if (stages.modules) tally = addTallies(tally, await runVitest(stages.modules))
  const built = (await building)?.[0]
  if (built?.status === 'rejected') return addTallies(tally, failed(reasonOf(built.reason)))
  if (stages.app) tally = addTallies(tally, await runVitest(stages.app))
  const isEmpty = tally.passed + tally.failed + tally.skipped === 0
  if (!isEmpty) return tally
  if (reach === null) return failed('There are no such tests.')
  console.log('No test is reached by what has changed.')
  return tally
}

/** Runs Vitest to its end, printing as it likes; its count comes back by a file. */
async function runVitest(args: string[]): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-tally-'))
  try {
    const file = join(folder, 'tally.json')
    const vitest = spawn(process.execPath, [findBin('vitest', 'vitest'), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      // Whatever is started is compiled once, also the commands that tests run.
      env: { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), ...process.env, [TALLY_FILE]: file },
    })
    await once(vitest, 'exit')
    return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : failed('Vitest ended without a result.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function failed(reason: string): Tally {
  console.error(reason)
  return { ...NOTHING, failed: 1, failures: [{ where: 'The run', reason }] }
}

if (import.meta.main) {
  const tally = await main().catch((error: unknown) => failed(reasonOf(error)))
  console.log(tellTally(tally).join('\n'))
  process.exitCode = tally.failed > 0 ? 1 : 0
}
