import { describe, expect, it } from 'vitest'
import { allowsAt, readRule } from './readings.ts'

const iso = '2030-03-17T17:46:40Z'
const seconds = 1_900_000_000
const before = { abs_before: iso, abs_before_epoch: String(seconds) }

describe('when somebody may claim', () => {
  it('is read where it is before a date or from a date on', () => {
    expect(readRule(before)).toEqual({ is: 'before', seconds })
    expect(readRule({ not: before })).toEqual({ is: 'from', seconds })
  })

  it('is read from Horizons that do not say the seconds', () => {
    expect(readRule({ abs_before: iso })).toEqual({ is: 'before', seconds })
    expect(readRule({ not: { abs_before: iso } })).toEqual({ is: 'from', seconds })
  })

  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['always', { unconditional: true }],
    ['a time that counts from the lock', { rel_before: '60' }],
    ['a date with something beside it', { ...before, unconditional: true }],
    ['the opposite with something beside it', { not: before, unconditional: true }],
    ['the opposite of the opposite', { not: { not: before } }],
    ['the opposite of always', { not: { unconditional: true } }],
    ['the opposite of nothing', { not: null }],
    ['both of two dates', { and: [before, before] }],
    ['one of two dates', { or: [before, before] }],
    ['a time that is none', { abs_before: 'soon' }],
    ['seconds that are none', { abs_before: iso, abs_before_epoch: 'soon' }],
    ['a part of a second', { abs_before: iso, abs_before_epoch: '1900000000.5' }],
    ['a second before 1970', { abs_before: '1969-12-31T23:59:59Z', abs_before_epoch: '-1' }],
    [
      'a second beyond all numbers',
      { abs_before: '+292277026596-12-04T15:30:07Z', abs_before_epoch: '9223372036854775807' },
    ],
  ])('is neither where it is %s', (_what, predicate) => {
    expect(readRule(predicate)).toEqual({ is: 'other' })
  })
})

describe('whether somebody may claim at a second', () => {
  it.each<[string, unknown, [before: boolean, from: boolean]]>([
    ['always', { unconditional: true }, [true, true]],
    ['before a date', before, [true, false]],
    ['from a date on', { not: before }, [false, true]],
    ['both', { and: [before, { not: before }] }, [false, false]],
    ['either', { or: [before, { not: before }] }, [true, true]],
    ['of a form that nobody knows', { sometimes: true }, [false, false]],
    ['of nothing', null, [false, false]],
  ])('is read of one that holds %s', (_what, predicate, [early, late]) => {
    expect([allowsAt(predicate, seconds - 1), allowsAt(predicate, seconds)]).toEqual([early, late])
  })
})
