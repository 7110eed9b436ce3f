/** Payment channels on the harbour's rippled, as a rippled 2.2.0 answered: created, claimed, funded, closed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, hashes, signPaymentChannelClaim, Wallet } from 'xrpl'
import { validatedTransaction } from '#app/ledgers/xrpl/answers.ts'
import { readPayment } from '#app/ledgers/xrpl/payments.ts'
import { channelClaim } from '#harbour/rippled/engine/channel/claim.ts'
import { channelCreate } from '#harbour/rippled/engine/channel/create.ts'
import { type Draft, denialOf, GENESIS, RICH } from '../rippled-world.ts'
import { type EscrowWorld, openEscrows, START } from './escrow-world.ts'

const TF_RENEW = 0x00010000
const TF_CLOSE = 0x00020000
/** The earliest expiry of a channel made in the first ledger, which closed a second after its parent. */
const EARLIEST = START + 1 + 60

let world: EscrowWorld
let id: string
beforeEach(async () => {
  world = await openEscrows()
  id = hashes.hashPaymentChannel(world.alice.address, world.bob.address, GENESIS)
})
afterEach(() => world.close())

const make = (about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'PaymentChannelCreate',
  Account: world.alice.address,
  Destination: world.bob.address,
  DestinationTag: 8,
  Amount: '10000000',
  SettleDelay: 60,
  PublicKey: world.alice.publicKey,
  ...about,
})
const claim = (by: Wallet, about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'PaymentChannelClaim',
  Account: by.address,
  Channel: id,
  ...about,
})
/** A claim for this many XRP in all, signed by this key. */
const signed = (xrp: number, key = world.alice) => ({
  Balance: `${xrp}000000`,
  Amount: `${xrp}000000`,
  Signature: signPaymentChannelClaim(id, String(xrp), key.privateKey),
  PublicKey: world.alice.publicKey,
})
const fund = (about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'PaymentChannelFund',
  Account: world.alice.address,
  Channel: id,
  Amount: '5000000',
  ...about,
})
/** The provisional result. A transaction that fails leaves no trace. */
const tried = async (draft: Draft, by: Wallet) => (await world.send(draft, by, { failHard: true })).result
const require = (wallet: Wallet, SetFlag: AccountSetAsfFlags) =>
  world.settle({ TransactionType: 'AccountSet', Account: wallet.address, SetFlag }, wallet)
const channelsOf = (wallet: Wallet) =>
  world.ask({ command: 'account_channels', account: wallet.address, ledger_index: 'validated' })

test('a channel sets XRP aside and is found by both', async () => {
  const { alice, bob } = world
  expect(await world.settle(make(), alice)).toBe('tesSUCCESS')
  expect(await world.balanceOf(alice.address)).toBe(BigInt(RICH) - 10_000_000n - 12n)
  expect(await world.ownerCountOf(alice)).toBe(1)
  expect(await channelsOf(alice)).toMatchObject({
    channels: [
      {
        account: alice.address,
        amount: '10000000',
        balance: '0',
        channel_id: id,
        destination_account: bob.address,
        destination_tag: 8,
        public_key: expect.stringMatching(/^a/),
        public_key_hex: alice.publicKey,
        settle_delay: 60,
      },
    ],
  })
  expect(await channelsOf(bob)).toMatchObject({ channels: [] })
  for (const wallet of [alice, bob]) {
    const { account_objects } = await world.objectsOf(wallet, { type: 'payment_channel' })
    expect(account_objects).toMatchObject([{ index: id, LedgerEntryType: 'PayChannel' }])
  }
  const find = { command: 'ledger_entry', payment_channel: id, ledger_index: 'validated' }
  expect(await world.ask(find)).toMatchObject({ node: { Amount: '10000000', Balance: '0', SettleDelay: 60 } })
})

test('a channel is made within bounds', async () => {
  const { alice, bob } = world
  const preflight = (about: Record<string, unknown>) => channelCreate({ Sequence: 5, ...make(about) }).preflight()
  expect(preflight({ Amount: '0' })).toBe('temBAD_AMOUNT')
  expect(preflight({ Destination: alice.address })).toBe('temDST_IS_SRC')
  expect(preflight({ PublicKey: 'AB' })).toBe('temMALFORMED')
  expect(preflight({ Flags: 1 })).toBe('temINVALID_FLAG')
  expect(await tried(make({ Amount: RICH }), alice)).toBe('tecUNFUNDED')
  expect(await tried(make({ Destination: Wallet.generate().address }), alice)).toBe('tecNO_DST')
  expect(await tried(make({ CancelAfter: START }), alice)).toBe('tecEXPIRED')
  await require(bob, AccountSetAsfFlags.asfRequireDest)
  const { DestinationTag: _tag, ...untagged } = make()
  expect(await tried(untagged as Draft, alice)).toBe('tecDST_TAG_NEEDED')
  await require(bob, AccountSetAsfFlags.asfDisallowIncomingPayChan)
  expect(await tried(make(), alice)).toBe('tecNO_PERMISSION')
})

describe('a claim', () => {
  beforeEach(async () => {
    await world.settle(make(), world.alice)
  })

  test('takes what was signed for, and no more', async () => {
    const { alice, bob, carol } = world
    expect(await tried(claim(bob, signed(4, carol)), bob)).toBe('temBAD_SIGNATURE')
    expect(await tried(claim(bob, signed(11)), bob)).toBe('tecUNFUNDED_PAYMENT')
    expect(await tried(claim(bob, { ...signed(4), Balance: '5000000' }), bob)).toBe('temBAD_AMOUNT')
    expect(await tried(claim(carol, signed(4)), carol)).toBe('tecNO_PERMISSION')
    expect(await tried(claim(bob, { Balance: '1000000' }), bob)).toBe('temBAD_SIGNATURE')
    const { hash } = await world.send(claim(bob, signed(4)), bob)
    world.rippled.closeLedger()
    expect(await world.balanceOf(bob.address)).toBe(BigInt(RICH) + 4_000_000n - 12n)
    expect(await tried(claim(bob, signed(4)), bob)).toBe('tecUNFUNDED_PAYMENT')
    const answer = validatedTransaction.parse(await world.ask({ command: 'tx', transaction: hash }))
    const payment = readPayment(answer, bob.address)
    expect(payment).toMatchObject({ from: alice.address, memo: '8', needsReview: true })
    expect(payment?.amount.toFixed()).toBe('4')
  })

  test('is of the channel’s own key', async () => {
    const { bob, carol } = world
    const other = { ...signed(4, carol), PublicKey: carol.publicKey }
    expect(await tried(claim(bob, other), bob)).toBe('temBAD_SIGNER')
    const verify = { command: 'channel_verify', channel_id: id, amount: '4000000', signature: other.Signature }
    expect(await world.ask({ ...verify, public_key: carol.publicKey })).toEqual({ signature_verified: true })
    expect(await world.ask({ ...verify, public_key: bob.publicKey })).toEqual({ signature_verified: false })
    expect(await denialOf(world.ask({ ...verify, public_key: 'AB' }))).toBe('publicMalformed')
    expect(await denialOf(world.ask({ ...verify, public_key: bob.publicKey, amount: '4.5' }))).toBe(
      'channelAmtMalformed',
    )
  })

  test('is made in whole amounts and by known flags', () => {
    const preflight = (about: Record<string, unknown>) => channelClaim(claim(world.bob, about)).preflight()
    expect(preflight({ Balance: '0' })).toBe('temBAD_AMOUNT')
    expect(preflight({ Flags: 1 })).toBe('temINVALID_FLAG')
    expect(preflight({ Flags: TF_RENEW | TF_CLOSE })).toBe('temMALFORMED')
    expect(preflight({ Signature: 'AB', Balance: '5' })).toBe('temMALFORMED')
    expect(preflight({ ...signed(4), Signature: 'AB' })).toBe('temBAD_SIGNATURE')
  })

  test('is turned away by an account that takes money from nobody, unless it claims itself', async () => {
    const { alice, bob } = world
    await require(bob, AccountSetAsfFlags.asfDepositAuth)
    expect(await tried(claim(alice, { Balance: '1000000' }), alice)).toBe('tecNO_PERMISSION')
    expect(await tried(claim(bob, signed(1)), bob)).toBe('tesSUCCESS')
  })
})

describe('a channel', () => {
  beforeEach(async () => {
    await world.settle(make(), world.alice)
  })

  test('is funded by its owner', async () => {
    const { alice, bob } = world
    expect(await tried(fund({ Account: bob.address }), bob)).toBe('tecNO_PERMISSION')
    expect(await tried(fund({ Channel: 'AB'.repeat(32) }), alice)).toBe('tecNO_ENTRY')
    expect(await tried(fund({ Amount: RICH }), alice)).toBe('tecUNFUNDED')
    expect(await tried(fund({ Expiration: EARLIEST - 1 }), alice)).toBe('temBAD_EXPIRATION')
    expect(await world.settle(fund({ Expiration: EARLIEST }), alice)).toBe('tesSUCCESS')
    expect(await channelsOf(alice)).toMatchObject({ channels: [{ amount: '15000000', expiration: EARLIEST }] })
  })

  test('is closed by its owner after the delay, and then by anybody', async () => {
    const { alice, bob, carol } = world
    const { hash } = await world.send(claim(alice, { Flags: TF_CLOSE }), alice)
    world.rippled.closeLedger()
    const nodes = await world.nodesOf(hash)
    expect(nodes.find(({ LedgerEntryType }) => LedgerEntryType === 'PayChannel')).toMatchObject({ PreviousFields: {} })
    expect(await channelsOf(alice)).toMatchObject({ channels: [{ expiration: EARLIEST }] })
    expect(await world.settle(claim(bob, signed(6)), bob)).toBe('tesSUCCESS')
    world.at(EARLIEST - 1)
    expect(await tried(claim(carol, { Flags: TF_CLOSE }), carol)).toBe('tecNO_PERMISSION')
    world.rippled.closeLedger()
    expect(await world.settle(claim(carol, { Flags: TF_CLOSE }), carol)).toBe('tesSUCCESS')
    expect(await world.balanceOf(alice.address)).toBe(BigInt(RICH) - 6_000_000n - 24n)
    expect(await world.ownerCountOf(alice)).toBe(0)
    expect(await channelsOf(alice)).toMatchObject({ channels: [] })
    expect(await tried(claim(bob, signed(7)), bob)).toBe('tecNO_TARGET')
  })

  test('is renewed by its owner, and closed at once by its receiver', async () => {
    const { alice, bob } = world
    await world.settle(claim(alice, { Flags: TF_CLOSE }), alice)
    expect(await tried(claim(bob, { Flags: TF_RENEW }), bob)).toBe('tecNO_PERMISSION')
    expect(await world.settle(claim(alice, { Flags: TF_RENEW }), alice)).toBe('tesSUCCESS')
    expect(await channelsOf(alice)).not.toHaveProperty('channels.0.expiration')
    expect(await world.settle(claim(bob, { ...signed(3), Flags: TF_CLOSE }), bob)).toBe('tesSUCCESS')
    expect(await world.balanceOf(alice.address)).toBe(BigInt(RICH) - 3_000_000n - 36n)
    expect(await channelsOf(alice)).toMatchObject({ channels: [] })
  })
})
