/** Assets and networks differ by their tables of facts (app/domain/kernel/assets.ts), not by comparisons with their names. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../build.ts'

/** The tables themselves, and the adapters of the two ledgers. */
const MAY_COMPARE = ['app/domain/kernel/assets.ts', 'app/ledgers/']
const COMPARES_AN_ASSET =
  /[!=]==? '(?:XLM|XRP|USDC)'|'(?:XLM|XRP|USDC)' [!=]==?|"currency"(?:::text)? *[!=]?= *'X|case '(?:XLM|XRP|USDC)'/

it('nothing else in the app and the worker compares an asset with a name', () => {
  const files = globSync('{app,worker}/**/*.{ts,tsx}', { cwd: ROOT, exclude: (name) => name === 'generated' })
  const comparing = files.filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      !MAY_COMPARE.some((place) => file.startsWith(place)) &&
      COMPARES_AN_ASSET.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(comparing).toEqual([])
})
