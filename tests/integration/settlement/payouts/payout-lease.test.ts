/** Who signs payouts: one worker at a time, as long as it lives, and nobody while they are stopped. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { endPayoutLease, renewPayoutLease, takePayoutLease } from '#app/settlement/payouts/db/payout-lease.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { stopClock } from '#tests/support/runner/stopped-clock.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { aDueEscrow, anEnvelope, anEnvelopeOf, aUser, releaseOf, runOutLeases } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 12 })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

const take = (holder: string, seconds = 600) => takePayoutLease(db, { network: 'xrpl', holder, seconds })
const runOut = () => runOutLeases(db)

async function sign(leaseEpoch: bigint, network: 'stellar' | 'xrpl' = 'xrpl', by = db) {
  const { id: payoutId } = await payOut(db, releaseOf((await aDueEscrow(db)).id))
  return by.transferAttempt.create({ data: { ...(await anEnvelopeOf(db, payoutId)), network, leaseEpoch } })
}

test('of many that ask at once, one gets it, and the next one only when it has ended', async () => {
  const asked = await Promise.all(Array.from({ length: 10 }, (_, n) => take(`worker ${n}`)))
  const got = asked.filter((lease) => lease !== null)
  expect(got).toHaveLength(1)
  expect(await take('another')).toBeNull()
  expect(await renewPayoutLease(db, got[0]!, 600)).toBe(true)
  await endPayoutLease(db, got[0]!)
  expect((await take('another'))?.epoch).toBe(got[0]!.epoch + 1n)
  await runOut()
})

test.each(['12:00:00.000500', '12:00:00.0006', '12:00:00.999999'])(
  'at %s a lease is given back: nothing is signed under it, and another has it, within the same microsecond',
  async (time) => {
    await using stopped = await stopClock(database.url, `2100-01-01T${time}Z`)
    const take = () => takePayoutLease(stopped.db, { network: 'xrpl', holder: 'a worker', seconds: 600 })
    const lease = (await take())!
    await endPayoutLease(stopped.db, lease)
    expect(await renewPayoutLease(stopped.db, lease, 600)).toBe(false)
    await expect(sign(lease.epoch, 'xrpl', stopped.db)).rejects.toThrow(/is not held/)
    expect((await take())?.epoch).toBe(lease.epoch + 1n)
    await runOut()
  },
)

test('what a worker signs after its lease has ended or passed on is refused', async () => {
  const frozen = (await take('frozen'))!
  await sign(frozen.epoch)
  await runOut()
  await expect(sign(frozen.epoch)).rejects.toThrow(/lease to sign payouts on xrpl is not held/)
  const next = (await take('next'))!
  await expect(sign(frozen.epoch)).rejects.toThrow(/is not held/)
  expect(await renewPayoutLease(db, frozen, 600)).toBe(false)
  // It ends a lease that is no longer its own: the holder keeps it.
  await endPayoutLease(db, frozen)
  await sign(next.epoch)
  await runOut()
})

test('nothing is signed on a ledger while its payouts are stopped; the other ledger goes on', async () => {
  const lease = (await take('a worker'))!
  const { id: beganById } = await aUser(db, { role: 'admin' })
  const stop = await db.payoutStop.create({
    data: { network: 'xrpl', cause: 'switch', reason: 'A look at the wallet', beganById },
  })
  await expect(sign(lease.epoch)).rejects.toThrow(/payouts on xrpl are stopped: switch/)
  const { leaseEpoch } = await anEnvelope(db)
  await sign(leaseEpoch, 'stellar')
  await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'All is well' } })
  await sign(lease.epoch)
})

test('a stop that is being written waits for a signature that is being stored, and holds up the next one', async () => {
  const lease = (await take('a worker', 600)) ?? {
    epoch: (await db.payoutLease.findFirstOrThrow({ where: { network: 'xrpl' } })).epoch,
  }
  const { id: beganById } = await aUser(db, { role: 'admin' })
  let second: Promise<unknown> = Promise.resolve()
  await db.$transaction(async (tx) => {
    await tx.payoutStop.create({ data: { network: 'xrpl', cause: 'switch', reason: 'Stop', beganById } })
    second = sign(lease.epoch).catch(String)
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  expect(await second).toMatch(/payouts on xrpl are stopped/)
})

test('a stop is never deleted, ends once and with a reason, and an open one is not opened twice', async () => {
  const data = { network: 'stellar', cause: 'books', reason: 'A difference' } as const
  const { id } = await db.payoutStop.create({ data })
  await expect(db.payoutStop.create({ data })).rejects.toMatchObject({ code: 'P2002' })
  await expect(db.payoutStop.update({ where: { id }, data: { endedAt: new Date() } })).rejects.toThrow(/end_has_reason/)
  await expect(db.payoutStop.update({ where: { id }, data: { reason: 'Another' } })).rejects.toThrow(/stays what it is/)
  await db.payoutStop.update({ where: { id }, data: { endedAt: new Date(), endReason: 'Found' } })
  await expect(db.payoutStop.update({ where: { id }, data: { endReason: 'Other' } })).rejects.toThrow(
    /stays what it is/,
  )
  await expect(db.payoutStop.delete({ where: { id } })).rejects.toThrow(/never deleted/)
})
