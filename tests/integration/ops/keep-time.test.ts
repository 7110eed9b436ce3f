/** A process compares its clock with the database's and the ledgers', and reports it (ops/workflows/keep-time). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepPulse, readTimes } from '#app/ops/db/ledger-pulses.server.ts'
import { deleteOldProcesses, findRefusedStarts, findRunningProcesses } from '#app/ops/db/processes.server.ts'
import { openPulse } from '#app/ops/workflows/ask-ledgers.server.ts'
import { openTime } from '#app/ops/workflows/keep-time.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { makeTasks } from '#worker/tasks.ts'

const HOUR_MS = 3_600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.harbour.faults.clear()
  await world.deps.db.$executeRaw`delete from "process"`
  await world.deps.db.$executeRaw`delete from "ledger_pulse"`
})

/** A machine whose clock is wrong by `ms`, on a network whose clock nobody can move. */
const machine = (ms: number): Deps['clock'] => ({ now: () => new Date(Date.now() + ms) })
const word = { settings: { a: 'b' }, limits: { c: null } }

function timeOf(clock: Deps['clock'], role: 'web' | 'worker' = 'worker') {
  return openTime({ ...world.deps, clock }, { id: randomUUID(), role, word })
}

/** Records answers of both ledgers whose clocks are ahead of the database's by this. */
async function pulses(aheadMs: number): Promise<void> {
  const { now } = await readTimes(world.deps.db)
  const closedAt = new Date(now.getTime() + aheadMs)
  for (const network of ['stellar', 'xrpl'] as const)
    await keepPulse(world.deps.db, { network, sequence: 7, closedAt, answeredAt: now })
}

async function lookOnce(clock: Deps['clock'], role: 'web' | 'worker') {
  const time = timeOf(clock, role)
  const { first, stop } = time.keep(() => undefined)
  await first
  const said = await findRunningProcesses(world.deps.db)
  const isOff = time.isOff()
  await stop()
  return { isOff, said }
}

describe('the ledgers are asked', () => {
  test('and what they answered is kept by the database’s clock', async () => {
    const pulse = openPulse(world.deps)
    await pulse.ask()
    pulse.stop()
    const { ahead } = await readTimes(world.deps.db)
    expect(Object.keys(ahead).toSorted()).toEqual(['stellar', 'xrpl'])
    for (const ms of Object.values(ahead)) expect(Math.abs(ms)).toBeLessThan(25_000)
  })

  test('one that hangs holds up neither the other nor whoever waits', async () => {
    world.harbour.faults.set({ target: 'horizon', kind: 'hold' })
    const pulse = openPulse(world.deps)
    await pulse.ask()
    expect(Object.keys((await readTimes(world.deps.db)).ahead)).toEqual(['xrpl'])
    world.harbour.faults.clear()
    // The earlier question is answered now.
    await pulse.ask()
    expect(Object.keys((await readTimes(world.deps.db)).ahead)).toEqual(['stellar', 'xrpl'])
    pulse.stop()
  })

  test('an answer that is old, or from before the database’s clock was set back, bears nothing out', async () => {
    const { now } = await readTimes(world.deps.db)
    const at = (ms: number) => new Date(now.getTime() + ms)
    await keepPulse(world.deps.db, { network: 'stellar', sequence: 7, closedAt: now, answeredAt: at(-60_000) })
    await keepPulse(world.deps.db, { network: 'xrpl', sequence: 7, closedAt: now, answeredAt: at(HOUR_MS) })
    expect((await readTimes(world.deps.db)).ahead).toEqual({})
    await keepPulse(world.deps.db, { network: 'xrpl', sequence: 8, closedAt: now, answeredAt: now })
    expect(Object.keys((await readTimes(world.deps.db)).ahead)).toEqual(['xrpl'])
  })
})

describe('a process says that it runs, and what it sees of its clock', () => {
  test.each([
    ['right', 0, 0, null],
    ['ahead of all', 25 * HOUR_MS, 0, 25],
    ['behind all', -HOUR_MS, 0, -1],
    ['at one with the ledgers, and not with the database', HOUR_MS, HOUR_MS, null],
    ['as wrong as the database’s', 0, -2 * HOUR_MS, 2],
  ])('%s', async (_, ms, ledgersMs, hours) => {
    await pulses(ledgersMs)
    const { isOff, said } = await lookOnce(machine(ms), 'web')
    expect(isOff).toBe(hours !== null)
    expect(said).toMatchObject([{ role: 'web', settings: { a: 'b' }, limits: { c: null } }])
    const off = said[0]?.clockOffMs ?? null
    expect(off === null ? null : Math.round(off / HOUR_MS)).toBe(hours)
    // A process that stops removes its statement, unless somebody has to be told of it.
    expect(await findRunningProcesses(world.deps.db)).toEqual(hours === null ? [] : said)
  })

  test('beside a harbour whose clock was moved by a year nothing is off', async () => {
    const year = 365 * 24 * HOUR_MS
    await pulses(0)
    const { isOff } = await lookOnce({ now: () => new Date(Date.now() + year), movedMs: () => year }, 'web')
    expect(isOff).toBe(false)
    await pulses(year)
    expect((await lookOnce({ now: () => new Date(Date.now() + year), movedMs: () => year }, 'web')).isOff).toBe(false)
    expect((await lookOnce({ now: () => new Date(Date.now() + year), movedMs: () => 0 }, 'web')).isOff).toBe(true)
  })
})

test('a worker whose clock is put right while it waits starts, and its refusal is over', async () => {
  let ms = 25 * HOUR_MS
  const time = timeOf({ now: () => new Date(Date.now() + ms) })
  const waiting = time.untilRight(new AbortController().signal)
  await expect.poll(() => findRefusedStarts(world.deps.db, 600)).toHaveLength(1)
  expect((await findRefusedStarts(world.deps.db, 600))[0]?.refusal).toContain(
    'Its clock is 25 hours ahead: set the time',
  )
  ms = 0
  expect(await waiting).toBeNull()
  const { first, stop } = time.keep(() => undefined)
  await first
  expect(await findRefusedStarts(world.deps.db, 600)).toEqual([])
  await stop()
})

describe('a job', () => {
  const run = (ms: number, takenAt: Date) => {
    const tasks = makeTasks(world.deps, timeOf(machine(ms)))
    const helpers = { job: { id: '1', locked_at: takenAt, attempts: 1, max_attempts: 1 } }
    return tasks.find_locks!({}, helpers as never)
  }

  test('begins when it was given out at this process’s time', async () => {
    await expect(run(0, new Date())).resolves.toBeUndefined()
  })

  test.each([
    ['ahead', 25 * HOUR_MS],
    ['behind', -HOUR_MS],
  ])('is left to another by a process whose clock is %s, at once', async (_, ms) => {
    await expect(run(ms, new Date())).rejects.toThrow('the clock of this process is off')
  })

  test('begins when the ledgers bear out that the database’s clock is the wrong one', async () => {
    await pulses(HOUR_MS)
    await expect(run(HOUR_MS, new Date())).resolves.toBeUndefined()
  })
})

test('of processes that are gone nothing stays for long', async () => {
  await world.deps.db.$executeRaw`
    insert into "process" ("id", "role", "seenAt") values
      (gen_random_uuid(), 'web', now() - interval '2 days'), (gen_random_uuid(), 'worker', now() - interval '1 hour')`
  await deleteOldProcesses(world.deps.db, 86_400)
  expect(await world.deps.db.process.count()).toBe(1)
})
