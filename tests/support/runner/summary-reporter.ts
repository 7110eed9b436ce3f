/** Vitest reporter: ends the run with one line, `N passed, N failed`, or leaves the count to its parent process. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { type Failure, NOTHING, TALLY_FILE, type Tally, tellTally } from '#scripts/testing/test-tally.ts'

export default class SummaryReporter implements Reporter {
  #tally: Tally = NOTHING

  onInit(): void {
    // At the very end, after all output of other reporters and of Vitest.
    process.once('exit', (code) => {
      const tally = code !== 0 && this.#tally.failed === 0 ? { ...this.#tally, ...NOT_BEGUN } : this.#tally
      const file = process.env[TALLY_FILE]
      if (file) writeFileSync(file, JSON.stringify(tally))
      else console.log(tellTally(tally).join('\n'))
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tally = { passed: 0, skipped: 0 }
    const failures = unhandledErrors.map((error) => ({ where: 'Outside of every test', reason: tellError(error) }))
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        if (state === 'passed' || state === 'skipped') tally[state] += 1
        // An interrupted test has not passed.
        else failures.push(tellTest(module, test))
      }
      // A file that cannot be loaded, or whose hooks failed, counts as failed without a failed test.
      const isTold = tests.some((test) => test.result().state === 'failed')
      if (module.state() === 'failed' && !isTold) failures.push(tellModule(module))
    }
    const files = modules.map((module) => ({ file: module.relativeModuleId, ms: timeOf(module) }))
    this.#tally = { ...tally, failed: failures.length, failures, files }
  }
}

/** Something other than a test failed: a set-up, or no tests were found. */
const NOT_BEGUN = {
  failed: 1,
  failures: [{ where: 'The run', reason: 'No test failed, but the run did: told above.' }],
}

function tellTest({ relativeModuleId }: TestModule, test: TestCase): Failure {
  const errors = test.result().errors ?? []
  const reason = errors.length > 0 ? errors.map(tellError).join('\n') : 'It was cut off.'
  return { where: `${relativeModuleId} > ${test.fullName}`, reason }
}

function tellModule(module: TestModule): Failure {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return { where: module.relativeModuleId, reason: errors.map(tellError).join('\n') }
}

/**
 * Our first place in the stack, the error, and its difference from the expected value. Its cause comes first: a
 * property names the failing values, and only its cause says how.
 */
function tellError({ name, message, diff, stacks, cause }: SerializedError): string {
  const text = name === undefined || message.startsWith(name) ? message : `${name}: ${message}`
  const place = stacks?.find(({ file }) => !file.includes('node_modules')) ?? stacks?.[0]
  const caused = cause && tellError(cause)
  const at = place && `at ${relative(process.cwd(), place.file)}:${place.line}`
  return [caused, at, text, diff].filter(Boolean).join('\n')
}

/** Loading, hooks and tests, in milliseconds. */
function timeOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return collectDuration + setupDuration + duration
}
