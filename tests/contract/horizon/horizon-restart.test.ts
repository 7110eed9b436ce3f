import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Memo, Operation } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HorizonOptions } from '#harbour/horizon/server.ts'
import {
  alice,
  balanceOf,
  bob,
  get,
  openTown,
  pauper,
  pay,
  post,
  settle,
  signed,
  stranger,
  type Town,
  usdc,
  xlm,
} from './horizon-town.ts'

let folder: string
let town: Town

const journalFile = () => join(folder, 'horizon.jsonl')

async function reopen(options: Partial<HorizonOptions> = {}): Promise<void> {
  await town.close()
  town = await openTown({ journalFile: journalFile(), ...options })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'horizon-restart-'))
  town = await openTown({ journalFile: journalFile() })
})

afterEach(async () => {
  await town.close()
  rmSync(folder, { recursive: true })
})

/** An answer without the port, which changes at each start. */
async function answer(path: string): Promise<string> {
  const { body } = await get(town, path)
  return JSON.stringify(body).replaceAll(town.horizon.url, '')
}

it('everything is there again after a restart, to the letter', async () => {
  await settle(town, {
    operations: [pay('5', usdc), Operation.manageData({ name: 'note', value: 'kept' })],
    memo: Memo.text('first'),
  })
  await settle(town, { operations: [pay('1', xlm, stranger)] })
  await settle(town, { from: pauper, operations: [Operation.accountMerge({ destination: bob.publicKey() })] })
  await settle(town, {
    from: bob,
    operations: [
      Operation.setOptions({ signer: { ed25519PublicKey: stranger.publicKey(), weight: 2 }, highThreshold: 3 }),
    ],
  })
  const paths = [
    '/ledgers?limit=200',
    '/transactions?include_failed=true',
    '/operations?include_failed=true',
    `/accounts/${alice.publicKey()}/payments?join=transactions`,
    `/accounts/${alice.publicKey()}`,
    `/accounts/${bob.publicKey()}`,
    `/accounts/${bob.publicKey()}/effects`,
    '/fee_stats',
  ]
  const before = await Promise.all(paths.map(answer))
  await reopen()
  expect(await Promise.all(paths.map(answer))).toEqual(before)
  expect(await get(town, `/accounts/${pauper.publicKey()}`)).toMatchObject({ status: 404 })
  expect(await settle(town, { operations: [pay('2')] })).toMatchObject({ successful: true })
})

it('a journal of before there was sponsoring is read on', async () => {
  await settle(town, { from: bob, operations: [Operation.manageData({ name: 'note', value: 'kept' })] })
  await settle(town, {
    from: bob,
    operations: [Operation.setOptions({ signer: { ed25519PublicKey: stranger.publicKey(), weight: 2 } })],
  })
  const path = `/accounts/${bob.publicKey()}`
  const before = await answer(path)
  await town.close()
  const added = new Set(['sponsor', 'sponsoring', 'dataSponsors', 'balances'])
  const older = readFileSync(journalFile(), 'utf8')
    .split('\n')
    .map((line) => line && JSON.stringify(JSON.parse(line, (key, value) => (added.has(key) ? undefined : value))))
  expect(older.join('\n')).not.toMatch(/sponsor/)
  writeFileSync(journalFile(), older.join('\n'))
  town = await openTown({ journalFile: journalFile() })
  expect(await answer(path)).toBe(before)
  expect(await settle(town, { from: bob, operations: [pay('2', xlm, alice)] })).toMatchObject({ successful: true })
})

it('a transaction that was included before the restart is answered, not repeated', async () => {
  const transaction = await signed(town, { operations: [pay('5')] })
  await post(town, '/transactions_async', transaction)
  town.horizon.closeLedger()
  await reopen()
  expect(await post(town, '/transactions', transaction)).toMatchObject({ status: 200, body: { successful: true } })
  expect(await balanceOf(town, bob)).toBe('105.0000000')
})

it('ledgers go on while nobody looks: numbers and close times never go back', async () => {
  let clock = Date.UTC(2030, 0, 1)
  const now = () => new Date(clock)
  rmSync(journalFile())
  await reopen({ ledgerMs: 1000, now })
  clock += 3_500
  await expect.poll(() => town.horizon.latestLedger(), { timeout: 5_000 }).toBe(5)
  const seen = await answer('/ledgers/5')
  clock += 86_400_000
  await reopen({ ledgerMs: 1000, now })
  expect(town.horizon.latestLedger()).toBe(86_405)
  expect(await answer('/ledgers/5')).toBe(seen)
  expect(await get(town, '/ledgers/86405')).toMatchObject({ body: { closed_at: '2030-01-02T00:00:03Z' } })
  expect(readFileSync(journalFile(), 'utf8').length).toBeLessThan(5_000)

  clock -= 3_600_000
  await reopen({ ledgerMs: 1000, now })
  expect(town.horizon.latestLedger()).toBe(86_405)
  const latest = town.horizon.closeLedger()
  const { records } = await town.server.ledgers().order('desc').limit(2).call()
  expect(records[0]?.sequence).toBe(latest)
  expect(Date.parse(records[0]?.closed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(records[1]?.closed_at ?? ''))
})

it('a clock that was moved meets no ledgers that were missed, also after a restart', async () => {
  let clock = Date.UTC(2030, 0, 1)
  const now = () => new Date(clock)
  rmSync(journalFile())
  await reopen({ ledgerMs: 1000, now })
  clock += 30 * 86_400_000
  expect(town.horizon.passTime()).toBe(3)
  expect(await get(town, '/ledgers/3')).toMatchObject({ body: { closed_at: '2030-01-31T00:00:00Z' } })
  clock += 2_000
  await reopen({ ledgerMs: 1000, now })
  expect(town.horizon.latestLedger()).toBe(5)
  expect(await get(town, '/ledgers/2')).toMatchObject({ body: { closed_at: '2030-01-01T00:00:00Z' } })
  expect(await get(town, '/ledgers/5')).toMatchObject({ body: { closed_at: '2030-01-31T00:00:02Z' } })
})

it('another beat begins where the last one ended', async () => {
  let clock = Date.UTC(2030, 0, 1)
  const now = () => new Date(clock)
  rmSync(journalFile())
  await reopen({ ledgerMs: 1000, now })
  clock += 10_000
  await reopen({ ledgerMs: 5000, now })
  expect(town.horizon.latestLedger()).toBe(12)
  clock += 10_000
  await reopen({ ledgerMs: 5000, now })
  expect(town.horizon.latestLedger()).toBe(14)
  expect(await get(town, '/ledgers/13')).toMatchObject({ body: { closed_at: '2030-01-01T00:00:15Z' } })
  expect(await get(town, '/ledgers/11')).toMatchObject({ body: { closed_at: '2030-01-01T00:00:09Z' } })
})

it('a line that a crash has cut off is forgotten, and the ledger goes on', async () => {
  await settle(town, { operations: [pay('5')] })
  await town.close()
  appendFileSync(journalFile(), '{"kind":"ledger","sequence":4,"anch')
  town = await openTown({ journalFile: journalFile() })
  expect(town.horizon.latestLedger()).toBe(3)
  await settle(town, { operations: [pay('6')] })
  await reopen()
  expect(await balanceOf(town, bob)).toBe('111.0000000')
})

it('an account that joins the genesis later is there, and those who left stay away', async () => {
  await settle(town, { from: pauper, operations: [Operation.accountMerge({ destination: bob.publicKey() })] })
  const newcomer = { address: stranger.publicKey(), balances: [{ asset: 'native', amount: '50' }] }
  const gone = { address: pauper.publicKey(), balances: [{ asset: 'native', amount: '50' }] }
  await reopen({ genesis: [newcomer, gone] })
  expect(await balanceOf(town, stranger)).toBe('50.0000000')
  expect(await balanceOf(town, alice)).toBe('1000.0000000')
  expect(await get(town, `/accounts/${pauper.publicKey()}`)).toMatchObject({ status: 404 })
})

it('a second start on a taken port is an error and leaves the journal of the first alone', async () => {
  await settle(town, { operations: [pay('5')] })
  const before = readFileSync(journalFile(), 'utf8')
  const { port } = town.horizon
  const second = openTown({ port, journalFile: journalFile(), ledgerMs: 1000 })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(readFileSync(journalFile(), 'utf8')).toBe(before)
})

it('a journal that is not ours is an error, and the port is free again', async () => {
  await town.close()
  const { port } = town.horizon
  appendFileSync(journalFile(), '{"kind":"rumour"}\n')
  await expect(openTown({ port, journalFile: journalFile() })).rejects.toThrow()
  rmSync(journalFile())
  town = await openTown({ port, journalFile: journalFile() })
  expect(town.horizon.latestLedger()).toBe(2)
})
