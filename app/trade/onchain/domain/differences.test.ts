import { describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  compareAccount,
  compareBalance,
  compareEscrow,
  type DepositedBalance,
  type DepositedEscrow,
  type TwoSignatureAccount,
} from './differences.ts'
import type { OnchainTerms } from './terms.ts'

const deadline = 1_900_000_000
const terms: OnchainTerms = {
  asset: 'USDC',
  amount: new Decimal('50.5'),
  buyerWallet: 'BUYER',
  sellerWallet: 'SELLER',
  sellerTag: '0',
  deadline,
  reference: '1',
}

describe('a balance', () => {
  const agreed: DepositedBalance = {
    asset: 'USDC',
    amount: new Decimal('50.5000000'),
    payer: 'BUYER',
    claimants: [
      { address: 'BUYER', rule: { is: 'from', seconds: deadline } },
      { address: 'HELD', rule: { is: 'before', seconds: deadline } },
    ],
  }
  const compare = (about: Partial<DepositedBalance>) => compareBalance(terms, 'HELD', { ...agreed, ...about })

  it('as agreed has no difference, in whatever order its claimants stand', () => {
    expect(compare({})).toEqual([])
    expect(compare({ claimants: agreed.claimants.toReversed() })).toEqual([])
  })

  it('names every difference at once', () => {
    const claimants = agreed.claimants.map(({ address, rule }) => ({
      address,
      rule: { ...rule, seconds: deadline + 1 },
    }))
    const wrong = { asset: null, amount: new Decimal('50.4999999'), payer: 'OTHER', claimants }
    expect(compare(wrong as Partial<DepositedBalance>)).toEqual(['asset', 'amount', 'payer', 'date'])
  })
})

describe('an account of two signatures', () => {
  const agreed: TwoSignatureAccount = {
    signers: [
      { key: 'HELD', weight: 0, sponsor: null },
      { key: 'SELLER', weight: 1, sponsor: 'SPONSOR' },
      { key: 'BUYER', weight: 1, sponsor: 'SPONSOR' },
      { key: 'ARBITER', weight: 1, sponsor: 'SPONSOR' },
    ],
    thresholds: { low: 2, medium: 2, high: 2 },
    agreedLine: { limit: new Decimal('922337203685.4775807'), balance: new Decimal(0), isAuthorized: true },
    otherLines: 0,
    hasData: false,
    hasFlags: false,
    sponsor: 'SPONSOR',
  }
  const of = { account: 'HELD', arbiter: 'ARBITER', sponsor: 'SPONSOR' }
  const compare = (about: Partial<TwoSignatureAccount>) => compareAccount(terms, of, { ...agreed, ...about })

  it('as agreed has no difference', () => {
    expect(compare({})).toEqual([])
  })

  it.each([1, 3])('with a threshold of %i anywhere is another', (wrong) => {
    for (const threshold of ['low', 'medium', 'high']) {
      expect(compare({ thresholds: { ...agreed.thresholds, [threshold]: wrong } })).toEqual(['thresholds'])
    }
  })

  it('with a signer more, one less, or another weight of one is another', () => {
    const one = { key: 'OTHER', weight: 1, sponsor: null }
    expect(compare({ signers: [...agreed.signers, one] })).toEqual(['signers'])
    expect(compare({ signers: agreed.signers.slice(0, 3) })).toEqual(['signers'])
    for (const { key } of agreed.signers) {
      const heavier = agreed.signers.map((signer) =>
        signer.key === key ? { ...signer, weight: signer.weight + 1 } : signer,
      )
      expect(compare({ signers: heavier })).toEqual(['signers'])
    }
  })

  it('whose issuer froze its line is another', () => {
    const frozen = { limit: new Decimal(100), balance: new Decimal(0), isAuthorized: false }
    expect(compare({ agreedLine: frozen })).toEqual(['trustline'])
  })
})

describe('an escrow', () => {
  const xrp = { ...terms, asset: 'XRP' as const }
  const agreed: DepositedEscrow = {
    drops: '50500000',
    owner: 'BUYER',
    destination: 'SELLER',
    tag: '0',
    condition: 'A0',
    cancelAfter: deadline,
    finishAfter: null,
  }
  const compare = (about: Partial<DepositedEscrow>) => compareEscrow(xrp, ['A1', 'A0'], { ...agreed, ...about })

  it('as agreed has no difference', () => {
    expect(compare({ condition: 'a0' })).toEqual([])
  })

  it('of tokens is none of XRP, whatever their number', () => {
    expect(compare({ drops: null })).toEqual(['asset'])
  })

  it('without a tag is not one with the tag 0, nor without a date one with a date', () => {
    expect(compare({ tag: null })).toEqual(['tag'])
    expect(compare({ cancelAfter: null, finishAfter: 0 })).toEqual(['date', 'finish_after'])
    expect(compare({ condition: null })).toEqual(['condition'])
  })
})
