import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ATTEMPT_STATES,
  type AttemptState,
  isOpen,
  maySignAgain,
  nextAttemptState,
  nextPayoutState,
  PAYOUT_EDGES,
  PAYOUT_EVENTS,
  PAYOUT_STATES,
  type PayoutState,
} from './payout.ts'

describe('the life of a payout', () => {
  test('a smooth one is queued, signed, submitted, confirmed', () => {
    expect(nextPayoutState('queued', 'envelope_stored')).toBe('signed')
    expect(nextPayoutState('signed', 'sent')).toBe('submitted')
    expect(nextPayoutState('submitted', 'settled')).toBe('confirmed')
  })

  test('a confirmed one never changes again', () => {
    for (const event of PAYOUT_EVENTS) expect(nextPayoutState('confirmed', event)).toBeNull()
  })

  test('nothing is sent that is not signed and stored', () => {
    expect(PAYOUT_EDGES.filter((edge) => edge.to === 'submitted').map((edge) => edge.from)).toEqual(['signed'])
    expect(PAYOUT_EDGES.filter((edge) => edge.to === 'confirmed').map((edge) => edge.from)).toEqual([
      'signed',
      'submitted',
    ])
  })

  test('a signed one returns to the queue only when its envelope is spent or can never be valid', () => {
    const back = PAYOUT_EDGES.filter((edge) => edge.to === 'queued' && edge.from !== 'blocked')
    expect(new Set(back.map((edge) => edge.event))).toEqual(new Set(['expired', 'failed_for_now']))
  })

  test('an event leads to one state, and each edge says why', () => {
    expect(new Set(PAYOUT_EDGES.map((edge) => `${edge.from} ${edge.event}`)).size).toBe(PAYOUT_EDGES.length)
    for (const edge of PAYOUT_EDGES) expect(edge.reason).toMatch(/^[A-Z].*\.$/)
  })

  test('from every state but the last there is a way to confirmed', () => {
    const reaches = (from: PayoutState, seen: readonly PayoutState[] = []): boolean =>
      from === 'confirmed' ||
      PAYOUT_EDGES.some((edge) => edge.from === from && !seen.includes(edge.to) && reaches(edge.to, [...seen, from]))
    for (const state of PAYOUT_STATES) expect(reaches(state)).toBe(true)
  })

  test('the worker looks after queued, signed and submitted ones', () => {
    expect(PAYOUT_STATES.filter(isOpen)).toEqual(['queued', 'signed', 'submitted'])
  })
})

describe('attempts', () => {
  test('only a live one changes, and what is pending stays live', () => {
    expect(nextAttemptState('live', 'pending')).toBe('live')
    expect(nextAttemptState('live', 'expired')).toBe('expired')
    for (const final of ['settled', 'failed', 'expired'] as const) expect(nextAttemptState(final, 'settled')).toBeNull()
  })

  test('whatever the ledger answers, at most one envelope of a payout can pay', () => {
    const outcomes = fc.array(fc.constantFrom('settled', 'failed', 'pending', 'expired'), { maxLength: 30 })
    fc.assert(
      fc.property(outcomes, (answers) => {
        const attempts: AttemptState[] = []
        for (const answer of answers) {
          if (maySignAgain(attempts)) attempts.push('live')
          const last = attempts.at(-1)
          attempts[attempts.length - 1] = (last && nextAttemptState(last, answer)) ?? last ?? 'live'
          expect(attempts.filter((state) => state === 'live' || state === 'settled').length).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('nothing is signed beside a live or after a settled one', () => {
    expect(maySignAgain([])).toBe(true)
    expect(ATTEMPT_STATES.filter((state) => maySignAgain(['expired', state]))).toEqual(['failed', 'expired'])
  })
})
