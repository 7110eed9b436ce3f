import { describe, expect, it } from 'vitest'
import { ESCROW_EVENTS } from '#app/kernel/domain/audit-events.ts'
import { BESIDE_HISTORY, BY_OPERATORS, doneBy, doneFor, doneKind } from './done-events.ts'

const OPERATOR = '01980000-0000-7000-8000-000000000001'
const PERSON = '01980000-0000-7000-8000-000000000002'

describe('what is shown beside the history of an escrow', () => {
  it('is nothing that stands there, unless an operator did it', () => {
    const history: readonly string[] = ESCROW_EVENTS
    expect(BESIDE_HISTORY.filter((kind) => history.includes(kind))).toEqual([])
    expect(BY_OPERATORS.filter((kind) => !history.includes(kind))).toEqual([])
  })

  it('is known by its kind', () => {
    expect([doneKind('payout_held'), doneKind('screening_decided'), doneKind('reseller_made')]).toEqual([
      'payout_held',
      'screening_decided',
      null,
    ])
  })
})

describe('whose hand it was', () => {
  it.each([
    ['payout_held', { userId: OPERATOR, detail: { reason: 'x' } }, { userId: OPERATOR }],
    // Recorded under the person whom it happened to.
    ['person_locked', { userId: PERSON, detail: { by: OPERATOR } }, { userId: OPERATOR }],
    ['operator_made', { userId: PERSON, detail: { by: 'command' } }, 'command'],
    ['second_factor_off', { userId: PERSON, detail: { by: 'mailbox' } }, { userId: PERSON }],
    // The lists find a match, not the person who matches.
    ['screening_opened', { userId: PERSON, detail: {} }, 'itself'],
    ['payout_signed', { userId: null, detail: {} }, 'itself'],
  ])('of %s', (kind, written, by) => {
    expect(doneBy({ kind, ...written })).toEqual(by)
  })
})

describe('why it was done', () => {
  it('is the reason; of a decision and an assignment it is the note', () => {
    expect(doneFor({ kind: 'payout_held', detail: { reason: 'Odd.', note: 'other' } })).toBe('Odd.')
    expect(doneFor({ kind: 'dispute_decided', detail: { reason: 'other', note: 'Half of it came.' } })).toBe(
      'Half of it came.',
    )
    expect(doneFor({ kind: 'payment_assigned', detail: { note: 'They showed it.' } })).toBe('They showed it.')
    expect([
      doneFor({ kind: 'person_viewed', detail: {} }),
      doneFor({ kind: 'person_locked', detail: { reason: '' } }),
    ]).toEqual([null, null])
  })
})
