/** What an issuer may do with others' trust lines and balances: results as of a real node, and Horizon's answers. */
import { AuthClawbackEnabledFlag, AuthRevocableFlag, Claimant, Operation, type xdr } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  alice,
  balanceOf,
  bank,
  bob,
  get,
  openTown,
  pay,
  post,
  settle,
  signed,
  type Town,
  usdc,
} from './horizon-town.ts'

let town: Town

beforeEach(async () => {
  town = await openTown()
})

afterEach(() => town.close())

const records = async (path: string) => {
  const { body } = await get(town, path)
  return (body as { _embedded: { records: Record<string, unknown>[] } })._embedded.records
}

async function codesOf(operations: xdr.Operation[], from = bank): Promise<string[] | undefined> {
  const transaction = await signed(town, { from, operations })
  await post(town, '/transactions_async', transaction)
  town.horizon.closeLedger()
  return (await post(town, '/transactions', transaction)).codes?.operations
}

const settings = (setFlags: number) => Operation.setOptions({ setFlags: setFlags as 1 | 2 | 4 | 8 })
const flags = (change: Record<string, boolean>) =>
  Operation.setTrustLineFlags({ trustor: alice.publicKey(), asset: usdc, flags: change })
const lineOf = async (who = alice) => (await town.server.loadAccount(who.publicKey())).balances[0]

describe('an issuer', () => {
  it('freezes a line half and whole only if it said that it may, and lets it go', async () => {
    expect(await codesOf([flags({ authorized: false })])).toEqual(['op_cant_revoke'])
    await settle(town, { from: bank, operations: [settings(AuthRevocableFlag)] })
    const half = { authorized: false, authorizedToMaintainLiabilities: true }
    await settle(town, { from: bank, operations: [flags(half)] })
    expect(await lineOf()).toMatchObject({ is_authorized: false, is_authorized_to_maintain_liabilities: true })
    expect(await codesOf([pay('1', usdc)], alice)).toEqual(['op_src_not_authorized'])
    expect(await codesOf([flags({ authorized: true })])).toEqual(['op_invalid_state'])
    await settle(town, { from: bank, operations: [flags({ authorizedToMaintainLiabilities: false })] })
    expect(await lineOf()).toMatchObject({ is_authorized: false, is_authorized_to_maintain_liabilities: false })
    await settle(town, { from: bank, operations: [flags({ authorized: true })] })
    expect(await lineOf()).toMatchObject({ is_authorized: true, is_authorized_to_maintain_liabilities: true })
  })

  it('is told of in the operations and effects of both', async () => {
    await settle(town, { from: bank, operations: [settings(AuthRevocableFlag)] })
    await settle(town, {
      from: bank,
      operations: [flags({ authorized: false, authorizedToMaintainLiabilities: true })],
    })
    expect((await records(`/accounts/${alice.publicKey()}/operations?order=desc&limit=1`))[0]).toMatchObject({
      type: 'set_trust_line_flags',
      type_i: 21,
      trustor: alice.publicKey(),
      asset_code: 'USDC',
      set_flags: [2],
      set_flags_s: ['authorized_to_maintain_liabilites'],
      clear_flags: [1],
      clear_flags_s: ['authorized'],
    })
    expect((await records(`/accounts/${bank.publicKey()}/effects?order=desc&limit=1`))[0]).toMatchObject({
      type: 'trustline_flags_updated',
      type_i: 26,
      trustor: alice.publicKey(),
      authorized_flag: false,
      authorized_to_maintain_liabilites: true,
    })
  })

  it('allows trust in the old way', async () => {
    const allow = (authorize: 0 | 1 | 2) =>
      Operation.allowTrust({ trustor: alice.publicKey(), assetCode: 'USDC', authorize })
    expect(await codesOf([allow(0)])).toEqual(['op_cant_revoke'])
    expect(await codesOf([allow(2)])).toEqual(['op_cant_revoke'])
    await settle(town, { from: bank, operations: [settings(AuthRevocableFlag)] })
    await settle(town, { from: bank, operations: [allow(0)] })
    expect(await lineOf()).toMatchObject({ is_authorized: false })
    await settle(town, { from: bank, operations: [allow(1)] })
    expect(await lineOf()).toMatchObject({ is_authorized: true })
    expect((await records(`/accounts/${alice.publicKey()}/operations?order=desc&limit=1`))[0]).toMatchObject({
      type: 'allow_trust',
      type_i: 7,
      trustee: bank.publicKey(),
      trustor: alice.publicKey(),
      authorize: true,
    })
    const told = await records(`/accounts/${bank.publicKey()}/effects?order=desc&limit=2`)
    expect(told.map(({ type }) => type)).toEqual(['trustline_flags_updated', 'trustline_authorized'])
  })

  it('takes back what it gave only from lines that say so', async () => {
    const clawback = (amount: string, from = alice) =>
      Operation.clawback({ asset: usdc, amount, from: from.publicKey() })
    expect(await codesOf([clawback('1')])).toEqual(['op_not_clawback_enabled'])
    await settle(town, { from: bank, operations: [settings(AuthRevocableFlag | AuthClawbackEnabledFlag)] })
    // Existing trust lines keep their flags.
    expect(await codesOf([clawback('1')])).toEqual(['op_not_clawback_enabled'])
    const trust = (limit: string) => Operation.changeTrust({ asset: usdc, limit })
    await settle(town, { from: bob, operations: [trust('0')] })
    await settle(town, { from: bob, operations: [trust('1000')] })
    await settle(town, { from: bank, operations: [pay('10', usdc)] })
    expect(await lineOf(bob)).toMatchObject({ is_clawback_enabled: true })
    expect(await codesOf([clawback('10.0000001', bob)])).toEqual(['op_underfunded'])
    await settle(town, { from: bank, operations: [clawback('4', bob)] })
    expect(await balanceOf(town, bob, usdc)).toBe('6.0000000')
    expect((await records(`/accounts/${bob.publicKey()}/operations?order=desc&limit=1`))[0]).toMatchObject({
      type: 'clawback',
      type_i: 19,
      from: bob.publicKey(),
      asset_code: 'USDC',
      amount: '4.0000000',
    })
    expect((await records(`/accounts/${bob.publicKey()}/payments?order=desc&limit=1`))[0]).toMatchObject({
      type: 'payment',
    })
  })

  it('takes back a claimable balance that came from such a line, and from no other', async () => {
    const claimants = [new Claimant(bob.publicKey())]
    const give = Operation.createClaimableBalance({ asset: usdc, amount: '5', claimants })
    await settle(town, { operations: [give] })
    const [plain] = await records('/claimable_balances')
    expect(plain).toMatchObject({ flags: { clawback_enabled: false } })
    const take = (balanceId: unknown) => Operation.clawbackClaimableBalance({ balanceId: String(balanceId) })
    expect(await codesOf([take(plain?.id)])).toEqual(['op_not_clawback_enabled'])
    await settle(town, { from: bank, operations: [settings(AuthRevocableFlag | AuthClawbackEnabledFlag)] })
    await settle(town, { from: bank, operations: [give] })
    const marked = (await records('/claimable_balances')).find(({ id }) => id !== plain?.id)
    expect(marked).toMatchObject({ flags: { clawback_enabled: true } })
    expect(await codesOf([take(marked?.id)], alice)).toEqual(['op_no_issuer'])
    await settle(town, { from: bank, operations: [take(marked?.id)] })
    expect(await records('/claimable_balances')).toHaveLength(1)
    const told = await records(`/accounts/${bank.publicKey()}/effects?order=desc&limit=3`)
    expect(told.map(({ type }) => type)).toEqual([
      'claimable_balance_sponsorship_removed',
      'account_credited',
      'claimable_balance_clawed_back',
    ])
  })
})

describe('a sequence number', () => {
  it('jumps ahead and never back', async () => {
    const { sequence } = await town.server.loadAccount(bob.publicKey())
    const to = BigInt(sequence) + 100n
    const bump = (bumpTo: bigint) => Operation.bumpSequence({ bumpTo: bumpTo.toString(), source: bob.publicKey() })
    await settle(town, { operations: [bump(to)], signers: [alice, bob] })
    expect((await town.server.loadAccount(bob.publicKey())).sequence).toBe(to.toString())
    expect((await records(`/accounts/${bob.publicKey()}/effects?order=desc&limit=1`))[0]).toMatchObject({
      type: 'sequence_bumped',
      new_seq: to.toString(),
    })
    await settle(town, { operations: [bump(5n)], signers: [alice, bob] })
    expect((await town.server.loadAccount(bob.publicKey())).sequence).toBe(to.toString())
    expect((await records(`/accounts/${bob.publicKey()}/operations?order=desc&limit=1`))[0]).toMatchObject({
      type: 'bump_sequence',
      type_i: 11,
      bump_to: '5',
    })
  })
})
