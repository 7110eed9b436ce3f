/** Vitest reporter: closes the whole run with one plain line, `N passed, N failed`. */
import type { Reporter, TestModule } from 'vitest/node'

export default class SummaryReporter implements Reporter {
  #counts = { passed: 0, failed: 0, skipped: 0 }

  onInit(): void {
    // At the very end, after whatever the other reporters and Vitest itself have to say.
    process.once('exit', (code) => {
      // Something else than a test went wrong: a set-up, or no tests were found.
      if (code !== 0 && this.#counts.failed === 0) this.#counts.failed = 1
      console.log(sentence(this.#counts))
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      // A test that was cut off has not passed.
      for (const state of states) this.#counts[state === 'pending' ? 'failed' : state] += 1
      // A file that cannot even be loaded, or whose own hooks failed, counts though no test of it failed.
      if (module.state() === 'failed' && !states.includes('failed')) this.#counts.failed += 1
    }
  }
}

function sentence({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
