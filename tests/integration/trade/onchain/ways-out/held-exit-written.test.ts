/** What is to be signed is written once, after the beginning; an XRP Ledger return may be decided before its date. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { aDueHold, aLockedEscrow, beginExit, bury, hours, shares, sign } from '#tests/support/held/held-rows.ts'
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
  const { id } = await beginExit(db, await aDueHold(db), unwritten)
  await expect(sign(db, id, 'B')).rejects.toThrow(/waits for no signature/)
  await expect(write(id, { hash: randomUUID() })).rejects.toThrow(/envelope_whole/)
  await write(id, written())
  for (const data of [written(), unwritten, { description: {} }]) {
    await expect(write(id, data)).rejects.toThrow(/stays what it is/)
  }
  await sign(db, id, 'B')
})

test('not of one that is dead, and not together with another step', async () => {
  const { id } = await beginExit(db, await aDueHold(db), unwritten)
  const dead = { ...written(), state: 'dead', deadReason: 'superseded' }
  await expect(write(id, dead)).rejects.toThrow(/stays what it is/)
  await bury(db, id)
  await expect(write(id, written())).rejects.toThrow(/stays what it is/)
})

test('never on the XRP Ledger, where nobody signs', async () => {
  const due = await aDueHold(db, { currency: 'XRP' })
  await expect(beginExit(db, due, { hash: randomUUID(), xdr: 'x' })).rejects.toThrow(/begins with nothing signed/)
  await expect(beginExit(db, due, { state: 'collecting' })).rejects.toThrow(/begins with nothing signed/)
  const { id } = await beginExit(db, due)
  await expect(write(id, written())).rejects.toThrow(/stays what it is/)
})

test('a return is decided before the date where the record gives the right to it, on the XRP Ledger alone', async () => {
  const back = { purpose: 'expiry', ...shares.back, createdAt: hours(4) } as const
  const [xrp, due] = [await aLockedEscrow(db, { currency: 'XRP' }), await aDueHold(db, { currency: 'XRP' })]
  await expect(beginExit(db, xrp, back)).rejects.toThrow(/gives no right/)
  await expect(beginExit(db, due, back)).rejects.toThrow(/gives no right/)
  await agree(db, xrp.id)
  await beginExit(db, xrp, back)
  const stellar = await aLockedEscrow(db)
  await agree(db, stellar.id)
  await expect(beginExit(db, stellar, back)).rejects.toThrow(/has not come/)
})
