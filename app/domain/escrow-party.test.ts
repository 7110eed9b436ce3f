import { describe, expect, test } from 'vitest'
import { isParty, maySell } from './escrow-party.ts'

const open = { buyerId: 'ann', sellerId: null, sellerEmail: null }
const ben = { id: 'ben', email: 'ben@example.org' }
const cleo = { id: 'cleo', email: 'cleo@example.org' }

describe('who may confirm as the seller', () => {
  test.each([
    ['anyone with the ID, while nobody is named or bound', open, ben, true],
    ['the buyer, never', open, { id: 'ann', email: 'ann@example.org' }, false],
    ['the account that the buyer named', { ...open, sellerEmail: ben.email }, ben, true],
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
