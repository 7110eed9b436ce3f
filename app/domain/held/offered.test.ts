import { expect, test } from 'vitest'
import { ASSETS } from '#app/domain/kernel/assets.ts'
import { heldOffered } from './offered.ts'

const offered = (keeping: { stellar: object | null; xrpl: object | null }) =>
  ASSETS.filter((asset) => heldOffered(keeping, asset))

test('a ledger holds escrows of its own assets where all that keeps them is set', () => {
  expect(offered({ stellar: {}, xrpl: {} }).toSorted()).toEqual(['USDC', 'XLM', 'XRP'])
  expect(offered({ stellar: {}, xrpl: null }).toSorted()).toEqual(['USDC', 'XLM'])
  expect(offered({ stellar: null, xrpl: {} })).toEqual(['XRP'])
  expect(offered({ stellar: null, xrpl: null })).toEqual([])
})
