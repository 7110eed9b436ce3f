/** Reserves that another account pays (CAP-33): how sponsoring begins and ends, and how reserves are computed. */
import { type Keypair, Operation, type xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, get, hashOf, pay, usdc } from '../horizon-town.ts'
import {
  account,
  arbiter,
  begin,
  bumped,
  buyer,
  counts,
  create,
  end,
  failed,
  failure,
  type OnchainTown,
  onchain,
  open,
  openOnchainTown,
  outcome,
  platform,
  records,
  seller,
  sign,
  succeed,
  together,
  trust,
  write,
  written,
  xlm,
} from './onchain-world.ts'

let town: OnchainTown

beforeEach(async () => {
  town = await openOnchainTown()
})

afterEach(() => town.close())

describe('sponsoring', () => {
  it.each<[string, () => { operations: xdr.Operation[]; others: Keypair[]; codes: string[] }]>([
    ['oneself', () => ({ operations: [begin(platform)], others: [], codes: ['op_malformed'] })],
    [
      'somebody twice',
      () => ({
        operations: [begin(buyer), begin(buyer, seller)],
        others: [seller],
        codes: ['op_success', 'op_already_sponsored'],
      }),
    ],
    [
      'while one is sponsored',
      () => ({
        operations: [begin(buyer), begin(seller, buyer)],
        others: [buyer],
        codes: ['op_success', 'op_recursive'],
      }),
    ],
    [
      'somebody who sponsors',
      () => ({
        operations: [begin(buyer), begin(platform, seller)],
        others: [seller],
        codes: ['op_success', 'op_recursive'],
      }),
    ],
    ['that nobody began, ended', () => ({ operations: [end(buyer)], others: [buyer], codes: ['op_not_sponsored'] })],
  ])('%s fails', async (_what, wish) => {
    const { operations, others, codes } = wish()
    expect(await failure(town, together(operations, ...others))).toEqual(failed(...codes))
  })

  it('that is not ended undoes the transaction, which has spent fee and sequence', async () => {
    const open = await written(town, together([begin(buyer), trust(arbiter)], arbiter))
    expect(await outcome(town, open)).toEqual({ transaction: 'tx_bad_sponsorship' })
    expect(await account(town, platform)).toMatchObject({ sequence: open.sequence, num_sponsoring: 0 })
    expect(await balanceOf(town, arbiter, usdc)).toBe('none')
    expect(await balanceOf(town, platform)).toBe('999.9999800')
    const again = bumped(await written(town, together([begin(buyer)])), seller)
    expect(await outcome(town, again)).toEqual({
      transaction: 'tx_fee_bump_inner_failed',
      inner_transaction: 'tx_bad_sponsorship',
    })
  })

  it('needs the signature of the sponsored, who ends it', async () => {
    const operations = [begin(onchain), create(onchain), end(onchain)]
    expect(await failure(town, together(operations))).toEqual(failed('op_success', 'op_success', 'op_bad_auth'))
    await succeed(town, together(operations, onchain))
  })

  it('lets an account begin with nothing, which it cannot without', async () => {
    expect(await failure(town, together([create(onchain)]))).toEqual(failed('op_low_reserve'))
    expect(await failure(town, together([create(onchain, '0.9999999')]))).toEqual(failed('op_low_reserve'))
    const made = await succeed(town, together([begin(onchain), create(onchain), end(onchain)], onchain))
    expect(await counts(town, onchain)).toEqual([0, 2])
    expect(await counts(town, platform)).toEqual([2, 0])
    expect(await records(town, `/transactions/${hashOf(made)}/effects`)).toMatchObject([
      { type: 'account_created', starting_balance: '0.0000000' },
      { type: 'account_debited' },
      { type: 'signer_created' },
      { type: 'account_sponsorship_created', type_i: 60, sponsor: platform.publicKey(), account: onchain.publicKey() },
    ])
    expect(await records(town, `/accounts/${platform.publicKey()}/operations`)).toHaveLength(3)
    expect(await records(town, `/accounts/${onchain.publicKey()}/operations`)).toHaveLength(3)
  })

  it('of trustline, data and signer is named with each, and ends with each', async () => {
    const operations = [begin(arbiter), trust(arbiter), write(arbiter), sign(arbiter, onchain), end(arbiter)]
    const made = await succeed(town, together(operations, arbiter))
    const sponsor = platform.publicKey()
    expect(await counts(town, arbiter)).toEqual([0, 3])
    expect(await counts(town, platform)).toEqual([3, 0])
    const shown = await account(town, arbiter)
    expect(shown).toMatchObject({ subentry_count: 3, balances: [{ asset_code: 'USDC', sponsor }, {}] })
    expect(shown?.signers).toContainEqual({
      weight: 1,
      key: onchain.publicKey(),
      type: 'ed25519_public_key',
      sponsor,
    })
    expect(shown).not.toHaveProperty('sponsor')
    const data = await get(town, `/accounts/${arbiter.publicKey()}/data/note`)
    expect(data.body).toEqual({ value: 'eA==', sponsor })
    const told = await records(town, `/transactions/${hashOf(made)}/operations`)
    expect(told.map((operation) => operation.sponsor)).toEqual([undefined, sponsor, sponsor, sponsor, undefined])

    await succeed(town, {
      from: arbiter,
      operations: [trust(arbiter, '0'), write(arbiter, null), sign(arbiter, onchain, 0)],
    })
    expect(await counts(town, platform)).toEqual([0, 0])
    expect(await counts(town, arbiter)).toEqual([0, 0])
  })

  it('counts for the reserve of the sponsor alone', async () => {
    // Of its 100 XLM the sponsor then needs 1 for itself and 45 for the entries.
    const names = Array.from({ length: 90 }, (_, index) => `note ${index}`)
    const entries = names.map((name) => Operation.manageData({ name, value: 'x', source: buyer.publicKey() }))
    const wish = (operations: xdr.Operation[]) => ({
      from: arbiter,
      operations: [begin(buyer, arbiter), ...operations, end(buyer)],
      signers: [arbiter, buyer],
    })
    await succeed(town, wish(entries))
    await succeed(town, { from: arbiter, operations: [pay('53.9', xlm, seller)] })
    const more = Operation.manageData({ name: 'more', value: 'x', source: buyer.publicKey() })
    expect(await failure(town, wish([more]))).toEqual(failed('op_success', 'op_low_reserve', 'op_success'))
    expect(await failure(town, { from: arbiter, operations: [pay('0.1', xlm, seller)] })).toEqual(
      failed('op_underfunded'),
    )
    await succeed(town, { from: buyer, operations: [pay('998', xlm, seller)] })
  })
})

describe('a sponsor', () => {
  it('cannot be merged away, nor whoever is about to sponsor', async () => {
    await open(town, xlm)
    const merge = Operation.accountMerge({ destination: buyer.publicKey() })
    const trustless = [Operation.changeTrust({ asset: usdc, limit: '0' }), merge]
    expect(await failure(town, { from: platform, operations: trustless })).toEqual(
      failed('op_success', 'op_is_sponsor'),
    )
    const beginning = {
      from: arbiter,
      operations: [begin(buyer, arbiter), merge, end(buyer)],
      signers: [arbiter, buyer],
    }
    expect(await failure(town, beginning)).toEqual(failed('op_success', 'op_is_sponsor', 'op_success'))
  })

  it('is free again when what it sponsors is merged, also into itself', async () => {
    await succeed(town, together([begin(onchain), create(onchain, '5'), sign(onchain, buyer), end(onchain)], onchain))
    const before = await balanceOf(town, platform)
    const merge = Operation.accountMerge({ destination: platform.publicKey() })
    const merged = await succeed(town, { from: onchain, operations: [merge], signers: [onchain] })
    expect(await counts(town, platform)).toEqual([0, 0])
    expect(await balanceOf(town, platform)).toBe((Number(before) + 4.99999).toFixed(7))
    const effects = await records(town, `/transactions/${hashOf(merged)}/effects`)
    const former_sponsor = platform.publicKey()
    expect(effects.slice(-2)).toMatchObject([
      { type: 'account_sponsorship_removed', former_sponsor },
      { type: 'signer_sponsorship_removed', former_sponsor, signer: buyer.publicKey() },
    ])
    expect(await records(town, `/accounts/${platform.publicKey()}/transactions`)).toHaveLength(2)
  })
})
