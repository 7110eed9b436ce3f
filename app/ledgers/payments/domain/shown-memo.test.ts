import { expect, test } from 'vitest'
import { shownMemo } from './shown-memo.ts'

test.each([
  ['2113482937', '2113482937'],
  [' 2113482937', '␠2113482937'],
  ['2113482937  ', '2113482937␠␠'],
  ['order 7', 'order 7'],
  ['\u00a07', '␠7'],
  ['  ', '␠␠'],
  ['559948622\u200b', '559948622⟨U+200B⟩'],
  ['\u20687\u2069', '⟨U+2068⟩7⟨U+2069⟩'],
])('%j reads %s', (memo, shown) => {
  expect(shownMemo(memo)).toBe(shown)
})
