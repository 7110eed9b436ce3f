/** What a run of tests came to: counted by the reporter, added up over the runs of `npm test`, told in its last lines. */

/** How long a test file took, loading included. Milliseconds. */
export type FileTime = { file: string; ms: number }
export type Tally = { passed: number; failed: number; skipped: number; files: FileTime[] }

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, files: [] }

/** The setting that names the file for a run's tally: whoever set it tells the result, the run itself does not. */
export const TALLY_FILE = 'QUAYSIDE_TEST_TALLY'

const SHOWN = 10

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    files: [...one.files, ...other.files],
  }
}

/** The last lines of a run: the slowest files where there are more than a few, and at the very end `N passed, N failed`. */
export function tellTally({ passed, failed, skipped, files }: Tally): string[] {
  const result = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  if (files.length <= SHOWN) return [result]
  const slowest = [...files].sort((one, other) => other.ms - one.ms).slice(0, SHOWN)
  return [
    'The slowest files:',
    ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`),
    '',
    result,
  ]
}
