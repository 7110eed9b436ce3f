import { expect, test } from 'vitest'
import { shownMemo } from './shown-memo.ts'

test.each([
  ['2113482937', '2113482937'],
  [' 2113482937', '␠2113482937'],
  ['2113482937  ', '2113482937␠␠'],
  ['order 7', 'order 7'],
  ['\u00a07', '␠7'],
  ['  ', '␠␠'],
])('%j reads %s', (memo, shown) => {
  expect(shownMemo(memo)).toBe(shown)
})
