/** Who can move the money of an on-chain escrow on Stellar, with which signatures and until when. */
import { Asset, Keypair, Operation } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { PaidShare } from '#app/trade/onchain/domain/settlement.ts'
import { signingUri } from '#app/trade/onchain/domain/signing/signing-uri.ts'
import { readSigningRequest } from '#harbour/wallet/stellar-signing/signing-request.ts'
import { settle } from './onchain-ground.ts'
import {
  arbiter,
  bank,
  buyer,
  DATE,
  openStellarGround,
  PASSPHRASE,
  type StellarGround,
  seller,
  signatureOf,
  sponsor,
  stranger,
} from './stellar-ground.ts'

const usdc = new Asset('USDC', bank.publicKey())

let ground: StellarGround
afterEach(() => ground.close())

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
  ])('are open to %s: a refund pays, and does nothing else', async (_who, signers) => {
    const back = await gains(async () => {
      expect(await leave('refund', signers)).toMatchObject({ kind: 'settled' })
    })
    expect(back).toEqual({ buyer: ground.units, seller: 0n })
    expect((await ground.held.readAccount(ground.terms, ground.trustees))?.differences).toEqual([])
    const paid = [{ address: buyer.publicKey(), amount: '50.0000001' }]
    expect(await ground.held.findClaim(ground.balanceId())).toMatchObject({ claimant: ground.account, paid })
  })

  it('divide to the last unit: each share is set aside, and its wallet alone takes it', async () => {
    const exit = await ground.exit({ toSeller: new Decimal('0.0000001') })
    const shares = await gains(async () => {
      expect(await settle(ground, await ground.signExit(exit, [seller, arbiter]))).toMatchObject({ kind: 'settled' })
      const [ofSeller, ofBuyer] = ground.held.balancesOf(exit)
      const take = (balanceId: string | null | undefined) => [
        Operation.claimClaimableBalance({ balanceId: balanceId ?? '' }),
      ]
      for (const other of [buyer, stranger]) expect(await ground.send(other, take(ofSeller))).toBe('op_cannot_claim')
      expect(await ground.send(seller, take(ofSeller))).toBeNull()
      expect(await ground.send(buyer, take(ofBuyer))).toBeNull()
    })
    expect(shares).toEqual(afterFees({ buyer: ground.units - 1n, seller: 1n }))
    const { paid } = (await ground.held.findClaim(ground.balanceId())) ?? {}
    expect(paid).toMatchObject(exit.shares)
  })

  it('are written for a wallet that takes its share', async () => {
    const exit = await ground.exit('refund', {})
    const aside = await ground.exit('refund', {
      ...exit,
      shares: exit.shares.map(setAside),
      sponsor: sponsor.publicKey(),
    })
    expect(await settle(ground, await ground.signExit(aside, [seller, arbiter]))).toMatchObject({ kind: 'settled' })
    const [balanceId] = ground.held.balancesOf(aside)
    if (!balanceId) throw new Error('nothing was set aside')
    const take = await ground.held.writeTake({ wallet: buyer.publicKey(), balanceId })
    if (take === null) throw new Error('the buyer has no account')
    const signed = ground.held.withSignatures(take.xdr, [signatureOf(buyer, take)])
    expect(ground.held.isTakeOf(signed, [balanceId])).toBe(true)
    expect(ground.held.isTakeOf(signed, [ground.balanceId()])).toBe(false)
    expect(await ground.held.send(signed)).toMatchObject({ taken: true })
    ground.closeLedger()
    expect(await ground.held.findClaim(balanceId)).toMatchObject({ claimant: buyer.publicKey() })
    const nobody = { wallet: Keypair.random().publicKey(), balanceId }
    expect(await ground.held.writeTake(nobody)).toBeNull()
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
    for (const wallet of [buyer, seller, sponsor])
      expect(await ground.send(wallet, [inItsName])).toBe('ERROR op_bad_auth')
    expect(await ground.findLocked()).toEqual([[]])
  })

  it('are built again from what was stored, to the same hash', async () => {
    const exit = await ground.exit('release')
    const stored = JSON.parse(JSON.stringify(exit))
    expect(ground.held.writeExit(stored)).toEqual(ground.held.writeExit(exit))
    expect(ground.held.writeExit({ ...exit, maxTime: exit.maxTime - 1 }).hash).not.toBe(
      ground.held.writeExit(exit).hash,
    )
  })

  it('are not signed by the arbiter to anybody else, or beyond the ten minutes before the date', async () => {
    const exit = await ground.exit('release')
    const elsewhere = { ...exit, shares: [{ address: stranger.publicKey(), amount: '50.0000001' }] }
    expect(() => ground.keeper.signExit(ground.terms, elsewhere)).toThrow('shares')
    expect(() => ground.keeper.signExit(ground.terms, { ...exit, maxTime: DATE })).toThrow('time')
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

  it('after the date: the buyer’s signature is enough, and the claim costs the buyer nothing', async () => {
    ground.at(DATE)
    const expiry = await writeClaim()
    const back = await gains(async () => {
      expect(await settle(ground, await ground.keeper.wrap(expiry))).toMatchObject({ kind: 'settled' })
    })
    expect(back).toEqual({ buyer: ground.units, seller: 0n })
  })

  it('before the date that claim moves nothing', async () => {
    const signed = await ground.keeper.wrap(await writeClaim())
    ground.at(DATE - 2)
    expect((await ground.keeper.submit(signed)).note).toBe('ERROR tx_too_early')
    ground.closeLedger()
    expect(await ground.findLocked()).toEqual([[]])
  })

  it('close the account after the date, for a side and the arbiter, and the reserves come back', async () => {
    expect(await leave('release', [buyer, arbiter])).toMatchObject({ kind: 'settled' })
    const closing = await ground.signClosing([seller])
    expect((await ground.keeper.submit(closing)).note).toBe('ERROR tx_too_early')
    ground.at(DATE)
    const before = await ground.lentTo(sponsor.publicKey())
    expect(await settle(ground, closing)).toMatchObject({ kind: 'settled' })
    expect(await ground.held.readForClosing(ground.account)).toBeNull()
    // Two for the account, one for each signer, one for the trust line.
    expect(before - (await ground.lentTo(sponsor.publicKey()))).toBe(asset === 'XLM' ? 5 : 6)
  })

  it('cannot be closed to a release by a closing that both sides know', async () => {
    // Signed by both for the number that the release needs. It is too early as long as a release is in time.
    const early = await ground.signClosing([buyer, seller])
    expect((await ground.keeper.submit(early)).note).toBe('ERROR tx_too_early')
    expect(await leave('release', [buyer, arbiter])).toMatchObject({ kind: 'settled' })
  })

  async function writeClaim(): Promise<string> {
    const of = { balanceId: ground.balanceId(), closing: null, isWrapped: true }
    const expiry = await ground.held.writeExpiry(ground.terms, of)
    if (expiry === null) throw new Error('the buyer has no account')
    return ground.held.withSignatures(expiry.xdr, [signatureOf(buyer, expiry)])
  }

  function setAside(share: PaidShare): PaidShare {
    return { ...share, isSetAside: true }
  }

  /** Whoever claims a share pays the network fee for it, in XLM. */
  function afterFees<Gains extends Record<'buyer' | 'seller', bigint>>({ buyer: toBuyer, seller: toSeller }: Gains) {
    const fee = asset === 'XLM' ? 100n : 0n
    // The buyer also tried to claim the seller's share.
    return { buyer: toBuyer - 2n * fee, seller: toSeller - fee }
  }
})

describe('a release that fails', () => {
  it('leaves the money, uses up the number and is signed anew', async () => {
    ground = await openStellarGround('USDC')
    await ground.lock()
    // The seller closes the trust line after it was checked.
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
    expect(read(held.withSignatures(unsigned.xdr, [ofBuyer, ofBuyer]))).toEqual({
      kind: 'signed',
      signatures: [ofBuyer],
    })
    const ofStranger = signatureOf(stranger, unsigned)
    expect(read(held.withSignatures(unsigned.xdr, [ofBuyer, ofStranger]))).toEqual({ kind: 'foreign_signature' })
    expect(read(unsigned.xdr)).toEqual({ kind: 'unsigned' })
    expect(read('no transaction')).toEqual({ kind: 'unreadable' })
    expect(read('A'.repeat(30_000))).toEqual({ kind: 'unreadable' })
    const other = held.writeExit({ ...exit, shares: [{ address: buyer.publicKey(), amount: '50.0000001' }] })
    const signedOther = held.withSignatures(other.xdr, [signatureOf(buyer, other)])
    expect(read(signedOther)).toEqual({ kind: 'other_transaction' })
    expect(() => held.withSignatures(unsigned.xdr, [signatureOf(buyer, other)])).toThrow()
    // A wallet may wrap the transaction in a fee bump of its own.
    const { blob } = await ground.keeper.wrap(signed)
    expect(read(blob)).toEqual({ kind: 'signed', signatures: [ofBuyer] })
  })

  it('was asked for by a link that wallets read', async () => {
    const unsigned = ground.held.writeExit(await ground.exit('release'))
    const callback = 'https://quayside.example/signed'
    const asked = { xdr: unsigned.xdr, signer: buyer.publicKey(), passphrase: PASSPHRASE, callback, message: 'Release' }
    const read = readSigningRequest(signingUri(asked), PASSPHRASE)
    expect(read).toMatchObject({ callback, signer: buyer.publicKey(), message: 'Release' })
    expect(Buffer.from(read.transaction.hash()).toString('hex')).toBe(unsigned.hash)
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
