/** A server with another history is not trusted: nothing is signed, sent, judged or booked on it; then all goes on. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { findTransaction } from '#app/ledgers/payments/workflows/find-transaction.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { rereadPayments } from '#app/ledgers/payments/workflows/reread-payments.server.ts'
import { gained } from '#tests/support/settlement/holdings.ts'
import { askForRound, runRound, slotOf } from '#tests/support/settlement/payout-rounds.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

describe.each([
  { asset: 'XLM', network: 'stellar', standIn: 'horizon' },
  { asset: 'XRP', network: 'xrpl', standIn: 'rippled' },
] as const)('while the servers of $network show another history', ({ asset, network, standIn }) => {
  const accounts = () => [world.deps.accounts[network].escrow, world.deps.accounts[network].fee]
  const read = () => Promise.all(accounts().map((account) => ingestPayments(world.deps, { network, account })))
  /** A chain that is one ledger shorter for a moment may be that of a lagging server. */
  const untilStopped = () =>
    expect.poll(() => read().catch((error: unknown) => String(error))).toEqual(['stopped', 'stopped'])
  const payoutOf = (id: string) =>
    world.deps.db.transfer.findUniqueOrThrow({ where: { id }, include: { attempts: true } })
  const server = () => world.harbour[standIn]

  /** A person confirms that the history shown now is the right one. */
  async function readAnew(): Promise<void> {
    for (const account of accounts()) {
      const { ledger } = await world.deps.db.ledgerCursor.findUniqueOrThrow({
        where: { network_account: { network, account } },
      })
      const order = { network, account, from: ledger ?? 0, reason: 'the other chain is gone', leavesOut: false }
      // The sockets of the other chain have just closed.
      const kind = () => rereadPayments(world.deps, order).then((done) => done.kind, String)
      await expect.poll(kind).toBe('ordered')
    }
  }

  /** Returns what the seller gains while the worker continues until the payout is paid. */
  const gainedBy = (id: string) =>
    gained(world, { asset, name: 'seller' }, async () => {
      await askForRound(world.deps, { payoutId: id })
      await world.workUntil(async () => (await payoutOf(id)).state === 'confirmed', 'the payout is paid')
    })

  it('nothing is signed, before a reader has met it and afterwards; then it is paid once', async () => {
    await read()
    const [id = ''] = await queuePayouts(world, asset, 1)
    server().showOtherHistory()
    await runRound(world.deps, { payoutId: id })
    expect(await payoutOf(id)).toMatchObject({ state: 'queued', attempts: [] })
    await untilStopped()
    await runRound(world.deps, { payoutId: id })
    expect(await payoutOf(id)).toMatchObject({ state: 'queued', waitsFor: 'history', attempts: [] })
    await expect(reconcile(world.deps)).rejects.toThrow(/in doubt/)
    const asked = { network, account: accounts()[0] ?? '', hash: 'A'.repeat(64) }
    await expect(findTransaction(world.deps, asked)).rejects.toThrow(/in doubt/)

    server().showOwnHistory()
    await readAnew()
    expect(await gainedBy(id)).toBe('1')
  })

  it('what was signed before is neither sent nor judged there, and is paid once', async () => {
    await read()
    await slotOf(world, network)
    const [id = ''] = await queuePayouts(world, asset, 1)
    const match = network === 'xrpl' ? 'submit' : '/transactions_async'
    world.harbour.faults.set({ target: standIn, kind: 'drop_before', match })
    await runRound(world.deps, { payoutId: id })
    expect((await payoutOf(id)).state).toBe('signed')
    world.harbour.faults.clear()
    server().showOtherHistory()
    const { attempts } = await payoutOf(id)
    const [signed] = attempts
    if (signed === undefined) throw new Error('nothing was signed')
    const { treasuries } = world.deps
    await expect(treasuries[network].outcomeOf(signed)).rejects.toThrow(LedgerUnavailable)
    // Horizon is asked at most once a second.
    await expect.poll(async () => (await treasuries[network].submit(signed)).answered).toBe(false)
    await untilStopped()
    await runRound(world.deps, { payoutId: id })
    expect((await payoutOf(id)).attempts).toHaveLength(1)

    server().showOwnHistory()
    await readAnew()
    expect(await gainedBy(id)).toBe('1')
  })

  it('the database lets nothing be signed, whoever asks', async () => {
    const [account = ''] = accounts()
    await world.deps.db.cursorStop.create({
      data: { network, account, cause: 'other_history', detail: 'two were shown', since: new Date() },
    })
    await world.deps.db.$executeRaw`
      insert into "payout_lease" ("network", "holder", "epoch", "until")
      values (${network}::"Network", 'this test', 1000, clock_timestamp() + interval '1 hour')
      on conflict ("network") do update set "epoch" = 1000, "until" = excluded."until"`
    const row = { network, purpose: network === 'xrpl' ? 'tickets' : 'channels', hash: 'h', blob: 'b' } as const
    const stored = world.deps.db.transferAttempt.create({
      data: { ...row, source: account, sequence: '1', validUntil: '1', leaseEpoch: 1000n },
    })
    await expect(stored).rejects.toThrow(/the history of \w+ is in doubt/)
  })
})

describe('on an XRP Ledger that others fill', () => {
  const payoutOf = (id: string) => world.deps.db.transfer.findUniqueOrThrow({ where: { id } })

  it('a payout waits in the queue of the server, and its first envelope is taken when the crowd has gone', async () => {
    await world[Symbol.asyncDispose]()
    world = await openWorld({ xrplValidLedgers: 900 })
    await slotOf(world, 'xrpl')
    // A place in the open ledger costs 28,800 drops.
    world.harbour.rippled.crowd({ ledgerLimit: 5, others: 12 })
    const [id = ''] = await queuePayouts(world, 'XRP', 1)
    await askForRound(world.deps, { payoutId: id })
    await world.workUntil(async () => (await payoutOf(id)).state === 'submitted', 'the payout is in the queue')
    const newest = world.harbour.rippled.closeLedger()
    while (world.harbour.rippled.closeLedger() < newest + 5);
    expect(await payoutOf(id)).toMatchObject({ state: 'submitted' })
    world.harbour.rippled.crowd(null)
    const isPaid = async () => (await payoutOf(id)).state === 'confirmed'
    const paid = () => world.workUntil(isPaid, 'the payout is paid')
    expect(await gained(world, { asset: 'XRP', name: 'seller' }, paid)).toBe('1')
    expect(await world.deps.db.transferAttempt.count({ where: { payoutId: id } })).toBe(1)
    expect(String((await payoutOf(id)).feePaid)).toBe('0.01')
  })

  it('a place that costs no more than a payout may is taken at once', async () => {
    world.harbour.rippled.crowd({ ledgerLimit: 5, others: 6 })
    const ids = await queuePayouts(world, 'XRP', 3)
    await askForRound(world.deps, { payoutId: ids[0] ?? '' })
    const arePaid = async () => (await Promise.all(ids.map(payoutOf))).every(({ state }) => state === 'confirmed')
    const paid = () => world.workUntil(arePaid, 'all are paid')
    expect(await gained(world, { asset: 'XRP', name: 'seller' }, paid)).toBe('3')
  })

  it('what waits for fees says what the network asks for', async () => {
    // Even the queue asks for more than a payout may cost.
    world.harbour.rippled.load(2_000)
    const [id = ''] = await queuePayouts(world, 'XRP', 1)
    await runRound(world.deps, { payoutId: id })
    const { state, waitsFor, feeAsked } = await payoutOf(id)
    expect({ state, waitsFor, feeAsked: feeAsked?.toString() }).toEqual({
      state: 'queued',
      waitsFor: 'fees',
      feeAsked: '0.02',
    })
    world.harbour.rippled.load(1)
    await askForRound(world.deps, { payoutId: id })
    await world.workUntil(async () => (await payoutOf(id)).state === 'confirmed', 'the payout is paid')
  })
})

it('a server that takes nothing for longer than an envelope is valid stops nothing for good', async () => {
  await world[Symbol.asyncDispose]()
  world = await openWorld({ xrplValidLedgers: 3 })
  const [id = ''] = await queuePayouts(world, 'XRP', 1)
  world.harbour.faults.set({ target: 'rippled', kind: 'too_busy', match: 'submit' })
  await askForRound(world.deps, { payoutId: id })
  const expired = () => world.deps.db.transferAttempt.count({ where: { laneKey: null, state: 'expired' } })
  await world.workUntil(async () => (await expired()) > 1, 'the making of tickets has expired and was signed anew')
  world.harbour.faults.clear()
  const isPaid = async () => (await world.deps.db.transfer.findUniqueOrThrow({ where: { id } })).state === 'confirmed'
  expect(await gained(world, { asset: 'XRP', name: 'seller' }, () => world.workUntil(isPaid, 'it is paid'))).toBe('1')
})
