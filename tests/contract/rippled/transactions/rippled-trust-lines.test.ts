/** Trust lines and issued money on the harbour's rippled, as a rippled 2.2.0 answered. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, hashes, Wallet } from 'xrpl'
import { validatedTransaction } from '#app/ledgers/xrpl/answers.ts'
import { readPayment } from '#app/ledgers/xrpl/payments.ts'
import { trustSet } from '#harbour/rippled/engine/issued/trust-set.ts'
import { type Draft, denialOf } from '../rippled-world.ts'
import { type EscrowWorld, openEscrows } from './escrow-world.ts'

const TF_SET_NO_RIPPLE = 0x00020000
const PARTIAL_PAYMENT = 0x00020000
const NOBODY = 'rrrrrrrrrrrrrrrrrrrrBZbvji'

let world: EscrowWorld
/** Carol issues US dollars and lets them ripple. */
beforeEach(async () => {
  world = await openEscrows()
  await world.settle(set(AccountSetAsfFlags.asfDefaultRipple), world.carol)
})
afterEach(() => world.close())

const set = (SetFlag: AccountSetAsfFlags): Draft => ({
  TransactionType: 'AccountSet',
  Account: world.carol.address,
  SetFlag,
})
const usd = (value: string) => ({ currency: 'USD', issuer: world.carol.address, value })
const trust = (by: Wallet, value: string, about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'TrustSet',
  Account: by.address,
  LimitAmount: usd(value),
  ...about,
})
const pay = (from: Wallet, to: Wallet, value: string, about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'Payment',
  Account: from.address,
  Destination: to.address,
  Amount: usd(value),
  ...about,
})
const tried = async (draft: Draft, by: Wallet) => (await world.send(draft, by, { failHard: true })).result
const linesOf = (wallet: Wallet) =>
  world.ask({ command: 'account_lines', account: wallet.address, ledger_index: 'validated' })
const has = async (wallet: Wallet, balance: string) =>
  expect(await linesOf(wallet)).toMatchObject({ lines: [{ currency: 'USD', balance }] })

describe('a trust line', () => {
  test('is an object of whoever trusts, that both sides see', async () => {
    const { alice, carol } = world
    expect(await world.settle(trust(alice, '1000'), alice)).toBe('tesSUCCESS')
    expect(await linesOf(alice)).toMatchObject({
      lines: [
        {
          account: carol.address,
          balance: '0',
          currency: 'USD',
          limit: '1000',
          limit_peer: '0',
          no_ripple: false,
          no_ripple_peer: false,
          quality_in: 0,
          quality_out: 0,
        },
      ],
    })
    expect(await linesOf(carol)).toMatchObject({ lines: [{ account: alice.address, limit: '0', limit_peer: '1000' }] })
    expect([await world.ownerCountOf(alice), await world.ownerCountOf(carol)]).toEqual([1, 0])
    const { account_objects } = await world.objectsOf(carol, { type: 'state' })
    expect(account_objects).toMatchObject([
      {
        LedgerEntryType: 'RippleState',
        Balance: { currency: 'USD', issuer: NOBODY, value: '0' },
        index: hashes.hashTrustline(alice.address, carol.address, 'USD'),
      },
    ])
  })

  test('of nothing goes when nothing is on it', async () => {
    const { alice } = world
    await world.settle(trust(alice, '1000', { Flags: TF_SET_NO_RIPPLE }), alice)
    expect(await world.settle(trust(alice, '0'), alice)).toBe('tesSUCCESS')
    expect(await linesOf(alice)).toMatchObject({ lines: [] })
    expect(await world.ownerCountOf(alice)).toBe(0)
    expect(await tried(trust(alice, '0'), alice)).toBe('tecNO_LINE_REDUNDANT')
  })

  test('is made to somebody else who is there and takes it', async () => {
    const { alice, carol } = world
    expect(await tried(trust(carol, '5'), carol)).toBe('temDST_IS_SRC')
    const nobody = { LimitAmount: { ...usd('5'), issuer: Wallet.generate().address } }
    expect(await tried({ ...trust(alice, '5'), ...nobody }, alice)).toBe('tecNO_DST')
    await world.settle(set(AccountSetAsfFlags.asfDisallowIncomingTrustline), carol)
    expect(await tried(trust(alice, '5'), alice)).toBe('tecNO_PERMISSION')
    const preflight = (about: Record<string, unknown>) => trustSet({ ...trust(alice, '5'), ...about }).preflight()
    expect(preflight({ LimitAmount: '5' })).toBe('temBAD_LIMIT')
    expect(preflight({ LimitAmount: usd('-5') })).toBe('temBAD_LIMIT')
    expect(preflight({ Flags: 1 })).toBe('temINVALID_FLAG')
    // Freezing is not supported here.
    expect(preflight({ Flags: 0x00100000 })).toBe('temUNKNOWN')
  })
})

describe('issued money', () => {
  beforeEach(async () => {
    await world.settle(trust(world.alice, '1000'), world.alice)
    await world.settle(trust(world.bob, '1000'), world.bob)
  })

  test('comes from its issuer, goes through it and back to it', async () => {
    const { alice, bob, carol } = world
    expect(await world.settle(pay(carol, alice, '200'), carol)).toBe('tesSUCCESS')
    await has(alice, '200')
    const { hash } = await world.send(pay(alice, bob, '10.25'), alice)
    world.rippled.closeLedger()
    await has(alice, '189.75')
    await has(bob, '10.25')
    const answer = await world.ask({ command: 'tx', transaction: hash })
    expect(answer).toMatchObject({ meta: { delivered_amount: usd('10.25') } })
    expect(answer).not.toHaveProperty('meta.DeliveredAmount')
    expect(readPayment(validatedTransaction.parse(answer), bob.address)).toMatchObject({ asset: null })
    expect(await world.settle(pay(bob, carol, '10.25'), bob)).toBe('tesSUCCESS')
    await has(bob, '0')
  })

  test('arrives in part only when its payer says so: what there is, and what the receiver takes', async () => {
    const { alice, bob, carol } = world
    await world.settle(pay(carol, alice, '176'), carol)
    expect(await tried(pay(alice, bob, '900'), alice)).toBe('tecPATH_PARTIAL')
    const atLeast = { Flags: PARTIAL_PAYMENT, DeliverMin: usd('177') }
    expect(await tried(pay(alice, bob, '900', atLeast), alice)).toBe('tecPATH_PARTIAL')
    const { hash } = await world.send(pay(alice, bob, '900', { Flags: PARTIAL_PAYMENT }), alice)
    world.rippled.closeLedger()
    await has(bob, '176')
    const answer = await world.ask({ command: 'tx', transaction: hash })
    expect(answer).toMatchObject({ meta: { DeliveredAmount: usd('176'), delivered_amount: usd('176') } })
    const payment = readPayment(validatedTransaction.parse(answer), bob.address)
    expect(payment?.amount.toFixed()).toBe('176')
    expect(await tried(pay(carol, bob, '825'), carol)).toBe('tecPATH_PARTIAL')
    expect(await tried(pay(alice, bob, '1'), alice)).toBe('tecPATH_DRY')
  })

  test('does not reach an account without a line, nor one that takes money from nobody', async () => {
    const { alice, bob, carol } = world
    const plain = Wallet.generate()
    await world.settle(pay(bob, plain, '0', { Amount: '10000000' }), bob)
    expect(await tried(pay(carol, plain, '1'), carol)).toBe('tecPATH_DRY')
    await world.settle({ ...set(AccountSetAsfFlags.asfDepositAuth), Account: alice.address }, alice)
    expect(await tried(pay(carol, alice, '1'), carol)).toBe('tecNO_PERMISSION')
  })

  test('keeps both sides of its line from being deleted', async () => {
    const { account_objects } = await world.objectsOf(world.carol, { deletion_blockers_only: true })
    expect(account_objects).toHaveLength(2)
    const unknown = world.ask({ command: 'account_lines', account: Wallet.generate().address })
    expect(await denialOf(unknown)).toBe('actNotFound')
  })
})

test('money does not go through an issuer who lets none ripple', async () => {
  const { alice, bob, carol } = world
  const clear = {
    TransactionType: 'AccountSet',
    Account: carol.address,
    ClearFlag: AccountSetAsfFlags.asfDefaultRipple,
  }
  await world.settle(clear, carol)
  await world.settle(trust(alice, '1000'), alice)
  await world.settle(trust(bob, '1000'), bob)
  await world.settle(pay(carol, alice, '50'), carol)
  expect(await tried(pay(alice, bob, '1'), alice)).toBe('tecPATH_DRY')
  expect(await tried(pay(alice, carol, '1'), alice)).toBe('tesSUCCESS')
})
