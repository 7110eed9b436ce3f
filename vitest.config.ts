import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { WITHOUT_LONG } from './scripts/testing/test-plan.ts'
import { PATIENCE_MS } from './tests/support/runner/patience.ts'
import SlowestFirst from './tests/support/runner/slowest-first.ts'

// Browser tests and measurements come last: each drives a whole stack of processes. Most tests wait half of their time
// for ledgers and the database, so there are twice as many workers as cores.
const WORKERS = availableParallelism() * 2
const SIDE_BY_SIDE = { maxWorkers: WORKERS, isolate: false, sequence: { groupOrder: 0 } }
/** Tests that take minutes run only on request: README, Test it. */
const longTests = process.env[WITHOUT_LONG] ? ['**/*.long.test.{ts,tsx}'] : []
const setupFiles = ['tests/support/runner/console.ts']

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', './tests/support/runner/summary-reporter.ts'],
    // A busy machine is slow: only what never happens fails.
    expect: { poll: { timeout: PATIENCE_MS } },
    // Sources in generated and built folders are never tests.
    exclude: ['node_modules/**', 'build/**', 'app/kernel/db/generated/**', ...longTests],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'harbour/**/*.test.ts', 'worker/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles,
          testTimeout: PATIENCE_MS,
          ...SIDE_BY_SIDE,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/runner/postgres.ts'],
          setupFiles: ['tests/support/runner/clean-start.ts', ...setupFiles],
          testTimeout: 2 * PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...SIDE_BY_SIDE,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          setupFiles: ['tests/support/runner/clean-start.ts', ...setupFiles],
          testTimeout: 2 * PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...SIDE_BY_SIDE,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/support/runner/clean-start.ts', ...setupFiles],
          // A storm takes as long as the machine needs; its result is judged, not its time.
          testTimeout: 3 * PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          ...SIDE_BY_SIDE,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/app/stacks.ts'],
          setupFiles: ['tests/support/runner/clean-start.ts', ...setupFiles],
          testTimeout: 3 * PATIENCE_MS,
          // A hook starts a whole stack and creates trades in every stage.
          hookTimeout: 3 * PATIENCE_MS,
          // Some mostly wait for processes that end and restart; others keep a core busy.
          maxWorkers: WORKERS,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.test.ts'],
          globalSetup: ['tests/support/runner/postgres.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
