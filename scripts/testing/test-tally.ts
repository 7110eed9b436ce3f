/** The result of test runs: counted by the reporter, summed over the runs of `npm test`, printed in its last lines. */
import { stripVTControlCharacters } from 'node:util'

/** Milliseconds for a test file, loading included. */
export type FileTime = { file: string; ms: number }
/** A failed test, a file that could not run, or an error outside of every test; `reason` as thrown. */
export type Failure = { where: string; reason: string }
export type Tally = { passed: number; failed: number; skipped: number; files: FileTime[]; failures: Failure[] }

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] }

/** The environment variable with the file for a run's tally. Who sets it prints the result; the run itself does not. */
export const TALLY_FILE = 'QUAYSIDE_TEST_TALLY'

const SHOWN_FILES = 10
const SHOWN_FAILURES = 20
const REASON_LENGTH = 800

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    files: [...one.files, ...other.files],
    failures: [...one.failures, ...other.failures],
  }
}

/**
 * Returns the last lines of a run: the slowest files if there are many, the failures, and at the end `N passed, N
 * failed`. Failures are repeated because Vitest printed them thousands of lines above.
 */
export function tellTally({ passed, failed, skipped, files, failures }: Tally): string[] {
  return [
    ...(files.length > SHOWN_FILES ? tellSlowest(files) : []),
    ...(failures.length > 0 ? tellFailures(failures) : []),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ]
}

function tellSlowest(files: FileTime[]): string[] {
  const slowest = [...files].sort((one, other) => other.ms - one.ms).slice(0, SHOWN_FILES)
  const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  return ['The slowest files:', ...lines, '']
}

function tellFailures(failures: Failure[]): string[] {
  const told = failures.slice(0, SHOWN_FAILURES).flatMap(({ where, reason }) => [
    `  ${where}`,
    ...shorten(reason)
      .split('\n')
      .map((line) => `    ${line}`),
  ])
  const untold = failures.length - SHOWN_FAILURES
  return ['What failed:', ...told, ...(untold > 0 ? [`  and ${untold} more, told above`] : []), '']
}

/** The beginning of a reason, without terminal colours. */
function shorten(reason: string): string {
  const plain = stripVTControlCharacters(reason).trim()
  return plain.length > REASON_LENGTH ? `${plain.slice(0, REASON_LENGTH)}…` : plain
}
