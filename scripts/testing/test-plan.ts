/** Which tests a command line asks for, and the two runs of Vitest that fulfil the wish. */
import type { Reach } from './changed-tests.ts'

const EVERYDAY = ['unit', 'integration', 'contract', 'faults', 'e2e']
/** These run the built app. */
const NEED_BUILD = ['e2e', 'bench']

/** Vitest's arguments that choose tests by a name, beside those that are part of a file's. */
const BY_NAME = /^(-t|--testNamePattern)\b/

/** Not empty: Vitest looks for no long tests (vitest.config.ts). */
export const WITHOUT_LONG = 'QUAYSIDE_TESTS_WITHOUT_LONG'

export type Asked = {
  projects: string[]
  /** Whether the long tests are wanted, too: with `--all`, and of whatever is asked for by its name. */
  hasLong: boolean
  /** What tests are measured by: a commit, or null for the last one; undefined when all are wanted. */
  changedSince: string | null | undefined
  rest: string[]
}

/** Takes apart what the command line asks for. */
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
