/** Ended escrows on the harbour's rippled: metadata beside recorded ones, histories, streams, journal, the client. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Client, type EscrowCreate, type EscrowFinish, hashes, type TransactionStream } from 'xrpl'
import { z } from 'zod'
import { directoryIndex } from '#harbour/rippled/engine/entries.ts'
import { areThere, type Differences, differing, FIXTURES, OLDER, recorded } from '../recorded/recorded-shapes.ts'
import { frames, openRippled } from '../rippled-world.ts'
import { CANCEL_AFTER, type EscrowWorld, openEscrows, SECRET } from './escrow-world.ts'

if (!areThere) console.warn(`Escrows are not compared with recordings of rippled: there is no ${FIXTURES}.`)

let world: EscrowWorld
beforeEach(async () => {
  world = await openEscrows()
})
afterEach(() => world.close())

async function done(draft: Parameters<EscrowWorld['send']>[0], by = world.alice): Promise<string> {
  const { hash } = await world.send(draft, by)
  world.rippled.closeLedger()
  return hash
}

describe('metadata', () => {
  test('names the new entry, with what is not zero, and the receiver who is told of it', async () => {
    const { alice, bob } = world
    const { PreviousTxnID } = await accountData(bob.address)
    const hash = await done(world.create({ DestinationTag: 9 }))
    const nodes = await world.nodesOf(hash)
    expect(nodes).toContainEqual({
      kind: 'CreatedNode',
      LedgerEntryType: 'Escrow',
      LedgerIndex: hashes.hashEscrow(alice.address, 32_570),
      NewFields: {
        Account: alice.address,
        Amount: '100000000',
        CancelAfter: CANCEL_AFTER,
        Condition: SECRET.condition,
        Destination: bob.address,
        DestinationTag: 9,
        Sequence: 32_570,
      },
    })
    expect(nodes).toContainEqual({
      kind: 'ModifiedNode',
      LedgerEntryType: 'AccountRoot',
      LedgerIndex: hashes.hashAccountRoot(bob.address),
      PreviousTxnID,
      PreviousTxnLgrSeq: 0,
    })
    for (const { address: Owner } of [alice, bob]) {
      const RootIndex = directoryIndex(Owner)
      const NewFields = { Owner, RootIndex }
      const directory = { kind: 'CreatedNode', LedgerEntryType: 'DirectoryNode', LedgerIndex: RootIndex, NewFields }
      expect(nodes).toContainEqual(directory)
    }
    expect(nodes).toHaveLength(5)
    expect(await accountData(bob.address)).toMatchObject({ PreviousTxnID: hash, PreviousTxnLgrSeq: 32_571 })
  })

  test('shows the entry a last time when it is deleted', async () => {
    const { alice, bob, carol } = world
    const created = await done(world.create())
    const nodes = await world.nodesOf(await done(world.finish(carol, { OfferSequence: 32_570 }), carol))
    expect(nodes).toContainEqual({
      kind: 'DeletedNode',
      LedgerEntryType: 'Escrow',
      LedgerIndex: hashes.hashEscrow(alice.address, 32_570),
      FinalFields: {
        Account: alice.address,
        Amount: '100000000',
        CancelAfter: CANCEL_AFTER,
        Condition: SECRET.condition,
        Destination: bob.address,
        DestinationNode: '0',
        Flags: 0,
        OwnerNode: '0',
        PreviousTxnID: created,
        PreviousTxnLgrSeq: 32_571,
        Sequence: 32_570,
      },
    })
    const previous = nodes.map(({ LedgerIndex, PreviousFields }) => [LedgerIndex, PreviousFields])
    expect(previous).toContainEqual([hashes.hashAccountRoot(bob.address), { Balance: '1000000000' }])
    expect(previous).toContainEqual([hashes.hashAccountRoot(alice.address), { OwnerCount: 1 }])
  })

  test('has no delivered_amount: an escrow is no payment', async () => {
    await done(world.create())
    const hash = await done(world.finish(world.carol, { OfferSequence: 32_570 }), world.carol)
    expect(await world.ask({ command: 'tx', transaction: hash })).not.toHaveProperty('meta.delivered_amount')
    expect(await world.ask({ command: 'tx', transaction: hash, binary: true })).toMatchObject({
      tx_blob: expect.stringMatching(/^[0-9A-F]+$/),
      meta_blob: expect.stringMatching(/^[0-9A-F]+$/),
    })
  })
})

describe.skipIf(!areThere)('an answer has the shape of the recorded', () => {
  const LATER: Differences = { 'result.ctid': OLDER }
  const KEYLET = 'entries name the number that they go by since 2026 (fixIncludeKeyletFields)'
  const BOTH = 'escrows are listed with their receiver since 2019'
  const create = 'result.nodes.created Escrow.NewFields'
  const remove = 'result.nodes.deleted Escrow.FinalFields'
  const deleted = { [`${remove}.Sequence`]: KEYLET, [`${remove}.DestinationNode`]: BOTH }

  const compare = (name: string, hashOf: () => Promise<string>, differences: Differences = {}) =>
    test(name, async () => {
      const transaction = await hashOf()
      const [answer] = await frames(world.rippled.url, { id: 1, command: 'tx', transaction })
      expect(differing(byRole(answer), byRole(recorded(name)), { ...LATER, ...differences })).toEqual([])
    })

  compare('escrow.tx-response-escrowcreate-condition', () => done(world.create()), { [`${create}.Sequence`]: KEYLET })
  const byDate = { Condition: undefined, CancelAfter: undefined, FinishAfter: CANCEL_AFTER }
  compare('escrow.tx-response-escrowcreate-time', () => done(world.create(byDate)), { [`${create}.Sequence`]: KEYLET })
  compare(
    'escrow.tx-response-escrowfinish-condition',
    async () => {
      await done(world.create({ CancelAfter: undefined, FinishAfter: CANCEL_AFTER }))
      world.at(CANCEL_AFTER + 10)
      return done(world.finish(world.alice, { OfferSequence: 32_570 }))
    },
    deleted,
  )
  compare(
    'escrow.tx-response-escrowfinish-time',
    async () => {
      await done(world.create(byDate))
      world.at(CANCEL_AFTER + 10)
      const bare = { Condition: undefined, Fulfillment: undefined }
      return done(world.finish(world.alice, { OfferSequence: 32_570, ...bare }))
    },
    deleted,
  )
  compare(
    'escrow.tx-response-escrowcancel',
    async () => {
      await done(world.create({ Condition: undefined, FinishAfter: CANCEL_AFTER - 1 }))
      world.at(CANCEL_AFTER + 10)
      return done(world.cancel(world.carol, { OfferSequence: 32_570 }), world.carol)
    },
    deleted,
  )

  test('escrow.account_objects-response', async () => {
    await done(world.create(byDate))
    const about = { account: world.bob.address, ledger_index: 'validated' }
    const [answer] = await frames(world.rippled.url, { id: 5, command: 'account_objects', ...about })
    const differences = { 'result.account_objects[].Sequence': KEYLET }
    expect(differing(answer, recorded('escrow.account_objects-response'), differences)).toEqual([])
  })

  test('escrow.ledger_entry', async () => {
    await done(world.create())
    const escrow = { owner: world.alice.address, seq: 32_570 }
    const [answer] = await frames(world.rippled.url, {
      id: 0,
      command: 'ledger_entry',
      escrow,
      ledger_index: 'validated',
    })
    const differences = { 'result.node.Sequence': KEYLET, 'result.node.DestinationNode': BOTH }
    expect(differing(answer, recorded('escrow.ledger_entry'), differences)).toEqual([])
  })
})

test('both sides and who sent it have it in their histories and hear of it', async () => {
  const { alice, bob, carol, client } = world
  const heard: TransactionStream[] = []
  client.on('transaction', (transaction) => heard.push(transaction))
  await client.request({ command: 'subscribe', accounts: [bob.address] })
  const first = await done(world.create())
  world.at(CANCEL_AFTER + 10)
  const second = await done(world.cancel(carol, { OfferSequence: 32_570 }), carol)
  await client.request({ command: 'ping' })

  const historyOf = async (account: string) =>
    HistorySchema.parse(await world.ask({ command: 'account_tx', account, forward: true })).transactions
  expect((await historyOf(alice.address)).map(({ hash }) => hash)).toEqual([first, second])
  expect((await historyOf(bob.address)).map(({ hash }) => hash)).toEqual([first, second])
  expect((await historyOf(carol.address)).map(({ hash }) => hash)).toEqual([second])
  expect(heard.map(({ hash }) => hash)).toEqual([first, second])
  expect(heard[1]).toMatchObject({ engine_result: 'tesSUCCESS', tx_json: { TransactionType: 'EscrowCancel' } })
})

test('a restart keeps it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-'))
  const journalFile = join(folder, 'rippled.jsonl')
  const before = await openEscrows({ journalFile })
  const seq = await before.created()
  const entry = await before.escrowOf(seq)
  const { alice, bob } = before
  await before.close()

  const after = await openEscrows({ journalFile })
  const find = { command: 'ledger_entry', escrow: { owner: alice.address, seq }, ledger_index: 'validated' }
  expect(await after.ask(find)).toMatchObject({ node: entry.node })
  const finish = after.finish(bob, { Owner: alice.address, OfferSequence: seq })
  expect(await after.settle(finish, bob)).toBe('tesSUCCESS')
  await after.close()
  await rm(folder, { recursive: true })
})

test('an escrow may look well and then fail, or never be in a ledger', async () => {
  world.faults.set({ target: 'rippled', kind: 'provisional_failure', times: 1 })
  const failed = await world.send(world.create(), world.alice)
  expect(failed.result).toBe('tesSUCCESS')
  world.rippled.closeLedger()
  expect(await world.resultOf(failed.hash)).toBe('tecUNFUNDED')
  const seq = await world.created()
  world.faults.set({ target: 'rippled', kind: 'provisional_failure', times: 1 })
  const late = await world.send(world.finish(world.carol, { OfferSequence: seq }), world.carol)
  expect(late.result).toBe('tesSUCCESS')
  world.faults.set({ target: 'rippled', kind: 'never_include', times: 1 })
  const lost = await world.send(world.finish(world.bob, { OfferSequence: seq }), world.bob)
  world.rippled.closeLedger()
  expect(await world.resultOf(late.hash)).toBe('tecNO_TARGET')
  expect(await world.resultOf(lost.hash)).toBe('waiting')
  expect(await world.settle(world.finish(world.bob, { OfferSequence: seq }), world.bob)).toBe('tesSUCCESS')
})

test('the unmodified client fills in, signs, and waits for all of it', async () => {
  const real = await openRippled({ ledgerMs: 200 })
  const client = new Client(real.rippled.url)
  await client.connect()
  const { result: newest } = await client.request({ command: 'ledger', ledger_index: 'validated' })
  const create: EscrowCreate = {
    TransactionType: 'EscrowCreate',
    Account: real.alice.address,
    Destination: real.bob.address,
    Amount: '2500000',
    Condition: SECRET.condition,
    CancelAfter: newest.ledger.close_time + 3600,
  }
  const made = await client.submitAndWait(create, { wallet: real.alice, autofill: true })
  expect(made.result).toMatchObject({ validated: true, tx_json: { Amount: '2500000', Fee: '12' } })
  const finish: EscrowFinish = {
    TransactionType: 'EscrowFinish',
    Account: real.carol.address,
    Owner: real.alice.address,
    OfferSequence: Number(made.result.tx_json.Sequence),
    Condition: SECRET.condition,
    Fulfillment: SECRET.fulfilment,
  }
  const finished = await client.submitAndWait(finish, { wallet: real.carol, autofill: true })
  // A fifth above the minimum.
  expect(finished.result).toMatchObject({
    validated: true,
    tx_json: { Fee: '423' },
    meta: { TransactionResult: 'tesSUCCESS' },
  })
  expect(await client.getXrpBalance(real.bob.address)).toBe(1002.5)
  await client.disconnect()
  await real.close()
})

const HistorySchema = z.looseObject({ transactions: z.array(z.looseObject({ hash: z.string() })) })

const AccountSchema = z.looseObject({ account_data: z.record(z.string(), z.unknown()) })

async function accountData(account: string) {
  return AccountSchema.parse(await world.ask({ command: 'account_info', account, ledger_index: 'validated' }))
    .account_data
}

const AnswerSchema = z.looseObject({
  result: z.looseObject({
    Account: z.string(),
    meta: z.looseObject({
      AffectedNodes: z.array(
        z.record(z.string(), z.looseObject({ LedgerEntryType: z.string(), LedgerIndex: z.string() })),
      ),
    }),
  }),
})

/** Groups nodes by kind and owner for comparison; not directories, which differ by server version and account. */
function byRole(answer: unknown) {
  const { result, ...envelope } = AnswerSchema.parse(answer)
  const { AffectedNodes, ...meta } = result.meta
  const sender = hashes.hashAccountRoot(result.Account)
  const named = AffectedNodes.flatMap((node) =>
    Object.entries(node).map(([kind, content]) => {
      const { LedgerEntryType: type, LedgerIndex } = content
      const role = LedgerIndex === sender ? ' of the sender' : ''
      const isTold = kind === 'ModifiedNode' && !('FinalFields' in content) ? ', told' : ''
      return [`${kind.replace('Node', '').toLowerCase()} ${type}${role}${isTold}`, content] as const
    }),
  )
  const nodes = Object.fromEntries(named.filter(([name]) => !name.includes('DirectoryNode')))
  return { ...envelope, result: { ...result, meta, nodes } }
}
