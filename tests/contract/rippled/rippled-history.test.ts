/** What the harbour's rippled remembers: pages of transactions, ranges of ledgers, and everything after a restart. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import { z } from 'zod'
import { denialOf, frames, GENESIS, openRippled, type RippledWorld, rpc } from './rippled-world.ts'

const PageSchema = z.looseObject({
  ledger_index_min: z.number(),
  ledger_index_max: z.number(),
  marker: z.looseObject({ ledger: z.number(), seq: z.number() }).optional(),
  transactions: z.array(z.looseObject({ hash: z.string(), ledger_index: z.number(), tx_json: z.looseObject({}) })),
})

const payments = (world: RippledWorld, count: number) =>
  Array.from({ length: count }, (_, position) => ({
    TransactionType: 'Payment',
    Account: world.alice.address,
    Destination: world.bob.address,
    Amount: String(1000 + position),
  }))

async function pageOf(world: RippledWorld, about: Record<string, unknown>) {
  return PageSchema.parse(await world.ask({ command: 'account_tx', account: world.bob.address, ...about }))
}

describe('account_tx', () => {
  let world: RippledWorld
  let sent: string[]
  beforeEach(async () => {
    world = await openRippled()
    sent = []
    // Five payments in three ledgers: 2, 2, 1.
    for (const [position, draft] of payments(world, 5).entries()) {
      sent.push((await world.send(draft, world.alice)).hash)
      if (position % 2 === 1) world.rippled.closeLedger()
    }
    world.rippled.closeLedger()
  })
  afterEach(() => world.close())

  test('gives everything page by page, oldest first or newest first', async () => {
    for (const forward of [true, false]) {
      const hashes: string[] = []
      let marker: unknown
      do {
        const page = await pageOf(world, { forward, limit: 2, ...(marker === undefined ? {} : { marker }) })
        expect(page.transactions.length).toBeLessThanOrEqual(2)
        hashes.push(...page.transactions.map(({ hash }) => hash))
        marker = page.marker
      } while (marker !== undefined)
      expect(hashes).toEqual(forward ? sent : sent.toReversed())
    }
  })

  test('keeps to the ledgers that are asked for and says which those were', async () => {
    const page = await pageOf(world, { ledger_index_min: GENESIS + 2, ledger_index_max: GENESIS + 3, forward: true })
    expect(page).toMatchObject({ ledger_index_min: GENESIS + 2, ledger_index_max: GENESIS + 3 })
    expect(page.transactions.map(({ hash }) => hash)).toEqual(sent.slice(2))
    const single = await pageOf(world, { ledger_index: GENESIS + 1, forward: true })
    expect(single.transactions.map(({ hash }) => hash)).toEqual(sent.slice(0, 2))
    const everything = await pageOf(world, { ledger_index_min: -1, ledger_index_max: -1 })
    expect(everything).toMatchObject({ ledger_index_min: GENESIS, ledger_index_max: GENESIS + 3 })
    expect(everything.transactions).toHaveLength(5)
  })

  test('refuses ledgers it does not have in version 2, and cuts them silently in version 1', async () => {
    const denied = (about: Record<string, unknown>) => denialOf(pageOf(world, about))
    expect(await denied({ ledger_index_min: 1 })).toBe('lgrIdxMalformed')
    expect(await denied({ ledger_index_max: GENESIS + 4 })).toBe('lgrIdxMalformed')
    expect(await denied({ ledger_index_min: GENESIS + 2, ledger_index_max: GENESIS + 1 })).toBe('invalidLgrRange')
    expect(await denied({ ledger_index_min: GENESIS, ledger_index: GENESIS })).toBe('invalidParams')
    expect(await denied({ forward: 'true' })).toBe('invalidParams')
    expect(await denied({ limit: 0 })).toBe('invalidParams')
    expect(await denied({ marker: 'here' })).toBe('invalidParams')
    expect(await denied({ account: 'rNobody' })).toBe('actMalformed')

    const account = world.bob.address
    const [cut, nothing] = await frames(
      world.rippled.url,
      { command: 'account_tx', account, ledger_index_min: 1, ledger_index_max: 99_999, forward: 'true', limit: 1 },
      { command: 'account_tx', account, ledger_index_min: GENESIS + 2, ledger_index_max: GENESIS + 1 },
    )
    expect(cut).toMatchObject({
      result: { ledger_index_min: GENESIS, ledger_index_max: GENESIS + 3, transactions: [{ tx: { hash: sent[0] } }] },
    })
    expect(nothing).toMatchObject({ status: 'error', error: 'lgrIdxsInvalid' })
  })

  test('gives the serialized transaction when binary is asked for', async () => {
    const answer = await world.ask({ command: 'account_tx', account: world.bob.address, binary: true, limit: 1 })
    const blob = expect.stringMatching(/^[0-9A-F]+$/)
    expect(answer).toMatchObject({ transactions: [{ tx_blob: blob, meta_blob: blob, ledger_index: GENESIS + 3 }] })
  })

  test('shows a failed payment to its sender only', async () => {
    const tooMuch = { ...payments(world, 1)[0]!, Amount: '1000000000' }
    expect(await world.settle(tooMuch, world.alice)).toBe('tecUNFUNDED_PAYMENT')
    expect((await pageOf(world, {})).transactions).toHaveLength(5)
    expect((await pageOf(world, { account: world.alice.address })).transactions).toHaveLength(6)
  })
})

describe('tx', () => {
  let world: RippledWorld
  beforeEach(async () => {
    world = await openRippled()
  })
  afterEach(() => world.close())

  test('says whether each ledger of the range has a transaction', async () => {
    for (const _ of [1, 2]) await world.settle(payments(world, 1)[0]!, world.alice)
    world.rippled.closeLedger()
    const answer = async (range: Record<string, unknown>) => {
      const response = await rpc(world.rippled.url, 'tx', { transaction: 'A'.repeat(64), ...range })
      return z.object({ result: z.looseObject({ error: z.string() }) }).parse(await response.json()).result
    }
    expect(await answer({})).not.toHaveProperty('searched_all')
    expect(await answer({ min_ledger: GENESIS + 1 })).not.toHaveProperty('searched_all')
    expect(await answer({ min_ledger: GENESIS + 1, max_ledger: GENESIS + 2 })).toMatchObject({
      error: 'txnNotFound',
      error_code: 29,
      searched_all: true,
    })
    expect(await answer({ min_ledger: GENESIS + 1, max_ledger: GENESIS + 3 })).toMatchObject({ searched_all: false })
    expect(await answer({ min_ledger: GENESIS + 3, max_ledger: GENESIS + 3 })).toMatchObject({ searched_all: false })
    expect(await answer({ min_ledger: 1, max_ledger: 1002 })).toMatchObject({ error: 'excessiveLgrRange' })
    expect(await answer({ min_ledger: 2, max_ledger: 1 })).toMatchObject({ error: 'invalidLgrRange' })
  })
})

describe('accounts of the genesis', () => {
  test('begin their histories with a payment where they are funded by one, also after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rippled-'))
    const [alice, bob, carol] = [Wallet.generate(), Wallet.generate(), Wallet.generate()]
    const genesis = [
      { address: alice.address, drops: '1000000000' },
      { address: bob.address, drops: '20000000', flags: 0x00020000 },
    ]
    const options = { fundsByPayment: true, journalFile: join(folder, 'rippled.jsonl') }
    const before = await openRippled({ ...options, genesis })
    expect(await pageOf(before, { account: bob.address })).toMatchObject({
      transactions: [
        {
          ledger_index: GENESIS + 1,
          tx_json: { TransactionType: 'Payment', DeliverMax: '20000000', Destination: bob.address },
          meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '20000000' },
        },
      ],
    })
    const account = { command: 'account_info', account: bob.address, ledger_index: 'validated' }
    expect(await before.ask(account)).toMatchObject({
      account_data: { Balance: '20000000', Sequence: GENESIS + 1 },
      account_flags: { requireDestinationTag: true },
    })
    await before.close()
    const after = await openRippled({ ...options, genesis: [...genesis, { address: carol.address, drops: '7000000' }] })
    expect((await pageOf(after, { account: bob.address })).transactions).toHaveLength(1)
    expect((await pageOf(after, { account: carol.address })).transactions).toHaveLength(1)
    expect(await after.balanceOf(carol.address)).toBe(7_000_000n)
    await after.close()
    rmSync(folder, { recursive: true })
  })
})

describe('a server that has pruned its history', () => {
  test('names the ledgers it has, denies the others, and does not find what is in them', async () => {
    const world = await openRippled({ historyFloor: GENESIS + 2 })
    expect(await world.ask({ command: 'server_info' })).toMatchObject({ info: { complete_ledgers: 'empty' } })
    expect(await denialOf(pageOf(world, {}))).toBe('notSynced')
    const { hash } = await world.send(payments(world, 1)[0]!, world.alice)
    world.rippled.closeLedger()
    world.rippled.closeLedger()
    expect(await world.ask({ command: 'server_info' })).toMatchObject({
      info: { complete_ledgers: String(GENESIS + 2) },
    })
    expect(await world.resultOf(hash)).toBe('txnNotFound')
    expect(await denialOf(pageOf(world, { ledger_index_min: GENESIS + 1 }))).toBe('lgrIdxMalformed')
    expect((await pageOf(world, {})).transactions).toEqual([])
    await world.close()
  })
})

describe('after a restart', () => {
  let folder: string
  let journalFile: string
  const [alice, bob] = [Wallet.generate(), Wallet.generate()]
  const people = [alice, bob].map(({ address }) => ({ address, drops: '1000000000' }))
  const draft = { TransactionType: 'Payment', Account: alice.address, Destination: bob.address, Amount: '5' }
  const open = (about: object = {}) => openRippled({ journalFile, genesis: people, ...about })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rippled-'))
    journalFile = join(folder, 'rippled.jsonl')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('everything is as it was: balances, tickets, transactions, ledgers', async () => {
    // Only ledgers with transactions keep their own close time.
    const now = () => new Date('2026-01-01T00:00:00Z')
    const before = await open({ now })
    const { hash } = await before.send(draft, alice)
    await before.send({ TransactionType: 'TicketCreate', Account: alice.address, TicketCount: 2 }, alice)
    for (let ledger = 0; ledger < 300; ledger += 1) before.rippled.closeLedger()
    const questions = [
      { command: 'tx', transaction: hash },
      { command: 'account_tx', account: alice.address },
      { command: 'account_info', account: alice.address, ledger_index: 'validated' },
      { command: 'account_objects', account: alice.address, ledger_index: 'validated' },
      { command: 'ledger', ledger_index: GENESIS + 1 },
      { command: 'ledger_closed' },
    ]
    const askAll = (world: RippledWorld) =>
      Promise.all(questions.map((question) => world.ask(question).catch((error: Error) => error.message)))
    const answers = await askAll(before)
    await before.close()
    const after = await open({ now })
    expect(await askAll(after)).toEqual(answers)
    expect((await after.send(draft, alice)).result).toBe('tesSUCCESS')
    expect(after.rippled.closeLedger()).toBe(GENESIS + 301)
    await after.close()
  })

  test('neither index nor close time runs backwards, killed or with a clock that was set back', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const seconds = (count: number) => {
      now = new Date(now.getTime() + count * 1000)
    }
    const header = async (world: RippledWorld, index: number | 'validated') =>
      (await world.client.request({ command: 'ledger', ledger_index: index })).result.ledger
    const before = await open({ now: () => now })
    await before.send(draft, alice)
    for (let ledger = 0; ledger < 500; ledger += 1) {
      seconds(1)
      before.rippled.closeLedger()
    }
    const last = await header(before, 'validated')
    // A killed process leaves everything but the line of an orderly end.
    const left = join(folder, 'left.jsonl')
    copyFileSync(journalFile, left)
    await before.close()
    expect(readFileSync(left, 'utf8').split('\n').length).toBeLessThan(10)

    seconds(1)
    const after = await open({ journalFile: left, now: () => now })
    const next = await header(after, after.rippled.closeLedger())
    expect(next.ledger_index).toBeGreaterThan(last.ledger_index)
    expect(next.close_time).toBeGreaterThan(last.close_time)
    seconds(-3600)
    expect((await header(after, after.rippled.closeLedger())).close_time).toBe(next.close_time)
    await after.close()
  })

  test('thousands of empty ledgers have cost next to nothing', async () => {
    const world = await open()
    const size = statSync(journalFile).size
    for (let ledger = 0; ledger < 20_000; ledger += 1) world.rippled.closeLedger()
    expect(statSync(journalFile).size - size).toBeLessThan(20_000)
    expect(await world.ask({ command: 'ledger', ledger_index: GENESIS + 20_000 })).toMatchObject({ validated: true })
    await world.close()
  })

  test('an account of the genesis that the journal has never known comes in once, and one that is known stays as it is', async () => {
    const newcomer = Wallet.generate()
    const genesis = [...people, { address: newcomer.address, drops: '7000000' }]
    const before = await open()
    expect(await before.settle(draft, alice)).toBe('tesSUCCESS')
    const known = await before.balanceOf(alice.address)
    const last = before.rippled.closeLedger()
    await before.close()
    const after = await open({ genesis })
    expect(after.rippled.closeLedger()).toBe(last + 2)
    expect([await after.balanceOf(newcomer.address), await after.balanceOf(alice.address)]).toEqual([7_000_000n, known])
    const payment = { ...draft, Account: newcomer.address, Amount: '1000000' }
    expect(await after.settle(payment, newcomer)).toBe('tesSUCCESS')
    const left = await after.balanceOf(newcomer.address)
    await after.close()
    const again = await open({ genesis })
    expect(await again.balanceOf(newcomer.address)).toBe(left)
    await again.close()
  })

  test('the journal of another network is refused', async () => {
    await (await open()).close()
    await expect(open({ networkId: 764 })).rejects.toThrow('is not a journal of network 764')
  })
})
