import { expect, it } from 'vitest'
import { waitingOf } from './waiting-of.ts'

const none = {
  oldest: {
    ...{ disputes: null, cases: null, screening: null, outgoing: null, approvals: null, letters: null },
    ...{ payouts: null, unreached: null },
  },
  ...{ openDisputes: 0, openCases: 0, openReviews: 0, aboveLimit: 0, unexplained: 0 },
  ...{ waitingPayouts: 0, givenUpLetters: 0, unreached: 0 },
}

it('puts what has waited longest first, and leaves what waits for nobody for one line', () => {
  const desk = {
    ...none,
    ...{ openDisputes: 1, openCases: 2, openReviews: 1, waitingPayouts: 3 },
    oldest: {
      ...none.oldest,
      disputes: '2026-11-28T08:00:00.000Z',
      cases: '2026-11-25T08:00:00.000Z',
      payouts: '2026-11-27T08:00:00.000Z',
    },
  }
  const { open, empty } = waitingOf(desk)
  expect(open.map(({ what, count, to }) => [what, count, to])).toEqual([
    ['cases', 2, '/admin-panel/cases'],
    ['payouts', 3, '#payouts'],
    ['disputes', 1, '/admin-panel/disputes'],
    ['screening', 1, '/admin-panel/screening'],
  ])
  expect(empty.map(({ what, to }) => [what, to])).toEqual([
    ['approvals', '/admin-panel/payouts#above'],
    ['outgoing', '/admin-panel/outgoing'],
    ['letters', null],
    ['unreached', null],
  ])
})

it('has all in one line where nothing waits', () => {
  expect(waitingOf(none).open).toEqual([])
  expect(waitingOf(none).empty).toHaveLength(8)
})
