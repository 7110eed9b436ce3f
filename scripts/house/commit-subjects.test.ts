/** Subjects of the latest commits are short (docs/style.md). Skipped where there is no history. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from '../build.ts'

const LATEST = '30'
const LONGEST = 72

function readSubjects(): string[] | null {
  try {
    const log = ['log', '--no-merges', '--format=%s', '-n', LATEST]
    return execFileSync('git', log, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
  } catch {
    return null
  }
}

const subjects = readSubjects()

test.skipIf(subjects === null)('subjects have at most 72 characters and no full stop', () => {
  expect(subjects?.filter((subject) => subject.length > LONGEST || subject.endsWith('.'))).toEqual([])
})
