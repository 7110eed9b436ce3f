/** Vitest reporter: closes the whole run with one plain line, `N passed, N failed`, or leaves the count to who started it. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { NOTHING, TALLY_FILE, type Tally, tellTally } from '#scripts/test-tally.ts'

export default class SummaryReporter implements Reporter {
  #tally: Tally = NOTHING

  onInit(): void {
    // At the very end, after whatever the other reporters and Vitest itself have to say.
    process.once('exit', (code) => {
      const { failed } = this.#tally
      // Something else than a test went wrong: a set-up, or no tests were found.
      const tally = { ...this.#tally, failed: code !== 0 && failed === 0 ? 1 : failed }
      const file = process.env[TALLY_FILE]
      if (file) writeFileSync(file, JSON.stringify(tally))
      else console.log(tellTally(tally).join('\n'))
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tally = { passed: 0, failed: 0, skipped: 0 }
    const failures = unhandledErrors.map((error) => ({ where: 'Outside of every test', reason: tellError(error) }))
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed' || state === 'skipped') tally[state] += 1
        // A test that was cut off has not passed.
        else
          failures.push({ where: nameOf(module, test), reason: errors?.map(tellError).join('\n') ?? 'It was cut off.' })
      }
      // A file that cannot even be loaded, or whose own hooks failed, counts though no test of it failed.
      const isTold = failures.some(({ where }) => where.startsWith(module.relativeModuleId))
      if (module.state() === 'failed' && !isTold)
        failures.push({ where: module.relativeModuleId, reason: module.errors().map(tellError).join('\n') })
    }
    const files = modules.map((module) => ({ file: module.relativeModuleId, ms: timeOf(module) }))
    this.#tally = { ...tally, failed: failures.length, failures, files }
  }
}

function nameOf(module: TestModule, test: TestCase): string {
  return `${module.relativeModuleId} > ${test.fullName}`
}

/** The first place of ours that an error came through, what was thrown, and where it differs from what was expected. */
function tellError({ name, message, diff, stacks }: SerializedError): string {
  const text = name === undefined || message.startsWith(name) ? message : `${name}: ${message}`
  const place = stacks?.find(({ file }) => !file.includes('node_modules')) ?? stacks?.[0]
  return [place && `at ${relative(process.cwd(), place.file)}:${place.line}`, text, diff].filter(Boolean).join('\n')
}

/** Loading, hooks and tests. Milliseconds. */
function timeOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return collectDuration + setupDuration + duration
}
