import { describe, expect, test } from 'vitest'
import { STAGES } from '#app/escrow/domain/escrow.ts'
import { type Duty, dutiesOf, emailReminderDue, nextReminderPoll, type WaitingEscrow } from './reminder.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const duty = (hours: number, kind: Duty['kind'] = 'escrow_unfunded'): Duty => ({
  kind,
  reader: 'buyer',
  since: hoursAgo(hours),
})

test.each<[number, Duty['kind'], 1 | 2 | null]>([
  [23.9, 'escrow_unfunded', null],
  [24, 'escrow_unfunded', 1],
  [71.9, 'documents_unexamined', 1],
  [72, 'documents_unexamined', 2],
  [29 * 24, 'refund_unanswered', 2],
  [30 * 24, 'refund_unanswered', null],
  [71, 'shipment_unconfirmed', null],
  [72, 'shipment_unconfirmed', 1],
  [240, 'shipment_unconfirmed', 2],
])('after %d hours of %s: %j', (hours, kind, round) => expect(emailReminderDue(duty(hours, kind), NOW)).toBe(round))

test('the next look is at the next reminder of any duty, and none after the last', () => {
  expect(nextReminderPoll([duty(10), duty(80)], NOW)).toEqual(hoursAgo(10 - 24))
  expect(nextReminderPoll([duty(24)], NOW)).toEqual(hoursAgo(24 - 72))
  expect(nextReminderPoll([duty(80)], NOW)).toBeNull()
  expect(nextReminderPoll([], NOW)).toBeNull()
})

describe('the duties of an escrow', () => {
  const escrow: WaitingEscrow = {
    stage: 'awaiting_funds',
    createdAt: hoursAgo(100),
    verifiedAt: null,
    confirmedAt: null,
    decidedAt: null,
    refundAskedAt: null,
    unansweredSince: null,
    hasSeller: true,
  }
  const told = (changes: Partial<WaitingEscrow>) =>
    dutiesOf({ ...escrow, ...changes }).map(({ kind, reader, since }) => [kind, reader, since])

  test('an unfunded one waits for its buyer, and for a seller who has not answered', () => {
    expect(told({})).toEqual([['escrow_unfunded', 'buyer', hoursAgo(100)]])
    expect(told({ unansweredSince: hoursAgo(50) })).toEqual([
      ['escrow_unfunded', 'buyer', hoursAgo(100)],
      ['invitation_unanswered', 'seller', hoursAgo(50)],
    ])
  })

  test('each turn is counted from its own beginning', () => {
    const funded = { verifiedAt: hoursAgo(90) }
    expect(told({ stage: 'awaiting_confirmation', ...funded })).toEqual([
      ['shipment_unconfirmed', 'seller', hoursAgo(90)],
    ])
    const confirmed = { ...funded, confirmedAt: hoursAgo(60) }
    expect(told({ stage: 'awaiting_examination', ...confirmed })).toEqual([
      ['documents_unexamined', 'buyer', hoursAgo(60)],
    ])
    expect(told({ stage: 'rejected', ...confirmed, decidedAt: hoursAgo(40) })).toEqual([
      ['documents_rejected', 'seller', hoursAgo(40)],
    ])
    expect(told({ stage: 'refund_requested', ...confirmed, refundAskedAt: hoursAgo(30) })).toEqual([
      ['refund_unanswered', 'seller', hoursAgo(30)],
    ])
  })

  test('nobody is on the seller’s side: nobody is reminded', () => {
    expect(told({ stage: 'awaiting_confirmation', hasSeller: false })).toEqual([])
  })

  test('what is decided, moving, over or before the operator waits for nobody', () => {
    const waits = ['awaiting_funds', 'awaiting_confirmation', 'awaiting_examination', 'rejected', 'refund_requested']
    for (const stage of STAGES.filter((known) => !waits.includes(known))) expect(told({ stage })).toEqual([])
  })
})
