/** Which tests a command line asks for, and the two runs of Vitest for them. */
import type { Reach } from './changed-tests.ts'

const EVERYDAY = ['unit', 'integration', 'contract', 'faults', 'e2e']
/** Projects that run the built app. */
const NEED_BUILD = ['e2e', 'bench']

/** Vitest's arguments that choose tests by name, beside parts of a file's name. */
const BY_NAME = /^(-t|--testNamePattern)\b/

/** Not empty: Vitest skips long tests (vitest.config.ts). */
export const WITHOUT_LONG = 'QUAYSIDE_TESTS_WITHOUT_LONG'

export type Asked = {
  projects: string[]
  /** Long tests run with `--all`, or when tests are named. */
  hasLong: boolean
  /** A commit, or null for the last one: only tests reached by changes since then. Undefined: all. */
  changedSince: string | null | undefined
  rest: string[]
}

export function readArguments(args: string[]): Asked {
  const asked: Asked = { projects: [], hasLong: false, changedSince: undefined, rest: [] }
  for (let place = 0; place < args.length; place += 1) {
    const [name = '', ...values] = args[place]?.split('=') ?? []
    const hasNext = args[place + 1] !== undefined && !args[place + 1]?.startsWith('-')
    const readValue = () => (values.length > 0 ? values.join('=') : hasNext ? args[++place] : undefined)
    if (name === '--project') asked.projects.push(readValue() ?? '')
    else if (name === '--changed') asked.changedSince = readValue() ?? null
    else if (name === '--all') asked.hasLong = true
    else asked.rest.push(args[place] ?? '')
  }
  const isNamed = asked.rest.some((argument) => !argument.startsWith('-') || BY_NAME.test(argument))
  asked.hasLong ||= isNamed || asked.projects.length > 0 || asked.changedSince !== undefined
  if (asked.projects.length === 0) asked.projects = EVERYDAY
  return asked
}

type Stages = {
  /** Vitest's arguments for tests without a build, and for tests of the built app. Null: there are none. */
  modules: string[] | null
  app: string[] | null
}

/** Returns the two runs of Vitest; `reach` if only a change is to be tested. */
export function planTests({ projects, changedSince, rest }: Asked, reach: Reach | null = null): Stages {
  const stage = (part: keyof Reach, isMember: (project: string) => boolean) => {
    const members = projects.filter(isMember)
    if (members.length === 0) return null
    const changed = changedSince === null ? ['--changed'] : [`--changed=${changedSince}`]
    const limits = reach?.[part] === 'related' ? changed : []
    // Whether there were any tests is judged over both runs.
    return ['run', ...members.map((project) => `--project=${project}`), ...limits, '--passWithNoTests', ...rest]
  }
  return {
    modules: stage('modules', (project) => !NEED_BUILD.includes(project)),
    app: stage('app', (project) => NEED_BUILD.includes(project)),
  }
}
