import { describe, expect, test } from 'vitest'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'
import { adviseOnClaim, type ClaimedPayment } from './claim-advice.ts'

const own: ClaimedPayment = { memo: 'own', counts: true }
const wrongAsset: ClaimedPayment = { memo: 'own', counts: false }
const noMemo: ClaimedPayment = { memo: 'none', counts: false }
const otherMemo: ClaimedPayment = { memo: 'other', counts: false }

describe('a hash that did not settle the fee', () => {
  test.each<[RefusalCode, ClaimedPayment[], string | null]>([
    ['stellar_not_found', [], 'notFound'],
    ['xrp_not_found', [], 'notFound'],
    ['stellar_unavailable', [], 'unavailable'],
    ['xrp_unavailable', [], 'unavailable'],
    ['hash_used', [own], 'used'],
    ['memo_mismatch', [noMemo], 'noMemo'],
    ['memo_mismatch', [otherMemo], 'otherMemo'],
    ['memo_mismatch', [], 'elsewhere'],
    ['payment_mismatch', [own], 'short'],
    ['payment_mismatch', [wrongAsset], 'uncounted'],
    ['payment_mismatch', [], 'elsewhere'],
    // The XRP Ledger's one sentence covers the tag too (spec §8).
    ['xrp_mismatch', [noMemo], 'noMemo'],
    ['xrp_mismatch', [otherMemo], 'otherMemo'],
    ['xrp_mismatch', [own], 'short'],
    ['xrp_mismatch', [], 'elsewhere'],
    ['hash_malformed', [], null],
  ])('%s with %o: %s', (refused, payments, advice) => {
    expect(adviseOnClaim(refused, { payments, isOnLedger: false })).toBe(advice)
  })

  test('says what lies on the ledger for us where nothing has come yet', () => {
    expect(adviseOnClaim('payment_mismatch', { payments: [], isOnLedger: true })).toBe('onLedger')
    expect(adviseOnClaim('payment_mismatch', { payments: [own], isOnLedger: true })).toBe('short')
  })

  test('of a transaction with several payments, the payer’s own decides', () => {
    expect(adviseOnClaim('payment_mismatch', { payments: [otherMemo, noMemo, own], isOnLedger: false })).toBe('short')
    expect(adviseOnClaim('memo_mismatch', { payments: [otherMemo, noMemo], isOnLedger: false })).toBe('noMemo')
  })
})
