import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../build.ts'
import { filesOf, OF_A_CHECKOUT, PROGRAMS, readCommands } from './programs.ts'

test('of every command it is said whether the image carries it', () => {
  expect([...readCommands().keys()].sort()).toEqual([...PROGRAMS, ...OF_A_CHECKOUT].sort())
})

test('a program of the image is told by the files that it hands to Node', () => {
  expect(filesOf('exec node prisma/migrate.ts')).toEqual(['prisma/migrate.ts'])
  const web = readCommands().get('start:web') ?? ''
  expect(filesOf(web)).toEqual([
    'build/programs/web-preload.js',
    'node_modules/@remix-run/serve/dist/cli.js',
    'build/server/index.js',
  ])
})

test.each(PROGRAMS)('%s is there to be carried', (name) => {
  const files = filesOf(readCommands().get(name) ?? '')
  expect(files).not.toEqual([])
  // Built files do not exist yet.
  for (const file of files.filter((each) => !each.startsWith('build/'))) expect(existsSync(join(ROOT, file))).toBe(true)
})
