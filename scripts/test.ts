/**
 * `npm test [-- vitest's arguments]`: builds what is needed and runs the tests; without `--project` all but the
 * measurements. The last line is `N passed, N failed`, and the exit code tells the same.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildWhenNeeded, findBin, generateWhenNeeded, ROOT } from './build.ts'
import { reasonOf } from './launcher/problems.ts'

const EVERYDAY = ['unit', 'integration', 'contract', 'e2e']
/** These run the built app. */
const NEED_BUILD = ['e2e', 'bench']

/** Vitest's arguments for the wish of the command line, and whether the app must be built first. */
export function planTests(args: string[]): { args: string[]; needsBuild: boolean } {
  const chosen = args.flatMap((arg, index) => {
    if (arg === '--project') return [args[index + 1] ?? '']
    return arg.startsWith('--project=') ? [arg.slice('--project='.length)] : []
  })
  const projects = chosen.length > 0 ? chosen : EVERYDAY
  const named = chosen.length > 0 ? [] : EVERYDAY.map((name) => `--project=${name}`)
  return { args: ['run', ...named, ...args], needsBuild: projects.some((name) => NEED_BUILD.includes(name)) }
}

async function main(): Promise<void> {
  const plan = planTests(process.argv.slice(2))
  await (plan.needsBuild ? buildWhenNeeded(console.log) : generateWhenNeeded(console.log))
  const vitest = spawn(process.execPath, [findBin('vitest', 'vitest'), ...plan.args], { cwd: ROOT, stdio: 'inherit' })
  const [code] = await once(vitest, 'exit')
  process.exitCode = code ?? 1
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    console.error(reasonOf(error))
    console.log('0 passed, 1 failed')
    process.exitCode = 1
  }
}
