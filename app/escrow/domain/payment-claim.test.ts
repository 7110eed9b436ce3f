import { describe, expect, test } from 'vitest'
import { type ClaimArrival, judgeClaim, refusalOfClaim } from './payment-claim.ts'

const at = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-20T13:00:00Z')
const escrow = { id: 'e', reference: 77, cancelledAt: null, paidAt: null, realTxId: null }
const transaction = { successful: true, outerHash: 'h', memo: '77' }
const arrival = (changes: Partial<ClaimArrival>): ClaimArrival => ({
  escrowId: null,
  feeQuoteId: null,
  problem: 'unknown_memo',
  memo: '5',
  at,
  ...changes,
})
const own = { escrowId: 'e', memo: '77' }

describe('a stated hash', () => {
  test.each([
    ['counted', [arrival({ ...own, problem: null })]],
    ['counted', [arrival({ escrowId: 'other', problem: null }), arrival({ ...own, problem: null })]],
    ['used', [arrival({ escrowId: 'other', problem: null })]],
    ['used', [arrival({ feeQuoteId: 'q', problem: null })]],
    ['no_memo', [arrival({ memo: null, problem: 'no_memo' })]],
    ['other_memo', [arrival({})]],
    ['other_asset', [arrival({ ...own, problem: 'wrong_asset' })]],
    ['wrong_account', [arrival({ ...own, problem: 'wrong_account' })]],
    ['needs_review', [arrival({ ...own, problem: 'needs_review' })]],
    ['used', [arrival({ memo: '77' })]],
    // Our own money, to our own account, counts for nobody.
    ['no_memo', [arrival({ memo: null, problem: null })]],
    ['elsewhere', []],
  ] as const)('is %s', (verdict, arrivals) => {
    expect(judgeClaim({ escrow, transaction, arrivals, isOnLedger: false })).toBe(verdict)
  })

  test('that the ledger does not know is not found, one that failed has failed', () => {
    expect(judgeClaim({ escrow, transaction: null, arrivals: [], isOnLedger: false })).toBe('not_found')
    expect(
      judgeClaim({ escrow, transaction: { ...transaction, successful: false }, arrivals: [], isOnLedger: false }),
    ).toBe('failed')
  })

  test('lies on the ledger while what it made for us is not claimed', () => {
    expect(judgeClaim({ escrow, transaction, arrivals: [], isOnLedger: true })).toBe('on_ledger')
    const arrivals = [arrival({ ...own, problem: null })]
    expect(judgeClaim({ escrow, transaction, arrivals, isOnLedger: true })).toBe('counted')
  })

  test('is late when the escrow was called off or paid before; a part of what paid it is not', () => {
    const arrivals = [arrival({ ...own, problem: null, at: later })]
    const called = { ...escrow, cancelledAt: at }
    const paid = { ...escrow, paidAt: at, realTxId: 'another' }
    expect(judgeClaim({ escrow: called, transaction, arrivals, isOnLedger: false })).toBe('late')
    expect(judgeClaim({ escrow: paid, transaction, arrivals, isOnLedger: false })).toBe('late')
    expect(judgeClaim({ escrow: { ...paid, paidAt: later }, transaction, arrivals, isOnLedger: false })).toBe('counted')
    expect(judgeClaim({ escrow: { ...paid, realTxId: 'h' }, transaction, arrivals, isOnLedger: false })).toBe('counted')
  })
})

test('the sentences come in the order of the checks: the memo before the destination, on the XRP Ledger one for both', () => {
  expect(refusalOfClaim('elsewhere', { network: 'stellar', isOwnMemo: false })).toBe('memo_mismatch')
  expect(refusalOfClaim('elsewhere', { network: 'stellar', isOwnMemo: true })).toBe('payment_mismatch')
  expect(refusalOfClaim('elsewhere', { network: 'xrpl', isOwnMemo: false })).toBe('xrp_mismatch')
  expect(refusalOfClaim('counted', { network: 'xrpl', isOwnMemo: true })).toBeNull()
})
