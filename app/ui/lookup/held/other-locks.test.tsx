import { describe, expect, it } from 'vitest'
import type { LockFate, ShownLock } from '#app/domain/held/shown-hold.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { htmlOf, wordsOf } from '#tests/support/held/draw-page.tsx'
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
  early: null,
  end: null,
}
const page = (about: Partial<ShownLock>, reader: Reader | null = 'buyer') => (
  <OtherLocks
    escrow={{ transactionId: 'auto_1' }}
    hold={{ others: [{ ...lock, ...about }] }}
    reader={reader}
    isBusy={false}
  />
)
const drawn = (about: Partial<ShownLock>) => wordsOf(page(about))

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

describe('what can go back early', () => {
  const early = { fate: 'owner_takes', early: 'open' } as const

  it('is asked for by the buyer, with a form that works without JavaScript', () => {
    const html = htmlOf(page(early))
    expect(html).toMatch(/<form method="post"/)
    expect(html).toContain('name="txid" value="auto_1"')
    expect(html).toContain('name="lockId" value="1"')
    expect(html).toMatch(/<button[^>]*value="return_early"/)
    expect(drawn(early)).toMatch(/It can also go back now: the buyer’s wallet signs, and Quayside signs along/)
    expect(drawn(early)).toMatch(/Whoever locked it takes it back with the same wallet/)
  })

  it.each<[string, Partial<ShownLock>, Reader | null]>([
    ['its seller', early, 'seller'],
    ['an operator', early, null],
    ['its buyer beside a settlement', { ...early, early: 'settling' }, 'buyer'],
    ['its buyer once it is signed', { ...early, early: 'signed' }, 'buyer'],
    ['its buyer when it is gone', { end: { as: 'refunded', hash: 'CD'.repeat(32), at: lock.at } }, 'buyer'],
  ])('has no button for %s', (_who, about, reader) => {
    expect(htmlOf(page(about, reader))).not.toContain('<button type="submit"')
  })

  it('says why it does not now, and what is under way', () => {
    expect(drawn({ ...early, early: 'settling' })).toContain('while a settlement of this escrow is under way')
    expect(drawn({ ...early, early: 'signed' })).toContain('shows when the ledger has given it back')
  })
})
