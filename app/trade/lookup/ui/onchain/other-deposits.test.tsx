import { describe, expect, it } from 'vitest'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { DepositFate, DepositView } from '#app/trade/onchain/domain/onchain-view.ts'
import { htmlOf, wordsOf } from '#tests/support/onchain/draw-page.tsx'
import { OtherDeposits } from './other-deposits.tsx'

const deposit: DepositView = {
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
const page = (about: Partial<DepositView>, reader: Reader | null = 'buyer') => (
  <OtherDeposits
    escrow={{ transactionId: 'auto_1' }}
    hold={{ others: [{ ...deposit, ...about }] }}
    reader={reader}
    isBusy={false}
  />
)
const drawn = (about: Partial<DepositView>) => wordsOf(page(about))

it.each<[DepositFate, RegExp]>([
  ['owner_takes', /After its date, the locking wallet can take it back/],
  ['goes_back', /Quayside never releases it\. After its date anybody can have it returned/],
  ['to_seller', /Releasing the escrow lets the seller take this too/],
  ['to_named', /Releasing the escrow lets this go to the wallet it names/],
])('what becomes of a lock that does not count is said by its ledger and condition: %s', (fate, words) => {
  expect(drawn({ fate })).toMatch(words)
})

it('why it does not count is said in any case', () => {
  expect(drawn({})).toContain('Another amount.')
  expect(drawn({ differences: [], isSecondOfCondition: true })).toContain('An earlier lock used this condition.')
  expect(drawn({ differences: ['signers', 'flags'] }).split('The account is not set up as agreed.')).toHaveLength(2)
  expect(drawn({ differences: [] })).toContain('Too late, or the money was already locked.')
})

it('of what the ledger no longer holds nothing more is said', () => {
  const end = { as: 'expired', hash: 'CD'.repeat(32), at: deposit.at } as const
  expect(drawn({ end, fate: 'to_seller' })).not.toContain('lets the seller take this')
})

describe('what can go back early', () => {
  const early = { fate: 'owner_takes', early: 'open' } as const

  it('is asked for by the buyer, with a form that works without JavaScript', () => {
    const html = htmlOf(page(early))
    expect(html).toMatch(/<form method="post"/)
    expect(html).toContain('name="txid" value="auto_1"')
    expect(html).toContain('name="lockId" value="1"')
    expect(html).toMatch(/<button[^>]*value="return_early"/)
    expect(drawn(early)).toMatch(/It can go back now: the buyer signs, then Quayside/)
    expect(drawn(early)).toMatch(/After its date, the locking wallet can take it back/)
  })

  it.each<[string, Partial<DepositView>, Reader | null]>([
    ['its seller', early, 'seller'],
    ['an operator', early, null],
    ['its buyer beside a settlement', { ...early, early: 'settling' }, 'buyer'],
    ['its buyer once it is signed', { ...early, early: 'signed' }, 'buyer'],
    ['its buyer when it is gone', { end: { as: 'refunded', hash: 'CD'.repeat(32), at: deposit.at } }, 'buyer'],
  ])('has no button for %s', (_who, about, reader) => {
    expect(htmlOf(page(about, reader))).not.toContain('<button type="submit"')
  })

  it('says why it does not now, and what is under way', () => {
    expect(drawn({ ...early, early: 'settling' })).toContain('while this escrow is being settled')
    expect(drawn({ ...early, early: 'signed' })).toContain('The buyer has signed to get it back now.')
  })
})
