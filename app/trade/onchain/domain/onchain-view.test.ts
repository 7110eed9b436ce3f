import { expect, test } from 'vitest'
import { type DepositView, fateOf, type OnchainView, onchainAwaiting, onchainStep } from './onchain-view.ts'

const deposit: DepositView = {
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
const agreed = { sellerWallet: 'S', sellerTag: null, at: deposit.at, account: 'E', isPrepared: true, isCleared: true }
const onchain: OnchainView = {
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
const step = (about: Partial<OnchainView>, isOver = false) => onchainStep({ ...onchain, ...about }, { isOver })

test('the seller agrees, the ledger is prepared, Quayside checks, the buyer locks', () => {
  const isPrepared = false
  expect([step({}), step({ agreed: { ...agreed, isPrepared } }), step({ agreed })]).toEqual([
    'agree',
    'prepare',
    'lock',
  ])
  expect(step({ agreed: { ...agreed, isCleared: false } })).toBe('check')
  expect((['agree', 'prepare', 'check', 'lock', 'locked'] as const).map(onchainAwaiting)).toEqual([
    'seller',
    'quayside',
    'quayside',
    'buyer',
    'nobody',
  ])
})

test('nobody is asked to lock what was found and is yet to be checked', () => {
  expect(step({ agreed, isLockWaiting: true })).toBe('check')
  expect(step({ agreed, lock: deposit, isLockWaiting: false })).toBe('locked')
})

test('what is locked outranks everything, what was called off or is too late all that was planned', () => {
  expect(step({ agreed, lock: deposit }, true)).toBe('locked')
  expect(
    step({ agreed, lock: { ...deposit, end: { as: 'expired', hash: 'x', at: deposit.at } }, isTooLate: true }),
  ).toBe('ended')
  expect(step({ agreed, isTooLate: true })).toBe('over')
  expect(step({ agreed, others: [{ ...deposit, differences: ['amount'] }] }, true)).toBe('over')
})

test('what does not count goes back, but for what lies under the condition of what counts', () => {
  const fate = (
    draftId: string | null,
    differences: DepositView['differences'] = [],
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
