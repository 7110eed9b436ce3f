import { describe, expect, test } from 'vitest'
import { ASSETS, NETWORKS } from '#app/kernel/domain/assets.ts'
import { HARBOUR_CHAINS } from '#app/kernel/domain/harbour-addresses.ts'
import { holdingLedgers, type OnchainPlace, offeringLedgers, onchainOffered } from './offered.ts'

const BOTH = { stellar: {}, xrpl: {} }
const at = (place: Partial<OnchainPlace>): OnchainPlace => ({ keeping: BOTH, chains: HARBOUR_CHAINS, ...place })
const offered = (place: OnchainPlace) => ASSETS.filter((asset) => onchainOffered(place, asset)).toSorted()

test('a ledger holds escrows of its own assets where all that keeps them is set', () => {
  expect(offered(at({}))).toEqual(['USDC', 'XLM', 'XRP'])
  expect(offered(at({ keeping: { stellar: {}, xrpl: null } }))).toEqual(['USDC', 'XLM'])
  expect(offered(at({ keeping: { stellar: null, xrpl: {} } }))).toEqual(['XRP'])
  expect(offered(at({ keeping: { stellar: null, xrpl: null } }))).toEqual([])
})

describe('Stellar holds new ones on every network, the XRP Ledger where a wallet signs by a link or a code', () => {
  test.each([
    ['Stellar', { stellar: 'Public Global Stellar Network ; September 2015' }, ['USDC', 'XLM', 'XRP']],
    ['Stellar’s test network', { stellar: 'Test SDF Network ; September 2015' }, ['USDC', 'XLM', 'XRP']],
    ['the XRP Ledger', { xrpl: '0' }, ['USDC', 'XLM']],
    ['its test network', { xrpl: '1' }, ['USDC', 'XLM']],
    ['an XRP Ledger that nobody knows', { xrpl: '21337' }, ['USDC', 'XLM']],
  ])('%s', (_, chain, assets) => {
    const place = at({ chains: { ...HARBOUR_CHAINS, ...chain } })
    expect(offered(place)).toEqual(assets)
    // Open ones continue, and pages mention them.
    expect(holdingLedgers(place)).toEqual([...NETWORKS])
  })

  test('where nothing keeps any, none is offered', () => {
    const place = at({ keeping: { stellar: null, xrpl: null }, chains: { stellar: 'x', xrpl: '0' } })
    expect([offered(place), holdingLedgers(place), offeringLedgers(place)]).toEqual([[], [], []])
  })
})
