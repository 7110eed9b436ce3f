/** What prevents the replacement of a keeper or an arbiter, by the database's own function. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { accountsComplaint } from '#app/ledgers/payments/workflows/agree-on-accounts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import {
  aDepositedEscrow,
  agreementOf,
  anOnchainEscrow,
  ended,
  openingOf,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { account, at } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
})
afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

async function business(network: 'stellar' | 'xrpl', purpose: 'keeper' | 'arbiter', address: string) {
  const rows = await db.$queryRaw<{ what: string; count: bigint }[]>`
    select * from "platform_account_business"(${network}::"Network", ${purpose}, ${address}) where "count" > 0`
  return rows.map(({ what, count }) => [what, Number(count)])
}

test('an arbiter stays while an escrow that it signs for is open or locked', async () => {
  const locked = await aDepositedEscrow(db)
  const open = [['escrows that the ledger holds with its signature', 1]]
  expect(await business('stellar', 'arbiter', 'A')).toEqual(open)
  expect(await business('stellar', 'arbiter', 'another')).toEqual([])
  expect(await business('stellar', 'keeper', 'P')).toEqual([])
  await db.holdAgreement.update({ where: { id: locked.agreementId }, data: { closedAt: at } })
  expect(await business('stellar', 'arbiter', 'A')).toEqual(open)
  await ended(db, locked, 'expired', 'a hash')
  expect(await business('stellar', 'arbiter', 'A')).toEqual([])
  const row = { network: 'stellar' as const, purpose: 'arbiter', chain: 'a chain', address: 'A' }
  await db.platformAccount.create({ data: row })
  await aDepositedEscrow(db)
  const change = db.platformAccount.updateMany({ where: row, data: { endedAt: at, endReason: 'another one' } })
  await expect(change).rejects.toThrow('has open business: escrows that the ledger holds with its signature: 1')
})

test('a keeper stays while a transaction of its ledger is under way', async () => {
  const held = await anOnchainEscrow(db)
  const { id } = await db.holdAgreement.create({ data: agreementOf(held) })
  await db.holdAgreement.update({ where: { id }, data: { account: 'an account', arbiter: 'B', sponsor: 'P' } })
  const attempt = await db.transferAttempt.create({ data: await openingOf(db, id) })
  expect(await business('stellar', 'keeper', 'P')).toEqual([['transactions of it that are under way', 1]])
  expect(await business('xrpl', 'keeper', 'P')).toEqual([])
  await db.transferAttempt.update({ where: { id: attempt.id }, data: { state: 'expired', closedAt: at } })
  expect(await business('stellar', 'keeper', 'P')).toEqual([])
})

test('settings that leave out an arbiter that is needed still do not start', async () => {
  await using other = await freshDatabase()
  const fresh = openDatabase({ url: other.url, connections: 2 })
  const stellar = { sponsor: 'P', arbiter: 'A' }
  const deps = (keeping: { stellar: typeof stellar | null; xrpl: null }) => ({
    db: fresh,
    accounts: { stellar: { fee: 'F', escrow: account }, xrpl: { fee: 'f', escrow: 'e' } },
    keeping,
    chains: { stellar: 'a chain', xrpl: '1' },
    settings: { issuers: { USDC: 'I' } } as Deps['settings'],
    clock: { now: () => at },
    newId: () => randomUUID(),
  })
  const none = deps({ stellar: null, xrpl: null })
  expect(await accountsComplaint(deps({ stellar, xrpl: null }))).toBeNull()
  expect(await accountsComplaint(none)).toBeNull()
  const locked = await aDepositedEscrow(fresh)
  expect(await accountsComplaint(none)).toContain(
    'STELLAR_ARBITER_ADDRESS is not set, and escrows that the ledger holds need A. Set what it was started with',
  )
  await ended(fresh, locked, 'expired', 'a hash')
  await fresh.holdAgreement.update({ where: { id: locked.agreementId }, data: { closedAt: at } })
  expect(await accountsComplaint(none)).toBeNull()
  await fresh.$disconnect()
})
