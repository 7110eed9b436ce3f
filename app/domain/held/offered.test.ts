import { describe, expect, test } from 'vitest'
import { ASSETS, NETWORKS } from '#app/domain/kernel/assets.ts'
import { HARBOUR_CHAINS } from '#app/domain/kernel/harbour-addresses.ts'
import {
  type HeldPlace,
  heldOffered,
  heldPaused,
  holdingLedgers,
  isSigned,
  offeringLedgers,
  pausedLedgers,
} from './offered.ts'

const BOTH = { stellar: {}, xrpl: {} }
const at = (place: Partial<HeldPlace>): HeldPlace => ({ keeping: BOTH, chains: HARBOUR_CHAINS, ...place })
const offered = (place: HeldPlace) => ASSETS.filter((asset) => heldOffered(place, asset)).toSorted()
const paused = (place: HeldPlace) => ASSETS.filter((asset) => heldPaused(place, asset)).toSorted()

test('a ledger holds escrows of its own assets where all that keeps them is set', () => {
  expect(offered(at({}))).toEqual(['USDC', 'XLM', 'XRP'])
  expect(offered(at({ keeping: { stellar: {}, xrpl: null } }))).toEqual(['USDC', 'XLM'])
  expect(offered(at({ keeping: { stellar: null, xrpl: {} } }))).toEqual(['XRP'])
  expect(offered(at({ keeping: { stellar: null, xrpl: null } }))).toEqual([])
  expect(paused(at({}))).toEqual([])
})

test('a ledger whose lock no wallet takes by a link or a code offers none by itself, whatever is paused', () => {
  const chains = { stellar: 'Public Global Stellar Network ; September 2015', xrpl: '0' }
  expect(NETWORKS.filter((network) => isSigned({ chains }, network))).toEqual(['stellar'])
  expect(NETWORKS.filter((network) => isSigned({ chains: HARBOUR_CHAINS }, network))).toEqual([...NETWORKS])
})

describe('where there may be somebody’s money, a ledger is given no new escrow', () => {
  test.each([
    ['Stellar', { stellar: 'Public Global Stellar Network ; September 2015' }, ['XRP'], ['USDC', 'XLM']],
    ['Stellar’s test network', { stellar: 'Test SDF Network ; September 2015' }, ['XRP'], ['USDC', 'XLM']],
    ['a Stellar that nobody knows', { stellar: 'Somebody’s own' }, ['XRP'], ['USDC', 'XLM']],
    ['the XRP Ledger', { xrpl: '0' }, ['USDC', 'XLM'], ['XRP']],
    ['its test network', { xrpl: '1' }, ['USDC', 'XLM'], ['XRP']],
    ['its network for developers', { xrpl: '2' }, ['USDC', 'XLM'], ['XRP']],
    ['an XRP Ledger that nobody knows', { xrpl: '21337' }, ['USDC', 'XLM'], ['XRP']],
  ])('%s', (_, chain, stillOffered, nowPaused) => {
    const place = at({ chains: { ...HARBOUR_CHAINS, ...chain } })
    expect(offered(place)).toEqual(stillOffered)
    expect(paused(place)).toEqual(nowPaused)
    // Those that are open are carried out, and pages speak of them.
    expect(holdingLedgers(place)).toEqual([...NETWORKS])
    expect([...offeringLedgers(place), ...pausedLedgers(place)].toSorted()).toEqual([...NETWORKS].toSorted())
  })

  test('where nothing keeps any, nothing is paused either', () => {
    const place = at({ keeping: { stellar: null, xrpl: null }, chains: { stellar: 'x', xrpl: '0' } })
    expect([offered(place), paused(place), holdingLedgers(place)]).toEqual([[], [], []])
  })
})
