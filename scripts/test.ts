/**
 * `npm test [-- vitest's arguments]`: runs the tests; those of the built app last, while it is built meanwhile; without
 * `--project` all but the measurements. `--changed [base]` runs what a change reaches: README, Test it. Long tests
 * (`*.long.test.ts`) run with `--all`, or when a project, file, name or change is given. The last line is `N passed, N
 * failed`, and the exit code says the same.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded, findBin, generateWhenNeeded, ROOT } from './build.ts'
import { reasonOf } from './launcher/problems.ts'
import { findChangedFiles, reachOf } from './testing/changed-tests.ts'
import { type Asked, planTests, readArguments, WITHOUT_LONG } from './testing/test-plan.ts'
import { addTallies, NOTHING, TALLY_FILE, type Tally, tellTally } from './testing/test-tally.ts'

async function main(): Promise<Tally> {
  const asked = readArguments(process.argv.slice(2))
  const { changedSince } = asked
  const reach = changedSince === undefined ? null : reachOf(await findChangedFiles(ROOT, changedSince))
  const stages = planTests(asked, reach)
  await generateWhenNeeded(console.log)
  // A failed build is reported after the tests that do not need it.
  const building = stages.app ? Promise.allSettled([buildWhenNeeded(console.log)]) : null
  let tally = NOTHING
  if (stages.modules) tally = addTallies(tally, await runVitest(stages.modules, asked))
  const built = (await building)?.[0]
  if (built?.status === 'rejected') return addTallies(tally, failed(reasonOf(built.reason)))
  if (stages.app) tally = addTallies(tally, await runVitest(stages.app, asked))
  if (!asked.hasLong) console.log('The long tests were left out: `npm run test:all` runs them, too.')
  const isEmpty = tally.passed + tally.failed + tally.skipped === 0
  if (!isEmpty) return tally
  if (reach === null) return failed('There are no such tests.')
  console.log('No test is reached by what has changed.')
  return tally
}

/** Runs Vitest with its own output; it writes its count to a file. */
async function runVitest(args: string[], { hasLong }: Pick<Asked, 'hasLong'>): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-tally-'))
  try {
    const file = join(folder, 'tally.json')
    const vitest = spawn(process.execPath, [findBin('vitest', 'vitest'), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      // Compiled code is cached, also that of the commands which tests run.
      env: {
        NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'),
        ...process.env,
        [TALLY_FILE]: file,
        [WITHOUT_LONG]: hasLong ? '' : 'yes',
      },
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
