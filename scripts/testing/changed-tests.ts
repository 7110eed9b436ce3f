/** Which tests a change reaches, where Vitest's module graph cannot know: files that are read, started or built. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { reasonOf, StartupProblem } from '../launcher/problems.ts'

/** `all`: every test. `related`: tests that import a changed file. */
export type Reach = {
  /** Tests that import what they test. */
  modules: 'all' | 'related'
  /** Tests that drive the built app in a browser. */
  app: 'all' | 'related'
}

/** Packages, settings, and files read from disk: words, schema and migrations. */
const BELOW_ALL = /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|locales\/|prisma\/|prisma\.config\.ts$)/
/** Programs that tests start in a process of their own. */
const STARTED = /^(harbour\/main|tests\/support\/runner\/[\w-]+)\.ts$/
/** Sources of the app in the browser, and the programs that start it. */
const APP = /^(app|worker|harbour|scripts|public)\/|^vite\.config\.ts$/
const TEST = /\.test\.tsx?$/

/** Returns what a change of these files reaches; paths relative to the repository. */
export function reachOf(files: string[]): Reach {
  const isBelowAll = files.some((file) => BELOW_ALL.test(file))
  const reachesModules = isBelowAll || files.some((file) => STARTED.test(file))
  const reachesApp = isBelowAll || files.some((file) => APP.test(file) && !TEST.test(file))
  return { modules: reachesModules ? 'all' : 'related', app: reachesApp ? 'all' : 'related' }
}

/**
 * Returns the files that differ from where this branch left `base`, committed or not, with new ones; `base` null: from
 * the last commit. Throws StartupProblem with git's message when git fails.
 */
export async function findChangedFiles(root: string, base: string | null): Promise<string[]> {
  const differing = await git(root, ['diff', '--name-only', '--no-renames', '--merge-base', base ?? 'HEAD', '--'])
  const added = await git(root, ['ls-files', '--others', '--exclude-standard'])
  return [...new Set([...differing, ...added])].sort()
}

async function git(root: string, args: string[]): Promise<string[]> {
  // Non-ASCII names are not quoted.
  const asked = promisify(execFile)('git', ['-c', 'core.quotePath=false', ...args], { cwd: root, maxBuffer: 2 ** 26 })
  const { stdout } = await asked.catch((error: unknown) => {
    throw new StartupProblem(`Git cannot tell what has changed: ${reasonOf(error).trim()}`)
  })
  return stdout.split('\n').filter((line) => line !== '')
}
