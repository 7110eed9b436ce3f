import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SETTLEMENT_KINDS } from '#app/settlement/custody/domain/settlement.ts'
import { isArbiterAwaited, sidesToSign, signersToSend, walletsToSign } from './signers.ts'

const [buyerWallet, sellerWallet, arbiter] = ['GBUYER', 'GSELLER', 'GARBITER']
const signers = { buyerWallet, sellerWallet, arbiter }
const anybody = fc.subarray([buyerWallet, sellerWallet, arbiter, 'GOTHER'])
const before = fc.constantFrom(...SETTLEMENT_KINDS.filter((kind) => kind !== 'expiry'))

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
    const refund = { kind: 'refund', isAlone: false } as const
    expect(isArbiterAwaited(refund, signers, signed)).toBe(isTurn)
    expect(signersToSend(refund, signers, signed)).toEqual(pair)
  })

  it('the buyer’s alone counts after the date', () => {
    const alone = { kind: 'expiry', isAlone: true } as const
    expect(isArbiterAwaited(alone, signers, [buyerWallet])).toBe(false)
    expect(signersToSend(alone, signers, [sellerWallet, arbiter])).toBeNull()
    expect(signersToSend(alone, signers, [arbiter, sellerWallet, buyerWallet])).toEqual([buyerWallet])
  })

  it('a claim that was described with a closing has the arbiter’s as well', () => {
    const closing = { kind: 'expiry', isAlone: false } as const
    expect(isArbiterAwaited(closing, signers, [sellerWallet])).toBe(false)
    expect(signersToSend(closing, signers, [sellerWallet, arbiter])).toBeNull()
    expect(isArbiterAwaited(closing, signers, [buyerWallet])).toBe(true)
    expect(signersToSend(closing, signers, [buyerWallet, arbiter])).toEqual([buyerWallet, arbiter])
  })

  it('are two different ones of the three who have signed, and the arbiter completes what one side began', () => {
    fc.assert(
      fc.property(before, anybody, (kind, signed) => {
        const way = { kind, isAlone: false }
        const pair = signersToSend(way, signers, signed)
        if (pair) {
          expect(new Set(pair).size).toBe(2)
          expect(pair.every((address) => signed.includes(address) && address !== 'GOTHER')).toBe(true)
        }
        if (!isArbiterAwaited(way, signers, signed)) return
        expect(pair).toBeNull()
        expect(signersToSend(way, signers, [...signed, arbiter])).not.toBeNull()
      }),
    )
  })
})
