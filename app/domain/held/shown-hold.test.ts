import { expect, test } from 'vitest'
import { holdStep, holdTurn, type ShownHold, type ShownLock } from './shown-hold.ts'

const lock: ShownLock = {
  id: '1',
  hash: 'h',
  at: '2026-12-01T00:00:00.000Z',
  balanceId: 'b',
  sequence: null,
  differences: [],
  isOfFormerWallet: false,
  end: null,
}
const agreed = { sellerWallet: 'S', sellerTag: null, at: lock.at, account: 'E', condition: null, isPrepared: true }
const hold: ShownHold = {
  buyerWallet: 'B',
  lockBy: '2027-01-31T23:49:00.000Z',
  until: '2027-02-01T23:59:00.000Z',
  isTooLate: false,
  agreed: null,
  lock: null,
  mayClaim: false,
  waitsFor: null,
  feeAsked: null,
  others: [],
}
const step = (about: Partial<ShownHold>, isOver = false) => holdStep({ ...hold, ...about }, { isOver })

test('the seller agrees, the ledger is prepared, the buyer locks', () => {
  expect([step({}), step({ agreed: { ...agreed, isPrepared: false } }), step({ agreed })]).toEqual([
    'agree',
    'prepare',
    'lock',
  ])
  expect((['agree', 'prepare', 'lock', 'locked'] as const).map(holdTurn)).toEqual([
    'seller',
    'quayside',
    'buyer',
    'nobody',
  ])
})

test('what is locked outranks everything, what was called off or is too late all that was planned', () => {
  expect(step({ agreed, lock }, true)).toBe('locked')
  expect(step({ agreed, lock: { ...lock, end: { as: 'expired', hash: 'x', at: lock.at } }, isTooLate: true })).toBe(
    'ended',
  )
  expect(step({ agreed, isTooLate: true })).toBe('over')
  expect(step({ agreed, others: [{ ...lock, differences: ['amount'] }] }, true)).toBe('over')
})
