import { StrKey } from '@stellar/stellar-sdk'
import { describe, expect, test } from 'vitest'
import { HARBOUR_NETWORK_ID, HARBOUR_PASSPHRASE } from '#harbour/accounts.ts'
import { readAccounts, readKeys, readNetworks, stepsFor, TEST_SETTINGS } from './plan.ts'

const PUBLIC = 'Public Global Stellar Network ; September 2015'
const realms = (env: Record<string, string>) => {
  const networks = readNetworks(env)
  return 'problem' in networks ? networks.problem : [networks.stellar.realm, networks.xrpl.realm]
}
const named = (passphrase: string, id: number) => ({
  ...TEST_SETTINGS,
  STELLAR_PASSPHRASE: passphrase,
  XRPL_NETWORK_ID: String(id),
})

describe('which networks are meant', () => {
  test('the test networks, where nothing is set', () => {
    expect(realms({})).toEqual(['test', 'test'])
    expect(realms({ HORIZON_URL: ' ', XRPL_NETWORK_ID: '' })).toEqual(['test', 'test'])
    expect(StrKey.isValidEd25519PublicKey(TEST_SETTINGS.USDC_ISSUER)).toBe(true)
  })

  test.each([
    ['the harbour', named(HARBOUR_PASSPHRASE, HARBOUR_NETWORK_ID), ['play', 'play']],
    ['the public ones', named(PUBLIC, 0), ['real', 'real']],
    ['the XRP Ledger for developers', named(TEST_SETTINGS.STELLAR_PASSPHRASE, 2), ['test', 'test']],
    ['one that nobody knows counts as real', named('Ours ; 2026', 21337), ['real', 'real']],
  ])('%s', (_, env, expected) => {
    expect(realms(env)).toEqual(expected)
  })

  test('half of them is nobody’s wish: the rest would be another network', () => {
    expect(realms({ HORIZON_URL: 'https://horizon.stellar.org' })).toMatch(
      /^Set STELLAR_PASSPHRASE, USDC_ISSUER, XRPL_URL/,
    )
    expect(realms({ ...TEST_SETTINGS, XRPL_NETWORK_ID: 'main' })).toMatch(/must be a number/)
  })

  test('of several servers the first is asked', () => {
    expect(readNetworks({ ...TEST_SETTINGS, HORIZON_URL: 'https://one.example, https://two.example' })).toMatchObject({
      stellar: { url: 'https://one.example' },
    })
  })
})

test('four accounts are named, with or without a seed', () => {
  const accounts = readAccounts({ STELLAR_FEE_ACCOUNT: ' G1 ', XRPL_ESCROW_ACCOUNT: 'r1', XRPL_ESCROW_SEED: 's1' })
  expect(accounts.map(({ setting, address, seed }) => [setting, address, seed])).toEqual([
    ['STELLAR_ESCROW', null, null],
    ['STELLAR_FEE', 'G1', null],
    ['XRPL_ESCROW', 'r1', 's1'],
    ['XRPL_FEE', null, null],
  ])
})

test('a new account lacks everything', () => {
  const lacks = (network: 'stellar' | 'xrpl', role: 'fee' | 'sponsor') =>
    stepsFor({ network, role }, null, { USDC: 'the issuer' })
  expect(lacks('stellar', 'fee')).toEqual(['fund', 'trustline', 'memo'])
  expect(lacks('xrpl', 'fee')).toEqual(['fund', 'tag'])
  expect([lacks('stellar', 'sponsor'), lacks('xrpl', 'sponsor')]).toEqual([['fund'], ['fund']])
})

test('whoever keeps escrows is named where it is set or wanted', () => {
  const settings = (accounts: ReturnType<typeof readAccounts>) => accounts.map(({ setting }) => setting)
  expect(settings(readAccounts({ STELLAR_SPONSOR_ACCOUNT: 'G1' }))).toContain('STELLAR_SPONSOR')
  expect(settings(readAccounts({ STELLAR_SPONSOR_ACCOUNT: 'G1' }))).not.toContain('XRPL_SPONSOR')
  expect(settings(readAccounts({}, { keepers: true }))).toHaveLength(6)
  expect(readKeys({ STELLAR_ARBITER_ADDRESS: ' G2 ' })).toEqual({
    arbiter: { address: 'G2', seed: null },
    hasSealing: false,
  })
})
