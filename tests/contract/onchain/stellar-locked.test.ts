/** What a wallet did on Stellar is compared with the agreement, and obstacles are found before it acts. */
import { Asset, Claimant, Keypair, Operation, type xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { TreasuryWaits } from '#app/ledgers/ledger.ts'
import type { OnchainTerms } from '#app/trade/onchain/domain/terms.ts'
import {
  arbiter,
  bank,
  buyer,
  DATE,
  openStellarGround,
  START,
  type StellarGround,
  seller,
  sponsor,
  stranger,
} from './stellar-ground.ts'

const usdc = new Asset('USDC', bank.publicKey())
const { predicateBeforeAbsoluteTime: until, predicateNot: not, predicateUnconditional: always } = Claimant

let ground: StellarGround
afterEach(() => ground.close())

describe('an account of two signatures', () => {
  beforeEach(async () => {
    ground = await openStellarGround('USDC')
  })
  const read = (about: Partial<OnchainTerms> = {}) =>
    ground.held.readAccount({ ...ground.terms, ...about }, ground.trustees)

  it('is opened as agreed, and is nobody else’s', async () => {
    expect((await read())?.differences).toEqual([])
    expect((await read({ sellerWallet: stranger.publicKey() }))?.differences).toEqual(['signers'])
    expect((await read({ asset: 'XLM' }))?.differences).toEqual(['trustline'])
    expect(
      await ground.held.readAccount(ground.terms, { ...ground.trustees, account: Keypair.random().publicKey() }),
    ).toBeNull()
    const others = { ...ground.trustees, arbiter: stranger.publicKey(), sponsor: stranger.publicKey() }
    expect((await ground.held.readAccount(ground.terms, others))?.differences).toEqual(['signers', 'sponsor'])
  })

  it('is not opened out of what the fees of settlements need', async () => {
    const [lane] = await ground.keeper.findLanes({ wanted: 1, findTaken: async () => new Set() })
    const has = await ground.balanceOf(sponsor.publicKey(), 'XLM')
    const away = has.minus(25).toFixed()
    const leave = Operation.payment({ destination: stranger.publicKey(), asset: Asset.native(), amount: away })
    expect(await ground.send(sponsor, [leave])).toBeNull()
    await expect(ground.keeper.signOpening(ground.terms, lane ?? '')).rejects.toBeInstanceOf(TreasuryWaits)
  })

  it.each<[string, (source: string) => xdr.Operation, string[]]>([
    [
      'a signer more',
      (source) => Operation.setOptions({ source, signer: { ed25519PublicKey: stranger.publicKey(), weight: 1 } }),
      ['signers'],
    ],
    [
      'a signer who weighs more',
      (source) => Operation.setOptions({ source, signer: { ed25519PublicKey: seller.publicKey(), weight: 2 } }),
      ['signers'],
    ],
    ['a lower threshold', (source) => Operation.setOptions({ source, lowThreshold: 1 }), ['thresholds']],
    ['its own key again', (source) => Operation.setOptions({ source, masterWeight: 2 }), ['signers']],
    ['a flag', (source) => Operation.setOptions({ source, setFlags: 1 }), ['flags']],
    ['no line', (source) => Operation.changeTrust({ source, asset: usdc, limit: '0' }), ['trustline']],
    [
      'a line that is too small',
      (source) => Operation.changeTrust({ source, asset: usdc, limit: '50' }),
      ['trustline'],
    ],
  ])('that two of its signers gave %s is seen', async (_what, operation, differences) => {
    // Pays the reserve of the added entry, which nobody sponsors any more.
    await ground.send(buyer, [Operation.payment({ destination: ground.account, asset: Asset.native(), amount: '5' })])
    expect(await ground.send(buyer, [operation(ground.account)], [buyer, seller])).toBeNull()
    expect((await read())?.differences).toEqual(differences)
  })

  it('that holds data or another line is seen', async () => {
    await ground.send(buyer, [Operation.payment({ destination: ground.account, asset: Asset.native(), amount: '5' })])
    const source = ground.account
    const other = Operation.changeTrust({ source, asset: new Asset('OTHER', bank.publicKey()) })
    const data = Operation.manageData({ source, name: 'note', value: 'x' })
    expect(await ground.send(buyer, [other, data], [buyer, arbiter])).toBeNull()
    expect((await read())?.differences).toEqual(['trustline', 'data'])
  })
})

describe('what is locked', () => {
  beforeEach(async () => {
    ground = await openStellarGround('USDC')
  })
  const made = async (about: { asset?: Asset; amount?: string; claimants?: Claimant[]; by?: Keypair }) => {
    const right = [
      new Claimant(ground.account, until(String(DATE))),
      new Claimant(buyer.publicKey(), not(until(String(DATE)))),
    ]
    const { asset = usdc, amount = ground.terms.amount.toFixed(), claimants = right, by = buyer } = about
    expect(await ground.send(by, [Operation.createClaimableBalance({ asset, amount, claimants })])).toBeNull()
    return ground.findLocked()
  }
  const heldBy = (predicate: xdr.ClaimPredicate, back: xdr.ClaimPredicate, ...others: Claimant[]) => [
    new Claimant(ground.account, predicate),
    new Claimant(buyer.publicKey(), back),
    ...others,
  ]

  it('by hand, just as agreed, is as agreed', async () => {
    expect(await made({})).toEqual([[]])
  })

  it('in another asset, or of another amount, is seen', async () => {
    expect(await made({ asset: Asset.native() })).toEqual([['asset']])
    expect(await made({ amount: '50' })).toEqual([['amount'], ['asset']])
  })

  it('in USDC of another issuer is seen', async () => {
    const forged = new Asset('USDC', stranger.publicKey())
    expect(await ground.send(buyer, [Operation.changeTrust({ asset: forged })])).toBeNull()
    await ground.send(stranger, [Operation.payment({ destination: buyer.publicKey(), asset: forged, amount: '100' })])
    expect(await made({ asset: forged })).toEqual([['asset']])
  })

  it('by somebody else is seen', async () => {
    await ground.send(stranger, [Operation.changeTrust({ asset: usdc })])
    await ground.send(bank, [Operation.payment({ destination: stranger.publicKey(), asset: usdc, amount: '100' })])
    expect(await made({ by: stranger })).toEqual([['payer']])
  })

  it('until another date is seen', async () => {
    const later = until(String(DATE + 1))
    expect(await made({ claimants: heldBy(later, not(later)) })).toEqual([['date']])
  })

  it.each<[string, () => xdr.ClaimPredicate, () => xdr.ClaimPredicate]>([
    ['the buyer may claim at once', () => until(String(DATE)), always],
    ['the account may claim for ever', always, () => not(until(String(DATE)))],
    ['there is a second that is nobody’s', () => until(String(DATE)), () => not(until(String(DATE + 1)))],
    ['there is a second that is both’s', () => until(String(DATE)), () => not(until(String(DATE - 1)))],
    ['the buyer may claim before and the account after', () => not(until(String(DATE))), () => until(String(DATE))],
    [
      'the date is hidden in an “or”',
      () => Claimant.predicateOr(until(String(DATE)), until(String(DATE))),
      () => not(until(String(DATE))),
    ],
    ['the date is hidden in two “not”', () => not(not(until(String(DATE)))), () => not(until(String(DATE)))],
  ])('so that %s is seen', async (_what, ofAccount, ofBuyer) => {
    expect(await made({ claimants: heldBy(ofAccount(), ofBuyer()) })).toEqual([['predicates']])
  })

  it('for a third, or for the account alone, is seen', async () => {
    const right = until(String(DATE))
    const third = new Claimant(seller.publicKey(), not(right))
    expect(await made({ claimants: heldBy(right, not(right), third) })).toEqual([['claimants']])
    expect(await made({ claimants: [new Claimant(ground.account, right)] })).toEqual([['claimants'], ['claimants']])
  })

  it('twice is shown twice, the newest first', async () => {
    await ground.lock()
    await ground.lock()
    const { locks } = await ground.held.findLocks(ground.terms, ground.account)
    expect(locks.map(({ differences }) => differences)).toEqual([[], []])
    expect(locks[0]?.balanceId).toBe(ground.balanceId())
  })
})

describe('whoever makes balance after balance for the account', () => {
  it('costs a look of some of them: what is known is not asked about again, and the rest is found in its turn', async () => {
    ground = await openStellarGround('XLM')
    const claimants = [new Claimant(ground.account)]
    const balance = () => Operation.createClaimableBalance({ asset: Asset.native(), amount: '0.1', claimants })
    expect(await ground.send(buyer, Array.from({ length: 22 }, balance))).toBeNull()
    const known = new Set<string>()
    const counts: number[] = []
    for (let look = 0; look < 3; look += 1) {
      const { locks, completeTo } = await ground.held.findLocks(ground.terms, ground.account, known)
      counts.push(locks.length)
      // The balances left out can never count.
      expect(completeTo).not.toBeNull()
      for (const { balanceId } of locks) known.add(balanceId)
    }
    expect(counts).toEqual([20, 2, 0])
    expect(known.size).toBe(22)
  })
})

describe('whoever floods the account with more than any look asks about', () => {
  it('keeps no look from being whole: what the buyer’s wallet has locked is found, wherever it lies', async () => {
    ground = await openStellarGround('XLM')
    await ground.lock()
    const claimants = [new Claimant(ground.account)]
    const balance = Operation.createClaimableBalance({ asset: Asset.native(), amount: '0.0000001', claimants })
    const hundred = Array.from({ length: 100 }, () => balance)
    const givers = [...Array.from({ length: 19 }, () => bank), stranger, sponsor]
    for (const giver of givers) expect(await ground.send(giver, hundred)).toBeNull()
    const { locks, completeTo } = await ground.held.findLocks(ground.terms, ground.account)
    expect(locks.filter(({ differences }) => differences.length === 0)).toMatchObject([
      { balanceId: ground.balanceId() },
    ])
    expect(locks).toHaveLength(21)
    expect(completeTo).toEqual(new Date(START * 1000))
  })
})

describe('before anything is locked', () => {
  beforeEach(async () => {
    ground = await openStellarGround('USDC')
  })
  const obstacles = (about: Partial<OnchainTerms> = {}) =>
    ground.held.obstaclesTo({ ...ground.terms, ...about }, 'before_locking')

  it('nothing is in the way of two wallets that are right', async () => {
    expect(await obstacles()).toEqual({ buyer: null, seller: null })
    expect(await obstacles({ asset: 'XLM' })).toEqual({ buyer: null, seller: null })
  })

  it('a wallet that cannot be one of the two is named', async () => {
    const nobody = Keypair.random().publicKey()
    expect(await obstacles({ sellerWallet: nobody })).toMatchObject({ seller: 'account_missing' })
    expect(await obstacles({ sellerWallet: nobody, asset: 'XLM' })).toMatchObject({ seller: 'account_missing' })
    expect(await obstacles({ sellerWallet: 'GNOBODY' })).toMatchObject({ seller: 'address_invalid' })
    expect(await obstacles({ sellerWallet: sponsor.publicKey() })).toMatchObject({ seller: 'own_account' })
    expect(await obstacles({ sellerWallet: stranger.publicKey() })).toMatchObject({ seller: 'trustline_missing' })
    expect(await obstacles({ buyerWallet: stranger.publicKey() })).toMatchObject({ buyer: 'trustline_missing' })
    expect(await obstacles({ buyerWallet: seller.publicKey() })).toEqual({
      buyer: 'same_wallet',
      seller: 'same_wallet',
    })
  })

  it('a key that was switched off is named', async () => {
    const other = { signer: { ed25519PublicKey: stranger.publicKey(), weight: 1 }, masterWeight: 0 }
    expect(await ground.send(seller, [Operation.setOptions(other)])).toBeNull()
    expect(await obstacles()).toEqual({ buyer: null, seller: 'key_disabled' })
  })

  it('a line that is too small is named for the seller, and for the buyer only when the money is to come back', async () => {
    const small = Operation.changeTrust({ asset: usdc, limit: '10' })
    await ground.send(seller, [small])
    expect(await obstacles()).toEqual({ buyer: null, seller: 'trustline_full' })
    // The whole balance: depositing it makes room for its own return.
    await ground.send(buyer, [Operation.changeTrust({ asset: usdc, limit: '500' })])
    expect(await obstacles()).toMatchObject({ buyer: null })
    const back = { shares: [{ address: buyer.publicKey(), amount: '50' }] }
    expect(await ground.held.obstaclesTo(ground.terms, back)).toMatchObject({ buyer: 'trustline_full', seller: null })
  })

  it('too little of the asset, or of XLM for the reserves, is named', async () => {
    expect(await obstacles({ amount: new Decimal(500) })).toMatchObject({ buyer: null })
    expect(await obstacles({ amount: new Decimal('500.0000001') })).toMatchObject({ buyer: 'funds_short' })
    // 1000, less 1.5 bound by the account and its trust line, 1 for the two claimants, and the highest fee.
    const most = new Decimal('997.49')
    expect(await obstacles({ asset: 'XLM', amount: most })).toMatchObject({ buyer: null })
    expect(await obstacles({ asset: 'XLM', amount: most.plus('0.0000001') })).toMatchObject({ buyer: 'funds_short' })
  })
})

it('an account is opened for its escrow alone, and the buyer’s transaction ends with the date', async () => {
  ground = await openStellarGround('XLM', { deadline: START + 1_000 })
  const lock = await ground.held.writeLock(ground.terms, ground.account)
  expect(Number(lock?.validUntil)).toBe(START + 999)
  expect(
    await ground.held.writeLock({ ...ground.terms, buyerWallet: Keypair.random().publicKey() }, ground.account),
  ).toBeNull()
})
