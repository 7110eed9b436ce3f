import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SLOWEST } from '#tests/support/runner/slowest-first.ts'
import { ROOT } from './build.ts'
import { findChangedFiles, reachOf } from './changed-tests.ts'
import { planTests, readArguments } from './test.ts'
import { addTallies, NOTHING, tellTally } from './test-tally.ts'

describe('the plan of the tests', () => {
  const plan = (args: string[], files: string[] = []) => {
    const asked = readArguments(args)
    return planTests(asked, asked.changedSince === undefined ? null : reachOf(files))
  }
  const modules = ['run', '--project=unit', '--project=integration', '--project=contract', '--project=faults']

  test('every day all but the measurements are run, those that use the built app by themselves', () => {
    expect(plan([])).toEqual({
      modules: [...modules, '--passWithNoTests'],
      app: ['run', '--project=e2e', '--passWithNoTests'],
    })
  })

  test('what is wished for in words of Vitest reaches it, and nothing is built that is not used', () => {
    expect(plan(['--project', 'unit', 'money', '--bail=1'])).toEqual({
      modules: ['run', '--project=unit', '--passWithNoTests', 'money', '--bail=1'],
      app: null,
    })
    expect(plan(['--project=bench']).modules).toBeNull()
    expect(plan(['--project=bench', '--project=contract'])).toMatchObject({
      modules: expect.arrayContaining(['--project=contract']),
      app: expect.arrayContaining(['--project=bench']),
    })
  })

  test('a change is measured by the last commit or by the one that is named', () => {
    const limited = (args: string[]) =>
      plan(args, ['tests/support/settlement/desk.ts']).modules?.filter((arg) => /^--ch/.test(arg))
    expect(limited(['--changed'])).toEqual(['--changed'])
    expect(limited(['--changed', '--bail=1'])).toEqual(['--changed'])
    expect(limited(['--changed', 'main'])).toEqual(['--changed=main'])
    expect(limited(['--changed=HEAD~3'])).toEqual(['--changed=HEAD~3'])
    expect(limited([])).toEqual([])
  })

  test.each([
    { of: 'a rule', files: ['app/domain/fees/fee.ts'], modules: 'related', app: 'all' },
    { of: 'a test beside a rule', files: ['app/domain/fees/fee.test.ts'], modules: 'related', app: 'related' },
    { of: 'a browser test', files: ['tests/e2e/fees/checkout.test.ts'], modules: 'related', app: 'related' },
    { of: 'support of tests', files: ['tests/support/world/world.ts'], modules: 'related', app: 'related' },
    { of: 'the worker', files: ['worker/tasks.ts'], modules: 'related', app: 'all' },
    { of: 'a program that is started', files: ['harbour/main.ts'], modules: 'all', app: 'all' },
    { of: 'a word', files: ['locales/de/faq.json'], modules: 'all', app: 'all' },
    { of: 'a migration', files: ['prisma/migrations/1/migration.sql'], modules: 'all', app: 'all' },
    { of: 'a package', files: ['docs/architecture.md', 'package-lock.json'], modules: 'all', app: 'all' },
    { of: 'a style sheet', files: ['app/ui/kit/button.css'], modules: 'related', app: 'all' },
    { of: 'a document', files: ['docs/architecture.md'], modules: 'related', app: 'related' },
    { of: 'nothing', files: [], modules: 'related', app: 'related' },
  ])('a change of $of reaches $modules modules’ tests and $app of the app', ({ files, modules, app }) => {
    expect(reachOf(files)).toEqual({ modules, app })
  })

  test('a change that reaches everything is no limit', () => {
    expect(plan(['--changed', 'main'], ['locales/en/common.json'])).toEqual(plan([]))
    expect(plan(['--changed', 'main'], ['app/domain/fees/fee.ts'])).toEqual({
      modules: [...modules, '--changed=main', '--passWithNoTests'],
      app: ['run', '--project=e2e', '--passWithNoTests'],
    })
  })
})

test('the list of the slowest files names files that are there, each once', () => {
  const names = globSync('{app,harbour,worker,scripts,tests}/**/*.test.{ts,tsx}', { cwd: ROOT }).map((file) =>
    basename(file),
  )
  expect(SLOWEST.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(SLOWEST).size).toBe(SLOWEST.length)
})

describe('what has changed', () => {
  /** A repository with a branch that left `main` before main went on. */
  function repository() {
    const root = mkdtempSync(join(tmpdir(), 'quayside-changed-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false']
    const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'pipe' })
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    const commit = (name: string) => {
      write(name, 'committed')
      git('add', '-A')
      git('commit', '-qm', name)
    }
    git('init', '-qb', 'main')
    commit('first.ts')
    git('checkout', '-qb', 'branch')
    commit('app/on-the-branch.ts')
    git('checkout', '-q', 'main')
    commit('on-main.ts')
    git('checkout', '-q', 'branch')
    return { root, git, write }
  }

  test('is what differs from the last commit, new files too', async () => {
    const { root, git, write } = repository()
    expect(await findChangedFiles(root, null)).toEqual([])
    write('first.ts', 'changed')
    write('app/größe.ts', 'new')
    expect(await findChangedFiles(root, null)).toEqual(['app/größe.ts', 'first.ts'])
    git('add', '-A')
    expect(await findChangedFiles(root, null)).toEqual(['app/größe.ts', 'first.ts'])
  })

  test('is what the branch brought since it left the base, committed or not', async () => {
    const { root, write } = repository()
    write('first.ts', 'changed')
    expect(await findChangedFiles(root, 'main')).toEqual(['app/on-the-branch.ts', 'first.ts'])
  })

  test('cannot be told of a base that does not exist', async () => {
    const { root } = repository()
    await expect(findChangedFiles(root, 'nowhere')).rejects.toThrow(/^Git cannot tell what has changed: .*nowhere/s)
  })
})

describe('the last lines', () => {
  const tally = (count: number) => ({
    passed: count,
    failed: 0,
    skipped: 0,
    files: Array.from({ length: count }, (_, index) => ({ file: `${index}.test.ts`, ms: (index + 1) * 100 })),
    failures: [],
  })

  test('are one where few files ran', () => {
    expect(tellTally(tally(10))).toEqual(['10 passed, 0 failed'])
    expect(tellTally({ ...NOTHING, passed: 1, skipped: 2 })).toEqual(['1 passed, 0 failed, 2 skipped'])
  })

  test('name the ten slowest files of all runs, and the result comes last', () => {
    const lines = tellTally(addTallies(tally(6), { ...tally(14), failed: 1 }))
    expect(lines).toHaveLength(13)
    expect(lines[1]).toBe('    1.4 s  13.test.ts')
    expect(lines.at(-1)).toBe('20 passed, 1 failed')
  })

  test('tell once more what failed, in the words of its error, just before the result', () => {
    const failure = { where: 'a.test.ts > pays once', reason: '\u001b[31mexpected 1\u001b[39m\nto be 2' }
    const lines = tellTally(addTallies(tally(1), { ...NOTHING, failed: 1, failures: [failure] }))
    expect(lines).toEqual([
      'What failed:',
      '  a.test.ts > pays once',
      '    expected 1',
      '    to be 2',
      '',
      '1 passed, 1 failed',
    ])
  })

  test('tell no more than the beginning of many failures', () => {
    const failures = Array.from({ length: 22 }, (_, index) => ({ where: `${index}.test.ts`, reason: 'x'.repeat(999) }))
    const lines = tellTally({ ...NOTHING, failed: 22, failures })
    expect(lines.filter((line) => /^ {2}\d/.test(line))).toHaveLength(20)
    expect(lines).toContain('  and 2 more, told above')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(900)
  })
})
