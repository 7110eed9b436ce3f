/** What our keys sign is stored first, sent again while the ledger is silent, and closed once (decision 140). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { SignedPayout } from '#app/ledgers/ledger.ts'
import { findLiveWithoutSlot } from '#app/settlement/custody/db/transfer-attempts.server.ts'
import { takePayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import { followTransfer, sendTransfer } from '#app/settlement/payouts/workflows/move-transfer.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { runOutLeases } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 6 })
})
afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore }
const deps = () => ({ db, log, clock: { now: () => new Date() } })
const TAKEN = { note: 'tesSUCCESS', answered: true, taken: true }

const aSigned = (): SignedPayout => ({
  ...{ network: 'stellar', hash: randomUUID(), blob: 'b', source: randomUUID() },
  ...{ sequence: '1', validUntil: '1', validFrom: null },
})

async function sending(signed: SignedPayout) {
  await runOutLeases(db)
  const lease = await takePayoutLease(db, { network: 'stellar', holder: 'the test', seconds: 600 })
  if (lease === null) throw new Error('somebody else signs')
  const sent: string[] = []
  const submit = async ({ hash }: SignedPayout) => {
    sent.push(hash)
    return TAKEN
  }
  const of = { purpose: 'channels', funds: {} } as const
  const event = { kind: 'treasury_signed', detail: { hash: signed.hash } } as const
  return { sent, transfer: { ...{ lease, signed, of, event, submit }, names: {} } }
}

const stored = async (hash: string) => [
  await db.transferAttempt.count({ where: { hash } }),
  await db.auditEvent.count({ where: { kind: 'treasury_signed', detail: { path: ['hash'], equals: hash } } }),
]

async function aLiveOne() {
  const signed = aSigned()
  const { transfer } = await sending(signed)
  await sendTransfer(deps(), transfer)
  const attempt = await findLiveWithoutSlot(db, signed)
  if (attempt === null) throw new Error('nothing is on its way')
  return attempt
}

test('is on record, with its event, when the ledger is given it', async () => {
  const signed = aSigned()
  const { transfer } = await sending(signed)
  let seen: number[] = []
  const submit = async () => {
    seen = await stored(signed.hash)
    return TAKEN
  }
  await sendTransfer(deps(), { ...transfer, submit })
  expect(seen).toEqual([1, 1])
})

test('is neither stored nor sent when its row has moved, or does not follow it', async () => {
  const moved = aSigned()
  const first = await sending(moved)
  await sendTransfer(deps(), { ...first.transfer, prepare: async () => false })
  const stuck = aSigned()
  const second = await sending(stuck)
  const onStored = () => Promise.reject(new Error('the row is not ready'))
  await expect(sendTransfer(deps(), { ...second.transfer, onStored })).rejects.toThrow('the row is not ready')
  expect([...first.sent, ...second.sent]).toEqual([])
  expect([await stored(moved.hash), await stored(stuck.hash)]).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('is sent again while the ledger says nothing: not when that is stopped or was just done, dearer later where it gives money', async () => {
  const { createdAt: _, ...live } = await aLiveOne()
  const sent: boolean[] = []
  const submit = async (_signed: SignedPayout, { isUrgent }: { isUrgent: boolean }) => {
    sent.push(isUrgent)
    return TAKEN
  }
  const look = async (purpose: 'payout' | 'channels', at: { ageMs: number; sentMs?: number; maySend?: boolean }) => {
    sent.length = 0
    const before = (ms: number) => new Date(Date.now() - ms)
    const { ageMs, sentMs, maySend = true } = at
    const attempt = { ...live, purpose, createdAt: before(ageMs) }
    const sentAt = sentMs === undefined ? undefined : before(sentMs)
    const of = { attempt, outcome: { kind: 'pending' }, names: {}, submit, maySend, sentAt } as const
    expect(await followTransfer(deps(), of)).toBe('open')
    return [...sent]
  }
  expect(await look('payout', { ageMs: 1_000 })).toEqual([false])
  expect(await look('payout', { ageMs: 60_000, sentMs: 1_000 })).toEqual([])
  expect(await look('payout', { ageMs: 60_000, sentMs: 6_000 })).toEqual([true])
  expect(await look('payout', { ageMs: 60_000, maySend: false })).toEqual([])
  expect(await look('channels', { ageMs: 60_000 })).toEqual([false])
})

test('is closed once, and moves its row once, whoever looks at the same time', async () => {
  const attempt = await aLiveOne()
  let moved = 0
  const outcome = { kind: 'settled', hash: attempt.hash, at: new Date(), feePaid: new Decimal('0.00001') } as const
  const of = { attempt, outcome, names: {}, submit: async () => TAKEN, maySend: true }
  const onSettled = async () => {
    moved += 1
  }
  const done = await Promise.all([1, 2, 3].map(() => followTransfer(deps(), { ...of, onSettled })))
  expect(done.toSorted()).toEqual(['closed', 'passed', 'passed'])
  expect(moved).toBe(1)
  const { state, feePaid } = await db.transferAttempt.findUniqueOrThrow({ where: { id: attempt.id } })
  expect([state, feePaid?.toFixed()]).toEqual(['settled', '0.00001'])
})

test('stays open when its row cannot be moved, and its cost is kept only where there are books', async () => {
  const attempt = await aLiveOne()
  const outcome = { kind: 'failed', code: 'op_underfunded', feePaid: new Decimal('0.00001') } as const
  const of = { attempt, outcome, names: {}, submit: async () => TAKEN, maySend: true }
  const onSpent = () => Promise.reject(new Error('not now'))
  await expect(followTransfer(deps(), { ...of, onSpent })).rejects.toThrow('not now')
  const read = () => db.transferAttempt.findUniqueOrThrow({ where: { id: attempt.id } })
  expect(await read()).toMatchObject({ state: 'live', code: null })
  expect(await followTransfer(deps(), { ...of, isBooked: false })).toBe('closed')
  expect(await read()).toMatchObject({ state: 'failed', code: 'op_underfunded', feePaid: null })
})
