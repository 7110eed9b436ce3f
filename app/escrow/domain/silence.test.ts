import { expect, test } from 'vitest'
import { STAGES } from './escrow.ts'
import { silenceFor } from './silence.ts'

const funded = { isFunded: true, isConfirmed: true }

test('a buyer waits for the seller, with and without money here', () => {
  const open = { stage: 'awaiting_funds', isFunded: false, isConfirmed: false } as const
  expect(silenceFor('buyer', open)).toBe('sellerUnfunded')
  expect(silenceFor('buyer', { ...open, isConfirmed: true })).toBeNull()
  expect(silenceFor('buyer', { stage: 'rejected', isFunded: false, isConfirmed: true })).toBe('sellerUnfunded')
  for (const stage of ['awaiting_confirmation', 'rejected', 'refund_requested'] as const) {
    expect(silenceFor('buyer', { ...funded, stage })).toBe('sellerFunded')
  }
})

test('a seller waits for the payment, then for the examination', () => {
  expect(silenceFor('seller', { stage: 'awaiting_funds', isFunded: false, isConfirmed: true })).toBe('buyerUnfunded')
  expect(silenceFor('seller', { ...funded, stage: 'awaiting_examination' })).toBe('buyerFunded')
  expect(silenceFor('seller', { ...funded, stage: 'refund_requested' })).toBeNull()
})

test('nobody is called silent when Quayside acts or it is over', () => {
  const waiting = ['awaiting_funds', 'awaiting_confirmation', 'awaiting_examination', 'rejected', 'refund_requested']
  for (const stage of STAGES.filter((known) => !waiting.includes(known))) {
    for (const reader of ['buyer', 'seller'] as const) expect(silenceFor(reader, { ...funded, stage })).toBeNull()
  }
})
