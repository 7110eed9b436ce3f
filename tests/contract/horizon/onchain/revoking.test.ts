/** Sponsorships are given up or transferred (CAP-33, revoke_sponsorship). */
import { Claimant, type Keypair, LiquidityPoolId, Operation } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bank, get, hashOf, pay, usdc } from '../horizon-town.ts'
import {
  account,
  arbiter,
  begin,
  buyer,
  counts,
  create,
  end,
  failed,
  failure,
  type OnchainTown,
  onchain,
  openOnchainTown,
  platform,
  records,
  seller,
  sign,
  succeed,
  together,
  trust,
  write,
  xlm,
} from './onchain-world.ts'

let town: OnchainTown

beforeEach(async () => {
  town = await openOnchainTown()
})

afterEach(() => town.close())

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
    await succeed(town, together([begin(onchain), create(onchain, '1.4'), sign(onchain, buyer), end(onchain)], onchain))
    expect(await failure(town, { from: buyer, operations: [revokeAccount(onchain, buyer)] })).toEqual(
      failed('op_not_sponsor'),
    )
    expect(await failure(town, { from: onchain, operations: [revokeAccount(onchain, onchain)] })).toEqual(
      failed('op_not_sponsor'),
    )
    await succeed(town, { from: platform, operations: [revokeAccount(onchain)] })
    expect(await counts(town, platform)).toEqual([1, 0])
    expect(await counts(town, onchain)).toEqual([0, 1])
    expect(await account(town, onchain)).not.toHaveProperty('sponsor')
    expect(await failure(town, { from: platform, operations: [revokeSigner(onchain, buyer)] })).toEqual(
      failed('op_low_reserve'),
    )
    await succeed(town, { from: platform, operations: [pay('0.2', xlm, onchain), revokeSigner(onchain, buyer)] })
    expect([await counts(town, platform), await counts(town, onchain)]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('of what is there, and of nothing else', async () => {
    const account = arbiter.publicKey()
    const missing = [
      revokeAccount(onchain),
      revokeLine(arbiter),
      revokeSigner(arbiter, onchain),
      revokeData(arbiter),
      Operation.revokeOfferSponsorship({ seller: account, offerId: '7' }),
      Operation.revokeTrustlineSponsorship({ account, asset: new LiquidityPoolId('ab'.repeat(32)) }),
      Operation.revokeClaimableBalanceSponsorship({ balanceId: '0'.repeat(72) }),
    ]
    expect(await failure(town, { from: platform, operations: missing })).toEqual(
      failed(...missing.map(() => 'op_does_not_exist')),
    )
    expect(await records(town, `/accounts/${account}/operations?include_failed=true`)).toMatchObject([
      { trustline_account_id: account, trustline_asset: `USDC:${bank.publicKey()}` },
      { signer_account_id: account, signer_key: onchain.publicKey() },
      { data_account_id: account, data_name: 'note' },
      { offer_id: '7' },
      { trustline_account_id: account, trustline_liquidity_pool_id: 'ab'.repeat(32) },
    ])
    expect(await failure(town, { from: platform, operations: [revokeLine(bank)] })).toEqual(failed('op_malformed'))
  })

  it('of trustline and data, with the effects that tell of it', async () => {
    await succeed(town, together([begin(arbiter), trust(arbiter), write(arbiter), end(arbiter)], arbiter))
    const given = await succeed(town, { from: platform, operations: [revokeLine(arbiter), revokeData(arbiter)] })
    expect(await counts(town, platform)).toEqual([0, 0])
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
    expect([await counts(town, platform), await counts(town, buyer), await counts(town, arbiter)]).toEqual([
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
    expect(await counts(town, seller)).toEqual([1, 0])
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
    expect([await counts(town, platform), await counts(town, buyer)]).toEqual([
      [0, 0],
      [1, 0],
    ])
  })
})
