import { expect, it } from 'vitest'
import type { LockFate, ShownHold, ShownLock } from '#app/domain/held/shown-hold.ts'
import { wordsOf } from '#tests/support/held/draw-page.tsx'
import { OtherLocks } from './other-locks.tsx'

const lock: ShownLock = {
  id: '1',
  hash: 'AB'.repeat(32),
  at: '2026-12-03T12:00:00.000Z',
  balanceId: null,
  sequence: 7,
  condition: 'A0',
  differences: ['amount'],
  isOfFormerWallet: false,
  isSecondOfCondition: false,
  fate: 'goes_back',
  end: null,
}
const drawn = (about: Partial<ShownLock>) =>
  wordsOf(<OtherLocks hold={{ others: [{ ...lock, ...about }] } as ShownHold} />)

it.each<[LockFate, RegExp]>([
  ['owner_takes', /Whoever locked it takes it back with the same wallet/],
  ['goes_back', /Quayside never opens its condition\. After the date that it carries it goes back/],
  ['to_seller', /when that is released, the seller can take this as well/],
  ['to_named', /when that is released, this can go to the wallet that it names/],
])('what becomes of a lock that does not count is said by its ledger and condition: %s', (fate, words) => {
  expect(drawn({ fate })).toMatch(words)
})

it('why it does not count is said in any case', () => {
  expect(drawn({})).toContain('It is another amount.')
  expect(drawn({ differences: [], isSecondOfCondition: true })).toContain('locked under the same condition before')
  expect(drawn({ differences: [] })).toContain('It came too late, or the money was locked already.')
})

it('of what the ledger no longer holds nothing more is said', () => {
  const end = { as: 'expired', hash: 'CD'.repeat(32), at: lock.at } as const
  expect(drawn({ end, fate: 'to_seller' })).not.toContain('the seller can take this')
})
