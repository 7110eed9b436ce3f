/** A payout that fails each time blocks nobody: it waits longer each time, and goes by itself once it can. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { LedgerUnavailable, LedgerUnreadable, SignerUnavailable, type Treasury } from '#app/ledgers/ledger.ts'
import { alertCausesOf } from '#app/ops/domain/judge-machine.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { dispatchPayouts } from '#app/settlement/payouts/workflows/dispatch-payouts.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { queuePayouts } from '#tests/support/settlement/queued-payouts.ts'
import { LEDGER_MS, openWorld, type World } from '#tests/support/world/world.ts'

/** More than there are slots, and than one round begins. */
const MANY = 55
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MOST_ROUNDS = 40

let world: World
let aheadMs: number
const lines: { level: string; message: string; payout?: unknown }[] = []

beforeEach(async () => {
  world = await openWorld({ xrplValidLedgers: 900 })
  aheadMs = 0
  lines.length = 0
  world.deps.clock = { now: () => new Date(Date.now() + aheadMs) }
  const write = (level: string) => (facts: object, message: string) => void lines.push({ level, message, ...facts })
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  world.deps.log = log as unknown as WorkerDeps['log']
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
})

/** While an id is in `failing`, signing its payout throws. */
function failOver(asset: Asset, { failing, error }: { failing: ReadonlySet<string>; error: () => Error }): void {
  const network = networkOf(asset)
  const treasury = world.deps.treasuries[network]
  const sign: Treasury['sign'] = async (order) => {
    if (failing.has(order.payoutId)) throw error()
    return treasury.sign(order)
  }
  world.deps.treasuries = { ...world.deps.treasuries, [network]: { ...treasury, sign } }
}

type Row = { id: string; state: string; waitsFor: string | null; failures: number; nextTryAt: Date | null }
const rows = (ids: readonly string[]) => world.deps.db.$queryRaw<Row[]>`
  select "id"::text, "state"::text, "waitsFor", "failures", "nextTryAt" from "transfer"
  where "id" = any(${[...ids]}::uuid[]) order by "createdAt", "id"`
const stateOf = async (id: string) => (await world.deps.db.transfer.findUniqueOrThrow({ where: { id } })).state
const attemptsOf = (payoutId: string) => world.deps.db.transferAttempt.findMany({ where: { payoutId } })

/** Runs round after round, each when the previous one asked for it, until `isDone`; returns how many. */
async function rounds(asset: Asset, isDone: () => Promise<boolean>): Promise<number> {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const again = await dispatchPayouts(world.deps, { network: networkOf(asset) })
    await delay(LEDGER_MS * 2)
    if (await isDone()) return round
    // The sweep runs each minute.
    const next = again?.getTime() ?? world.deps.clock.now().getTime() + MINUTE_MS
    aheadMs = Math.max(aheadMs, next - Date.now())
  }
  throw new Error('nothing came of it')
}

/** Expects four failures of each, with growing delays. */
async function waitsGrow(asset: Asset, stuck: readonly string[]): Promise<void> {
  const waits = new Map(stuck.map((id) => [id, new Map<number, number>()]))
  await rounds(asset, async () => {
    const now = world.deps.clock.now().getTime()
    for (const { id, failures, nextTryAt } of await rows(stuck)) {
      const known = waits.get(id)
      if (failures > 0 && nextTryAt && !known?.has(failures)) known?.set(failures, nextTryAt.getTime() - now)
    }
    return (await rows(stuck)).every(({ failures }) => failures >= 4)
  })
  for (const known of waits.values()) {
    const inOrder = [...known].toSorted(([a], [b]) => a - b).map(([, ms]) => ms)
    expect(inOrder.toSorted((a, b) => a - b)).toEqual(inOrder)
    expect(inOrder.at(-1)).toBeGreaterThan(15_000)
    expect(inOrder.at(-1)).toBeLessThanOrEqual(HOUR_MS)
  }
}

const CASES: [Asset, string, string, () => Error][] = [
  ['XLM', 'error', 'a bug', () => new TypeError('reading "amount" of undefined')],
  ['XRP', 'error', 'a bug', () => new TypeError('reading "amount" of undefined')],
  ['XRP', 'ledger', 'an answer that cannot be read', () => new LedgerUnreadable('xrpl', 'what is that?')],
  ['XRP', 'signer', 'a signer that refuses these', () => new SignerUnavailable('xrpl', 'the signer refuses')],
]

describe.each(CASES)('%s payouts that wait for "%s" because of %s', (asset, reason, _, error) => {
  const network = networkOf(asset)

  test('hold up nobody behind them, wait longer each time, and are paid when the cause is gone', async () => {
    const stuck = await queuePayouts(world, asset, MANY)
    const [honest = ''] = await queuePayouts(world, asset, 1)
    const failing = new Set(stuck)
    failOver(asset, { failing, error })
    const isPaid = async () => (await stateOf(honest)) === 'confirmed'
    expect(await rounds(asset, isPaid)).toBeLessThanOrEqual(12)
    expect(await attemptsOf(honest)).toHaveLength(1)

    // A signer that refuses a whole round may refuse everybody: only a refusal beside a success is counted.
    if (reason !== 'signer') await waitsGrow(asset, stuck)
    expect(new Set((await rows(stuck)).map(({ state, waitsFor }) => `${state} ${waitsFor}`))).toEqual(
      new Set([`queued ${reason}`]),
    )
    // A payout that was never signed keeps no ticket.
    expect(await world.deps.db.transfer.count({ where: { id: { in: stuck }, lane: { not: null } } })).toBe(0)

    const kinds = alertCausesOf(await checkMachine(world.deps)).filter(({ subject }) => subject === network)
    expect(kinds.some(({ kind }) => kind === 'payouts_error')).toBe(reason === 'error')
    const errors = lines.filter(({ level, payout }) => level === 'error' && failing.has(String(payout)))
    expect(new Set(errors.map(({ payout }) => payout)).size).toBe(reason === 'error' ? MANY : 0)

    failing.clear()
    const arePaid = async () => (await rows(stuck)).every(({ state }) => state === 'confirmed')
    await rounds(asset, arePaid)
    for (const id of stuck) expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['settled'])
    expect(new Set((await rows(stuck)).map(({ failures, nextTryAt }) => `${failures} ${nextTryAt}`))).toEqual(
      new Set(['0 null']),
    )
  })
})

test('a ledger that answers nobody counts for no payout: all keep their places, and go with the next round', async () => {
  const ids = await queuePayouts(world, 'XRP', 3)
  const { xrpl } = world.deps.ledgers
  const silent = async () => {
    throw new LedgerUnavailable('xrpl', 'no answer')
  }
  world.deps.ledgers = { ...world.deps.ledgers, xrpl: { ...xrpl, obstacleTo: silent, spendable: silent } }
  await rounds('XRP', async () => (await rows(ids)).every(({ waitsFor }) => waitsFor === 'ledger'))
  for (let round = 0; round < 3; round += 1) {
    expect(await dispatchPayouts(world.deps, { network: 'xrpl' })).toBeInstanceOf(Date)
  }
  expect(await rows(ids)).toMatchObject(ids.map((id) => ({ id, waitsFor: 'ledger', failures: 0, nextTryAt: null })))
  world.deps.ledgers = { ...world.deps.ledgers, xrpl }
  await dispatchPayouts(world.deps, { network: 'xrpl' })
  for (const id of ids) expect(await attemptsOf(id)).toHaveLength(1)
})

test('payouts that are stopped in the middle of a round wait for that, and for nothing of their own', async () => {
  const { db } = world.deps
  const ids = await queuePayouts(world, 'XRP', 3)
  const treasury = world.deps.treasuries.xrpl
  let stopped: { id: string } | null = null
  const sign: Treasury['sign'] = async (order) => {
    const signed = await treasury.sign(order)
    stopped ??= await db.payoutStop.create({ data: { network: 'xrpl', cause: 'books', reason: 'A difference' } })
    return signed
  }
  world.deps.treasuries = { ...world.deps.treasuries, xrpl: { ...treasury, sign } }
  await rounds('XRP', async () => stopped !== null)
  await dispatchPayouts(world.deps, { network: 'xrpl' })
  const waiting = (await rows(ids)).filter(({ state }) => state === 'queued')
  expect(waiting.length).toBeGreaterThan(0)
  for (const row of waiting) expect(row).toMatchObject({ waitsFor: 'stopped', failures: 0 })
})

test('what an operator has held and let go is tried at once, however often it has failed', async () => {
  const { db } = world.deps
  const [id = ''] = await queuePayouts(world, 'XRP', 1)
  const failing = new Set([id])
  failOver('XRP', { failing, error: () => new TypeError('a bug') })
  await rounds('XRP', async () => (await rows([id]))[0]?.failures === 4)
  await db.transfer.update({ where: { id }, data: { heldAt: new Date() } })
  expect(await rows([id])).toMatchObject([{ waitsFor: 'held' }])
  await db.transfer.update({ where: { id }, data: { heldAt: null, wakes: { increment: 1 } } })
  expect(await rows([id])).toMatchObject([{ waitsFor: null, failures: 0, nextTryAt: null }])
  failing.clear()
  await dispatchPayouts(world.deps, { network: 'xrpl' })
  expect(await attemptsOf(id)).toHaveLength(1)
})
