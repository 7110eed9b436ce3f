import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAYOUT_STATES } from '#app/kernel/domain/payout-state.ts'
import {
  APPROVALS,
  awaitingOf,
  canAnswerRefund,
  canAskForRefund,
  canCancel,
  canChangeDocuments,
  canConfirm,
  canDispute,
  canReview,
  type EscrowFacts,
  isReleasable,
  isSettled,
  lineStates,
  stageOf,
} from './escrow.ts'

const at = new Date('2026-11-18T16:40:00Z')
const opened: EscrowFacts = {
  verifiedAt: null,
  confirmedAt: null,
  approval: 'Pending',
  releasedAt: null,
  releaseState: null,
  refundState: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
}
const escrow = (facts: Partial<EscrowFacts>): EscrowFacts => ({ ...opened, ...facts })
const allThree = escrow({ verifiedAt: at, confirmedAt: at, approval: 'Approved' })

describe('the stage and whose turn it is', () => {
  test.each<[string, Partial<EscrowFacts>, string, string]>([
    ['just opened', {}, 'awaiting_funds', 'buyer'],
    ['confirmed before it is funded', { confirmedAt: at }, 'awaiting_funds', 'buyer'],
    [
      'confirmed and approved before it is funded',
      { confirmedAt: at, approval: 'Approved' },
      'awaiting_funds',
      'buyer',
    ],
    ['funded', { verifiedAt: at }, 'awaiting_confirmation', 'seller'],
    ['funded and confirmed', { verifiedAt: at, confirmedAt: at }, 'awaiting_examination', 'buyer'],
    ['rejected', { verifiedAt: at, confirmedAt: at, approval: 'Rejected' }, 'rejected', 'seller'],
    ['complete', { ...allThree }, 'releasing', 'quayside'],
    ['complete, payout under way', { ...allThree, releaseState: 'submitted' }, 'releasing', 'quayside'],
    ['complete, payout blocked', { ...allThree, releaseState: 'blocked' }, 'release_blocked', 'seller'],
    ['paid out', { ...allThree, releaseState: 'confirmed', releasedAt: at }, 'released', 'nobody'],
    ['given back', { verifiedAt: at, refundState: 'confirmed', cancelledAt: at }, 'refunded', 'nobody'],
    ['being given back', { verifiedAt: at, refundState: 'queued', cancelledAt: at }, 'refunding', 'quayside'],
    ['given back to a closed wallet', { verifiedAt: at, refundState: 'blocked' }, 'refund_blocked', 'buyer'],
    ['called off', { cancelledAt: at }, 'cancelled', 'nobody'],
    ['not funded in time', { cancelledAt: at, lapsedAt: at }, 'lapsed', 'nobody'],
    ['nothing presented in time', { verifiedAt: at, refundOpenedAt: at }, 'refund_open', 'buyer'],
    ['and its refund', { verifiedAt: at, refundOpenedAt: at, refundState: 'queued' }, 'refunding', 'quayside'],
    ['asked back', { verifiedAt: at, confirmedAt: at, refundAskedAt: at }, 'refund_requested', 'seller'],
    [
      'asked back after a rejection',
      { ...allThree, approval: 'Rejected', refundAskedAt: at },
      'refund_requested',
      'seller',
    ],
    ['in dispute', { verifiedAt: at, confirmedAt: at, disputedAt: at, refundAskedAt: at }, 'disputed', 'quayside'],
    [
      'being divided',
      { verifiedAt: at, releaseState: 'confirmed', releasedAt: at, refundState: 'signed' },
      'splitting',
      'quayside',
    ],
    [
      'divided, one wallet closed',
      { verifiedAt: at, releaseState: 'confirmed', refundState: 'blocked' },
      'refund_blocked',
      'buyer',
    ],
    [
      'divided',
      { verifiedAt: at, releaseState: 'confirmed', releasedAt: at, refundState: 'confirmed' },
      'split',
      'nobody',
    ],
  ])('%s', (_, facts, stage, turn) => {
    expect(stageOf(escrow(facts))).toBe(stage)
    expect(awaitingOf(stageOf(escrow(facts)))).toBe(turn)
  })
})

describe('what each side may still do', () => {
  test('the buyer reviews after the confirmation, until the approval', () => {
    expect(canReview(escrow({ verifiedAt: at }))).toBe(false)
    expect(canReview(escrow({ confirmedAt: at }))).toBe(true)
    expect(canReview(escrow({ confirmedAt: at, approval: 'Approved' }))).toBe(false)
    expect(canReview(escrow({ verifiedAt: at, confirmedAt: at, approval: 'Rejected' }))).toBe(true)
    expect(canReview(allThree)).toBe(false)
  })

  test('the seller presents until the buyer approves, and again after a rejection', () => {
    expect(canConfirm(opened)).toBe(true)
    expect(canConfirm(escrow({ confirmedAt: at, approval: 'Rejected' }))).toBe(true)
    expect(canConfirm(escrow({ confirmedAt: at, approval: 'Approved' }))).toBe(false)
    expect(canChangeDocuments(escrow({ confirmedAt: at, approval: 'Approved' }))).toBe(false)
  })

  test('nobody changes anything once the money moves or the escrow is called off', () => {
    for (const over of [
      { releaseState: 'queued' },
      { refundState: 'queued' },
      { cancelledAt: at },
      { releasedAt: at },
    ] as const) {
      const facts = escrow({ verifiedAt: at, confirmedAt: at, ...over })
      expect([canReview(facts), canConfirm(facts), canChangeDocuments(facts), isReleasable(facts)]).toEqual([
        false,
        false,
        false,
        false,
      ])
    }
  })
})

describe('the lines that hold the money', () => {
  test('show each fact by itself, in any order', () => {
    expect(lineStates(opened)).toEqual({ funded: 'open', confirmed: 'open', approved: 'open', release: 'open' })
    expect(lineStates(escrow({ confirmedAt: at, approval: 'Rejected' }))).toEqual({
      funded: 'open',
      confirmed: 'done',
      approved: 'refused',
      release: 'open',
    })
    expect(lineStates(allThree).release).toBe('moving')
    expect(lineStates({ ...allThree, releaseState: 'blocked' }).release).toBe('blocked')
    expect(lineStates({ ...allThree, releaseState: 'confirmed' }).release).toBe('done')
  })
})

describe('for every combination of facts', () => {
  const when = fc.constantFrom(null, at)
  const payout = fc.constantFrom(null, ...PAYOUT_STATES)
  const facts: fc.Arbitrary<EscrowFacts> = fc.record({
    verifiedAt: when,
    confirmedAt: when,
    approval: fc.constantFrom(...APPROVALS),
    releasedAt: when,
    releaseState: payout,
    refundState: payout,
    cancelledAt: when,
    refundAskedAt: when,
    disputedAt: when,
  })

  test('money is releasable only when funded, confirmed and approved, and not on its way', () => {
    fc.assert(
      fc.property(facts, (any) => {
        if (!isReleasable(any)) return
        expect(any.verifiedAt && any.confirmedAt && any.approval === 'Approved').toBeTruthy()
        expect(any.releasedAt ?? any.releaseState ?? any.refundState ?? any.cancelledAt ?? any.disputedAt).toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  test('nobody can do anything while the operator decides, or once the money is decided about', () => {
    const acts = [canReview, canConfirm, canChangeDocuments, canCancel, canAskForRefund, canAnswerRefund, canDispute]
    fc.assert(
      fc.property(facts, (any) => {
        if (any.disputedAt || isSettled(any)) expect(acts.filter((may) => may(any))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('what is not funded can be called off; what is funded can be asked back or disputed', () => {
    fc.assert(
      fc.property(facts, (any) => {
        if (any.disputedAt || isSettled(any)) return
        const isFunded = any.verifiedAt !== null
        expect([canCancel(any), canDispute(any)]).toEqual([!isFunded, isFunded])
        expect([canAskForRefund(any), canAnswerRefund(any)]).toEqual([
          isFunded && any.refundAskedAt === null,
          any.refundAskedAt !== null,
        ])
      }),
      { numRuns: 2000 },
    )
  })

  test('a releasable escrow can no longer be reviewed or changed', () => {
    fc.assert(
      fc.property(facts, (any) => {
        if (isReleasable(any)) expect(canReview(any) || canConfirm(any) || canChangeDocuments(any)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('whoever has the turn can do something, and only then', () => {
    fc.assert(
      fc.property(facts, (any) => {
        const stage = stageOf(any)
        if (stage === 'awaiting_examination') expect(canReview(any)).toBe(true)
        if (stage === 'awaiting_confirmation' || stage === 'rejected')
          expect(canConfirm(any) || any.approval === 'Approved').toBe(true)
        if (awaitingOf(stage) === 'nobody') expect(canReview(any) || canConfirm(any)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('the three facts lead to the release in whatever order they come', () => {
    const steps: Partial<EscrowFacts>[] = [{ verifiedAt: at }, { confirmedAt: at }, { approval: 'Approved' }]
    fc.assert(
      fc.property(fc.shuffledSubarray(steps, { minLength: 3 }), (order) => {
        const history = order.map((_, index) => escrow(Object.assign({}, ...order.slice(0, index + 1))))
        expect(history.map(isReleasable)).toEqual([false, false, true])
      }),
    )
  })
})
