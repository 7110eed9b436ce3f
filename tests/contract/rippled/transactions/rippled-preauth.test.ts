/** Accounts of the harbour's rippled that refuse XRP, and the exceptions that they make. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, decode, Wallet } from 'xrpl'
import { depositPreauth } from '#harbour/rippled/engine/account/deposit-preauth.ts'
import { denialOf } from '../rippled-world.ts'
import { type EscrowWorld, openEscrows } from './escrow-world.ts'

let world: EscrowWorld
beforeEach(async () => {
  world = await openEscrows()
  const { bob } = world
  const closed = { TransactionType: 'AccountSet', Account: bob.address, SetFlag: AccountSetAsfFlags.asfDepositAuth }
  await world.settle(closed, bob)
})
afterEach(() => world.close())

const preauth = (about: Record<string, unknown>) => ({
  TransactionType: 'DepositPreauth',
  Account: world.bob.address,
  ...about,
})
const settle = (about: Record<string, unknown>) => world.settle(preauth(about), world.bob)
const payBob = (by: Wallet) =>
  world.settle({ TransactionType: 'Payment', Account: by.address, Destination: world.bob.address, Amount: '5' }, by)
const isAuthorized = async (by: Wallet) => {
  const request = { source_account: by.address, destination_account: world.bob.address }
  return (await world.ask({ command: 'deposit_authorized', ...request })).deposit_authorized
}

describe('whoever is authorized', () => {
  test('may pay, until it is taken back', async () => {
    const { alice, carol } = world
    expect(await payBob(carol)).toBe('tecNO_PERMISSION')
    expect(await settle({ Authorize: carol.address })).toBe('tesSUCCESS')
    expect(await world.ownerCountOf(world.bob)).toBe(1)
    expect([await isAuthorized(carol), await isAuthorized(alice)]).toEqual([true, false])
    expect(await payBob(carol)).toBe('tesSUCCESS')
    expect(await payBob(alice)).toBe('tecNO_PERMISSION')
    expect(await settle({ Unauthorize: carol.address })).toBe('tesSUCCESS')
    expect(await world.ownerCountOf(world.bob)).toBe(0)
    expect(await payBob(carol)).toBe('tecNO_PERMISSION')
  })

  test('may finish an escrow, and its owner may not', async () => {
    const { alice, carol } = world
    const seq = await world.created()
    await settle({ Authorize: carol.address })
    expect(await world.settle(world.finish(alice, { OfferSequence: seq }), alice)).toBe('tecNO_PERMISSION')
    expect(await world.settle(world.finish(carol, { OfferSequence: seq }), carol)).toBe('tesSUCCESS')
  })
})

describe('an authorization', () => {
  test('is of one that exists, once, and of no other kind than it says', async () => {
    const { carol } = world
    expect(await settle({ Authorize: Wallet.generate().address })).toBe('tecNO_TARGET')
    expect(await settle({ Unauthorize: carol.address })).toBe('tecNO_ENTRY')
    expect(await settle({ Authorize: carol.address })).toBe('tesSUCCESS')
    expect(await settle({ Authorize: carol.address })).toBe('tecDUPLICATE')
    // The client does not sign this, so the engine is asked directly.
    const preflight = (about: Record<string, unknown>) => depositPreauth(preauth(about)).preflight()
    expect(preflight({ Authorize: world.bob.address })).toBe('temCANNOT_PREAUTH_SELF')
    expect(preflight({})).toBe('temMALFORMED')
    expect(preflight({ Authorize: carol.address, Unauthorize: carol.address })).toBe('temMALFORMED')
    expect(preflight({ Authorize: carol.address, Flags: 1 })).toBe('temINVALID_FLAG')
    expect(preflight({ AuthorizeCredentials: [] })).toBe('temUNKNOWN')
  })

  test('is found by who gives it to whom, and goes with its account', async () => {
    const relaxed = await openEscrows({ deletableAfter: 0 })
    const { bob, carol } = relaxed
    await relaxed.settle({ TransactionType: 'DepositPreauth', Account: bob.address, Authorize: carol.address }, bob)
    const found = await relaxed.ask({
      command: 'ledger_entry',
      deposit_preauth: { owner: bob.address, authorized: carol.address },
      ledger_index: 'validated',
      binary: true,
    })
    expect(decode(String(found.node_binary))).toMatchObject({
      LedgerEntryType: 'DepositPreauth',
      Account: bob.address,
      Authorize: carol.address,
    })
    const listed = await relaxed.objectsOf(bob, { type: 'deposit_preauth' })
    expect(listed.account_objects).toMatchObject([{ LedgerEntryType: 'DepositPreauth', index: found.index }])
    expect((await relaxed.objectsOf(carol)).account_objects).toEqual([])
    expect((await relaxed.objectsOf(bob, { deletion_blockers_only: true })).account_objects).toEqual([])

    const deletion = { TransactionType: 'AccountDelete', Account: bob.address, Destination: carol.address }
    expect(await relaxed.settle({ ...deletion, Fee: '200000' }, bob)).toBe('tesSUCCESS')
    expect(await denialOf(relaxed.ask({ command: 'ledger_entry', index: found.index }))).toBe('entryNotFound')
    await relaxed.close()
  })
})
