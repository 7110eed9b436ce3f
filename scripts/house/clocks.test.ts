/** Rules read the clock that they are given: a harbour can move it, and in tests it stands still. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../build.ts'

/** The clock itself, cached answers of servers, durations of requests and connections, browsers, a command. */
const MAY_ASK_THE_MACHINE =
  /^app\/(?:\w+\/){1,2}services\/|^app\/ledgers\/(?:stellar|xrpl)\/|^app\/ledgers\/[^/]+$|^app\/kernel\/ui\/|^app\/kernel\/web\/http\/request-lines\.server\.ts$|^app\/live\/web\/hub\.server\.ts$|^worker\/payouts\.ts$/
const ASKS_THE_MACHINE = /\bnew Date\(\)|\bDate\.now\(\)/

it('nothing else in the app and the worker asks the machine for the time', () => {
  const files = globSync('{app,worker}/**/*.{ts,tsx}', { cwd: ROOT, exclude: (name) => name === 'generated' })
  const asking = files.filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      !MAY_ASK_THE_MACHINE.test(file) &&
      ASKS_THE_MACHINE.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(asking).toEqual([])
})
