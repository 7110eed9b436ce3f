import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CUSTODIANS } from '#app/settlement/custody/domain/custodian.ts'
import { RELEASE_MARGIN_SECONDS } from '#app/settlement/custody/domain/date.ts'
import { consequence, DUE_AT, SITUATION } from '#tests/support/agreement/ahead.ts'
import { fundableUntil, type Situation } from './consequence.ts'
import { DEADLINES, type DeadlineKind } from './standing.ts'

const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(new Date(DUE_AT).getTime() + hours * HOUR_MS)
const far = later(24 * 60)

describe('what follows', () => {
  test.each<[DeadlineKind, Partial<Situation>, object]>([
    ['fund', {}, { act: 'ends', follows: 'ends_unfunded', to: 'buyer', noticeUntil: null, at: later(0) }],
    ['present', {}, { act: 'notice', follows: 'refund_opens', to: 'buyer', noticeUntil: later(48), at: later(48) }],
    ['grace', {}, { act: 'refund', follows: 'refund_opens', to: 'buyer', noticeUntil: null, at: later(0) }],
    ['grace', { hasRefundWallet: false }, { follows: 'refund_opens', needsWallet: true }],
    ['examine', {}, { act: 'notice', follows: 'accepted', to: 'seller', noticeUntil: later(24), at: later(24) }],
    ['last_notice', {}, { act: 'accepted', follows: 'accepted', to: 'seller', needsSignature: false }],
    ['last_notice', { onSilence: 'quayside' }, { act: 'quayside', follows: 'quayside', to: null, why: 'agreed' }],
    ['examine', { isComplete: false }, { act: 'notice', follows: 'quayside', why: 'incomplete' }],
    ['examine', { walletMustBeChecked: true }, { follows: 'quayside', why: 'wallet_unchecked' }],
    ['examine', { buyerHasConfirmedEmail: false }, { follows: 'quayside', why: 'address_unconfirmed' }],
    ['last_notice', { isNoticeUnheard: true }, { act: 'quayside', follows: 'quayside', why: 'notice_unheard' }],
    ['examine', { onSilence: 'quayside', isComplete: false }, { why: 'agreed' }],
  ])('the clock %s of money with Quayside, %o', (kind, changes, expected) => {
    expect(consequence(kind, changes)).toMatchObject(expected)
  })

  test.each<[Situation['custody'], DeadlineKind, Partial<Situation>, object]>([
    ['xrpl', 'grace', {}, { act: 'refund', follows: 'returns_at_ledger_date', to: 'buyer', at: far }],
    ['xrpl', 'present', {}, { act: 'notice', follows: 'returns_at_ledger_date', noticeUntil: later(48), at: far }],
    ['stellar', 'grace', {}, { follows: 'returns_by_signature', needsSignature: true, at: later(0) }],
    ['stellar', 'last_notice', {}, { act: 'accepted', follows: 'accepted', needsSignature: true }],
    ['xrpl', 'last_notice', {}, { act: 'accepted', follows: 'accepted', needsSignature: false }],
    ['stellar', 'last_notice', { ledgerDate: later(0.1) }, { act: 'date', follows: 'returns_at_ledger_date' }],
    ['xrpl', 'examine', { ledgerDate: later(24) }, { act: 'notice', follows: 'returns_at_ledger_date', to: 'buyer' }],
    ['stellar', 'grace', { ledgerDate: later(-1) }, { act: 'refund', follows: 'returns_at_ledger_date' }],
  ])('of money that %s holds: the clock %s, %o', (custody, kind, changes, expected) => {
    expect(consequence(kind, { custody, ledgerDate: far, ...changes })).toMatchObject(expected)
  })

  test.each(['present', 'examine', 'grace', 'last_notice'] as const)(
    'whoever could not act is not passed over by silence: %s',
    (kind) => {
      const unable = { act: 'quayside', follows: 'quayside', why: 'unable', noticeUntil: null, to: null }
      expect(consequence(kind, {}, true)).toMatchObject(unable)
    },
  )

  test('money can be locked until the earlier of the two dates', () => {
    const margin = RELEASE_MARGIN_SECONDS * 1000
    const soon = later(-24)
    expect(fundableUntil({ fundBy: later(0), ledgerDate: far })).toEqual(later(0))
    expect(fundableUntil({ fundBy: later(0), ledgerDate: soon })).toEqual(new Date(soon.getTime() - margin))
    expect(fundableUntil({ fundBy: null, ledgerDate: far })).toEqual(new Date(far.getTime() - margin))
    expect(fundableUntil({ fundBy: null, ledgerDate: null })).toBeNull()
    expect(consequence('fund', { custody: 'xrpl', ledgerDate: soon }).by).toEqual(new Date(soon.getTime() - margin))
  })
})

const aSituation: fc.Arbitrary<Situation> = fc
  .record({
    custody: fc.constantFrom(...CUSTODIANS),
    hours: fc.integer({ min: -48, max: 200 }),
    onSilence: fc.constantFrom('quayside', 'accepted'),
    isComplete: fc.boolean(),
    wasPresented: fc.boolean(),
    roundsLeft: fc.constantFrom(null, 0, 1, 2),
    walletMustBeChecked: fc.boolean(),
    buyerHasConfirmedEmail: fc.boolean(),
    isNoticeUnheard: fc.boolean(),
    hasRefundWallet: fc.boolean(),
  })
  .map(({ hours, ...rest }) => ({
    ...SITUATION,
    ...rest,
    ledgerDate: rest.custody === 'platform' ? null : later(hours),
  }))

test('whatever the facts are, nothing is announced that cannot happen', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DEADLINES), aSituation, fc.boolean(), (kind, of, isUnable) => {
      const said = consequence(kind, of, isUnable && kind !== 'fund')
      if (of.ledgerDate && kind !== 'fund') {
        expect(said.at.getTime(), 'nothing follows after the date of the ledger').toBeLessThanOrEqual(
          of.ledgerDate.getTime(),
        )
      }
      if (said.follows === 'accepted') {
        expect(of).toMatchObject({ onSilence: 'accepted', isComplete: true, walletMustBeChecked: false })
        expect(of).toMatchObject({ buyerHasConfirmedEmail: true, isNoticeUnheard: false })
      }
      if (of.custody === 'xrpl') expect(['refund_opens', 'returns_by_signature']).not.toContain(said.follows)
      if (of.custody === 'stellar') expect(said.follows).not.toBe('refund_opens')
      expect(said.to === null).toBe(said.follows === 'quayside')
      if (said.follows === 'quayside') expect(said.why).not.toBeNull()
    }),
  )
})
