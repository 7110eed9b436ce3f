/** Vitest reporter: closes the whole run with one plain line, `N passed, N failed`. */
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        // A test that was cut off has not passed.
        counts[state === 'pending' ? 'failed' : state] += 1
      }
      // A file that cannot even be loaded, or whose own hooks failed, counts though no test of it failed.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) counts.failed += 1
    }
    counts.failed += unhandled.length
    if (reason === 'interrupted') console.log('The run was interrupted.')
    // After the other reporters, which print their own summary in this same hook.
    setImmediate(() => console.log(sentence(counts)))
  }
}

function sentence({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
