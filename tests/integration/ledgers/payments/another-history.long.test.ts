/** A ledger that begins anew, loses its history or lags: no payment is skipped without a message. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadAdminOverview } from '#app/admin/queries/overview.server.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { findReadings } from '#app/ledgers/payments/db/readings.server.ts'
import { findTransaction } from '#app/ledgers/payments/workflows/find-transaction.server.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { rereadPayments } from '#app/ledgers/payments/workflows/reread-payments.server.ts'
import { pay } from '#tests/support/world/people.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

let world: World

beforeEach(async () => {
  world = await openWorld()
})

afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

const LEDGERS = [
  { network: 'stellar', asset: 'XLM', standIn: 'horizon' },
  { network: 'xrpl', asset: 'XRP', standIn: 'rippled' },
] as const
type Case = (typeof LEDGERS)[number]

function stage({ network, asset, standIn }: Case) {
  const { deps, harbour } = world
  const server = harbour[standIn]
  const account = deps.accounts[network].escrow
  return {
    account,
    server,
    deposit: async (amount: string) => (await pay(world, { asset, to: account, amount, memo: '7' }))[0] ?? '',
    read: () => ingestPayments(deps, { network, account }),
    closeLedgers(count: number) {
      for (let closed = 0; closed < count; closed += 1) server.closeLedger()
    },
    isStored: async (hash: string) => (await deps.db.ledgerPayment.count({ where: { hash } })) === 1,
    reading: async () => (await findReadings(deps.db)).find((reading) => reading.account === account),
    events: async () =>
      (await deps.db.auditEvent.findMany({ where: { kind: { contains: 'read' } }, orderBy: { id: 'asc' } })).map(
        ({ kind, detail }) => ({ kind, detail: detail as Record<string, unknown> }),
      ),
  }
}

/** Ledgers count seconds: a shorter chain is detected as another one once its time is past the old one's. */
async function untilStopped(read: () => Promise<'read' | 'stopped'>): Promise<void> {
  await expect.poll(() => read().catch((error: unknown) => String(error))).toBe('stopped')
}

test.each(LEDGERS)(
  'a ledger that began anew is not read on, whether shorter than the cursor or past it ($network)',
  async (about) => {
    const { account, server, deposit, read, closeLedgers, isStored, reading, events } = stage(about)
    closeLedgers(60)
    await deposit('1')
    await read()
    const before = await reading()
    expect(before).toMatchObject({ stopped: null, mark: { sequence: expect.any(Number) } })
    server.reset()
    const early = await deposit('1.5')
    await untilStopped(read)
    expect((await reading())?.stopped).toMatchObject({ cause: 'shorter_chain' })
    closeLedgers(200)
    const late = await deposit('2')
    expect(await read()).toBe('stopped')
    const after = await reading()
    expect(after).toMatchObject({ mark: before?.mark, readAt: before?.readAt, stopped: { cause: 'other_history' } })
    expect([await isStored(early), await isStored(late)]).toEqual([false, false])
    const desk = await loadAdminOverview(world.deps.db, world.deps.clock.now())
    expect(desk.stoppedReadings).toMatchObject([{ network: about.network, account, cause: 'other_history' }])
    // A payment claim does not bypass the stop.
    const asked = { network: about.network, account, hash: late }
    await expect(findTransaction(world.deps, asked)).rejects.toThrow(LedgerUnavailable)

    // A person has checked: the new ledger is read from its start, and both deposits are there.
    const order = {
      network: about.network,
      account,
      from: 40_000,
      reason: 'the test network was reset',
      leavesOut: false,
    }
    expect(await rereadPayments(world.deps, order)).toEqual({ kind: 'not_shown' })
    const { oldest } = await world.deps.ledgers[about.network].historyAt(1)
    expect(await rereadPayments(world.deps, { ...order, from: oldest })).toMatchObject({ kind: 'ordered' })
    expect(await read()).toBe('read')
    expect([await isStored(early), await isStored(late)]).toEqual([true, true])
    expect((await reading())?.stopped).toBeNull()
    expect(await events()).toMatchObject([
      { kind: 'reading_stopped', detail: { account, cause: 'shorter_chain' } },
      { kind: 'payments_reread', detail: { account, from: oldest, reason: order.reason, stop: 'other_history' } },
    ])
    // Repeating it does no harm.
    expect(await rereadPayments(world.deps, { ...order, from: oldest })).toMatchObject({ kind: 'ordered' })
    expect(await read()).toBe('read')
    expect(await world.deps.db.ledgerPayment.count()).toBe(3)
  },
)

test.each(LEDGERS)('a server that lags is waited for, and read on by itself ($network)', async (about) => {
  const { deposit, read, isStored, reading } = stage(about)
  await deposit('1')
  await read()
  const hash = await deposit('2')
  await read()
  world.harbour.faults.set({ target: about.standIn, kind: 'lag', lagLedgers: 1_000 })
  await expect(read()).rejects.toThrow(/lags/)
  expect((await reading())?.stopped).toBeNull()
  world.harbour.faults.clear()
  expect(await read()).toBe('read')
  expect(await isStored(hash)).toBe(true)
})

test.each(LEDGERS)(
  'where the history is gone nothing is passed over; it goes on when a server has it again ($network)',
  async (about) => {
    const { account, server, deposit, read, closeLedgers, isStored, reading, events } = stage(about)
    await deposit('1')
    await read()
    const { mark } = (await reading())!
    const hash = await deposit('2')
    closeLedgers(5)
    server.forgetBefore(mark!.sequence + 3)
    expect(await read()).toBe('stopped')
    expect(await read()).toBe('stopped')
    expect(await reading()).toMatchObject({ mark, stopped: { cause: 'history_gone' } })
    const order = {
      network: about.network,
      account,
      from: mark!.sequence + 4,
      reason: 'gone for good',
      leavesOut: false,
    }
    expect(await rereadPayments(world.deps, order)).toEqual({ kind: 'leaves_out', lastRead: mark!.sequence })
    server.forgetBefore(1)
    expect(await read()).toBe('read')
    expect(await isStored(hash)).toBe(true)
    expect((await reading())?.stopped).toBeNull()
    expect((await events()).map(({ kind }) => kind)).toEqual(['reading_stopped', 'reading_resumed'])
  },
)

test('a cursor stands still while its reading is stopped, whoever wants to move it', async () => {
  const { db } = world.deps
  const { account, deposit, read } = stage(LEDGERS[0])
  await deposit('1')
  await read()
  const row = { network: 'stellar', account } as const
  await db.cursorStop.create({ data: { ...row, cause: 'other_history', detail: 'seen', since: new Date() } })
  await expect(db.ledgerCursor.update({ where: { network_account: row }, data: { cursor: '1' } })).rejects.toThrow(
    /is stopped/,
  )
  await expect(db.cursorStop.updateMany({ data: { cause: 'a whim' } })).rejects.toThrow(/cursor_stop_cause/)
  await db.cursorStop.deleteMany()
  await expect(db.ledgerCursor.update({ where: { network_account: row }, data: { ledgerHash: null } })).rejects.toThrow(
    /mark_is_whole/,
  )
})
