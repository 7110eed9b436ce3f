import { expect, test } from 'vitest'
import { isActWithMoney } from './desk-acts.ts'

test.each<[path: string, fields: Record<string, string>, asks: boolean]>([
  ['/admin-panel/disputes/1', { decision: 'release', sure: 'yes' }, true],
  ['/admin-panel/disputes/1', { decision: 'release' }, false],
  ['/admin-panel/disputes/1/', { decision: 'release', sure: 'yes' }, true],
  ['/admin-panel/cases', { intent: 'pay-back', sure: 'yes' }, true],
  ['/admin-panel/cases', { intent: 'assign', sure: 'yes' }, true],
  ['/admin-panel/cases', { intent: 'close', sure: 'yes' }, true],
  ['/admin-panel/cases', { sure: 'yes' }, true],
  ['/admin-panel/cases', { intent: 'pay-back' }, false],
  ['/admin-panel/cases', { intent: 'take-up' }, false],
  ['/admin-panel/cases', { intent: 'constructor', sure: 'yes' }, true],
  ['/admin-panel/payouts', { intent: 'approve', sure: 'yes' }, true],
  ['/admin-panel/payouts', { intent: 'stop', sure: 'yes' }, true],
  ['/admin-panel/payouts', { intent: 'go', sure: 'yes' }, true],
  ['/admin-panel/payouts', { intent: 'go' }, false],
  ['/admin-panel/outgoing', { intent: 'accept', sure: 'yes' }, true],
  ['/admin-panel/escrows', { payout: '1' }, true],
  ['/admin-panel/acts/lock/1', { reason: 'x' }, false],
  ['/admin-panel/acts/lock/1', { reason: 'x', sure: 'yes' }, true],
  ['/admin-panel/acts/correct_address/1', { sure: 'yes' }, true],
  ['/admin-panel/acts/hold_payout/1', { sure: 'yes' }, true],
  ['/admin-panel/acts/retry_payout/1', { sure: 'yes' }, true],
  ['/admin-panel/acts/made-next-year/1', { sure: 'yes' }, true],
  ['/admin-panel/acts/note_person/1', { sure: 'yes' }, false],
  ['/admin-panel/acts/note_escrow/1', { sure: 'yes' }, false],
  ['/admin-panel/acts/send_letter/1', { sure: 'yes' }, false],
  ['/admin-panel/books', {}, false],
  ['/admin-panel/audit', {}, false],
  ['/admin-panel/operators', { intent: 'reset' }, true],
  ['/admin-panel/made-next-year', {}, true],
  ['/admin-panel', {}, true],
  ['/admin-panel/booksellers', {}, true],
])('a post to %s with %o asks for a code: %s', (path, fields, asks) => {
  expect(isActWithMoney(path, (name) => fields[name] ?? '')).toBe(asks)
})
