/** Processes with different settings: each declares its own, and the strictest limits of all apply. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '#app/config.server.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findRefusedStarts, findRunningProcesses } from '#app/ops/db/processes.server.ts'
import { checkMachine } from '#app/ops/workflows/alerts/check-machine.server.ts'
import { openTime } from '#app/ops/workflows/keep-time.server.ts'
import { sealingComplaint } from '#app/ops/workflows/prove-sealing-keys.server.ts'
import { tryMail } from '#app/ops/workflows/try-mail.server.ts'
import { screenPayouts } from '#app/screening/workflows/screen.server.ts'
import { weighPayout } from '#app/settlement/payouts/workflows/payout-limits.server.ts'
import { openFulfilments } from '#app/trade/onchain/services/fulfilments.server.ts'
import type { WorkerDeps } from '#app/workflow-deps.ts'
import { findProcesses } from '#scripts/doctor/processes.ts'
import { approveTrade } from '#tests/support/onchain/onchain-acts.ts'
import { watchSettlements } from '#tests/support/onchain/onchain-exits.ts'
import { aDepositedTrade } from '#tests/support/onchain/onchain-trades.ts'
import { settingsOf } from '#tests/support/operating/commands.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { aDueEscrow, arrived, releaseOf } from '#tests/support/world/rows.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'
import { sayRefusedSettings } from '#worker/say-refusal.ts'

let world: World
let said: { level: string; message: string; facts: object }[] = []
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  said = []
  const data = { usd: '1', source: 'CoinGecko', fetchedAt: new Date() }
  await world.deps.db.marketPrice.upsert({ where: { asset: 'XLM' }, create: { asset: 'XLM', ...data }, update: data })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => world[Symbol.asyncDispose]())

const log = {
  debug: () => undefined,
  info: (facts: object, message: string) => void said.push({ level: 'info', message, facts }),
  warn: (facts: object, message: string) => void said.push({ level: 'warn', message, facts }),
  error: (facts: object, message: string) => void said.push({ level: 'error', message, facts }),
  fatal: () => undefined,
}
const configOf = (changes: Record<string, string>) => parseConfig({ ...settingsOf(world), ...changes })

const keepSaying = (deps: WorkerDeps, word: Omit<Parameters<typeof openTime>[1], 'id'>) =>
  openTime(deps, { id: randomUUID(), ...word }).keep(() => undefined)

/** A worker as far as limits go, which has declared itself as running. */
async function aWorker(changes: Record<string, string>): Promise<WorkerDeps & { stop: () => Promise<void> }> {
  const config = configOf(changes)
  const deps = { ...world.deps, log, settings: { ...world.deps.settings, payoutLimits: config.payoutLimits } }
  const { first, stop } = keepSaying(deps, { role: 'worker', word: config.describe('worker') })
  stops.push(stop)
  await first
  return { ...deps, stop }
}

async function due(amount: string) {
  const { id } = await aDueEscrow(world.deps.db, { amount, payments: { create: arrived(amount) } })
  const payout = await payOut(world.deps.db, { ...releaseOf(id), amount })
  return { ...asPayout(payout), amount: new Decimal(amount) }
}

describe('limits', () => {
  test('of two workers: nine payouts above the stricter ones all wait, whoever weighs them', async () => {
    const [loose, strict] = [await aWorker({}), await aWorker({ PAYOUT_LIMIT_USD: '0.1' })]
    const payouts = await Promise.all(Array.from({ length: 9 }, () => due('5')))
    const weighed = await Promise.all(payouts.map((payout, at) => weighPayout(at % 2 ? loose : strict, payout)))
    expect(weighed).toEqual(payouts.map(() => ({ waitsFor: 'second_operator', limit: 'payout' })))
    await expect
      .poll(() => said)
      .toContainEqual({
        level: 'warn',
        message: 'stricter limits applied',
        facts: { limits: [{ limit: 'PAYOUT_LIMIT_USD', own: null, inForce: '0.1' }] },
      })
    // The looser limits apply when the last worker with the stricter ones has stopped.
    await strict.stop()
    expect(await weighPayout(loose, payouts[0] ?? (await due('5')))).toBeNull()
  })

  test('of a worker that was killed hold until it is known to be gone', async () => {
    const loose = await aWorker({ PAYOUT_LIMIT_USD: '1000' })
    const { db } = world.deps
    const id = randomUUID()
    const word = configOf({ PAYOUT_LIMIT_USD: '0.1' }).describe('worker')
    await db.process.create({ data: { id, role: 'worker', ...word } })
    expect(await weighPayout(loose, await due('5'))).toMatchObject({ limit: 'payout' })
    await db.$executeRaw`update "process" set "seenAt" = now() - interval '31 seconds' where "id" = ${id}::uuid`
    expect(await weighPayout(loose, await due('5'))).toBeNull()
    await db.process.delete({ where: { id } })
  })

  test('of a web process are not the workers’', async () => {
    const worker = await aWorker({ PAYOUT_LIMIT_USD: '1000' })
    const { first, stop } = keepSaying(world.deps, {
      role: 'web',
      word: configOf({ PAYOUT_LIMIT_USD: '' }).describe('web'),
    })
    stops.push(stop)
    await first
    expect(await weighPayout(worker, await due('900'))).toBeNull()
  })

  test('of how old lists may be: the shortest holds', async () => {
    const { db } = world.deps
    const loose = await aWorker({})
    const payout = await due('1')
    await db.$executeRaw`update "list_source" set "lastGoodAt" = now() - interval '3 hours'`
    const outcome = async () => (await screenPayouts(loose, [payout.id])).get(payout.id)
    expect(await outcome()).toBe('clear')
    const { stop } = await aWorker({ LISTS_MAX_AGE_HOURS: '2' })
    expect(await outcome()).toBe('unavailable')
    await stop()
    expect(await outcome()).toBe('clear')
    await db.$executeRaw`update "list_source" set "lastGoodAt" = now()`
  })
})

test('settings that differ are told in the log once, and by the doctor with both values', async () => {
  await aWorker({})
  await aWorker({ SERVICE_FEE: 'each', ONCHAIN_SEALING_KEY: '1'.repeat(64) })
  const told = () => said.filter(({ message }) => message === 'settings mismatch found')
  await expect.poll(told).toHaveLength(1)
  expect(told()[0]?.facts).toMatchObject({ settings: [{ name: 'ONCHAIN_SEALING_KEY' }, { name: 'SERVICE_FEE' }] })
  const found = await findProcesses(configOf({}))
  expect(found.map(({ verdict, says }) => `${verdict} ${says}`)).toEqual([
    'mend ONCHAIN_SEALING_KEY differs (here and in a worker, in a worker): set it alike in all processes.',
    'mend SERVICE_FEE differs (once here and in a worker, each in a worker): set it alike in all processes.',
  ])
})

test('a process says that it runs until it ends', async () => {
  const { db } = world.deps
  const { stop } = await aWorker({})
  expect(await findRunningProcesses(db)).toMatchObject([{ role: 'worker', settings: { SERVICE_FEE: '=once' } }])
  expect((await findProcesses(configOf({}))).map(({ says }) => says)).toEqual([
    'The 1 that runs has the settings that are set here.',
  ])
  await stop()
  expect(await findRunningProcesses(db)).toEqual([])
})

test('a start that wrong settings refuse is written down, where the database is known', async () => {
  const refusal = 'XRPL_ESCROW_SEED: is not the seed of XRPL_ESCROW_ACCOUNT'
  await sayRefusedSettings({}, { id: randomUUID(), refusal })
  await sayRefusedSettings({ DATABASE_URL: 'nonsense' }, { id: randomUUID(), refusal })
  expect(await findRefusedStarts(world.deps.db, 600)).toEqual([])
  await sayRefusedSettings({ DATABASE_URL: world.databaseUrl }, { id: randomUUID(), refusal })
  expect(await findRefusedStarts(world.deps.db, 600)).toMatchObject([{ role: 'worker', refusal }])
})

test('a key that the mail service refuses is told once, and in health until it is taken', async () => {
  const { db } = world.deps
  const id = randomUUID()
  await db.process.create({ data: { id, role: 'worker' } })
  const mailTrouble = async () => (await checkMachine(world.deps)).mailTrouble
  const ask = async (key: Awaited<ReturnType<typeof world.deps.mailer.askAboutKey>>) => {
    const asked = Promise.withResolvers<void>()
    const askAboutKey = async () => {
      asked.resolve()
      return key
    }
    const stop = tryMail({ db, log, mailer: { ...world.deps.mailer, askAboutKey } }, id)
    await asked.promise
    stop()
  }
  await ask({ is: 'refused', words: '403 invalid_api_key API key is invalid.' })
  await expect.poll(mailTrouble).toBe('403 invalid_api_key API key is invalid.')
  expect(said).toMatchObject([{ level: 'error', message: 'mail service key rejected' }])
  await ask({ is: 'unknown', words: 'connection refused' })
  expect(await mailTrouble()).toContain('invalid_api_key')
  expect(await world.deps.mailer.askAboutKey()).toEqual({ is: 'taken', domains: null })
  const stop = tryMail(world.deps, id)
  await expect.poll(mailTrouble).toBeNull()
  stop()
  await db.process.delete({ where: { id } })
})

describe('the keys that seal', () => {
  const { followUntilOver } = watchSettlements(() => world)
  const keysOf = (value: string) => configOf({ ONCHAIN_SEALING_KEY: value }).keepers.sealingKeys
  const complaint = (value: string) =>
    sealingComplaint({ db: world.deps.db, fulfilments: value === '' ? null : openFulfilments(keysOf(value)) })

  test('must open the secret of every escrow that the ledger holds yet', async () => {
    const right = settingsOf(world).ONCHAIN_SEALING_KEY ?? ''
    const other = '0'.repeat(64)
    expect(await complaint(other)).toBeNull()
    const trade = await aDepositedTrade(world, { asset: 'XRP' })
    expect([await complaint(right), await complaint(`${other},${right}`)]).toEqual([null, null])
    expect(await complaint(other)).toMatch(
      /^ONCHAIN_SEALING_KEY: the secret of an open escrow cannot be opened with it .*; set the key with which it was sealed/,
    )
    expect(await complaint('')).toMatch(/^ONCHAIN_SEALING_KEY: is not set, and an open escrow needs it/)
    await approveTrade(world, trade)
    await followUntilOver(trade)
    expect([await complaint(other), await complaint('')]).toEqual([null, null])
  })
})
