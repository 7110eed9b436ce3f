/** What the harbour's rippled requires of an escrow before it is created, and how an escrow is found again. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decode, hashes, Wallet } from 'xrpl'
import { z } from 'zod'
import { escrowCreate } from '#harbour/rippled/engine/escrow/create.ts'
import { escrowFinish } from '#harbour/rippled/engine/escrow/finish.ts'
import { denialOf, GENESIS, RICH } from '../rippled-world.ts'
import { CANCEL_AFTER, type EscrowWorld, openEscrows, SECRET, START } from './escrow-world.ts'

let world: EscrowWorld
beforeEach(async () => {
  world = await openEscrows()
})
afterEach(() => world.close())

async function numberOf(): Promise<number> {
  const answer = await world.ask({ command: 'account_info', account: world.alice.address })
  return z.looseObject({ account_data: z.looseObject({ Sequence: z.number() }) }).parse(answer).account_data.Sequence
}

const provisional = async (about: Record<string, unknown>) =>
  (await world.send(world.create(about), world.alice, { failHard: true })).result

describe('an escrow is made', () => {
  test('of some XRP', async () => {
    expect(await provisional({ Amount: '0' })).toBe('temBAD_AMOUNT')
    expect(await provisional({ Amount: '1' })).toBe('tesSUCCESS')
  })

  test('not of tokens, which nobody here may lock', async () => {
    const token = { currency: 'USD', value: '5' }
    expect(await provisional({ Amount: { ...token, issuer: Wallet.generate().address } })).toBe('tecNO_ISSUER')
    expect(await provisional({ Amount: { ...token, issuer: world.bob.address } })).toBe('tecNO_PERMISSION')
    expect(await provisional({ Amount: { ...token, issuer: world.alice.address } })).toBe('tecNO_PERMISSION')
    expect(await provisional({ Amount: { ...token, value: '0', issuer: world.bob.address } })).toBe('temBAD_AMOUNT')
    const mpt = { mpt_issuance_id: '00000001'.padEnd(48, 'A'), value: '5' }
    expect(await provisional({ Amount: mpt })).toBe('tecOBJECT_NOT_FOUND')
  })

  test('with dates in their order, neither of them past', async () => {
    const both = (FinishAfter: number, CancelAfter: number) => provisional({ FinishAfter, CancelAfter })
    expect(await both(START + 10, START + 10)).toBe('temBAD_EXPIRATION')
    expect(await both(START + 11, START + 10)).toBe('temBAD_EXPIRATION')
    expect(await both(START - 1, START + 10)).toBe('tecNO_PERMISSION')
    expect(await provisional({ CancelAfter: START - 1 })).toBe('tecNO_PERMISSION')
    // The close time of the parent ledger itself is not past yet.
    expect(await provisional({ CancelAfter: START })).toBe('tesSUCCESS')
  })

  test('by the number that the wallet uses next, once, and not after its last ledger', async () => {
    const number = await numberOf()
    expect(await provisional({ Sequence: number - 1 })).toBe('tefPAST_SEQ')
    expect(await world.settle(world.create({ Sequence: number }), world.alice)).toBe('tesSUCCESS')
    expect(await provisional({ Sequence: number })).toBe('tefPAST_SEQ')
    // The same transaction, signed again with another fee.
    expect(await provisional({ Sequence: number, Fee: '20' })).toBe('tefPAST_SEQ')
    const open = (await world.ask({ command: 'ledger_current' })).ledger_current_index as number
    const next = await numberOf()
    expect(await provisional({ Sequence: next, LastLedgerSequence: open - 1 })).toBe('tefMAX_LEDGER')
    // A refusal for a passed last ledger does not use up the number.
    expect(await numberOf()).toBe(next)
    expect(await provisional({ Sequence: next, LastLedgerSequence: open })).toBe('tesSUCCESS')
  })

  test('with a condition that can be read', async () => {
    expect(await provisional({ Condition: SECRET.condition.replace('A0', 'A1') })).toBe('temMALFORMED')
    expect(await provisional({ Condition: SECRET.fulfilment })).toBe('temMALFORMED')
    expect(await provisional({ Condition: `${SECRET.condition}00` })).toBe('temMALFORMED')
  })

  test('with a date, and something that says when it may be finished', () => {
    // The client does not sign this, so the engine is asked directly.
    const preflight = (about: Record<string, unknown>) =>
      escrowCreate({ Sequence: 5, ...world.create(about) }).preflight()
    expect(preflight({ CancelAfter: undefined })).toBe('temBAD_EXPIRATION')
    expect(preflight({ CancelAfter: undefined, Condition: undefined })).toBe('temBAD_EXPIRATION')
    expect(preflight({ Condition: undefined })).toBe('temMALFORMED')
    expect(preflight({ Flags: 0x00010000 })).toBe('temINVALID_FLAG')
    expect(preflight({ Condition: '' })).toBe('temMALFORMED')
    expect(preflight({})).toBe('tesSUCCESS')
  })

  test('out of what its owner has above the reserve, fee and the escrow’s own reserve included', async () => {
    const poor = Wallet.generate()
    const give = (Amount: string) =>
      world.settle(
        { TransactionType: 'Payment', Account: world.carol.address, Destination: poor.address, Amount },
        world.carol,
      )
    await give('1200011')
    const lock = (Amount: string) => world.settle(world.create({ Account: poor.address, Amount }), poor)
    expect(await lock('5')).toBe('tecINSUFFICIENT_RESERVE')
    // After the fee, four drops are left above the two reserves, then five.
    await give('17')
    expect(await lock('5')).toBe('tecUNFUNDED')
    await give('13')
    expect(await lock('5')).toBe('tesSUCCESS')
    expect(await world.balanceOf(poor.address)).toBe(1_200_000n)
  })

  test('by a ticket, whose number it then has', async () => {
    const { alice, carol } = world
    await world.settle({ TransactionType: 'TicketCreate', Account: alice.address, TicketCount: 2 }, alice)
    const byTicket = world.create({ Sequence: 0, TicketSequence: GENESIS + 2 })
    expect(await world.settle(byTicket, alice)).toBe('tesSUCCESS')
    expect(await world.ownerCountOf(alice)).toBe(2)
    expect(await world.escrowOf(GENESIS + 2)).toMatchObject({
      index: hashes.hashEscrow(alice.address, GENESIS + 2),
      node: { Sequence: GENESIS + 2 },
    })
    expect(await denialOf(world.escrowOf(0))).toBe('entryNotFound')
    expect(await world.settle(world.finish(carol, { OfferSequence: GENESIS + 2 }), carol)).toBe('tesSUCCESS')
  })
})

test('credentials are looked at before anything else, and nobody has any', async () => {
  const seq = await world.created()
  const id = 'A'.repeat(64)
  const finish = world.finish(world.bob, { OfferSequence: seq, CredentialIDs: [id] })
  expect(await world.settle(finish, world.bob)).toBe('tecBAD_CREDENTIALS')
  const preflight = (CredentialIDs: string[]) => escrowFinish({ ...finish, CredentialIDs }).preflight()
  expect(preflight([])).toBe('temMALFORMED')
  expect(preflight([id, id])).toBe('temMALFORMED')
  expect(preflight(Array.from({ length: 9 }, (_, index) => String(index).repeat(64)))).toBe('temMALFORMED')
})

describe('an escrow is found', () => {
  test('by owner and number, by its id, and in bytes', async () => {
    const seq = await world.created({ SourceTag: 7, DestinationTag: 9 })
    const found = await world.escrowOf(seq)
    const fields = {
      LedgerEntryType: 'Escrow',
      Account: world.alice.address,
      Destination: world.bob.address,
      Amount: '100000000',
      CancelAfter: CANCEL_AFTER,
      Condition: SECRET.condition,
      DestinationTag: 9,
      SourceTag: 7,
      Flags: 0,
      Sequence: seq,
      PreviousTxnID: expect.stringMatching(/^[0-9A-F]{64}$/),
      PreviousTxnLgrSeq: GENESIS + 1,
    }
    const index = hashes.hashEscrow(world.alice.address, seq)
    expect(found).toMatchObject({ index, validated: true })
    expect(found.node).toEqual({ ...fields, OwnerNode: '0', DestinationNode: '0', index })
    const validated = { command: 'ledger_entry', ledger_index: 'validated' }
    expect(await world.ask({ ...validated, index })).toEqual(found)
    expect(await world.ask({ ...validated, escrow: index.toLowerCase() })).toEqual(found)
    const inBytes = await world.escrowOf(seq, { binary: true })
    const wide = '0'.repeat(16)
    expect(decode(String(inBytes.node_binary))).toEqual({ ...fields, OwnerNode: wide, DestinationNode: wide })
  })

  test('only as what it is, and only by a whole name', async () => {
    const { alice } = world
    const seq = await world.created()
    await world.settle({ TransactionType: 'TicketCreate', Account: alice.address, TicketCount: 1 }, alice)
    const denied = (about: Record<string, unknown>) => denialOf(world.ask({ command: 'ledger_entry', ...about }))
    const id = hashes.hashEscrow(alice.address, seq)
    expect(await denied({ ticket: id })).toBe('unexpectedLedgerType')
    expect(await denied({ escrow: hashes.hashAccountRoot(alice.address) })).toBe('unexpectedLedgerType')
    expect(await denied({ escrow: { owner: alice.address, seq: seq + 1 } })).toBe('entryNotFound')
    expect(await denied({ escrow: { owner: 'rNobody', seq } })).toBe('malformedOwner')
    expect(await denied({ escrow: { owner: alice.address, seq: -1 } })).toBe('malformedSeq')
    expect(await denied({ escrow: { owner: alice.address } })).toBe('malformedRequest')
    expect(await denied({ escrow: 'ABCD' })).toBe('malformedRequest')
    expect(await denied({ escrow: id, index: id })).toBe('invalidParams')
    expect(await denied({})).toBe('invalidParams')
    expect(await denied({ api_version: 1 })).toBe('unknownOption')
  })

  test('among the objects of both sides, by kind and page by page', async () => {
    const { alice, bob, carol } = world
    for (const Destination of [bob.address, carol.address, bob.address]) await world.created({ Destination })
    await world.settle({ TransactionType: 'TicketCreate', Account: alice.address, TicketCount: 1 }, alice)

    const kindsOf = async (about: Record<string, unknown>) =>
      (await world.objectsOf(alice, about)).account_objects.map(({ LedgerEntryType }) => LedgerEntryType)
    expect((await kindsOf({})).toSorted()).toEqual(['Escrow', 'Escrow', 'Escrow', 'Ticket'])
    expect(await kindsOf({ type: 'ticket' })).toEqual(['Ticket'])
    expect(await kindsOf({ type: 'Ticket' })).toEqual(['Ticket'])
    expect(await kindsOf({ type: 'check' })).toEqual([])
    expect(await denialOf(kindsOf({ type: 'fortune' }))).toBe('invalidParams')
    expect(await denialOf(kindsOf({ type: 5 }))).toBe('invalidParams')
    expect(await kindsOf({ deletion_blockers_only: true })).toEqual(['Escrow', 'Escrow', 'Escrow'])

    const all = await world.objectsOf(alice, { type: 'escrow' })
    const first = await world.objectsOf(alice, { type: 'escrow', limit: 2 })
    const rest = await world.objectsOf(alice, { type: 'escrow', limit: 2, marker: first.marker })
    expect(first.account_objects).toHaveLength(2)
    expect([...first.account_objects, ...rest.account_objects]).toEqual(all.account_objects)
    expect(rest.marker).toBeUndefined()
    const ids = all.account_objects.map(({ index }) => index)
    expect(ids).toEqual(ids.toSorted())

    expect((await world.objectsOf(bob, { type: 'escrow' })).account_objects).toHaveLength(2)
    expect((await world.objectsOf(carol, { type: 'escrow' })).account_objects).toHaveLength(1)
    // Only the owner needs a reserve for it.
    expect(await world.ownerCountOf(bob)).toBe(0)
  })

  test('in the open ledger, before it is in a closed one', async () => {
    await world.send(world.create(), world.alice)
    expect(await denialOf(world.escrowOf(GENESIS))).toBe('entryNotFound')
    expect(await world.escrowOf(GENESIS, { ledger_index: 'current' })).toMatchObject({ node: { Sequence: GENESIS } })
    const { account_objects } = await world.objectsOf(world.bob, { ledger_index: 'current' })
    expect(account_objects).toHaveLength(1)
    await world.send(world.finish(world.bob, { OfferSequence: GENESIS }), world.bob)
    expect(await world.objectsOf(world.bob, { ledger_index: 'current' })).toMatchObject({ account_objects: [] })
    world.rippled.closeLedger()
    expect(await world.balanceOf(world.bob.address)).toBe(BigInt(RICH) + 100_000_000n - 350n)
  })
})
