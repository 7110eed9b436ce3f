/** Who acts for a side of an escrow: the application's rule (docs/decisions/135) and the database's agree. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Act, permissionsOf, sideFor } from '#app/escrow/domain/permissions.ts'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { anEscrow, at, aUser } from '#tests/support/world/rows.ts'

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

type Account = { role?: 'buyer' | 'seller' | null; isConfirmed?: boolean }

async function anAccount({ role = 'seller', isConfirmed = true }: Account = {}) {
  const { id } = await aUser(db)
  const data = { role, emailConfirmedAt: isConfirmed ? at : null }
  return db.user.update({ where: { id }, data, select: { id: true, email: true } })
}

const SELLERS = [
  'bound',
  'named',
  'named and not confirmed',
  'named in an account that does not sell',
  'holding the ID',
] as const

/** Creates an escrow of which one account could be the seller, in the given way. */
async function sold(way: (typeof SELLERS)[number]) {
  const seller = await anAccount({
    isConfirmed: way !== 'named and not confirmed',
    ...(way === 'named in an account that does not sell' && { role: 'buyer' }),
  })
  const { id } = await anEscrow(db, {
    sellerId: way === 'bound' ? seller.id : null,
    sellerEmail: way === 'holding the ID' ? null : seller.email,
  })
  const escrow = await findEscrow(db, id)
  if (!escrow) throw new Error('no escrow')
  return { escrow, seller }
}

async function isOfSide(escrowId: string, side: 'buyer' | 'seller', personId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is: boolean }[]>`
    select "is_of_side"(e, ${side}, ${personId}::uuid) as "is" from "escrow" e where e."id" = ${escrowId}::uuid`
  if (!row) throw new Error('no escrow')
  return row.is
}

/** Acts for which the triggers of divisions, disputes and refunds call `is_of_side`. */
const OF_EITHER_SIDE: readonly Act[] = ['divide', 'dispute', 'moreTime', 'sign']

describe.each(SELLERS)('an escrow whose seller is %s', (way) => {
  test('its seller, its buyer and strangers are of the same side in both', async () => {
    const { escrow, seller } = await sold(way)
    const stranger = await anAccount()
    const people = [
      [seller.id, way === 'holding the ID' || way === 'named and not confirmed' ? null : 'seller'],
      [escrow.buyerId, 'buyer'],
      [stranger.id, null],
      [(await anAccount({ role: 'buyer' })).id, null],
    ] as const
    for (const [id, expected] of people) {
      const person = await findSomebody(db, id)
      const side = (await isOfSide(escrow.id, 'buyer', id))
        ? 'buyer'
        : (await isOfSide(escrow.id, 'seller', id))
          ? 'seller'
          : null
      expect(side).toBe(expected)
      for (const act of OF_EITHER_SIDE) expect([act, sideFor(escrow, person, act)]).toEqual([act, side])
      const { may } = permissionsOf(escrow, person)
      expect([may.askForRefund, may.answerRefund]).toEqual([side === 'buyer', side === 'seller'])
    }
    expect(await isOfSide(escrow.id, 'seller', randomUUID())).toBe(false)
    expect(await isOfSide(escrow.id, 'seller', escrow.buyerId)).toBe(false)
  })
})
