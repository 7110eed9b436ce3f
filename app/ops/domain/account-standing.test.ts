import { describe, expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type AccountStanding, findingsOfAccount } from './account-standing.ts'

const ISSUER = 'the issuer'
const WELL: AccountStanding = {
  balance: new Decimal(77),
  spendable: new Decimal(75),
  lines: [{ asset: 'USDC', issuer: ISSUER, isAuthorized: true }],
  wantsMemo: true,
  takesFromAnybody: true,
  signers: [{ address: 'ours', weight: 1 }],
  needed: 1,
}
const key = { setting: 'STELLAR_ESCROW_SEED', address: 'ours', mustBeThere: true }
const asked = {
  setting: 'STELLAR_ESCROW_ACCOUNT',
  account: 'ours',
  issuers: { USDC: ISSUER },
  low: new Decimal(20),
  key,
  isPaid: true,
}

function mends(
  standing: Partial<AccountStanding> | null,
  change: Partial<typeof asked> = {},
  network: 'stellar' | 'xrpl' = 'stellar',
) {
  const found = findingsOfAccount({ ...asked, network, ...change, standing: standing && { ...WELL, ...standing } })
  return found.filter(({ verdict }) => verdict === 'mend').map(({ about, says }) => `${about}: ${says}`)
}

describe('an account of ours', () => {
  test('that lacks nothing has nothing to mend', () => {
    expect(mends({})).toEqual([])
    expect(mends({ lines: [] }, {}, 'xrpl')).toEqual([])
  })

  test.each<[string, Partial<AccountStanding> | null, RegExp]>([
    ['is not there', null, /ours is not on the ledger: send it XLM/],
    ['has less than counts as low', { spendable: new Decimal('19.5') }, /send it at least 0\.5 XLM/],
    [
      'has another trustline',
      { lines: [{ asset: 'USDC', issuer: 'other', isAuthorized: true }] },
      /It has one for USDC of other/,
    ],
    ['has none', { lines: [] }, /It has no trustline for USDC of the issuer; npm run accounts:prepare does it\.$/],
    ['has a frozen one', { lines: [{ asset: 'USDC', issuer: ISSUER, isAuthorized: false }] }, /has not authorized/],
    ['is closed to strangers', { takesFromAnybody: false }, /DepositAuth/],
    ['takes money without a memo', { wantsMemo: false }, /does not demand a memo/],
    ['has a key of too little weight', { needed: 2 }, /its weight is 1, a payment takes 2/],
    ['has a key that was taken away', { signers: [{ address: 'ours', weight: 0 }] }, /its weight is 0/],
    ['is signed for by others', { signers: [{ address: 'another', weight: 5 }] }, /its weight is 0/],
  ])('that %s', (_, standing, says) => {
    expect(mends(standing)).toEqual([expect.stringMatching(says)])
  })

  test.each([
    ['theirs', /It is the seed of theirs, not of ours\./],
    ['unreadable', /It is no secret seed/],
  ])('whose seed is %s', (address, says) => {
    expect(mends({}, { key: { ...key, address } })).toEqual([expect.stringMatching(says)])
  })

  test('that nobody pays needs funds and its key, and no more', () => {
    const bare = { lines: [], wantsMemo: false }
    expect(mends(bare, { isPaid: false })).toEqual([])
    expect(mends(bare, { isPaid: false }, 'xrpl')).toEqual([])
    expect(mends({ ...bare, spendable: new Decimal(3) }, { isPaid: false })).toEqual([
      expect.stringMatching(/send it at least 17 XLM/),
    ])
  })

  test('needs no seed where the web app runs', () => {
    expect(mends({}, { key: { ...key, address: 'none' } })).toEqual([])
  })
})
