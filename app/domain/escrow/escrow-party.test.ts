import { describe, expect, test } from 'vitest'
import { isParty, maySell } from './escrow-party.ts'

const open = { buyerId: 'ann', sellerId: null, sellerEmail: null }
const ben = { id: 'ben', email: 'ben@example.org', hasConfirmedEmail: true }
const cleo = { id: 'cleo', email: 'cleo@example.org', hasConfirmedEmail: true }
const unconfirmed = { ...ben, hasConfirmedEmail: false }

describe('who may confirm as the seller', () => {
  test.each([
    ['anyone with the ID, while nobody is named or bound', open, ben, true],
    ['the buyer, never', open, { ...cleo, id: 'ann' }, false],
    ['the account that the buyer named', { ...open, sellerEmail: ben.email }, ben, true],
    ['not before the address is confirmed', { ...open, sellerEmail: ben.email }, unconfirmed, false],
    ['anyone with the ID, confirmed or not, when nobody is named', open, unconfirmed, true],
    ['nobody else then', { ...open, sellerEmail: ben.email }, cleo, false],
    ['the one who is bound', { ...open, sellerId: 'ben' }, ben, true],
    ['nobody else then either', { ...open, sellerId: 'ben' }, cleo, false],
    [
      'the one who is bound, even with another address since',
      { ...open, sellerId: 'ben', sellerEmail: 'old@example.org' },
      ben,
      true,
    ],
  ])('%s', (_, escrow, seller, answer) => {
    expect(maySell(escrow, seller)).toBe(answer)
  })
})

test('the parties are the buyer and the bound seller', () => {
  const escrow = { buyerId: 'ann', sellerId: 'ben' }
  expect(['ann', 'ben', 'cleo'].map((id) => isParty(escrow, id))).toEqual([true, true, false])
  expect(isParty(open, 'ben')).toBe(false)
})
