import { expect, test } from 'vitest'
import { LONGEST_LABEL, labelOf } from './saved-wallet.ts'

test.each([
  ['  Office wallet ', 'Office wallet'],
  ['two\nlines\u202e', 'two lines'],
  ['', ''],
  ['x'.repeat(LONGEST_LABEL), 'x'.repeat(LONGEST_LABEL)],
  ['x'.repeat(LONGEST_LABEL + 1), null],
])('%j is kept as %j', (typed, kept) => {
  expect(labelOf(typed)).toBe(kept)
})
