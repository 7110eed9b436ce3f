import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkClaims } from './claim.ts'
import { printClaims } from './print.ts'
import { DOCS_FILE, readRegister, SUBJECTS } from './register.ts'

test('every promise of pages and letters stands in the register, with rules that were read with it', () => {
  expect(checkClaims(readRegister())).toEqual([])
})

test('docs/claims.md is printed from the register: npm run claims', () => {
  expect(readFileSync(DOCS_FILE, 'utf8')).toBe(printClaims(SUBJECTS, readRegister()))
})
