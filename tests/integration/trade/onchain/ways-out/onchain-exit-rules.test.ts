/** On-chain settlements: the right to each, and that each is taken once; kept by the database itself. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import {
  aDepositedEscrow,
  aDueOnchain,
  approved,
  beginSettlement,
  type Deposited,
  deadline,
  depositOf,
  ended,
  hours,
  markFailed,
  shares,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { agree, approve, ask, decide, dispute } from '#tests/support/settlement/settlement-rows.ts'
import { at } from '#tests/support/world/rows.ts'

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

const begin = (locked: Deposited, changes: Parameters<typeof beginSettlement>[2] = {}) =>
  beginSettlement(db, locked, changes)
const back = { purpose: 'refund', ...shares.back } as const
const expiry = { purpose: 'expiry', ...shares.back, createdAt: deadline } as const
const divided = { purpose: 'division', toSeller: '0.4', toBuyer: '0.6' } as const

const confirmed = (locked: Deposited) =>
  db.escrow.update({
    where: { id: locked.id },
    data: { sellerConfirmed: true, confirmedAt: hours(2), payoutAddress: 'S', payoutStatedAt: hours(2) },
  })
/** Proposes a split, of documents that wait or in the open dispute. */
async function proposed(locked: Deposited, disputeId: string | null, changes: object = {}): Promise<string> {
  const { payoutAddress } = await db.escrow.findUniqueOrThrow({ where: { id: locked.id } })
  const who = {
    escrowId: locked.id,
    side: 'buyer',
    proposedById: locked.buyerId,
    disputeId,
    kind: disputeId ? 'offer' : 'reduction',
  }
  const what = { sellerAmount: '0.4', buyerAmount: '0.6', payoutAddress, words: '', proposedAt: at, ...changes }
  return (await db.division.create({ data: { id: randomUUID(), ...who, ...what } })).id
}
const agreedBy = (id: string, answeredById: string) => ({
  where: { id },
  data: { answer: 'agreed', answeredAt: at, answeredById },
})

describe('a release', () => {
  test('needs the three facts, all of the money, and time', async () => {
    const locked = await aDepositedEscrow(db)
    await expect(begin(locked)).rejects.toThrow(/gives no right/)
    await approved(db, locked)
    for (const [changes, said] of [
      [{ toSeller: '0.9' }, /gives no right/],
      [{ toSeller: '0.4', toBuyer: '0.6' }, /gives no right/],
      [{ createdAt: new Date(deadline.getTime() - 600_000) }, /too near/],
      [{ state: 'ready' }, /begins with nothing signed/],
      [{ state: 'submitted' }, /begins with nothing signed/],
    ] as const) {
      await expect(begin(locked, changes)).rejects.toThrow(said)
    }
    await begin(locked, { createdAt: new Date(deadline.getTime() - 600_001) })
  })

  test('needs a lock that counts and has not ended', async () => {
    const locked = await aDueOnchain(db)
    const other = await db.holdLock.create({ data: depositOf(locked, { lockedAt: hours(2) }) })
    await expect(begin({ ...locked, lockId: other.id })).rejects.toThrow(/nothing that counts/)
    await ended(db, locked, 'expired', randomUUID())
    await expect(begin(locked)).rejects.toThrow(/nothing that counts/)
    const foreign = await aDueOnchain(db)
    await expect(begin({ ...foreign, lockId: locked.lockId })).rejects.toThrow()
  })

  test('is not begun while Quayside decides, and by the decision for these shares', async () => {
    const locked = await aDepositedEscrow(db)
    await confirmed(locked)
    const disputeId = await dispute(db, locked.id)
    await expect(begin(locked)).rejects.toThrow(/gives no right/)
    await decide(db, locked.id, { decision: 'release', seller: '1', buyer: '0' })
    await expect(begin(locked, back)).rejects.toThrow(/gives no right/)
    await begin(locked)
    expect(await db.settlement.findMany({ where: { escrowId: locked.id } })).toMatchObject([
      { cause: 'decision', disputeId },
    ])
  })

  test('is one, and what stands in the record stands from then on', async () => {
    const locked = await aDueOnchain(db)
    const { id } = await begin(locked)
    await expect(begin(locked)).rejects.toMatchObject({ code: 'P2002' })
    const rejected = db.escrow.update({ where: { id: locked.id }, data: { documentApprovalStatus: 'Rejected' } })
    await expect(rejected).rejects.toThrow(/has been settled/)
    await expect(ask(db, locked.id)).rejects.toThrow(/holds nothing to decide/)
    await expect(dispute(db, locked.id)).rejects.toThrow(/holds nothing to decide/)
    await markFailed(db, id, 'sequence_used')
    await begin(locked)
  })
})

describe('a refund', () => {
  test('needs the seller’s consent or a decision', async () => {
    const locked = await aDepositedEscrow(db)
    await expect(begin(locked, back)).rejects.toThrow(/gives no right/)
    await agree(db, locked.id)
    await begin(locked, back)
    const decided = await aDepositedEscrow(db)
    await dispute(db, decided.id)
    await decide(db, decided.id, { decision: 'refund', seller: '0', buyer: '1' })
    await expect(begin(decided)).rejects.toThrow(/gives no right/)
    await begin(decided, back)
  })

  test('is none of the XRP Ledger before the date', async () => {
    const locked = await aDepositedEscrow(db, { currency: 'XRP' })
    await agree(db, locked.id)
    await expect(begin(locked, back)).rejects.toThrow(/after its date/)
  })
})

describe('a division', () => {
  test('needs what both agreed, to the last unit, and is carried out with it', async () => {
    const locked = await aDepositedEscrow(db)
    await confirmed(locked)
    const divisionId = await proposed(locked, null)
    await expect(begin(locked, divided)).rejects.toThrow(/gives no right/)
    const agreement = agreedBy(divisionId, locked.sellerId)
    await expect(db.division.update(agreement)).rejects.toThrow(/not carried out/)
    await db.$transaction(async (tx) => {
      await tx.division.update(agreement)
      await approve(tx, locked.id)
      const other = { ...divided, toSeller: '0.5', toBuyer: '0.5' }
      await tx.$executeRaw`savepoint before_other`
      await expect(beginSettlement(tx, locked, other)).rejects.toThrow(/gives no right/)
      await tx.$executeRaw`rollback to before_other`
      await beginSettlement(tx, locked, divided)
    })
    await expect(begin(locked)).rejects.toThrow()
  })

  test('by a decision gives both their shares, and none of XRP', async () => {
    const locked = await aDepositedEscrow(db)
    await dispute(db, locked.id)
    await decide(db, locked.id, { decision: 'split', seller: '0.4', buyer: '0.6' })
    await expect(begin(locked, { ...divided, toSeller: '0.6', toBuyer: '0.4' })).rejects.toThrow(/no right/)
    await begin(locked, divided)
    const xrp = await aDepositedEscrow(db, { currency: 'XRP' })
    await confirmed(xrp)
    await expect(proposed(xrp, null)).rejects.toThrow(/cannot be divided/)
    const open = await dispute(db, xrp.id)
    await expect(proposed(xrp, open)).rejects.toThrow(/cannot be divided/)
    await expect(decide(db, xrp.id, { decision: 'split', seller: '0.4', buyer: '0.6' })).rejects.toThrow(/be divided/)
    await proposed(xrp, open, { sellerAmount: '1', buyerAmount: '0' })
  })
})

describe('the date', () => {
  test('gives the money back with its second on Stellar, after it on the XRP Ledger', async () => {
    const [stellar, xrp] = [await aDepositedEscrow(db), await aDueOnchain(db, { currency: 'XRP' })]
    const [before, after] = [-1_000, 1_000].map((ms) => ({ createdAt: new Date(deadline.getTime() + ms) }))
    await expect(begin(stellar, { ...expiry, ...before })).rejects.toThrow(/gives no right/)
    await begin(stellar, expiry)
    await expect(begin(xrp, expiry)).rejects.toThrow(/gives no right/)
    await expect(begin(xrp, { createdAt: deadline })).rejects.toThrow(/too near/)
    await begin(xrp, { ...expiry, ...after })
  })
})
