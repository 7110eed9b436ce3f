import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nameOf, SLOWEST } from '#tests/support/runner/slowest-first.ts'
import { ROOT } from '../build.ts'
import { reachOf } from './changed-tests.ts'
import { planTests, readArguments } from './test-plan.ts'

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
      plan(args, ['tests/support/settlement/admin.ts']).modules?.filter((arg) => /^--ch/.test(arg))
    expect(limited(['--changed'])).toEqual(['--changed'])
    expect(limited(['--changed', '--bail=1'])).toEqual(['--changed'])
    expect(limited(['--changed', 'main'])).toEqual(['--changed=main'])
    expect(limited(['--changed=HEAD~3'])).toEqual(['--changed=HEAD~3'])
    expect(limited([])).toEqual([])
  })

  test.each([
    { of: 'a rule', files: ['app/fees/domain/fee.ts'], modules: 'related', app: 'all' },
    { of: 'a test beside a rule', files: ['app/fees/domain/fee.test.ts'], modules: 'related', app: 'related' },
    { of: 'a browser test', files: ['tests/e2e/fees/checkout.long.test.ts'], modules: 'related', app: 'related' },
    { of: 'support of tests', files: ['tests/support/world/world.ts'], modules: 'related', app: 'related' },
    { of: 'the worker', files: ['worker/tasks.ts'], modules: 'related', app: 'all' },
    { of: 'a program that is started', files: ['harbour/main.ts'], modules: 'all', app: 'all' },
    { of: 'a word', files: ['locales/de/faq.json'], modules: 'all', app: 'all' },
    { of: 'a migration', files: ['prisma/migrations/1/migration.sql'], modules: 'all', app: 'all' },
    { of: 'a function of the database', files: ['prisma/functions/a.sql'], modules: 'all', app: 'all' },
    { of: 'a package', files: ['docs/architecture.md', 'package-lock.json'], modules: 'all', app: 'all' },
    { of: 'a style sheet', files: ['app/ui/kit/button.css'], modules: 'related', app: 'all' },
    { of: 'a document', files: ['docs/architecture.md'], modules: 'related', app: 'related' },
    { of: 'nothing', files: [], modules: 'related', app: 'related' },
  ])('a change of $of reaches $modules modules’ tests and $app of the app', ({ files, modules, app }) => {
    expect(reachOf(files)).toEqual({ modules, app })
  })

  test('a change that reaches everything is no limit', () => {
    expect(plan(['--changed', 'main'], ['locales/en/common.json'])).toEqual(plan([]))
    expect(plan(['--changed', 'main'], ['app/fees/domain/fee.ts'])).toEqual({
      modules: [...modules, '--changed=main', '--passWithNoTests'],
      app: ['run', '--project=e2e', '--passWithNoTests'],
    })
  })
})

describe('long tests', () => {
  test.each([
    { asked: [], hasLong: false },
    { asked: ['--bail=1'], hasLong: false },
    { asked: ['--all'], hasLong: true },
    { asked: ['--project', 'e2e'], hasLong: true },
    { asked: ['--changed', 'main'], hasLong: true },
    { asked: ['tests/integration/ledgers/books'], hasLong: true },
    { asked: ['-t', 'pays once'], hasLong: true },
    { asked: ['--testNamePattern=pays once'], hasLong: true },
  ])('$asked: $hasLong', ({ asked, hasLong }) => {
    expect(readArguments(asked).hasLong).toBe(hasLong)
  })

  test('are run beside the others, and asking for them leaves no argument of Vitest behind', () => {
    expect(planTests(readArguments(['--all']))).toEqual(planTests(readArguments([])))
  })
})

test('the list of the slowest files names files that are there, each once', () => {
  const names = globSync('{app,harbour,worker,scripts,tests}/**/*.test.{ts,tsx}', { cwd: ROOT }).map(nameOf)
  expect(SLOWEST.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(SLOWEST).size).toBe(SLOWEST.length)
})
