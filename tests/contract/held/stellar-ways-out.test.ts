/** Who can move what Stellar holds, by which signatures and until when. */
import { Asset, Keypair, Operation } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signingUri } from '#app/domain/held/signing-uri.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { readSigningRequest } from '#harbour/wallet/stellar-signing/signing-request.ts'
import { settle } from './held-ground.ts'
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

describe('a buyer who wants the account to have nowhere to be closed into', () => {
  it('cannot delete the wallet that made the balance, and would not stop a way out with it', async () => {
    ground = await openStellarGround('XLM')
    await ground.lock()
    const [all, line] = [await ground.balanceOf(buyer.publicKey(), 'USDC'), { asset: usdc, limit: '0' }]
    const away = Operation.payment({ destination: bank.publicKey(), asset: usdc, amount: all.toFixed() })
    expect(await ground.send(buyer, [away, Operation.changeTrust(line)])).toBeNull()
    const gone = Operation.accountMerge({ destination: stranger.publicKey() })
    expect(await ground.send(buyer, [gone])).toBe('op_is_sponsor')
    const exit = await ground.exit('release', { closesInto: seller.publicKey() })
    expect(await settle(ground, await ground.signExit(exit, [seller, arbiter]))).toMatchObject({ kind: 'settled' })
  })

  it('has back what was sent to the account by mistake', async () => {
    ground = await openStellarGround('XLM')
    await ground.lock()
    const mistake = Operation.payment({ destination: ground.account, asset: Asset.native(), amount: '7' })
    expect(await ground.send(buyer, [mistake])).toBeNull()
    const before = await ground.balances()
    const release = await ground.signExit(await ground.exit('release'), [buyer, arbiter])
    expect(await settle(ground, release)).toMatchObject({ kind: 'settled' })
    const after = await ground.balances()
    expect([after.buyer - before.buyer, after.seller - before.seller]).toEqual([70_000_000n, ground.units])
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
    // A wallet that wraps what it was given in a fee bump of its own.
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
