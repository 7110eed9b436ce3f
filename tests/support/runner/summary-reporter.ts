/** Vitest reporter: closes the whole run with one plain line, `N passed, N failed`, or leaves the count to who started it. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
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

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      // A test that was cut off has not passed.
      for (const state of states) tally[state === 'pending' ? 'failed' : state] += 1
      // A file that cannot even be loaded, or whose own hooks failed, counts though no test of it failed.
      if (module.state() === 'failed' && !states.includes('failed')) tally.failed += 1
    }
    this.#tally = { ...tally, files: modules.map((module) => ({ file: module.relativeModuleId, ms: timeOf(module) })) }
  }
}

/** Loading, hooks and tests. Milliseconds. */
function timeOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return collectDuration + setupDuration + duration
}
