import { expect, it } from 'vitest'
import { actOf } from './act-of.ts'

const of = { headline: 'stage', turn: 'buyer', title: null } as const

it('names what the reader is to do', () => {
  expect(actOf({ ...of, stage: 'awaiting_funds' }, 'buyer')).toBe('pay')
  expect(actOf({ ...of, stage: 'awaiting_examination' }, 'buyer')).toBe('examine')
  expect(actOf({ ...of, stage: 'refund_open' }, 'buyer')).toBe('wallet')
  expect(actOf({ ...of, turn: 'seller', stage: 'awaiting_confirmation' }, 'seller')).toBe('present')
  expect(actOf({ ...of, turn: 'seller', stage: 'refund_requested' }, 'seller')).toBe('answer')
})

it('only opens what waits for somebody else, or for something that its stage does not tell', () => {
  expect(actOf({ ...of, stage: 'awaiting_funds' }, 'seller')).toBe('open')
  expect(actOf({ ...of, turn: 'quayside', stage: 'awaiting_funds' }, 'buyer')).toBe('open')
  expect(actOf({ ...of, headline: 'held', stage: 'awaiting_funds', title: 'held.next.lock.own.title' }, 'buyer')).toBe(
    'open',
  )
  expect(actOf({ ...of, headline: 'proposal', stage: 'release_blocked' }, 'buyer')).toBe('open')
  expect(actOf({ ...of, stage: 'refund_open', title: 'held.exit.refund' }, 'buyer')).toBe('open')
  expect(actOf({ ...of, turn: 'seller', stage: 'rejected' }, 'seller')).toBe('open')
})
