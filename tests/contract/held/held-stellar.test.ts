/** Accounts of two signatures on Stellar: the common contract, and what is this ledger's own. */
import { Asset, Claimant, Keypair, Operation, type xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HoldTerms } from '#app/domain/held/terms.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { describeHolding } from './held-contract.ts'
import { settle } from './held-ground.ts'
import {
  arbiter,
  bank,
  buyer,
  DATE,
  openStellarGround,
  type StellarGround,
  seller,
  signatureOf,
  sponsor,
  START,
  stranger,
} from './stellar-ground.ts'

describeHolding('Stellar (XLM)', () => openStellarGround('XLM'))
describeHolding('Stellar (USDC)', () => openStellarGround('USDC'))

const usdc = new Asset('USDC', bank.publicKey())
const { predicateBeforeAbsoluteTime: until, predicateNot: not, predicateUnconditional: always } = Claimant

let ground: StellarGround
afterEach(() => ground.close())

describe('an account of two signatures', () => {
  beforeEach(async () => {
    ground = await openStellarGround('USDC')
  })
  const read = (about: Partial<HoldTerms> = {}) => ground.held.readAccount({ ...ground.terms, ...about }, ground.trustees)

  it('is opened as agreed, and is nobody else’s', async () => {
    expect((await read())?.differences).toEqual([])
    expect((await read({ sellerWallet: stranger.publicKey() }))?.differences).toEqual(['signers'])
    expect((await read({ asset: 'XLM' }))?.differences).toEqual(['trustline'])
    expect(await ground.held.readAccount(ground.terms, { ...ground.trustees, account: Keypair.random().publicKey() })).toBeNull()
    const others = { ...ground.trustees, arbiter: stranger.publicKey(), sponsor: stranger.publicKey() }
    expect((await ground.held.readAccount(ground.terms, others))?.differences).toEqual(['signers', 'sponsor'])
  })

  it.each<[string, (source: string) => xdr.Operation, string[]]>([
    ['a signer more', (source) => Operation.setOptions({ source, signer: { ed25519PublicKey: stranger.publicKey(), weight: 1 } }), ['signers']],
    ['a signer who weighs more', (source) => Operation.setOptions({ source, signer: { ed25519PublicKey: seller.publicKey(), weight: 2 } }), ['signers']],
    ['a lower threshold', (source) => Operation.setOptions({ source, lowThreshold: 1 }), ['thresholds']],
    ['its own key again', (source) => Operation.setOptions({ source, masterWeight: 2 }), ['signers']],
    ['a flag', (source) => Operation.setOptions({ source, setFlags: 1 }), ['flags']],
    ['no line', (source) => Operation.changeTrust({ source, asset: usdc, limit: '0' }), ['trustline']],
    ['a line that is too small', (source) => Operation.changeTrust({ source, asset: usdc, limit: '50' }), ['trustline']],
  ])('that two of its signers gave %s is seen', async (_what, operation, differences) => {
    // The reserve of what is added, which nobody sponsors any more.
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
    ['the date is hidden in an “or”', () => Claimant.predicateOr(until(String(DATE)), until(String(DATE))), () => not(until(String(DATE)))],
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
    const locks = await ground.held.findLocks(ground.terms, ground.account)
    expect(locks.map(({ differences }) => differences)).toEqual([[], []])
    expect(locks[0]?.balanceId).toBe(ground.balanceId())
  })
})

describe.each(['XLM', 'USDC'] as const)('the ways out of %s', (asset) => {
  beforeEach(async () => {
    ground = await openStellarGround(asset)
    await ground.lock()
  })

  const gains = async (work: () => Promise<void>) => {
    const before = await ground.balances()
    await work()
    const after = await ground.balances()
    return { buyer: after.buyer - before.buyer, seller: after.seller - before.seller }
  }
  const leave = async (kind: Parameters<StellarGround['exit']>[0], signers: Keypair[]) => {
    const signed = await ground.signExit(await ground.exit(kind), signers)
    return settle(ground, signed)
  }

  it.each([
    ['buyer and arbiter', [buyer, arbiter]],
    ['buyer and seller', [buyer, seller]],
    ['seller and arbiter', [seller, arbiter]],
  ])('are open to %s: a refund leaves nothing behind, and the reserves come back', async (_who, signers) => {
    const back = await gains(async () => {
      expect(await leave('refund', signers)).toMatchObject({ kind: 'settled' })
    })
    expect(back).toEqual({ buyer: ground.units, seller: 0n })
    expect(await ground.held.readAccount(ground.terms, ground.trustees)).toBeNull()
    const paid = [{ address: buyer.publicKey(), amount: '50.0000001' }]
    expect(await ground.held.findClaim(ground.balanceId())).toMatchObject({ claimant: ground.account, paid })
  })

  it('divide to the last unit', async () => {
    const shares = await gains(async () => {
      expect(await leave({ toSeller: new Decimal('0.0000001') }, [buyer, seller])).toMatchObject({ kind: 'settled' })
    })
    expect(shares).toEqual({ buyer: ground.units - 1n, seller: 1n })
  })

  it.each<[string, Keypair[], string]>([
    ['nobody', [], 'tx_bad_auth'],
    ['the arbiter alone', [arbiter], 'tx_bad_auth'],
    ['the sponsor and the arbiter', [sponsor, arbiter], 'tx_bad_auth'],
    ['the buyer alone', [buyer], 'tx_bad_auth'],
    ['the seller alone', [seller], 'tx_bad_auth'],
    ['one who signs twice', [buyer, buyer], 'tx_bad_auth'],
    ['all three, of whom one is too many', [buyer, seller, arbiter], 'tx_bad_auth_extra'],
  ])('are closed to %s', async (_who, signers, code) => {
    const signed = await ground.signExit(await ground.exit('release'), signers)
    expect((await ground.keeper.submit(signed)).note).toBe(`ERROR ${code}`)
    ground.closeLedger()
    expect(await ground.findLocked()).toEqual([[]])
    expect(await ground.keeper.outcomeOf(signed)).toEqual({ kind: 'pending' })
  })

  it('are closed to each wallet by itself before the date', async () => {
    const claim = Operation.claimClaimableBalance({ balanceId: ground.balanceId() })
    for (const wallet of [buyer, seller, sponsor]) expect(await ground.send(wallet, [claim])).toBe('op_cannot_claim')
    const inItsName = Operation.claimClaimableBalance({ balanceId: ground.balanceId(), source: ground.account })
    for (const wallet of [buyer, seller, sponsor]) expect(await ground.send(wallet, [inItsName])).toBe('op_bad_auth')
    expect(await ground.findLocked()).toEqual([[]])
  })

  it('are built again from what was stored, to the same hash', async () => {
    const exit = await ground.exit('release')
    const stored = JSON.parse(JSON.stringify(exit))
    expect(ground.held.writeExit(stored)).toEqual(ground.held.writeExit(exit))
    expect(ground.held.writeExit({ ...exit, maxTime: exit.maxTime - 1 }).hash).not.toBe(ground.held.writeExit(exit).hash)
  })

  it('close ten minutes before the date by themselves', async () => {
    const signed = await ground.signExit(await ground.exit('release'), [buyer, arbiter])
    ground.at(DATE - 599)
    expect((await ground.keeper.submit(signed)).note).toBe('ERROR tx_too_late')
    ground.closeLedger()
    expect(await ground.keeper.outcomeOf(signed)).toEqual({ kind: 'expired' })
  })

  it('used by the parties with another transaction, are closed to ours for good', async () => {
    const ours = await ground.signExit(await ground.exit('release'), [buyer, arbiter])
    expect(await leave('refund', [buyer, seller])).toMatchObject({ kind: 'settled' })
    await ground.keeper.submit(ours)
    ground.closeLedger()
    expect(await ground.keeper.outcomeOf(ours)).toEqual({ kind: 'expired' })
  })

  it('are not judged by a Horizon that knows neither the account nor its end', async () => {
    const exit = await ground.exit('release', { account: Keypair.random().publicKey() })
    const signed = await ground.signExit(exit, [buyer, seller])
    await expect(ground.keeper.outcomeOf(signed)).rejects.toBeInstanceOf(LedgerUnavailable)
  })

  it('after the date: the buyer’s claim with the arbiter closes the account as well, and costs the buyer nothing', async () => {
    ground.at(DATE)
    const of = { balanceId: ground.balanceId(), closing: ground.account }
    const expiry = await ground.held.writeExpiry(ground.terms, of)
    if (expiry === null) throw new Error('the buyer has no account')
    const signatures = [signatureOf(buyer, expiry), ground.keeper.signExpiry(ground.terms, { ...of, ...expiry })]
    const signed = await ground.keeper.wrap(ground.held.withSignatures(expiry.xdr, signatures))
    const back = await gains(async () => {
      expect(await settle(ground, signed)).toMatchObject({ kind: 'settled' })
    })
    expect(back).toEqual({ buyer: ground.units, seller: 0n })
    expect(await ground.held.readAccount(ground.terms, ground.trustees)).toBeNull()
  })

  it('before the date the arbiter’s part of that claim moves nothing', async () => {
    const of = { balanceId: ground.balanceId(), closing: ground.account }
    const expiry = await ground.held.writeExpiry(ground.terms, of)
    if (expiry === null) throw new Error('the buyer has no account')
    const signatures = [signatureOf(buyer, expiry), ground.keeper.signExpiry(ground.terms, { ...of, ...expiry })]
    const signed = await ground.keeper.wrap(ground.held.withSignatures(expiry.xdr, signatures))
    ground.at(DATE - 2)
    expect((await ground.keeper.submit(signed)).note).toBe('ERROR tx_too_early')
    ground.closeLedger()
    expect(await ground.findLocked()).toEqual([[]])
  })
})

describe('a release that fails', () => {
  it('leaves the money, uses up the number and is signed anew', async () => {
    ground = await openStellarGround('USDC')
    await ground.lock()
    // The seller closes the line after the question whether it is there.
    expect(await ground.send(seller, [Operation.changeTrust({ asset: usdc, limit: '0' })])).toBeNull()
    const exit = await ground.exit('release')
    expect(await ground.held.obstaclesTo(ground.terms, exit)).toEqual({ buyer: null, seller: 'trustline_missing' })
    const failed = await settle(ground, await ground.signExit(exit, [buyer, arbiter]))
    expect(failed).toMatchObject({ kind: 'failed', code: 'op_no_trust' })
    expect(await ground.findLocked()).toEqual([[]])

    expect(await ground.send(seller, [Operation.changeTrust({ asset: usdc })])).toBeNull()
    const again = await ground.exit('release')
    expect(BigInt(again.sequence)).toBe(BigInt(exit.sequence) + 1n)
    expect(await settle(ground, await ground.signExit(again, [buyer, arbiter]))).toMatchObject({ kind: 'settled' })
    expect((await ground.balances()).seller).toBe(ground.units)
  })
})

describe('what a wallet gives back', () => {
  beforeEach(async () => {
    ground = await openStellarGround('XLM')
    await ground.lock()
  })

  it('is taken when the asked key signed these bytes, and nothing else is', async () => {
    const { held } = ground
    const exit = await ground.exit('release')
    const unsigned = held.writeExit(exit)
    const expected = { hash: unsigned.hash, signers: [buyer.publicKey(), seller.publicKey()] }
    const ofBuyer = signatureOf(buyer, unsigned)
    const read = (xdr: string) => held.readSigned(xdr, expected)
    const signed = held.withSignatures(unsigned.xdr, [ofBuyer])
    expect(read(` ${signed}\n`)).toEqual({ kind: 'signed', signatures: [ofBuyer] })
    expect(read(held.withSignatures(unsigned.xdr, [ofBuyer, ofBuyer]))).toEqual({ kind: 'signed', signatures: [ofBuyer] })
    const ofStranger = signatureOf(stranger, unsigned)
    expect(read(held.withSignatures(unsigned.xdr, [ofBuyer, ofStranger]))).toEqual({ kind: 'foreign_signature' })
    expect(read(unsigned.xdr)).toEqual({ kind: 'unsigned' })
    expect(read('no transaction')).toEqual({ kind: 'unreadable' })
    expect(read('A'.repeat(30_000))).toEqual({ kind: 'unreadable' })
    const other = held.writeExit({ ...exit, shares: [{ address: buyer.publicKey(), amount: '50.0000001' }] })
    const signedOther = held.withSignatures(other.xdr, [signatureOf(buyer, other)])
    expect(read(signedOther)).toEqual({ kind: 'other_transaction' })
    expect(() => held.withSignatures(unsigned.xdr, [signatureOf(buyer, other)])).toThrow()
    // A wallet that wraps what it was given in a fee bump of its own.
    const { blob } = await ground.keeper.wrap(signed)
    expect(read(blob)).toEqual({ kind: 'signed', signatures: [ofBuyer] })
  })

  it('is put together from several, in whatever order they came', async () => {
    const { held } = ground
    const unsigned = held.writeExit(await ground.exit('release'))
    const expected = { hash: unsigned.hash, signers: [buyer.publicKey(), seller.publicKey()] }
    const parts = [seller, buyer].map((key) =>
      held.readSigned(held.withSignatures(unsigned.xdr, [signatureOf(key, unsigned)]), expected),
    )
    const signatures = parts.flatMap((part) => (part.kind === 'signed' ? part.signatures : []))
    const signed = await ground.keeper.wrap(held.withSignatures(unsigned.xdr, signatures))
    expect(await settle(ground, signed)).toMatchObject({ kind: 'settled' })
  })
})

describe('before anything is locked', () => {
  beforeEach(async () => {
    ground = await openStellarGround('USDC')
  })
  const obstacles = (about: Partial<HoldTerms> = {}) =>
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
    expect(await obstacles({ buyerWallet: seller.publicKey() })).toEqual({ buyer: 'same_wallet', seller: 'same_wallet' })
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
    // All that there is: what is locked makes room for itself.
    await ground.send(buyer, [Operation.changeTrust({ asset: usdc, limit: '500' })])
    expect(await obstacles()).toMatchObject({ buyer: null })
    const back = { shares: [{ address: buyer.publicKey(), amount: '50' }] }
    expect(await ground.held.obstaclesTo(ground.terms, back)).toMatchObject({ buyer: 'trustline_full', seller: null })
  })

  it('too little of the asset, or of XLM for the reserves, is named', async () => {
    expect(await obstacles({ amount: new Decimal(500) })).toMatchObject({ buyer: null })
    expect(await obstacles({ amount: new Decimal('500.0000001') })).toMatchObject({ buyer: 'funds_short' })
    // 1000, less 1.5 that the account and its line bind, 1 for the two claimants, and the dearest fee.
    const most = new Decimal('997.49')
    expect(await obstacles({ asset: 'XLM', amount: most })).toMatchObject({ buyer: null })
    expect(await obstacles({ asset: 'XLM', amount: most.plus('0.0000001') })).toMatchObject({ buyer: 'funds_short' })
  })
})

it('an account is opened for its escrow alone, and the buyer’s transaction ends with the date', async () => {
  ground = await openStellarGround('XLM', { deadline: START + 1_000 })
  const lock = await ground.held.writeLock(ground.terms, ground.account)
  expect(Number(lock?.validUntil)).toBe(START + 999)
  expect(await ground.held.writeLock({ ...ground.terms, buyerWallet: Keypair.random().publicKey() }, ground.account)).toBeNull()
})
