import { expect, test } from 'vitest'
import { type Review, resultOf } from './review.ts'

const NEW: Review = { by: 'name', state: 'open', wanted: null, wantedById: null }
const act = (review: Partial<Review>, what: Parameters<typeof resultOf>[1]['act'], operatorId = 'olga') =>
  resultOf({ ...NEW, ...review }, { act: what, operatorId })

test('a likeness of names is let go by one operator', () => {
  expect(act({}, 'false_match')).toEqual({ state: 'false_match' })
  expect(act({ state: 'in_review' }, 'false_match')).toEqual({ state: 'false_match' })
  expect(act({ state: 'needs_information' }, 'false_match')).toEqual({ state: 'false_match' })
})

test.each([
  ['a true match', {}, 'true_match'],
  ['a wallet that is let go', { by: 'wallet' }, 'false_match'],
  ['a true match that is let go', { state: 'true_match' }, 'false_match'],
] as const)('%s takes two', (_, review, what) => {
  expect(act(review, what)).toEqual({ wanted: what })
  const wished = { ...review, wanted: what, wantedById: 'olga' } as const
  expect(act(wished, what)).toBe('own_wish')
  expect(act(wished, what, 'omar')).toEqual({ state: what })
})

test('the second operator may want the other thing, which takes two again', () => {
  expect(act({ by: 'wallet', wanted: 'false_match', wantedById: 'olga' }, 'true_match', 'omar')).toEqual({
    wanted: 'true_match',
  })
})

test('what is decided is not taken up as if it were new, and nothing is decided twice', () => {
  expect(act({ state: 'in_review' }, 'take')).toBe('not_now')
  expect(act({ state: 'false_match' }, 'false_match')).toBe('not_now')
  expect(act({ state: 'false_match' }, 'ask')).toBe('not_now')
  expect(act({ state: 'true_match' }, 'take')).toBe('not_now')
})
