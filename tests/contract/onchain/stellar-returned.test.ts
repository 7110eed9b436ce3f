/** A deposit that does not count goes back before its date, by the buyer's wallet and the arbiter (decision 118). */
import { Asset, Claimant, Operation, type xdr } from '@stellar/stellar-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'
import type { UnsignedTransaction } from '#app/ledgers/onchain.ts'
import type { OnchainReturn } from '#app/trade/onchain/domain/early-return.ts'
import { settle } from './onchain-ground.ts'
import {
  arbiter,
  bank,
  buyer,
  DATE,
  openStellarGround,
  START,
  type StellarGround,
  seller,
  signatureOf,
  stranger,
} from './stellar-ground.ts'

const usdc = new Asset('USDC', bank.publicKey())
const { predicateBeforeAbsoluteTime: until, predicateNot: not, predicateUnconditional: always } = Claimant

let ground: StellarGround
afterEach(() => ground.close())

type Made = { asset?: Asset; amount?: string; ofAccount?: xdr.ClaimPredicate }

/** A deposit by the buyer's wallet. Returns the balances that the account may claim afterwards. */
async function made({ asset = usdc, amount = '7', ofAccount = until(String(DATE)) }: Made = {}): Promise<string[]> {
  const claimants = [new Claimant(ground.account, ofAccount), new Claimant(buyer.publicKey(), not(until(String(DATE))))]
  expect(await ground.send(buyer, [Operation.createClaimableBalance({ asset, amount, claimants })])).toBeNull()
  return (await ground.held.findLocks(ground.terms, ground.account)).locks.map(({ balanceId }) => balanceId)
}

type Written = UnsignedTransaction & { back: OnchainReturn }

async function write(balanceId: string): Promise<Written> {
  const written = await ground.held.writeReturn(ground.terms, { account: ground.account, balanceId })
  if (written === null) throw new Error('nothing goes back')
  return written
}

function signed(written: Written, counting: string[] = []): SignedPayout {
  const { hash, xdr, validUntil, back } = written
  const signatures = [signatureOf(buyer, written), ground.keeper.signReturn(ground.terms, back, counting)]
  const blob = ground.held.withSignatures(xdr, signatures)
  const { wallet: source, sequence } = back
  return { network: 'stellar', hash, blob, source, sequence, validUntil, validFrom: null }
}

describe.each(['XLM', 'USDC'] as const)('an escrow in %s', (asset) => {
  it.each(asset === 'XLM' ? (['XLM'] as const) : (['USDC', 'XLM'] as const))(
    'has another amount of %s given back, exactly, and its settlement is paid as it was described',
    async (locked) => {
      ground = await openStellarGround(asset)
      await ground.lock()
      const counting = ground.balanceId()
      const exit = await ground.exit('release')
      const [wrong = ''] = (await made({ asset: locked === 'XLM' ? Asset.native() : usdc })).filter(
        (id) => id !== counting,
      )
      const before = await ground.balanceOf(buyer.publicKey(), locked)
      expect(await settle(ground, signed(await write(wrong), [counting]))).toMatchObject({ kind: 'settled' })
      const after = await ground.balanceOf(buyer.publicKey(), locked)
      // The buyer's own wallet pays the fee of both operations.
      const fee = locked === 'XLM' ? '0.00002' : '0'
      expect(after.minus(before).toFixed()).toBe(new Decimal(7).minus(fee).toFixed())
      expect(await ground.held.findClaim(wrong)).toMatchObject({
        claimant: ground.account,
        paid: [{ address: buyer.publicKey(), amount: '7' }],
      })
      const { seller: had } = await ground.balances()
      expect(await settle(ground, await ground.signExit(exit, [seller, arbiter]))).toMatchObject({ kind: 'settled' })
      expect((await ground.balances()).seller - had).toBe(ground.units)
    },
  )
})

it('nothing of it is lost where the buyer’s line is shut: the ledger refuses it, and another one goes through', async () => {
  ground = await openStellarGround('USDC')
  const [wrong = ''] = await made()
  const written = await write(wrong)
  const all = (await ground.balanceOf(buyer.publicKey(), 'USDC')).toFixed()
  const late = signed(written)
  // Limiting the trust line used up the sequence number of the first return.
  expect(await ground.send(buyer, [Operation.changeTrust({ asset: usdc, limit: all })])).toBeNull()
  expect(await settle(ground, late)).toMatchObject({ kind: 'expired' })
  const again = signed(await write(wrong))
  expect(await settle(ground, again)).toMatchObject({ kind: 'failed', code: 'op_line_full' })
  expect(await ground.held.findClaim(wrong)).toBeNull()
  expect(await ground.send(buyer, [Operation.changeTrust({ asset: usdc })])).toBeNull()
  expect(await settle(ground, signed(await write(wrong)))).toMatchObject({ kind: 'settled' })
})

it('of two at once by the same number the ledger takes one', async () => {
  ground = await openStellarGround('USDC')
  await made()
  const [first = '', second = ''] = await made({ amount: '8' })
  const both = [signed(await write(first)), signed(await write(second))]
  for (const one of both) await ground.keeper.submit(one)
  ground.closeLedger()
  const outcomes = await Promise.all(both.map((one) => ground.keeper.outcomeOf(one)))
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['expired', 'settled'])
  const left = (await ground.held.findLocks(ground.terms, ground.account)).locks
  expect(left).toHaveLength(1)
  expect(await settle(ground, signed(await write(left[0]?.balanceId ?? '')))).toMatchObject({ kind: 'settled' })
})

it('neither of the two takes it alone, nor with a stranger', async () => {
  ground = await openStellarGround('XLM')
  const [wrong = ''] = await made({ asset: Asset.native() })
  const written = await write(wrong)
  const whole = signed(written)
  for (const keys of [[buyer], [buyer, stranger]]) {
    const signatures = keys.map((key) => signatureOf(key, written))
    const blob = ground.held.withSignatures(written.xdr, signatures)
    expect(await settle(ground, { ...whole, blob })).toMatchObject({ kind: 'pending' })
  }
  expect(await settle(ground, whole)).toMatchObject({ kind: 'settled' })
})

describe('nothing is written', () => {
  const isWritten = async (balanceId: string) =>
    (await ground.held.writeReturn(ground.terms, { account: ground.account, balanceId })) !== null

  it('of an asset that the account cannot hold, or that it may not claim now', async () => {
    ground = await openStellarGround('XLM')
    const [foreign = ''] = await made({ asset: usdc })
    expect(await isWritten(foreign)).toBe(false)
    const early = (await made({ asset: Asset.native(), ofAccount: not(until(String(START + 500))) })).find(
      (id) => id !== foreign,
    )
    expect(await isWritten(early ?? '')).toBe(false)
    ground.at(START + 500)
    expect(await isWritten(early ?? '')).toBe(true)
  })

  it('of what is gone', async () => {
    ground = await openStellarGround('XLM')
    const [wrong = ''] = await made({ asset: Asset.native() })
    expect(await settle(ground, signed(await write(wrong)))).toMatchObject({ kind: 'settled' })
    expect(await isWritten(wrong)).toBe(false)
  })

  it('for longer than an hour, nor beyond the last release, whatever the balance would allow', async () => {
    ground = await openStellarGround('XLM')
    const [wrong = ''] = await made({ asset: Asset.native(), ofAccount: always() })
    expect((await write(wrong)).back.maxTime).toBeLessThanOrEqual(START + 3_600 + 1)
    ground.at(DATE - 900)
    const { back } = await write(wrong)
    expect(back.maxTime).toBe(DATE - 600)
    expect(() => ground.keeper.signReturn(ground.terms, { ...back, maxTime: DATE }, [])).toThrow('time')
    expect(() => ground.keeper.signReturn(ground.terms, back, [wrong])).toThrow('balance')
    expect(() => ground.keeper.signReturn(ground.terms, { ...back, wallet: seller.publicKey() }, [])).toThrow('wallet')
  })
})
