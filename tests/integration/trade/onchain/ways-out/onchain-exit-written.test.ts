/** What is to be signed is written once, after the beginning; an XRP Ledger return may be decided before its date. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import {
  aDepositedEscrow,
  aDueOnchain,
  beginSettlement,
  hours,
  markFailed,
  shares,
  sign,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { agree } from '#tests/support/settlement/settlement-rows.ts'

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

const unwritten = { hash: null, xdr: null }
const written = () => ({ description: { sequence: '1' }, hash: randomUUID(), xdr: 'x' })
const write = (id: string, data: object) => db.transfer.update({ where: { id }, data })

test('on Stellar, before anybody signs, and never anew', async () => {
  const { id } = await beginSettlement(db, await aDueOnchain(db), unwritten)
  await expect(sign(db, id, 'B')).rejects.toThrow(/waits for no signature/)
  await expect(write(id, { hash: randomUUID() })).rejects.toThrow(/envelope_whole/)
  await write(id, written())
  for (const data of [written(), unwritten, { description: {} }]) {
    await expect(write(id, data)).rejects.toThrow(/stays what it is/)
  }
  await sign(db, id, 'B')
})

test('not of one that is dead, and not together with another step', async () => {
  const { id } = await beginSettlement(db, await aDueOnchain(db), unwritten)
  const dead = { ...written(), state: 'dead', deadReason: 'superseded' }
  await expect(write(id, dead)).rejects.toThrow(/stays what it is/)
  await markFailed(db, id)
  await expect(write(id, written())).rejects.toThrow(/stays what it is/)
})

test('never on the XRP Ledger, where nobody signs', async () => {
  const due = await aDueOnchain(db, { currency: 'XRP' })
  await expect(beginSettlement(db, due, { hash: randomUUID(), xdr: 'x' })).rejects.toThrow(/begins with nothing signed/)
  await expect(beginSettlement(db, due, { state: 'collecting' })).rejects.toThrow(/begins with nothing signed/)
  const { id } = await beginSettlement(db, due)
  await expect(write(id, written())).rejects.toThrow(/stays what it is/)
})

test('a return is decided before the date where the record gives the right to it, on the XRP Ledger alone', async () => {
  const back = { purpose: 'expiry', ...shares.back, createdAt: hours(4) } as const
  const [xrp, due] = [await aDepositedEscrow(db, { currency: 'XRP' }), await aDueOnchain(db, { currency: 'XRP' })]
  await expect(beginSettlement(db, xrp, back)).rejects.toThrow(/gives no right/)
  await expect(beginSettlement(db, due, back)).rejects.toThrow(/gives no right/)
  await agree(db, xrp.id)
  await beginSettlement(db, xrp, back)
  const stellar = await aDepositedEscrow(db)
  await agree(db, stellar.id)
  await expect(beginSettlement(db, stellar, back)).rejects.toThrow(/has not come/)
})
