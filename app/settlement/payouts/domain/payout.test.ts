import { describe, expect, test } from 'vitest'
import { isUnderWay, PAYOUT_STATES, type PayoutState } from '#app/kernel/domain/payout-state.ts'
import { PAYOUT_EDGES } from './payout.ts'

const from = (state: PayoutState) => PAYOUT_EDGES.filter((edge) => edge.from === state).map((edge) => edge.to)

describe('the life of a payout', () => {
  test('nothing is sent that is not signed and stored', () => {
    expect(PAYOUT_EDGES.filter((edge) => edge.to === 'submitted').map((edge) => edge.from)).toEqual(['signed'])
    expect(PAYOUT_EDGES.filter((edge) => edge.to === 'confirmed').map((edge) => edge.from)).toEqual([
      'queued',
      'signed',
      'submitted',
      // A waiting one is confirmed only by a transaction that an operator has explained (trigger).
      'blocked',
    ])
  })

  test('a confirmed one never changes again', () => {
    expect(from('confirmed')).toEqual([])
  })

  test('a blocked one goes on through the queue alone, or was paid elsewhere', () => {
    expect(from('blocked')).toEqual(['queued', 'confirmed'])
  })

  test('from every state there is a way to confirmed', () => {
    const reaches = (state: PayoutState, seen: readonly PayoutState[] = []): boolean =>
      state === 'confirmed' || from(state).some((to) => !seen.includes(to) && reaches(to, [...seen, state]))
    for (const state of PAYOUT_STATES) expect(reaches(state)).toBe(true)
  })

  test('the worker looks after queued, signed and submitted ones', () => {
    expect(PAYOUT_STATES.filter(isUnderWay)).toEqual(['queued', 'signed', 'submitted'])
  })
})
