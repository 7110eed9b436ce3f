/** Checks on the harbour's rippled, as a rippled 2.2.0 answered: written, cashed, cancelled. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, hashes, Wallet } from 'xrpl'
import { validatedTransaction } from '#app/ledgers/xrpl/answers.ts'
import { readPayment } from '#app/ledgers/xrpl/payments.ts'
import { checkCash } from '#harbour/rippled/engine/check/cash.ts'
import { checkCreate } from '#harbour/rippled/engine/check/create.ts'
import { checkIndex } from '#harbour/rippled/engine/entries.ts'
import { type Draft, denialOf, GENESIS, RICH } from '../rippled-world.ts'
import { type EscrowWorld, openEscrows, START } from './escrow-world.ts'

let world: EscrowWorld
let id: string
beforeEach(async () => {
  world = await openEscrows()
  id = checkIndex(world.alice.address, GENESIS)
})
afterEach(() => world.close())

const write = (about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'CheckCreate',
  Account: world.alice.address,
  Destination: world.bob.address,
  DestinationTag: 5,
  SendMax: '10000000',
  ...about,
})
const cash = (about: Record<string, unknown>): Draft => ({
  TransactionType: 'CheckCash',
  Account: world.bob.address,
  CheckID: id,
  ...about,
})
const cancel = (by: Wallet): Draft => ({ TransactionType: 'CheckCancel', Account: by.address, CheckID: id })
/** The provisional result. A transaction that fails leaves no trace. */
const tried = async (draft: Draft, by: Wallet) => (await world.send(draft, by, { failHard: true })).result
const require = (wallet: Wallet, SetFlag: AccountSetAsfFlags) =>
  world.settle({ TransactionType: 'AccountSet', Account: wallet.address, SetFlag }, wallet)
const find = () => world.ask({ command: 'ledger_entry', check: id, ledger_index: 'validated' })

describe('a check is written', () => {
  test('as an object of its writer that the receiver sees too', async () => {
    const InvoiceID = '2'.repeat(64)
    expect(await world.settle(write({ InvoiceID }), world.alice)).toBe('tesSUCCESS')
    const entry = {
      LedgerEntryType: 'Check',
      Account: world.alice.address,
      Destination: world.bob.address,
      DestinationNode: '0',
      DestinationTag: 5,
      Flags: 0,
      InvoiceID,
      OwnerNode: '0',
      SendMax: '10000000',
      Sequence: GENESIS,
      index: id,
    }
    expect(await find()).toMatchObject({ node: entry })
    for (const wallet of [world.alice, world.bob]) {
      expect(await world.objectsOf(wallet, { type: 'check' })).toMatchObject({ account_objects: [entry] })
      const blockers = await world.objectsOf(wallet, { deletion_blockers_only: true })
      expect(blockers.account_objects).toHaveLength(1)
    }
    expect(await world.ownerCountOf(world.alice)).toBe(1)
    expect(await world.ownerCountOf(world.bob)).toBe(0)
    expect(await world.balanceOf(world.alice.address)).toBe(BigInt(RICH) - 12n)
    const malformed = { command: 'ledger_entry', check: 'AB' }
    expect(await denialOf(world.ask(malformed))).toBe('malformedRequest')
  })

  test('to somebody who takes it', async () => {
    expect(await tried(write({ Destination: Wallet.generate().address }), world.alice)).toBe('tecNO_DST')
    expect(await tried(write({ Destination: world.alice.address }), world.alice)).toBe('temREDUNDANT')
    await require(world.bob, AccountSetAsfFlags.asfRequireDest)
    const { DestinationTag: _tag, ...untagged } = write()
    expect(await tried(untagged as Draft, world.alice)).toBe('tecDST_TAG_NEEDED')
    await require(world.bob, AccountSetAsfFlags.asfDisallowIncomingCheck)
    expect(await tried(write(), world.alice)).toBe('tecNO_PERMISSION')
  })

  test('for something, not past its date, with a reserve', async () => {
    const preflight = (about: Record<string, unknown>) => checkCreate({ Sequence: 5, ...write(about) }).preflight()
    expect(preflight({ SendMax: '0' })).toBe('temBAD_AMOUNT')
    expect(preflight({ Expiration: 0 })).toBe('temBAD_EXPIRATION')
    expect(preflight({ Flags: 1 })).toBe('temINVALID_FLAG')
    expect(await tried(write({ Expiration: START }), world.alice)).toBe('tecEXPIRED')
    const poor = Wallet.generate()
    const give = { TransactionType: 'Payment', Account: world.carol.address, Destination: poor.address }
    await world.settle({ ...give, Amount: '1199999' }, world.carol)
    expect(await tried(write({ Account: poor.address }), poor)).toBe('tecINSUFFICIENT_RESERVE')
  })
})

describe('a check is cashed', () => {
  test('by its receiver alone, for as much as it is worth, once', async () => {
    const { alice, bob, carol } = world
    await world.settle(write(), alice)
    expect(await tried(cash({ Account: carol.address, Amount: '1000000' }), carol)).toBe('tecNO_PERMISSION')
    expect(await tried(cash({ Amount: '11000000' }), bob)).toBe('tecPATH_PARTIAL')
    const { hash } = await world.send(cash({ Amount: '4000000' }), bob)
    world.rippled.closeLedger()
    expect(await world.balanceOf(bob.address)).toBe(BigInt(RICH) + 4_000_000n - 12n)
    expect(await world.balanceOf(alice.address)).toBe(BigInt(RICH) - 4_000_000n - 12n)
    expect(await world.ownerCountOf(alice)).toBe(0)
    expect(await denialOf(find())).toBe('entryNotFound')
    expect(await tried(cash({ Amount: '1000000' }), bob)).toBe('tecNO_ENTRY')

    const answer = await world.ask({ command: 'tx', transaction: hash })
    expect(answer).toMatchObject({ meta: { delivered_amount: '4000000' } })
    expect(answer).not.toHaveProperty('meta.DeliveredAmount')
    const payment = readPayment(validatedTransaction.parse(answer), bob.address)
    expect(payment).toMatchObject({ from: alice.address, asset: 'XRP', memo: '5', needsReview: false })
    expect(payment?.amount.toFixed()).toBe('4')
  })

  test('for at least so much: what there is above the reserve', async () => {
    const { alice, bob } = world
    await world.settle(write({ SendMax: '5000000000' }), alice)
    const all = (await world.balanceOf(alice.address)) - 1_000_000n
    expect(await tried(cash({ DeliverMin: String(all + 1n) }), bob)).toBe('tecPATH_PARTIAL')
    const { hash } = await world.send(cash({ DeliverMin: '50000000' }), bob)
    world.rippled.closeLedger()
    // The reserve for the check itself is freed with it.
    expect(await world.balanceOf(alice.address)).toBe(1_000_000n)
    expect(await world.balanceOf(bob.address)).toBe(BigInt(RICH) + all - 12n)
    expect(await world.ask({ command: 'tx', transaction: hash })).toMatchObject({
      meta: { DeliveredAmount: String(all), delivered_amount: String(all) },
    })
  })

  test('by one of two ways to say how much', () => {
    const preflight = (about: Record<string, unknown>) => checkCash(cash(about)).preflight()
    expect(preflight({ Amount: '1000000', DeliverMin: '1000000' })).toBe('temMALFORMED')
    expect(preflight({})).toBe('temMALFORMED')
    expect(preflight({ Amount: '0' })).toBe('temBAD_AMOUNT')
    expect(preflight({ Amount: '1', Flags: 1 })).toBe('temINVALID_FLAG')
  })

  test('not in another currency, nor in one that nobody has', async () => {
    const usd = { currency: 'USD', issuer: world.carol.address, value: '5' }
    await world.settle(write(), world.alice)
    expect(await tried(cash({ Amount: usd }), world.bob)).toBe('temMALFORMED')
    await world.settle(write({ SendMax: usd }), world.alice)
    id = checkIndex(world.alice.address, GENESIS + 1)
    expect(await tried(cash({ Amount: usd }), world.bob)).toBe('tecPATH_PARTIAL')
  })

  test('until it expires, at its very second', async () => {
    await world.settle(write({ Expiration: START + 61 }), world.alice)
    world.at(START + 60)
    expect(await tried(cancel(world.carol), world.carol)).toBe('tecNO_PERMISSION')
    // A ledger closes at least a second after its parent.
    world.rippled.closeLedger()
    expect(await tried(cash({ Amount: '1000000' }), world.bob)).toBe('tecEXPIRED')
    const { hash } = await world.send(cancel(world.carol), world.carol)
    world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('tesSUCCESS')
    expect(await world.ownerCountOf(world.alice)).toBe(0)
    // The receiver sees it by the change of its own account.
    expect(await world.nodesOf(hash)).toContainEqual(
      expect.objectContaining({ kind: 'ModifiedNode', LedgerIndex: hashes.hashAccountRoot(world.bob.address) }),
    )
  })
})

test('a check is taken back by its writer or its receiver before', async () => {
  await world.settle(write(), world.alice)
  expect(await tried(cancel(world.carol), world.carol)).toBe('tecNO_PERMISSION')
  expect(await world.settle(cancel(world.bob), world.bob)).toBe('tesSUCCESS')
  expect(await tried(cancel(world.bob), world.bob)).toBe('tecNO_ENTRY')
  await world.settle(write(), world.alice)
  id = checkIndex(world.alice.address, GENESIS + 1)
  expect(await world.settle(cancel(world.alice), world.alice)).toBe('tesSUCCESS')
  expect(await world.balanceOf(world.alice.address)).toBe(BigInt(RICH) - 36n)
})
