/** On-chain settlements from their signatures to the ledger's answer; kept by the database whatever the code does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import {
  aDepositedEscrow,
  aDueOnchain,
  beginSettlement,
  confirm,
  deadline,
  ended,
  envelopeOf,
  hours,
  markFailed,
  move,
  shares,
  sign,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { at, runOutLeases } from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 4 })
})
afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

describe('a way out', () => {
  test('collects signatures of the three who can sign, once each, and is sent with two of them', async () => {
    const locked = await aDueOnchain(db)
    const { id, hash } = await beginSettlement(db, locked)
    await expect(sign(db, id, 'P')).rejects.toThrow(/waits for no signature/)
    await sign(db, id, 'B')
    await expect(sign(db, id, 'B')).rejects.toMatchObject({ code: 'P2002' })
    await expect(move(db, id, 'ready')).rejects.toThrow(/signatures .* are missing/)
    await expect(db.transferAttempt.create({ data: await envelopeOf(db, { id, hash }) })).rejects.toThrow(/not ready/)
    await sign(db, id, 'A')
    const where = { exitId_address: { exitId: id, address: 'A' } }
    await expect(db.holdSignature.update({ where, data: { signature: 'other' } })).rejects.toThrow(/stay what they are/)
    await expect(db.holdSignature.delete({ where })).rejects.toThrow(/stay what they are/)
    await expect(move(db, id, 'submitted')).rejects.toThrow(/cannot go from collecting to submitted/)
    await move(db, id, 'ready')
    await expect(sign(db, id, 'S')).rejects.toThrow(/waits for no signature/)
    await expect(move(db, id, 'submitted')).rejects.toThrow(/nothing .* was signed/)
  })

  test('after the date has the buyer among its two', async () => {
    const { id } = await beginSettlement(db, await aDepositedEscrow(db), {
      purpose: 'expiry',
      ...shares.back,
      createdAt: deadline,
    })
    await expect(sign(db, id, 'S')).rejects.toThrow(/waits for no signature/)
    await sign(db, id, 'A')
    await expect(move(db, id, 'ready')).rejects.toThrow(/are missing/)
    await sign(db, id, 'B')
    await move(db, id, 'ready')
  })

  test('is stored before it is sent, under the lease, and is not given up while it could pay', async () => {
    const locked = await aDueOnchain(db)
    const exit = await beginSettlement(db, locked)
    const { id, hash } = exit
    for (const address of ['B', 'A']) await sign(db, id, address)
    await move(db, id, 'ready')
    const other = await envelopeOf(db, { id, hash: 'other' })
    await expect(db.transferAttempt.create({ data: other })).rejects.toThrow(/another transaction/)
    const envelope = await envelopeOf(db, { id, hash })
    await runOutLeases(db)
    await expect(db.transferAttempt.create({ data: envelope })).rejects.toThrow(/lease/)
    const stored = await db.transferAttempt.create({ data: await envelopeOf(db, { id, hash }) })
    await move(db, id, 'submitted')
    for (const given of [() => markFailed(db, id), () => move(db, id, 'ready')]) {
      await expect(given()).rejects.toThrow(/is on its way/)
    }
    await expect(confirm(db, id, 'paid')).rejects.toThrow(/is on its way/)
    await expect(ended(db, locked, 'released', 'paid')).rejects.toThrow(/a way out of it is on its way/)
    const settle = (endHash: string, end: 'released' | 'refunded', isClosed: boolean) =>
      db.$transaction(async (tx) => {
        await ended(tx, locked, end, endHash)
        if (isClosed)
          await tx.transferAttempt.update({ where: { id: stored.id }, data: { state: 'settled', closedAt: hours(6) } })
        await confirm(tx, id, 'paid')
      })
    await expect(settle('other', 'released', true)).rejects.toThrow(/does not say/)
    await expect(settle('paid', 'refunded', true)).rejects.toThrow(/does not say/)
    await expect(settle('paid', 'released', false)).rejects.toThrow(/is on its way/)
    await settle('paid', 'released', true)
    await expect(markFailed(db, id)).rejects.toThrow(/stays what it is/)
    await expect(db.transfer.delete({ where: { id } })).rejects.toThrow(/never deleted/)
  })

  test('stays what it is, and another takes its place when it is dead', async () => {
    const locked = await aDueOnchain(db)
    const { id } = await beginSettlement(db, locked)
    for (const data of [
      { amount: '0.5' },
      { xdr: 'other' },
      { description: { shares: [] } },
      { purpose: 'refund' as const },
    ]) {
      await expect(db.transfer.update({ where: { id }, data })).rejects.toThrow(/stays what it is/)
    }
    await expect(db.transfer.update({ where: { id }, data: { state: 'dead' } })).rejects.toThrow(/dead_has_reason/)
    await markFailed(db, id)
    await expect(db.transfer.update({ where: { id }, data: { deadReason: 'other' } })).rejects.toThrow(
      /stays what it is/,
    )
    await expect(move(db, id, 'ready')).rejects.toThrow(/stays what it is/)
  })

  test('of XRP shows the secret for a release, in time, and cancels after the date alone', async () => {
    const locked = await aDueOnchain(db, { currency: 'XRP' })
    const { id } = await beginSettlement(db, locked)
    const store = async (changes: object) =>
      db.transferAttempt.create({ data: await envelopeOf(db, { id }, { network: 'xrpl', ...changes }) })
    const until = new Date(Date.now() + 3_600_000)
    await db.payoutLease.create({ data: { network: 'xrpl', holder: 'w', epoch: 1n, until } })
    await expect(store({ purpose: 'cancel' })).rejects.toThrow(/not ready/)
    await expect(store({ purpose: 'wrap' })).rejects.toThrow(/another transaction|network_fits/)
    await expect(store({ purpose: 'finish', network: 'stellar' })).rejects.toThrow(/network_fits/)
    const late = { purpose: 'finish', createdAt: new Date(deadline.getTime() - 600_000) }
    await expect(store(late)).rejects.toThrow(/too near/)
    const first = await store({ purpose: 'finish' })
    await move(db, id, 'submitted')
    await db.transferAttempt.update({
      where: { id: first.id },
      data: { state: 'failed', code: 'tecNO_PERMISSION', closedAt: hours(6) },
    })
    await move(db, id, 'ready')
    await store({ purpose: 'finish' })
  })

  test('is signed while payouts of its ledger are stopped, and not while its history is in doubt', async () => {
    const locked = await aDueOnchain(db)
    const { id, hash } = await beginSettlement(db, locked)
    for (const address of ['B', 'S']) await sign(db, id, address)
    await move(db, id, 'ready')
    const stop = await db.payoutStop.create({ data: { network: 'stellar', cause: 'books', reason: 'A difference' } })
    const doubted = { network: 'stellar', account: 'G', cause: 'other_history', detail: 'seen', since: at } as const
    await db.cursorStop.create({ data: doubted })
    await expect(db.transferAttempt.create({ data: await envelopeOf(db, { id, hash }) })).rejects.toThrow(/in doubt/)
    await db.cursorStop.deleteMany()
    await db.transferAttempt.create({ data: await envelopeOf(db, { id, hash }) })
    await db.payoutStop.update({ where: { id: stop.id }, data: { endedAt: new Date(), endReason: 'Explained' } })
  })
})
