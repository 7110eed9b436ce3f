import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXIT_KINDS } from '#app/domain/custody/exit.ts'
import { isArbitersTurn, pairOf, sidesToSign, walletsToSign } from './signers.ts'

const [buyerWallet, sellerWallet, arbiter] = ['GBUYER', 'GSELLER', 'GARBITER']
const signers = { buyerWallet, sellerWallet, arbiter }
const anybody = fc.subarray([buyerWallet, sellerWallet, arbiter, 'GOTHER'])
const before = fc.constantFrom(...EXIT_KINDS.filter((kind) => kind !== 'expiry'))

describe('who signs a way out', () => {
  it('either side before the date, the buyer alone after it', () => {
    expect(sidesToSign('release')).toEqual(['buyer', 'seller'])
    expect(walletsToSign('division', signers)).toEqual([buyerWallet, sellerWallet])
    expect(sidesToSign('expiry')).toEqual(['buyer'])
    expect(walletsToSign('expiry', signers)).toEqual([buyerWallet])
  })

  it.each<[string, string[], boolean, [string, string] | null]>([
    ['nobody', [], false, null],
    ['the buyer', [buyerWallet], true, null],
    ['the seller', [sellerWallet], true, null],
    ['the arbiter, who is never first', [arbiter], false, null],
    ['both sides', [sellerWallet, buyerWallet], false, [buyerWallet, sellerWallet]],
    ['buyer and arbiter', [arbiter, buyerWallet], false, [buyerWallet, arbiter]],
    ['seller and arbiter', [arbiter, sellerWallet], false, [sellerWallet, arbiter]],
    ['all three, of whom one is left out', [arbiter, sellerWallet, buyerWallet], false, [buyerWallet, arbiter]],
  ])('signed by %s', (_who, signed, isTurn, pair) => {
    expect(isArbitersTurn('refund', signers, signed)).toBe(isTurn)
    expect(pairOf('refund', signers, signed)).toEqual(pair)
  })

  it('a seller counts for nothing after the date', () => {
    expect(isArbitersTurn('expiry', signers, [sellerWallet])).toBe(false)
    expect(pairOf('expiry', signers, [sellerWallet, arbiter])).toBeNull()
    expect(isArbitersTurn('expiry', signers, [buyerWallet])).toBe(true)
    expect(pairOf('expiry', signers, [buyerWallet, arbiter])).toEqual([buyerWallet, arbiter])
  })

  it('are two different ones of the three who have signed, and the arbiter completes what one side began', () => {
    fc.assert(
      fc.property(before, anybody, (kind, signed) => {
        const pair = pairOf(kind, signers, signed)
        if (pair) {
          expect(new Set(pair).size).toBe(2)
          expect(pair.every((address) => signed.includes(address) && address !== 'GOTHER')).toBe(true)
        }
        if (!isArbitersTurn(kind, signers, signed)) return
        expect(pair).toBeNull()
        expect(pairOf(kind, signers, [...signed, arbiter])).not.toBeNull()
      }),
    )
  })
})
