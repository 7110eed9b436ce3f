/** Every engine result that the harbour's rippled can give, provisional and final. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, decode, encode, Wallet } from 'xrpl'
import { tryTransaction } from '#harbour/rippled/engine/engine.ts'
import { accountIndex } from '#harbour/rippled/engine/entries.ts'
import { readTransaction } from '#harbour/rippled/engine/transaction.ts'
import { type Draft, denialOf, GENESIS, openRippled, RICH, type RippledWorld } from './rippled-world.ts'

const PARTIAL_PAYMENT = 0x00020000
const USD = { currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: '5' }

let world: RippledWorld
beforeEach(async () => {
  world = await openRippled()
})
afterEach(() => world.close())

const payment = (about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'Payment',
  Account: world.alice.address,
  Destination: world.bob.address,
  Amount: '1000000',
  ...about,
})
const accountSet = (wallet: Wallet, about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'AccountSet',
  Account: wallet.address,
  ...about,
})
const provisional = async (draft: Draft, wallet = world.alice) => (await world.send(draft, wallet)).result
const require = (wallet: Wallet, flag: AccountSetAsfFlags) =>
  world.settle(accountSet(wallet, { SetFlag: flag }), wallet)

describe('a payment', () => {
  test.each([
    ['temBAD_AMOUNT', () => ({ Amount: '0' })],
    ['temREDUNDANT', () => ({ Destination: world.alice.address })],
    ['temBAD_SEND_XRP_PARTIAL', () => ({ Flags: PARTIAL_PAYMENT })],
    ['temBAD_SEND_XRP_MAX', () => ({ SendMax: '5000000' })],
    ['temBAD_SEND_XRP_LIMIT', () => ({ Flags: 0x00040000 })],
    ['temBAD_SEND_XRP_NO_DIRECT', () => ({ Flags: 0x00010000 })],
    ['temINVALID_FLAG', () => ({ Flags: 0x00000001 })],
    ['telINSUF_FEE_P', () => ({ Fee: '9' })],
    ['telNETWORK_ID_MAKES_TX_NON_CANONICAL', () => ({ NetworkID: 763 })],
    ['tefPAST_SEQ', () => ({ Sequence: GENESIS - 1 })],
    ['terPRE_SEQ', () => ({ Sequence: GENESIS + 1 })],
    ['temSEQ_AND_TICKET', () => ({ Sequence: GENESIS, TicketSequence: GENESIS })],
    ['terPRE_TICKET', () => ({ Sequence: 0, TicketSequence: GENESIS })],
    ['tefNO_TICKET', () => ({ Sequence: 0, TicketSequence: GENESIS - 1 })],
    ['tefMAX_LEDGER', () => ({ LastLedgerSequence: GENESIS })],
    ['tesSUCCESS', () => ({ LastLedgerSequence: GENESIS + 1 })],
    ['tecUNFUNDED_PAYMENT', () => ({ Amount: RICH })],
    ['tecNO_DST_INSUF_XRP', () => ({ Destination: Wallet.generate().address, Amount: '999999' })],
    ['tecNO_DST', () => ({ Destination: Wallet.generate().address, Amount: USD })],
    ['tecPATH_DRY', () => ({ Amount: USD })],
    ['tecPATH_DRY', () => ({ SendMax: USD, Flags: PARTIAL_PAYMENT })],
    ['telNO_DST_PARTIAL', () => ({ Destination: Wallet.generate().address, SendMax: USD, Flags: PARTIAL_PAYMENT })],
    ['temBAD_AMOUNT', () => ({ SendMax: USD, Flags: PARTIAL_PAYMENT, DeliverMin: '1000001' })],
  ])('is answered with %s', async (result, about) => {
    expect(await provisional(payment(about()))).toBe(result)
  })

  test('by a key that is not the account’s is answered with tefBAD_AUTH', async () => {
    expect(await provisional(payment(), world.bob)).toBe('tefBAD_AUTH')
  })

  test('of an account that does not exist is answered with terNO_ACCOUNT', async () => {
    const nobody = Wallet.generate()
    const draft = payment({ Account: nobody.address, Sequence: 1 })
    expect(await provisional(draft, nobody)).toBe('terNO_ACCOUNT')
  })

  test('that was changed after it was signed is no transaction at all', async () => {
    const { tx_blob } = world.alice.sign({ ...payment(), Fee: '12', Sequence: GENESIS } as never)
    const forged = encode({ ...decode(tx_blob), Amount: '900000000' } as never)
    expect(await denialOf(world.ask({ command: 'submit', tx_blob: forged }))).toBe('invalidTransaction')
    expect(await denialOf(world.ask({ command: 'submit', tx_blob: `${tx_blob}00` }))).toBe('invalidTransaction')
    const unsigned = encode({ ...payment(), Fee: '12', Sequence: GENESIS, SigningPubKey: '' } as never)
    expect(await denialOf(world.ask({ command: 'submit', tx_blob: unsigned }))).toBe('invalidTransaction')
  })

  test('must leave the reserve and may not touch it, except for its fee', async () => {
    const all = BigInt(RICH)
    expect(await provisional(payment({ Amount: String(all - 1_000_000n + 1n) }))).toBe('tecUNFUNDED_PAYMENT')
    world.rippled.closeLedger()
    const rest = await world.balanceOf(world.alice.address)
    expect(await world.settle(payment({ Amount: String(rest - 1_000_000n) }), world.alice)).toBe('tesSUCCESS')
    expect(await world.balanceOf(world.alice.address)).toBe(1_000_000n - 12n)
  })

  test('whose account cannot pay the fee is answered with terINSUF_FEE_B', async () => {
    expect(await provisional(payment({ Fee: '1000000001' }))).toBe('terINSUF_FEE_B')
  })

  test('to an account that wants tags needs one, and 0 is one', async () => {
    await require(world.bob, AccountSetAsfFlags.asfRequireDest)
    expect(await world.settle(payment(), world.alice)).toBe('tecDST_TAG_NEEDED')
    expect(await world.settle(payment({ DestinationTag: 0 }), world.alice)).toBe('tesSUCCESS')
  })

  test('to an account with deposit authorization fails, unless it rescues one that has next to nothing', async () => {
    const poor = Wallet.generate()
    await world.settle(payment({ Destination: poor.address, Amount: '1000000' }), world.alice)
    await require(world.bob, AccountSetAsfFlags.asfDepositAuth)
    await require(poor, AccountSetAsfFlags.asfDepositAuth)
    expect(await world.settle(payment({ Amount: '1' }), world.alice)).toBe('tecNO_PERMISSION')
    expect(await world.settle(payment({ Destination: poor.address, Amount: '1000001' }), world.alice)).toBe(
      'tecNO_PERMISSION',
    )
    expect(await world.settle(payment({ Destination: poor.address, Amount: '1000000' }), world.alice)).toBe(
      'tesSUCCESS',
    )
    const authorized = (destination_account: string) =>
      world.ask({ command: 'deposit_authorized', source_account: world.alice.address, destination_account })
    expect(await authorized(world.bob.address)).toMatchObject({ deposit_authorized: false })
    expect(await authorized(world.carol.address)).toMatchObject({ deposit_authorized: true })
  })

  test('to an account that disallows XRP arrives: that flag is advice', async () => {
    await require(world.bob, AccountSetAsfFlags.asfDisallowXRP)
    expect(await world.settle(payment(), world.alice)).toBe('tesSUCCESS')
    const info = await world.ask({ command: 'account_info', account: world.bob.address })
    expect(info).toMatchObject({ account_flags: { disallowIncomingXRP: true }, account_data: { Flags: 0x00080000 } })
  })

  test('that fails in a ledger costs its fee and its sequence, with fail_hard nothing', async () => {
    const before = await world.balanceOf(world.alice.address)
    const draft = payment({ Amount: RICH })
    const { answer } = await world.send(draft, world.alice, { failHard: true })
    expect(answer).toMatchObject({ engine_result: 'tecUNFUNDED_PAYMENT', accepted: false, applied: false, kept: false })
    world.rippled.closeLedger()
    expect(await world.balanceOf(world.alice.address)).toBe(before)
    expect(await world.settle(draft, world.alice)).toBe('tecUNFUNDED_PAYMENT')
    expect(await world.balanceOf(world.alice.address)).toBe(before - 12n)
    const info = await world.ask({ command: 'account_info', account: world.alice.address })
    expect(info).toMatchObject({ account_data: { Sequence: GENESIS + 1 } })
  })

  test('that fails provisionally may succeed when another of its ledger helps it', async () => {
    const { hash, result } = await world.send(payment({ Amount: RICH }), world.alice)
    expect(result).toBe('tecUNFUNDED_PAYMENT')
    await world.send({ ...payment({ Destination: world.alice.address }), Account: world.bob.address }, world.bob)
    await world.send(
      { ...payment({ Destination: world.alice.address, Amount: '5000000' }), Account: world.carol.address },
      world.carol,
    )
    world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('tesSUCCESS')
  })

  test('that came too early is kept until the one before it comes', async () => {
    const late = await world.send(payment({ Sequence: GENESIS + 1, Amount: '2' }), world.alice)
    expect(late.answer).toMatchObject({ engine_result: 'terPRE_SEQ', kept: true, applied: false })
    world.rippled.closeLedger()
    expect(await world.resultOf(late.hash)).toBe('waiting')
    const early = await world.send(payment({ Amount: '1' }), world.alice)
    world.rippled.closeLedger()
    expect(await world.resultOf(early.hash)).toBe('tesSUCCESS')
    // Held for its own ledger, then tried again with each new one.
    expect(await world.resultOf(late.hash)).toBe('waiting')
    world.rippled.closeLedger()
    expect(await world.resultOf(late.hash)).toBe('tesSUCCESS')
  })

  test('that is sent again is past its sequence, wherever the first one is', async () => {
    const first = await world.send(payment(), world.alice)
    const again = () => world.ask({ command: 'submit', tx_blob: first.blob })
    expect(await again()).toMatchObject({ engine_result: 'tefPAST_SEQ', accepted: true, kept: true, applied: false })
    world.rippled.closeLedger()
    expect(await again()).toMatchObject({ engine_result: 'tefPAST_SEQ' })
    world.rippled.closeLedger()
    expect(await world.balanceOf(world.bob.address)).toBe(BigInt(RICH) + 1_000_000n)
  })
})

test('a transaction that its ledger has already, though its sequence is unused, is answered with tefALREADY', () => {
  const { address } = world.alice
  const { tx_blob } = world.alice.sign({ ...payment(), Fee: '12', Sequence: 5 } as never)
  const account = {
    LedgerEntryType: 'AccountRoot' as const,
    Account: address,
    Balance: RICH,
    Flags: 0,
    OwnerCount: 0,
    Sequence: 5,
    PreviousTxnID: '',
    PreviousTxnLgrSeq: 0,
  }
  const surroundings = {
    ledgerIndex: 9,
    parentCloseTime: 0,
    isOpen: true,
    loadFactor: 256,
    networkId: 763,
    deletableAfter: 255,
    delivers: null,
    hasTransaction: () => true,
  }
  const state = new Map([[accountIndex(address), account]])
  const application = tryTransaction(readTransaction(tx_blob), { state, surroundings })
  expect(application).toMatchObject({ result: 'tefALREADY', changes: null })
})

test('a network with a high id wants it in every transaction', async () => {
  const network = await openRippled({ networkId: 21_337 })
  const draft = { TransactionType: 'AccountSet', Account: network.alice.address }
  expect((await network.send(draft, network.alice)).result).toBe('telREQUIRES_NETWORK_ID')
  expect((await network.send({ ...draft, NetworkID: 21_338 }, network.alice)).result).toBe('telWRONG_NETWORK')
  expect((await network.send({ ...draft, NetworkID: 21_337 }, network.alice)).result).toBe('tesSUCCESS')
  await network.close()
})

describe('settings of an account', () => {
  test('change its flags, and back', async () => {
    const flagsNow = async () =>
      (await world.ask({ command: 'account_info', account: world.bob.address })).account_flags
    await require(world.bob, AccountSetAsfFlags.asfRequireDest)
    await require(world.bob, AccountSetAsfFlags.asfDepositAuth)
    expect(await flagsNow()).toMatchObject({ requireDestinationTag: true, depositAuth: true })
    const clears = { ClearFlag: AccountSetAsfFlags.asfRequireDest }
    expect(await world.settle(accountSet(world.bob, clears), world.bob)).toBe('tesSUCCESS')
    expect(await flagsNow()).toMatchObject({ requireDestinationTag: false, depositAuth: true })
  })

  test('may not contradict themselves, nor lock the owner out', async () => {
    const both = { SetFlag: 1, ClearFlag: 1 }
    expect(await provisional(accountSet(world.alice, both))).toBe('temINVALID_FLAG')
    const locksOut = { SetFlag: AccountSetAsfFlags.asfDisableMaster }
    expect(await provisional(accountSet(world.alice, locksOut))).toBe('tecNO_ALTERNATIVE_KEY')
  })
})

test('other kinds of transactions are answered with temUNKNOWN', async () => {
  const trade = { TakerGets: '1000000', TakerPays: USD }
  const draft = { TransactionType: 'OfferCreate', Account: world.alice.address, ...trade }
  expect(await provisional(draft)).toBe('temUNKNOWN')
})
