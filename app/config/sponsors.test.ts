import { describe, expect, test } from 'vitest'
import { stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import { harbourEnvironment } from '#harbour/environment.ts'
import { ConfigInvalid, parseConfig } from '../config.server.ts'
import { complaintsAboutKeys } from './sponsors.ts'

const HARBOUR: Record<string, string> = {
  ...harbourEnvironment({ harbourPort: 3100 }),
  PUBLIC_ORIGIN: 'http://127.0.0.1:3000/',
  DATABASE_URL: 'postgres://localhost/quayside',
  SESSION_SECRET: 'x'.repeat(32),
  STORAGE_FOLDER: 'data/documents',
}
const NONE = {
  STELLAR_SPONSOR_ACCOUNT: '',
  STELLAR_SPONSOR_SEED: '',
  STELLAR_ARBITER_ADDRESS: '',
  STELLAR_ARBITER_SEED: '',
  XRPL_SPONSOR_ACCOUNT: '',
  XRPL_SPONSOR_SEED: '',
  ONCHAIN_SEALING_KEY: '',
}
const SECRETS = { STELLAR_SPONSOR_SEED: '', STELLAR_ARBITER_SEED: '', XRPL_SPONSOR_SEED: '', ONCHAIN_SEALING_KEY: '' }

const sponsors = (changes: Record<string, string> = {}) => parseConfig({ ...HARBOUR, ...changes }).keepers

function complaints(changes: Record<string, string>): string[] {
  try {
    return complaintsAboutKeys(sponsors(changes))
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.complaints
    throw error
  }
}

test('without any of them no ledger keeps an escrow, and nobody complains', () => {
  expect(sponsors(NONE)).toEqual({ stellar: null, xrpl: null, sealingKeys: [] })
  expect(complaints(NONE)).toEqual([])
})

test('all of a ledger’s are enough for that ledger', () => {
  const { STELLAR_SPONSOR_ACCOUNT, STELLAR_SPONSOR_SEED, STELLAR_ARBITER_ADDRESS, STELLAR_ARBITER_SEED } = HARBOUR
  const stellar = { STELLAR_SPONSOR_ACCOUNT, STELLAR_SPONSOR_SEED, STELLAR_ARBITER_ADDRESS, STELLAR_ARBITER_SEED }
  expect(sponsors({ ...NONE, ...(stellar as Record<string, string>) })).toMatchObject({
    stellar: { keeper: STELLAR_SPONSOR_ACCOUNT, arbiter: STELLAR_ARBITER_ADDRESS, seed: STELLAR_SPONSOR_SEED },
    xrpl: null,
  })
  const { XRPL_SPONSOR_ACCOUNT = '', XRPL_SPONSOR_SEED = '', ONCHAIN_SEALING_KEY = '' } = HARBOUR
  const xrpl = { XRPL_SPONSOR_ACCOUNT, XRPL_SPONSOR_SEED, ONCHAIN_SEALING_KEY }
  expect(sponsors({ ...NONE, ...xrpl })).toMatchObject({ stellar: null, xrpl: { keeper: XRPL_SPONSOR_ACCOUNT } })
  expect(complaints({ ...NONE, ...xrpl })).toEqual([])
  expect(complaints({})).toEqual([])
})

test('the web app knows the addresses and no key', () => {
  const { STELLAR_ESCROW_SEED, STELLAR_FEE_SEED, XRPL_ESCROW_SEED, XRPL_FEE_SEED, ...rest } = HARBOUR
  const web = parseConfig({ ...rest, ...SECRETS }, 'web').keepers
  expect(web).toEqual({
    stellar: { keeper: HARBOUR.STELLAR_SPONSOR_ACCOUNT, arbiter: HARBOUR.STELLAR_ARBITER_ADDRESS },
    xrpl: { keeper: HARBOUR.XRPL_SPONSOR_ACCOUNT },
    sealingKeys: [],
  })
})

describe('a ledger that is set by half', () => {
  test.each(['STELLAR_SPONSOR_ACCOUNT', 'STELLAR_ARBITER_ADDRESS', 'XRPL_SPONSOR_ACCOUNT'])(
    'is refused everywhere when %s lacks',
    (name) => {
      expect(complaints({ [name]: '' })).toEqual([expect.stringMatching(`^${name}: is not set, and \\w+ is; set all`)])
    },
  )

  test.each(Object.keys(SECRETS))('is refused in the worker when %s lacks', (name) => {
    expect(complaints({ [name]: '' })).toEqual([
      expect.stringMatching(`^${name}: is not set, and \\w+ is; the worker keeps escrows with it`),
    ])
  })

  test.each(Object.keys(NONE))('is refused when %s alone is there', (name) => {
    expect(complaints({ ...NONE, [name]: HARBOUR[name] ?? '' }).join()).toContain(`, and ${name} is; `)
  })
})

test('none of them is another account of ours, or twice the same', () => {
  const { STELLAR_ESCROW_ACCOUNT, STELLAR_FEE_ACCOUNT, USDC_ISSUER, XRPL_ESCROW_ACCOUNT, XRPL_FEE_ACCOUNT } = HARBOUR
  const { STELLAR_SPONSOR_ACCOUNT } = HARBOUR
  const others: [string, (string | undefined)[]][] = [
    ['STELLAR_SPONSOR_ACCOUNT', [STELLAR_ESCROW_ACCOUNT, STELLAR_FEE_ACCOUNT, USDC_ISSUER]],
    ['STELLAR_ARBITER_ADDRESS', [STELLAR_ESCROW_ACCOUNT, STELLAR_FEE_ACCOUNT, USDC_ISSUER, STELLAR_SPONSOR_ACCOUNT]],
    ['XRPL_SPONSOR_ACCOUNT', [XRPL_ESCROW_ACCOUNT, XRPL_FEE_ACCOUNT]],
  ]
  for (const [name, addresses] of others) {
    for (const address of addresses) {
      expect(complaints({ [name]: address ?? '' })).toEqual([expect.stringMatching(`^${name}: must differ from `)])
    }
  }
})

test('what stands in the wrong place is told, and no secret repeated', () => {
  const secret = stellarPlayKey('friend').secret()
  for (const name of Object.keys(NONE)) {
    const said = complaints({
      [name]: name === 'STELLAR_SPONSOR_SEED' || name === 'STELLAR_ARBITER_SEED' ? 'S' : secret,
    })
    expect(said.join()).toContain(`${name}: `)
    expect(said.join()).not.toContain(secret)
  }
  const { address } = xrplPlayWallet('friend')
  expect(complaints({ STELLAR_ARBITER_ADDRESS: address }).join()).toContain('is an address of the XRP Ledger')
})

test('the harbour’s keys are refused on public networks', () => {
  const stellar = complaints({ STELLAR_PASSPHRASE: 'Public Global Stellar Network ; September 2015' }).join()
  for (const name of ['STELLAR_SPONSOR_ACCOUNT', 'STELLAR_ARBITER_ADDRESS']) {
    expect(stellar).toContain(`${name}: this is a harbour account`)
  }
  const xrpl = complaints({ XRPL_NETWORK_ID: '0' }).join()
  expect(xrpl).toContain('XRPL_SPONSOR_ACCOUNT: this is a harbour account')
  expect(xrpl).toContain('ONCHAIN_SEALING_KEY: this is the harbour’s, which is public')
})
