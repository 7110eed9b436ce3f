/** Directories in the metadata of the harbour's rippled are as a rippled 2.2.0 wrote them. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Wallet } from 'xrpl'
import { directoryIndex } from '#harbour/rippled/engine/entries.ts'
import { type Draft, GENESIS } from '../rippled-world.ts'
import { CANCEL_AFTER, type EscrowWorld, openEscrows } from './escrow-world.ts'

let world: EscrowWorld
beforeEach(async () => {
  world = await openEscrows()
})
afterEach(() => world.close())

/** The changes of directories by one transaction, with their owners. */
async function directoriesOf(draft: Draft, by: Wallet) {
  const { hash } = await world.send(draft, by)
  world.rippled.closeLedger()
  const nodes = (await world.nodesOf(hash)).filter(({ LedgerEntryType }) => LedgerEntryType === 'DirectoryNode')
  return { hash, nodes }
}
const fieldsOf = ({ address: Owner }: Wallet) => ({ Owner, RootIndex: directoryIndex(Owner) })

test('the directory of both sides begins with their first entry, and stays when it is empty', async () => {
  const { alice, bob, carol } = world
  const made = await directoriesOf(world.create(), alice)
  expect(made.nodes.map(({ kind, NewFields }) => [kind, NewFields])).toEqual(
    expect.arrayContaining([alice, bob].map((wallet) => ['CreatedNode', fieldsOf(wallet)])),
  )
  const more = await directoriesOf(world.create(), alice)
  const modified = {
    kind: 'ModifiedNode',
    LedgerEntryType: 'DirectoryNode',
    LedgerIndex: directoryIndex(bob.address),
    FinalFields: { Flags: 0, ...fieldsOf(bob) },
  }
  expect(more.nodes).toContainEqual({ ...modified, PreviousTxnID: made.hash, PreviousTxnLgrSeq: GENESIS + 1 })
  world.at(CANCEL_AFTER + 1)
  await directoriesOf(world.cancel(carol, { OfferSequence: GENESIS }), carol)
  const ended = await directoriesOf(world.cancel(carol, { OfferSequence: GENESIS + 1 }), carol)
  expect(ended.nodes.map(({ kind }) => kind)).toEqual(['ModifiedNode', 'ModifiedNode'])
})

test('a directory ends with the last authorization in it', async () => {
  const { alice, bob, carol } = world
  const preauth = { TransactionType: 'DepositPreauth', Account: alice.address }
  await directoriesOf({ ...preauth, Authorize: bob.address }, alice)
  await directoriesOf({ ...preauth, Authorize: carol.address }, alice)
  const first = await directoriesOf({ ...preauth, Unauthorize: bob.address }, alice)
  expect(first.nodes.map(({ kind }) => kind)).toEqual(['ModifiedNode'])
  const last = await directoriesOf({ ...preauth, Unauthorize: carol.address }, alice)
  expect(last.nodes).toMatchObject([{ kind: 'DeletedNode', FinalFields: { Flags: 0, ...fieldsOf(alice) } }])
})

test('a list of signers that replaces another is struck off and listed again', async () => {
  const { alice, bob, carol } = world
  const listOf = (signer: Wallet) => ({
    TransactionType: 'SignerListSet',
    Account: alice.address,
    SignerQuorum: 1,
    SignerEntries: [{ SignerEntry: { Account: signer.address, SignerWeight: 1 } }],
  })
  const first = await directoriesOf(listOf(bob), alice)
  const second = await directoriesOf(listOf(carol), alice)
  const modified = { kind: 'ModifiedNode', FinalFields: fieldsOf(alice) }
  expect(second.nodes).toMatchObject([modified])
  // The last entry deleted the directory, so this is another one.
  expect(second.nodes[0]).not.toHaveProperty('PreviousTxnID')
  expect((await world.nodesOf(second.hash)).find((node) => node.LedgerEntryType === 'SignerList')).not.toHaveProperty(
    'PreviousTxnID',
  )
  const ticket = await directoriesOf({ TransactionType: 'TicketCreate', Account: alice.address, TicketCount: 1 }, alice)
  const third = await directoriesOf(listOf(bob), alice)
  expect(third.nodes).toMatchObject([{ ...modified, PreviousTxnID: ticket.hash }])
  expect(first.nodes).toMatchObject([{ kind: 'CreatedNode' }])
})

test('a transaction that fails by a ticket changes the directory that listed the ticket', async () => {
  const { alice, bob } = world
  await world.settle({ TransactionType: 'TicketCreate', Account: alice.address, TicketCount: 1 }, alice)
  const payment = { TransactionType: 'Payment', Account: alice.address, Destination: bob.address }
  const byTicket = { Sequence: 0, TicketSequence: GENESIS + 1, Amount: '999999999999' }
  const failed = await directoriesOf({ ...payment, ...byTicket }, alice)
  expect(await world.resultOf(failed.hash)).toBe('tecUNFUNDED_PAYMENT')
  expect(failed.nodes).toMatchObject([{ kind: 'ModifiedNode', FinalFields: fieldsOf(alice) }])
})

test('an open ledger names no transaction of its own yet', async () => {
  const { alice } = world
  await world.send(world.create(), alice)
  const open = await world.escrowOf(GENESIS, { ledger_index: 'current' })
  expect(open).toMatchObject({ node: { PreviousTxnID: '0'.repeat(64), PreviousTxnLgrSeq: 0 } })
})
