/** Tickets, deleted accounts and what a transaction's metadata shows of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountSetAsfFlags, decode, hashes, Wallet } from 'xrpl'
import { z } from 'zod'
import { ticketCreate as ticketCreateTransactor } from '#harbour/rippled/engine/account/ticket-create.ts'
import { type Draft, denialOf, GENESIS, openRippled, type RippledWorld } from './rippled-world.ts'

const MetaSchema = z.looseObject({
  meta: z.looseObject({ AffectedNodes: z.array(z.record(z.string(), z.record(z.string(), z.unknown()))) }),
})
const ObjectsSchema = z.looseObject({
  account_objects: z.array(z.looseObject({ index: z.string(), TicketSequence: z.number() })),
  marker: z.string().optional(),
})

let world: RippledWorld
beforeEach(async () => {
  world = await openRippled()
})
afterEach(() => world.close())

const ticketCreate = (TicketCount: number, about: Record<string, unknown> = {}): Draft => ({
  TransactionType: 'TicketCreate',
  Account: world.alice.address,
  TicketCount,
  ...about,
})
const byTicket = (TicketSequence: number, Amount = '1000'): Draft => ({
  TransactionType: 'Payment',
  Account: world.alice.address,
  Destination: world.bob.address,
  Amount,
  Sequence: 0,
  TicketSequence,
})
const accountOf = (wallet: Wallet, ledger_index = 'validated') =>
  world.ask({ command: 'account_info', account: wallet.address, ledger_index })
const ticketsOf = async (about: Record<string, unknown> = {}) =>
  ObjectsSchema.parse(
    await world.ask({ command: 'account_objects', account: world.alice.address, type: 'ticket', ...about }),
  )

async function nodesOf(hash: string) {
  const { meta } = MetaSchema.parse(await world.ask({ command: 'tx', transaction: hash }))
  return meta.AffectedNodes.map(
    (node): Record<string, unknown> => ({ kind: Object.keys(node)[0], ...Object.values(node)[0] }),
  )
}

describe('tickets', () => {
  test('take numbers behind their transaction and a reserve each', async () => {
    expect(await world.settle(ticketCreate(3), world.alice)).toBe('tesSUCCESS')
    expect(await accountOf(world.alice)).toMatchObject({
      account_data: { Sequence: GENESIS + 4, OwnerCount: 3, TicketCount: 3, Balance: '999999988' },
    })
    const { account_objects } = await ticketsOf()
    expect(account_objects.map(({ TicketSequence }) => TicketSequence).sort()).toEqual([
      GENESIS + 1,
      GENESIS + 2,
      GENESIS + 3,
    ])
  })

  test('let transactions pass in any order, each once', async () => {
    await world.settle(ticketCreate(2), world.alice)
    expect(await world.settle(byTicket(GENESIS + 2), world.alice)).toBe('tesSUCCESS')
    expect((await world.send(byTicket(GENESIS + 2, '2000'), world.alice)).result).toBe('tefNO_TICKET')
    expect(await world.settle(byTicket(GENESIS + 1), world.alice)).toBe('tesSUCCESS')
    expect(await accountOf(world.alice)).toMatchObject({ account_data: { Sequence: GENESIS + 3, OwnerCount: 0 } })
    expect(await accountOf(world.alice)).not.toHaveProperty('account_data.TicketCount')
    expect(await ticketsOf()).toMatchObject({ account_objects: [] })
  })

  test('are spent by a transaction that fails in a ledger', async () => {
    await world.settle(ticketCreate(1), world.alice)
    expect(await world.settle(byTicket(GENESIS + 1, '9999999999'), world.alice)).toBe('tecUNFUNDED_PAYMENT')
    expect((await world.send(byTicket(GENESIS + 1), world.alice)).result).toBe('tefNO_TICKET')
  })

  test('are waited for when they are still to be made', async () => {
    const { hash, result } = await world.send(byTicket(GENESIS + 1), world.alice)
    expect(result).toBe('terPRE_TICKET')
    await world.send(ticketCreate(1), world.alice)
    world.rippled.closeLedger()
    expect(await world.resultOf(hash)).toBe('tesSUCCESS')
  })

  test('are made by the count, at most 250, and only with the reserve for them', async () => {
    // The client does not sign this, so the engine is asked directly.
    for (const count of [0, 251])
      expect(ticketCreateTransactor(ticketCreate(count)).preflight()).toBe('temINVALID_COUNT')
    expect(await world.settle(ticketCreate(250), world.alice)).toBe('tesSUCCESS')
    expect(await world.settle(ticketCreate(1), world.alice)).toBe('tecDIR_FULL')
    const poor = Wallet.generate()
    const gift = {
      TransactionType: 'Payment',
      Account: world.bob.address,
      Destination: poor.address,
      Amount: '1200000',
    }
    await world.settle(gift, world.bob)
    const two = { TransactionType: 'TicketCreate', Account: poor.address, TicketCount: 2 }
    expect(await world.settle(two, poor)).toBe('tecINSUFFICIENT_RESERVE')
    // The reserve is checked before the fee is taken, so fees may be paid out of the reserve.
    const enough = { ...gift, Amount: '12' }
    await world.settle(enough, world.bob)
    expect(await world.settle({ ...two, TicketCount: 1 }, poor)).toBe('tesSUCCESS')
  })

  test('are found by owner and number, and listed in pages', async () => {
    await world.settle(ticketCreate(3), world.alice)
    const all = await ticketsOf()
    const first = await ticketsOf({ limit: 2 })
    const rest = await ticketsOf({ limit: 2, marker: first.marker })
    expect([...first.account_objects, ...rest.account_objects]).toEqual(all.account_objects)
    expect(rest.marker).toBeUndefined()
    const ticket = { account: world.alice.address, ticket_seq: GENESIS + 2 }
    const found = await world.ask({ command: 'ledger_entry', ticket, ledger_index: 'validated' })
    expect(found).toMatchObject({ node: { LedgerEntryType: 'Ticket', TicketSequence: GENESIS + 2 }, validated: true })
    expect(await world.ask({ command: 'ledger_entry', index: found.index })).toMatchObject({ node: found.node })
    const inBytes = await world.ask({ command: 'ledger_entry', ticket, ledger_index: 'validated', binary: true })
    expect(inBytes).not.toHaveProperty('node')
    const { index: _, ...fields } = found.node as Record<string, unknown>
    // The codec writes all 64 bits.
    expect(decode(String(inBytes.node_binary))).toEqual({ ...fields, OwnerNode: '0'.repeat(16) })
    await world.settle(byTicket(GENESIS + 2), world.alice)
    expect(await denialOf(world.ask({ command: 'ledger_entry', ticket }))).toBe('entryNotFound')
  })
})

describe('metadata', () => {
  test('names what was created, with what is not zero', async () => {
    const newcomer = Wallet.generate()
    const draft = { TransactionType: 'Payment', Account: world.alice.address, Destination: newcomer.address }
    const { hash } = await world.send({ ...draft, Amount: '2000000' }, world.alice)
    world.rippled.closeLedger()
    expect(await nodesOf(hash)).toContainEqual({
      kind: 'CreatedNode',
      LedgerEntryType: 'AccountRoot',
      LedgerIndex: hashes.hashAccountRoot(newcomer.address),
      NewFields: { Account: newcomer.address, Balance: '2000000', Sequence: GENESIS + 1 },
    })
  })

  test('names what was modified, before and after, and the transaction that had changed it last', async () => {
    const { hash: first } = await world.send(ticketCreate(1), world.alice)
    world.rippled.closeLedger()
    const { hash } = await world.send(byTicket(GENESIS + 1, '500'), world.alice)
    world.rippled.closeLedger()
    const nodes = await nodesOf(hash)
    expect(nodes).toContainEqual({
      kind: 'ModifiedNode',
      LedgerEntryType: 'AccountRoot',
      LedgerIndex: hashes.hashAccountRoot(world.alice.address),
      FinalFields: {
        Account: world.alice.address,
        Balance: '999999476',
        Flags: 0,
        OwnerCount: 0,
        Sequence: GENESIS + 2,
      },
      PreviousFields: { Balance: '999999988', OwnerCount: 1, TicketCount: 1 },
      PreviousTxnID: first,
      PreviousTxnLgrSeq: GENESIS + 1,
    })
    expect(nodes).toContainEqual({
      kind: 'DeletedNode',
      LedgerEntryType: 'Ticket',
      LedgerIndex: expect.any(String),
      FinalFields: {
        Account: world.alice.address,
        Flags: 0,
        OwnerNode: '0',
        TicketSequence: GENESIS + 1,
        PreviousTxnID: first,
        PreviousTxnLgrSeq: GENESIS + 1,
      },
    })
    const indexes = nodes.map(({ LedgerIndex }) => String(LedgerIndex))
    expect(indexes).toEqual(indexes.toSorted())
  })
})

describe('a deleted account', () => {
  const deletion = (about: Record<string, unknown> = {}): Draft => ({
    TransactionType: 'AccountDelete',
    Account: world.alice.address,
    Destination: world.bob.address,
    Fee: '200000',
    ...about,
  })

  async function waitLongEnough() {
    for (let ledger = 0; ledger < 256; ledger += 1) world.rippled.closeLedger()
  }

  test('must have been silent for 255 ledgers and pays an owner reserve', async () => {
    expect((await world.send(deletion({ Fee: '199999' }), world.alice)).result).toBe('telINSUF_FEE_P')
    expect((await world.send(deletion({ Destination: world.alice.address }), world.alice)).result).toBe('temDST_IS_SRC')
    expect((await world.send(deletion(), world.alice, { failHard: true })).result).toBe('tecTOO_SOON')
    await waitLongEnough()
    expect((await world.send(deletion(), world.alice)).result).toBe('tesSUCCESS')
  })

  test('gives all it has to its destination and is gone, tickets and all', async () => {
    await world.settle(ticketCreate(2), world.alice)
    await waitLongEnough()
    const { hash } = await world.send(deletion({ DestinationTag: 0 }), world.alice)
    world.rippled.closeLedger()
    expect(await world.ask({ command: 'tx', transaction: hash })).toMatchObject({
      tx_json: { DestinationTag: 0 },
      meta: { TransactionResult: 'tesSUCCESS', DeliveredAmount: '999799988', delivered_amount: '999799988' },
    })
    expect(await denialOf(accountOf(world.alice))).toBe('actNotFound')
    expect(await world.balanceOf(world.bob.address)).toBe(1_000_000_000n + 999_799_988n)
    const deleted = (await nodesOf(hash)).filter(({ kind }) => kind === 'DeletedNode')
    const kinds = deleted.map(({ LedgerEntryType }) => LedgerEntryType)
    expect(kinds.sort()).toEqual(['AccountRoot', 'DirectoryNode', 'Ticket', 'Ticket'])
    expect(deleted).toContainEqual(
      expect.objectContaining({
        FinalFields: expect.objectContaining({ Balance: '0', OwnerCount: 0, Sequence: GENESIS + 4 }),
        PreviousFields: { Balance: '999999988', OwnerCount: 2, Sequence: GENESIS + 3, TicketCount: 2 },
      }),
    )
  })

  test('cannot send where a tag or an authorization is missing, or where nobody is', async () => {
    await world.settle(
      { TransactionType: 'AccountSet', Account: world.bob.address, SetFlag: AccountSetAsfFlags.asfRequireDest },
      world.bob,
    )
    await world.settle(
      { TransactionType: 'AccountSet', Account: world.carol.address, SetFlag: AccountSetAsfFlags.asfDepositAuth },
      world.carol,
    )
    await waitLongEnough()
    const failing = async (about: Record<string, unknown>) =>
      (await world.send(deletion(about), world.alice, { failHard: true })).result
    expect(await failing({})).toBe('tecDST_TAG_NEEDED')
    expect(await failing({ Destination: world.carol.address })).toBe('tecNO_PERMISSION')
    expect(await failing({ Destination: Wallet.generate().address })).toBe('tecNO_DST')
  })

  test('may go at once where the rule is relaxed', async () => {
    const relaxed = await openRippled({ deletableAfter: 0 })
    const { alice, bob } = relaxed
    const draft = { TransactionType: 'AccountDelete', Account: alice.address, Destination: bob.address, Fee: '200000' }
    expect(await relaxed.settle(draft, alice)).toBe('tesSUCCESS')
    await relaxed.close()
  })
})
