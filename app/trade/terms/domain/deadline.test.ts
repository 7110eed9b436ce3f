import { describe, expect, test } from 'vitest'
import type { EscrowFacts } from '#app/escrow/domain/escrow.ts'
import { awaitingIn, deadlineOf, deadlineReminderDue, nextDeadlinePoll } from './deadline.ts'
import type { TradeStanding } from './standing.ts'

const at = (text: string) => new Date(`${text}Z`)
const OPENED = at('2026-11-24T10:00:00')
const FUNDED = at('2026-11-26T10:00:00')
const CONFIRMED = at('2026-12-01T10:00:00')

const facts: EscrowFacts = {
  verifiedAt: null,
  confirmedAt: null,
  approval: 'Pending',
  releaseState: null,
  refundState: null,
  releasedAt: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
}
const standing = (changes: Partial<EscrowFacts> = {}, more: Partial<TradeStanding> = {}): TradeStanding => ({
  facts: { ...facts, ...changes },
  createdAt: OPENED,
  decidedAt: null,
  payoutStatedAt: null,
  notices: [],
  dates: {
    fundBy: at('2026-12-04T23:59:00'),
    presentBy: at('2027-01-23T23:59:00'),
    examineDays: 5,
    weekend: 'sat_sun',
    onSilence: 'quayside',
    documents: [],
  },
  disputes: [],
  ranOut: [],
  requests: [],
  amendments: [],
  ...more,
})

describe('whose turn it is', () => {
  test.each<[string, Partial<EscrowFacts>, string | null]>([
    ['the buyer funds', {}, 'fund'],
    ['also when the seller has confirmed before', { confirmedAt: CONFIRMED }, 'fund'],
    ['the seller presents', { verifiedAt: FUNDED }, 'present'],
    ['and again after a rejection', { verifiedAt: FUNDED, confirmedAt: CONFIRMED, approval: 'Rejected' }, 'present'],
    ['the buyer examines', { verifiedAt: FUNDED, confirmedAt: CONFIRMED }, 'examine'],
    ['nobody, in a dispute', { verifiedAt: FUNDED, disputedAt: CONFIRMED }, null],
    ['nobody, called off', { cancelledAt: FUNDED }, null],
    ['nobody, when the refund is open', { verifiedAt: FUNDED, refundOpenedAt: CONFIRMED }, null],
    ['nobody, when it is paid', { verifiedAt: FUNDED, releaseState: 'queued' }, null],
  ])('%s', (_, changes, step) => expect(awaitingIn(standing(changes))?.step ?? null).toBe(step))

  test('a request for a refund stops nothing', () => {
    const asked = { verifiedAt: FUNDED, confirmedAt: CONFIRMED, refundAskedAt: CONFIRMED }
    expect(deadlineOf(standing(asked))).toMatchObject({ kind: 'examine' })
  })
})

describe('until when', () => {
  test('by the dates; the examination in working days after the presentation', () => {
    expect(deadlineOf(standing())?.dueAt).toEqual(at('2026-12-04T23:59:00'))
    expect(deadlineOf(standing({ verifiedAt: FUNDED }))?.dueAt).toEqual(at('2027-01-23T23:59:00'))
    const presented = standing({ verifiedAt: FUNDED, confirmedAt: CONFIRMED })
    expect(deadlineOf(presented)?.dueAt).toEqual(at('2026-12-08T23:59:00'))
  })

  test('five working days to present at least, however late the money came', () => {
    const late = standing({ verifiedAt: at('2027-01-22T10:00:00') })
    expect(deadlineOf(late)?.dueAt).toEqual(at('2027-01-29T23:59:00'))
  })

  test('another payout wallet is examined anew', () => {
    const changed = standing(
      { verifiedAt: FUNDED, confirmedAt: CONFIRMED },
      { payoutStatedAt: at('2026-12-03T10:00:00') },
    )
    expect(deadlineOf(changed)?.dueAt).toEqual(at('2026-12-10T23:59:00'))
  })

  test('after a date that passed, 48 hours of grace and 24 of a last notice', () => {
    const since = FUNDED
    const endedAt = at('2027-01-24T00:10:00')
    const missed = standing({ verifiedAt: FUNDED }, { ranOut: [{ kind: 'present', since, endedAt }] })
    expect(deadlineOf(missed)).toMatchObject({ kind: 'grace', owner: 'seller', dueAt: at('2027-01-26T00:10:00') })
    const silent = standing(
      { verifiedAt: FUNDED, confirmedAt: CONFIRMED },
      { ranOut: [{ kind: 'examine', since: CONFIRMED, endedAt: at('2026-12-09T00:00:00') }] },
    )
    expect(deadlineOf(silent)).toMatchObject({ kind: 'last_notice', owner: 'buyer', dueAt: at('2026-12-10T00:00:00') })
  })

  test('more time that was agreed begins anew; what was asked for and not answered moves nothing', () => {
    const request = { step: 'fund', since: OPENED, until: at('2026-12-20T23:59:00') } as const
    const askedAt = at('2026-12-04T20:00:00')
    const open = standing({}, { requests: [{ ...request, askedAt, answer: null, answeredAt: null }] })
    expect(deadlineOf(open)?.dueAt).toEqual(at('2026-12-04T23:59:00'))
    const answeredAt = at('2026-12-05T10:00:00')
    const agreed = standing({}, { requests: [{ ...request, askedAt, answer: 'agreed', answeredAt }] })
    expect(deadlineOf(agreed)).toMatchObject({ dueAt: at('2026-12-20T23:59:00'), since: answeredAt, stepSince: OPENED })
    const declined = standing({}, { requests: [{ ...request, askedAt, answer: 'declined', answeredAt }] })
    expect(deadlineOf(declined)?.dueAt).toEqual(at('2026-12-04T23:59:00'))
    const ofBefore = { ...request, since: at('2026-11-20T10:00:00') }
    const other = standing({}, { requests: [{ ...ofBefore, askedAt, answer: 'agreed', answeredAt }] })
    expect(deadlineOf(other)?.dueAt).toEqual(at('2026-12-04T23:59:00'))
  })

  test('an amendment of the date begins anew, and so does what had run out; the last agreement counts', () => {
    const agreedAt = at('2027-01-25T10:00:00')
    const dates = { ...standing().dates, presentBy: at('2027-02-10T23:59:00') }
    const missed = { kind: 'present', since: FUNDED, endedAt: at('2027-01-24T00:10:00') } as const
    const amended = { dates, ranOut: [missed], amendments: [{ steps: ['present'] as const, agreedAt }] }
    const funded = { verifiedAt: FUNDED }
    expect(deadlineOf(standing(funded, { ...amended, amendments: [] }))).toMatchObject({ kind: 'grace' })
    const anew = { kind: 'present', since: agreedAt, stepSince: FUNDED, dueAt: dates.presentBy }
    expect(deadlineOf(standing(funded, amended))).toMatchObject(anew)
    const request = { step: 'present', since: FUNDED, until: at('2027-03-01T23:59:00'), answer: 'agreed' } as const
    const before = { ...request, askedAt: FUNDED, answeredAt: at('2027-01-25T09:00:00') }
    expect(deadlineOf(standing(funded, { ...amended, requests: [before] }))?.dueAt).toEqual(dates.presentBy)
    const after = { ...before, answeredAt: at('2027-01-25T11:00:00') }
    expect(deadlineOf(standing(funded, { ...amended, requests: [after] }))?.dueAt).toEqual(request.until)
  })

  test('an amendment of another step, or of a turn before, moves nothing; days to examine are counted anew', () => {
    const presented = { verifiedAt: FUNDED, confirmedAt: CONFIRMED }
    const amendment = { steps: ['examine'] as const, agreedAt: at('2026-12-03T10:00:00') }
    const dates = { ...standing().dates, examineDays: 2 }
    expect(deadlineOf(standing(presented, { dates, amendments: [amendment] }))?.dueAt).toEqual(
      at('2026-12-07T23:59:00'),
    )
    const early = { ...amendment, agreedAt: FUNDED }
    expect(deadlineOf(standing(presented, { amendments: [early] }))?.dueAt).toEqual(at('2026-12-08T23:59:00'))
    const other = { ...amendment, steps: ['fund', 'present'] as const }
    expect(deadlineOf(standing(presented, { amendments: [other] }))?.since).toEqual(CONFIRMED)
  })

  test('a dispute that its owner withdrew moves nothing; one of the other side begins the turn anew', () => {
    const dispute = { openedAt: at('2026-12-02T10:00:00'), endedAt: at('2026-12-05T10:00:00'), wasWithdrawn: true }
    const presented = { verifiedAt: FUNDED, confirmedAt: CONFIRMED }
    const own = standing(presented, { disputes: [{ ...dispute, openedBy: 'buyer' }] })
    expect(deadlineOf(own)?.dueAt).toEqual(at('2026-12-08T23:59:00'))
    const others = standing(presented, { disputes: [{ ...dispute, openedBy: 'seller' }] })
    expect(deadlineOf(others)).toMatchObject({ dueAt: at('2026-12-11T23:59:00'), since: dispute.endedAt })
  })

  test('a dispute that Quayside dismissed gives its opener the time that it took, and no new beginning', () => {
    const dispute = { openedAt: at('2026-12-02T10:00:00'), endedAt: at('2026-12-05T10:00:00'), wasWithdrawn: false }
    const presented = { verifiedAt: FUNDED, confirmedAt: CONFIRMED }
    const own = standing(presented, { disputes: [{ ...dispute, openedBy: 'buyer' }] })
    expect(deadlineOf(own)).toMatchObject({ dueAt: at('2026-12-11T23:59:00'), since: CONFIRMED })
  })

  test('a dispute of the other side takes none of the time to present, nor of what was granted to examine', () => {
    const long = { openedAt: at('2026-12-02T10:00:00'), endedAt: at('2027-01-01T10:00:00'), wasWithdrawn: true }
    const ofBuyer = { disputes: [{ ...long, openedBy: 'buyer' as const }] }
    expect(deadlineOf(standing({ verifiedAt: FUNDED }, ofBuyer))?.dueAt).toEqual(at('2027-02-22T23:59:00'))
    const request = { step: 'examine', since: CONFIRMED, until: at('2027-01-20T23:59:00'), answer: 'agreed' } as const
    const granted = { ...request, askedAt: CONFIRMED, answeredAt: at('2026-12-01T12:00:00') }
    const ofSeller = { disputes: [{ ...long, openedBy: 'seller' as const }], requests: [granted] }
    const presented = { verifiedAt: FUNDED, confirmedAt: CONFIRMED }
    expect(deadlineOf(standing(presented, ofSeller))?.dueAt).toEqual(at('2027-02-19T23:59:00'))
  })
})

describe('what was granted to the buyer to examine', () => {
  const presented = { verifiedAt: FUNDED, confirmedAt: CONFIRMED }
  const until = at('2026-12-24T23:59:00')
  const request = { step: 'examine', since: CONFIRMED, until, askedAt: at('2026-12-02T10:00:00') } as const
  const granted = { ...request, answer: 'agreed' as const, answeredAt: at('2026-12-03T10:00:00') }
  const again = { payoutStatedAt: at('2026-12-04T10:00:00'), requests: [granted] }

  test('is not taken away by more papers, another wallet or a dispute of the seller', () => {
    expect(deadlineOf(standing(presented, { requests: [granted] }))?.dueAt).toEqual(until)
    expect(deadlineOf(standing(presented, again))?.dueAt).toEqual(until)
    const anew = { ...presented, confirmedAt: at('2026-12-05T10:00:00') }
    expect(deadlineOf(standing(anew, { requests: [granted] }))?.dueAt).toEqual(until)
    const dispute = { openedBy: 'seller' as const, openedAt: at('2026-12-05T10:00:00'), wasWithdrawn: true }
    const disputes = [{ ...dispute, endedAt: at('2026-12-06T10:00:00') }]
    const aDayLater = at('2026-12-25T23:59:00')
    expect(deadlineOf(standing(presented, { disputes, requests: [granted] }))?.dueAt).toEqual(aDayLater)
  })

  test('is used up by a notice, unless that was taken back, and by an amendment of those days', () => {
    const givenAt = at('2026-12-03T12:00:00')
    const usual = at('2026-12-11T23:59:00')
    expect(deadlineOf(standing(presented, { ...again, notices: [{ givenAt, withdrawnAt: null }] }))?.dueAt).toEqual(
      usual,
    )
    const notices = [{ givenAt, withdrawnAt: at('2026-12-03T13:00:00') }]
    expect(deadlineOf(standing(presented, { ...again, notices }))?.dueAt).toEqual(until)
    const amendments = [{ steps: ['examine'] as const, agreedAt: givenAt }]
    expect(deadlineOf(standing(presented, { ...again, amendments }))?.dueAt).toEqual(usual)
  })
})

test('while a notice stood that the buyer took back the time to examine ran on, and the last notice, too', () => {
  const presented = { verifiedAt: FUNDED, confirmedAt: CONFIRMED }
  const withdrawn = { givenAt: at('2026-12-02T10:00:00'), withdrawnAt: at('2026-12-12T10:00:00') }
  expect(deadlineOf(standing(presented, { notices: [withdrawn] }))).toMatchObject({
    kind: 'examine',
    dueAt: at('2026-12-08T23:59:00'),
  })
  const ranOut = [{ kind: 'examine' as const, since: CONFIRMED, endedAt: at('2026-12-09T00:00:00') }]
  const late = { givenAt: at('2026-12-09T20:00:00'), withdrawnAt: at('2026-12-19T20:00:00') }
  expect(deadlineOf(standing(presented, { ranOut, notices: [late] }))).toMatchObject({
    kind: 'last_notice',
    dueAt: at('2026-12-10T00:00:00'),
  })
})

describe('reminders', () => {
  const tenDays = { startedAt: at('2026-11-24T00:00:00'), dueAt: at('2026-12-04T00:00:00') }
  test.each([
    ['2026-11-28T23:59:00', null, '2026-11-29T00:00:00'],
    ['2026-11-29T00:00:00', 'half', '2026-12-03T00:00:00'],
    ['2026-12-03T12:00:00', 'day', '2026-12-03T23:00:00'],
    ['2026-12-03T23:30:00', 'hour', '2026-12-04T00:00:00'],
    ['2026-12-04T00:00:00', null, '2026-12-04T00:00:00'],
  ])('at %s: %s, and the next look at %s', (now, round, next) => {
    expect([deadlineReminderDue(tenDays, at(now)), nextDeadlinePoll(tenDays, at(now))]).toEqual([round, at(next)])
  })

  test('a clock of a day has neither half nor day', () => {
    const day = { startedAt: at('2026-11-24T00:00:00'), dueAt: at('2026-11-25T00:00:00') }
    expect(deadlineReminderDue(day, at('2026-11-24T20:00:00'))).toBeNull()
    expect(deadlineReminderDue(day, at('2026-11-24T23:10:00'))).toBe('hour')
  })
})
