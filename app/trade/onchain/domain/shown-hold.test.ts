import { expect, test } from 'vitest'
import { fateOf, holdStep, holdTurn, type ShownHold, type ShownLock } from './shown-hold.ts'

const lock: ShownLock = {
  id: '1',
  hash: 'h',
  at: '2026-12-01T00:00:00.000Z',
  balanceId: 'b',
  sequence: null,
  condition: null,
  differences: [],
  isOfFormerWallet: false,
  isSecondOfCondition: false,
  early: null,
  fate: 'owner_takes',
  end: null,
}
const agreed = { sellerWallet: 'S', sellerTag: null, at: lock.at, account: 'E', isPrepared: true, isCleared: true }
const hold: ShownHold = {
  buyerWallet: 'B',
  lockBy: '2027-01-31T23:49:00.000Z',
  until: '2027-02-01T23:59:00.000Z',
  isTooLate: false,
  agreed: null,
  changeUntil: null,
  lock: null,
  mayClaim: false,
  waitsFor: null,
  feeAsked: null,
  isLockWaiting: false,
  others: [],
}
const step = (about: Partial<ShownHold>, isOver = false) => holdStep({ ...hold, ...about }, { isOver })

test('the seller agrees, the ledger is prepared, Quayside checks, the buyer locks', () => {
  const isPrepared = false
  expect([step({}), step({ agreed: { ...agreed, isPrepared } }), step({ agreed })]).toEqual([
    'agree',
    'prepare',
    'lock',
  ])
  expect(step({ agreed: { ...agreed, isCleared: false } })).toBe('check')
  expect((['agree', 'prepare', 'check', 'lock', 'locked'] as const).map(holdTurn)).toEqual([
    'seller',
    'quayside',
    'quayside',
    'buyer',
    'nobody',
  ])
})

test('nobody is asked to lock what was found and is yet to be checked', () => {
  expect(step({ agreed, isLockWaiting: true })).toBe('check')
  expect(step({ agreed, lock, isLockWaiting: false })).toBe('locked')
})

test('what is locked outranks everything, what was called off or is too late all that was planned', () => {
  expect(step({ agreed, lock }, true)).toBe('locked')
  expect(step({ agreed, lock: { ...lock, end: { as: 'expired', hash: 'x', at: lock.at } }, isTooLate: true })).toBe(
    'ended',
  )
  expect(step({ agreed, isTooLate: true })).toBe('over')
  expect(step({ agreed, others: [{ ...lock, differences: ['amount'] }] }, true)).toBe('over')
})

test('what does not count goes back, but for what lies under the condition of what counts', () => {
  const fate = (
    draftId: string | null,
    differences: ShownLock['differences'] = [],
    counting: string | null = 'counted',
  ) => fateOf({ isOnStellar: false, draftId, differences }, { counting })
  expect(fateOf({ isOnStellar: true, draftId: null, differences: ['amount'] }, { counting: null })).toBe('owner_takes')
  expect([fate('its own'), fate('its own', [], null), fate(null, [], null)]).toEqual([
    'goes_back',
    'goes_back',
    'goes_back',
  ])
  expect([fate('counted'), fate('counted', ['amount'])]).toEqual(['to_seller', 'to_seller'])
  expect(fate('counted', ['amount', 'destination'])).toBe('to_named')
})
