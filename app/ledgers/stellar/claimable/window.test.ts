import { describe, expect, it } from 'vitest'
import { windowOf } from './window.ts'

const NOW = new Date('2027-01-10T12:00:00Z')
const endsAt = (moment: string) => ({ abs_before: moment, abs_before_epoch: String(Date.parse(moment) / 1000) })
const SOON = '2027-01-11T00:00:00Z'
const LATER = '2027-01-12T00:00:00Z'

describe('the span in which a balance can be claimed', () => {
  it.each([
    ['always', { unconditional: true }, { claimableFrom: null, claimableUntil: null }],
    ['up to a moment', endsAt(SOON), { claimableFrom: null, claimableUntil: new Date(SOON) }],
    ['from a moment on', { not: endsAt(SOON) }, { claimableFrom: new Date(SOON), claimableUntil: null }],
    [
      'between two moments',
      { and: [{ not: endsAt(SOON) }, endsAt(LATER)] },
      { claimableFrom: new Date(SOON), claimableUntil: new Date(LATER) },
    ],
    ['never, once its moment has passed', endsAt('2027-01-01T00:00:00Z'), null],
    ['never', { not: { unconditional: true } }, null],
    [
      'first up to a moment, and from another one on',
      { or: [endsAt(SOON), { not: endsAt(LATER) }] },
      { claimableFrom: null, claimableUntil: new Date(SOON) },
    ],
    ['in a form that nobody knows', { at_full_moon: true }, null],
    [
      'without the seconds, as old servers write it',
      { abs_before: SOON },
      { claimableFrom: null, claimableUntil: new Date(SOON) },
    ],
  ])('is %s', (_what, predicate, expected) => {
    expect(windowOf(predicate, NOW)).toEqual(expected)
  })
})
