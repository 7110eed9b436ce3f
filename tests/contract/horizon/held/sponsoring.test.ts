/** Reserves that somebody else keeps (CAP-33): begun, ended, given up and passed on, with the arithmetic of reserves. */
import { Claimant, type Keypair, Operation, type xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, bank, get, hashOf, pay, usdc } from '../horizon-town.ts'
import {
  account,
  arbiter,
  begin,
  bumped,
  buyer,
  end,
  failure,
  type HeldTown,
  held,
  open,
  openHeldTown,
  outcome,
  platform,
  records,
  seller,
  sign,
  succeed,
  written,
  xlm,
} from './held-world.ts'

let town: HeldTown

beforeEach(async () => {
  town = await openHeldTown()
})

afterEach(() => town.close())

const failed = (...operations: string[]) => ({ transaction: 'tx_failed', operations })
const create = (who: Keypair, startingBalance = '0') =>
  Operation.createAccount({ destination: who.publicKey(), startingBalance })
const trust = (who: Keypair, limit?: string) => Operation.changeTrust({ asset: usdc, limit, source: who.publicKey() })
const write = (who: Keypair, value: string | null = 'x') =>
  Operation.manageData({ name: 'note', value, source: who.publicKey() })

/** From the platform, signed by it and by whoever else is named. */
function together(operations: xdr.Operation[], ...others: Keypair[]) {
  return { from: platform, operations, signers: [platform, ...others] }
}

async function counts(who: Keypair): Promise<[sponsoring: unknown, sponsored: unknown]> {
  const shown = await account(town, who)
  return [shown?.num_sponsoring, shown?.num_sponsored]
}

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
    const operations = [begin(held), create(held), end(held)]
    expect(await failure(town, together(operations))).toEqual(failed('op_success', 'op_success', 'op_bad_auth'))
    await succeed(town, together(operations, held))
  })

  it('lets an account begin with nothing, which it cannot without', async () => {
    expect(await failure(town, together([create(held)]))).toEqual(failed('op_low_reserve'))
    expect(await failure(town, together([create(held, '0.9999999')]))).toEqual(failed('op_low_reserve'))
    const made = await succeed(town, together([begin(held), create(held), end(held)], held))
    expect(await counts(held)).toEqual([0, 2])
    expect(await counts(platform)).toEqual([2, 0])
    expect(await records(town, `/transactions/${hashOf(made)}/effects`)).toMatchObject([
      { type: 'account_created', starting_balance: '0.0000000' },
      { type: 'account_debited' },
      { type: 'signer_created' },
      { type: 'account_sponsorship_created', type_i: 60, sponsor: platform.publicKey(), account: held.publicKey() },
    ])
    expect(await records(town, `/accounts/${platform.publicKey()}/operations`)).toHaveLength(3)
    expect(await records(town, `/accounts/${held.publicKey()}/operations`)).toHaveLength(3)
  })

  it('of trustline, data and signer is named with each, and ends with each', async () => {
    const operations = [begin(arbiter), trust(arbiter), write(arbiter), sign(arbiter, held), end(arbiter)]
    const made = await succeed(town, together(operations, arbiter))
    const sponsor = platform.publicKey()
    expect(await counts(arbiter)).toEqual([0, 3])
    expect(await counts(platform)).toEqual([3, 0])
    const shown = await account(town, arbiter)
    expect(shown).toMatchObject({ subentry_count: 3, balances: [{ asset_code: 'USDC', sponsor }, {}] })
    expect(shown?.signers).toContainEqual({
      weight: 1,
      key: held.publicKey(),
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
      operations: [trust(arbiter, '0'), write(arbiter, null), sign(arbiter, held, 0)],
    })
    expect(await counts(platform)).toEqual([0, 0])
    expect(await counts(arbiter)).toEqual([0, 0])
  })

  it('counts for the reserve of the sponsor alone', async () => {
    // Of its 100 XLM the sponsor must then keep 1 for itself and 45 for the entries.
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
    await succeed(town, together([begin(held), create(held, '5'), sign(held, buyer), end(held)], held))
    const before = await balanceOf(town, platform)
    const merge = Operation.accountMerge({ destination: platform.publicKey() })
    const merged = await succeed(town, { from: held, operations: [merge], signers: [held] })
    expect(await counts(platform)).toEqual([0, 0])
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

describe('a sponsorship is given up', () => {
  const revokeAccount = (who: Keypair, source = platform) =>
    Operation.revokeAccountSponsorship({ account: who.publicKey(), source: source.publicKey() })
  const revokeLine = (who: Keypair) => Operation.revokeTrustlineSponsorship({ account: who.publicKey(), asset: usdc })
  const revokeSigner = (who: Keypair, signer: Keypair) =>
    Operation.revokeSignerSponsorship({
      account: who.publicKey(),
      signer: { ed25519PublicKey: signer.publicKey() },
    })
  const revokeData = (who: Keypair) => Operation.revokeDataSponsorship({ account: who.publicKey(), name: 'note' })

  it('by its sponsor alone, to an account that can keep the reserve', async () => {
    await succeed(town, together([begin(held), create(held, '1.4'), sign(held, buyer), end(held)], held))
    expect(await failure(town, { from: buyer, operations: [revokeAccount(held, buyer)] })).toEqual(
      failed('op_not_sponsor'),
    )
    expect(await failure(town, { from: held, operations: [revokeAccount(held, held)] })).toEqual(
      failed('op_not_sponsor'),
    )
    await succeed(town, { from: platform, operations: [revokeAccount(held)] })
    expect(await counts(platform)).toEqual([1, 0])
    expect(await counts(held)).toEqual([0, 1])
    expect(await account(town, held)).not.toHaveProperty('sponsor')
    expect(await failure(town, { from: platform, operations: [revokeSigner(held, buyer)] })).toEqual(
      failed('op_low_reserve'),
    )
    await succeed(town, { from: platform, operations: [pay('0.2', xlm, held), revokeSigner(held, buyer)] })
    expect([await counts(platform), await counts(held)]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('of what is there, and of nothing else', async () => {
    const missing = [revokeAccount(held), revokeLine(arbiter), revokeSigner(arbiter, held), revokeData(arbiter)]
    expect(await failure(town, { from: platform, operations: missing })).toEqual(
      failed(...missing.map(() => 'op_does_not_exist')),
    )
    expect(await failure(town, { from: platform, operations: [revokeLine(bank)] })).toEqual(failed('op_malformed'))
  })

  it('of trustline and data, with the effects that tell of it', async () => {
    await succeed(town, together([begin(arbiter), trust(arbiter), write(arbiter), end(arbiter)], arbiter))
    const given = await succeed(town, { from: platform, operations: [revokeLine(arbiter), revokeData(arbiter)] })
    expect(await counts(platform)).toEqual([0, 0])
    const path = `/transactions/${hashOf(given)}`
    expect(await records(town, `${path}/operations`)).toMatchObject([
      { type: 'revoke_sponsorship', type_i: 18, trustline_account_id: arbiter.publicKey() },
      { type: 'revoke_sponsorship', data_account_id: arbiter.publicKey(), data_name: 'note' },
    ])
    expect(await records(town, `${path}/effects`)).toMatchObject([
      { type: 'trustline_sponsorship_removed', account: arbiter.publicKey(), asset: `USDC:${bank.publicKey()}` },
      { type: 'data_sponsorship_removed', account: platform.publicKey(), data_name: 'note' },
    ])
  })

  it('or passed on to whoever sponsors the giver just now', async () => {
    await succeed(town, together([begin(arbiter), trust(arbiter), end(arbiter)], arbiter))
    const passing = [begin(platform, buyer), revokeLine(arbiter), end(platform)]
    const passed = await succeed(town, together(passing, buyer))
    expect([await counts(platform), await counts(buyer), await counts(arbiter)]).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ])
    expect(await records(town, `/transactions/${hashOf(passed)}/effects`)).toMatchObject([
      { type: 'trustline_sponsorship_updated', former_sponsor: platform.publicKey(), new_sponsor: buyer.publicKey() },
    ])
    const taking = {
      from: buyer,
      operations: [begin(buyer, seller), write(buyer), end(buyer)],
      signers: [buyer, seller],
    }
    await succeed(town, taking)
    expect(await counts(seller)).toEqual([1, 0])
  })

  it('of a claimable balance only to somebody else', async () => {
    const claimants = [new Claimant(seller.publicKey())]
    const made = await succeed(town, {
      from: platform,
      operations: [Operation.createClaimableBalance({ asset: xlm, amount: '1', claimants })],
    })
    const balanceId = made.getClaimableBalanceId(0)
    const revoke = Operation.revokeClaimableBalanceSponsorship({ balanceId })
    expect(await failure(town, { from: platform, operations: [revoke] })).toEqual(failed('op_only_transferable'))
    expect(await failure(town, { from: buyer, operations: [revoke] })).toEqual(failed('op_not_sponsor'))
    await succeed(town, together([begin(platform, buyer), revoke, end(platform)], buyer))
    expect((await get(town, `/claimable_balances/${balanceId}`)).body).toMatchObject({ sponsor: buyer.publicKey() })
    expect([await counts(platform), await counts(buyer)]).toEqual([
      [0, 0],
      [1, 0],
    ])
  })
})
