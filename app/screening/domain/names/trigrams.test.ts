import { expect, test } from 'vitest'
import { makeTrigramIndex } from './trigrams.ts'

const texts = ['zebulon tarnwick', 'tarnwick zebulon', 'zebulon tarnwik', 'ottoline grimsburrow', '', 'li', 'zebulon']
const index = makeTrigramIndex(texts)
const find = (text: string, atLeast = 0.3, most = 10) =>
  index.find(text, { atLeast, most }).map(({ at, similarity }) => [texts[at], Math.round(similarity * 1000) / 1000])

test('texts are as near as pg_trgm says: the groups in common among all', () => {
  // 14 of 19 groups, 8 of 17: as select similarity(…) answers.
  expect(find('zebulon tarnwick')).toEqual([
    ['zebulon tarnwick', 1],
    ['tarnwick zebulon', 1],
    ['zebulon tarnwik', 0.737],
    ['zebulon', 0.471],
  ])
})

test('what was found once is not counted with what is asked next', () => {
  expect(find('zebulon')).toEqual(find('zebulon'))
  expect(find('li')).toEqual([['li', 1]])
})

test('only as many as are wanted, and none of those that are too far', () => {
  expect(find('zebulon tarnwick', 0.3, 2)).toHaveLength(2)
  expect(find('zebulon tarnwick', 0.9)).toHaveLength(2)
})

test('nothing is like nothing', () => {
  expect(find('')).toEqual([])
  expect(find('   ')).toEqual([])
  expect(makeTrigramIndex([]).find('zebulon', { atLeast: 0, most: 3 })).toEqual([])
})
