import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBin, ROOT } from '../build.ts'
import { TALLY_FILE, type Tally } from './test-tally.ts'

/** Runs these test files one after the other and returns the reporter's counts. */
function report(files: Record<string, string>): Tally {
  const root = mkdtempSync(join(tmpdir(), 'quayside-report-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const reporter = join(ROOT, 'tests/support/runner/summary-reporter.ts')
  const settings = { globals: true, fileParallelism: false, include: ['*.test.*'], reporters: [reporter] }
  writeFileSync(join(root, 'vitest.config.mjs'), `export default { test: ${JSON.stringify(settings)} }`)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const file = join(root, 'tally.json')
  const { VITEST: _, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _worker, ...env } = process.env
  const vitest = [findBin('vitest', 'vitest'), 'run', '--root', root]
  spawnSync(process.execPath, vitest, { cwd: ROOT, env: { ...env, [TALLY_FILE]: file } })
  return JSON.parse(readFileSync(file, 'utf8'))
}

test('counts and tells each failure once: a test, a hook, a file that cannot be run, and what nobody waited for', () => {
  const { passed, failed, skipped, failures } = report({
    'a.test.js': `
      test('adds', () => expect(1 + 1).toBe(3))
      test('passes', () => undefined)
      test.skip('waits', () => undefined)
      test('strays', async () => { void Promise.reject(new Error('stray')); await new Promise((r) => setTimeout(r, 20)) })
    `,
    'b.test.js': `describe('inner', () => {
      beforeAll(() => { throw new Error('no ground') })
      test('stands', () => undefined)
    })`,
    'c.test.js': `throw new Error('no file')`,
    // Its name begins with the name of another file that failed.
    'c.test.jsx': `test('is told beside it', () => { throw new Error('own') })`,
  })
  expect({ passed, failed, skipped }).toEqual({ passed: 2, failed: 5, skipped: 2 })
  expect(failures.map(({ where }) => where).toSorted()).toEqual([
    'Outside of every test',
    'a.test.js > adds',
    'b.test.js',
    'c.test.js',
    'c.test.jsx > is told beside it',
  ])
  const reasonOf = (name: string) => failures.find(({ where }) => where.startsWith(name))?.reason
  expect(reasonOf('a.test.js')).toMatch(/a\.test\.js:2\nAssertionError: expected 2 to be 3/)
  expect(reasonOf('b.test.js')).toMatch(/b\.test\.js:2\nError: no ground/)
  expect(reasonOf('c.test.js')).toContain('Error: no file')
  expect(reasonOf('Outside')).toContain('Error: stray')
})

test('what keeps a run from beginning is a failure that is told', () => {
  const { failed, failures } = report({ 'set-up.js': '', 'nothing.js': '' })
  expect(failed).toBe(1)
  expect(failures).toEqual([{ where: 'The run', reason: expect.stringContaining('told above') }])
})
