/** Agreed splits: rules that the database keeps whatever the code does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, type Transaction } from '#app/kernel/db/client.server.ts'
import { giveDates } from '#tests/support/agreement/dated-trades.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { aFundedEscrow, approve, dispute, refundOf } from '#tests/support/settlement/settlement-rows.ts'
import { at, aUser, releaseOf } from '#tests/support/world/rows.ts'

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

type Writer = Database | Transaction
type Sides = { id: string; buyerId: string; sellerId: string; disputeId: string | null }

/** An escrow that is funded with 1.0000001 XLM; returns its two sides. */
async function anEscrow({ isDisputed = false } = {}): Promise<Sides> {
  const sellerId = (await aUser(db)).id
  const { id } = await aFundedEscrow(db, { sellerId })
  const { buyerId } = await db.escrow.findUniqueOrThrow({ where: { id } })
  return { id, buyerId, sellerId, disputeId: isDisputed ? await dispute(db, id) : null }
}

async function proposed(to: Writer, { id: escrowId, buyerId, disputeId }: Sides, changes: object = {}) {
  const { payoutAddress, payoutMemo } = await to.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  const division = {
    id: randomUUID(),
    escrowId,
    kind: disputeId ? 'offer' : 'reduction',
    disputeId,
    side: 'buyer',
    proposedById: buyerId,
    sellerAmount: '0.4',
    buyerAmount: '0.6000001',
    payoutAddress,
    payoutMemo,
    words: '',
    proposedAt: at,
  }
  return (await to.division.create({ data: { ...division, ...changes } })).id
}

const answered = (to: Writer, id: string, answer: string, by: string | null) =>
  to.division.update({ where: { id }, data: { answer, answeredAt: at, answeredById: by } })
const pay = async (to: Writer, escrowId: string, amounts: { seller?: string; buyer?: string }) => {
  if (amounts.seller) await payOut(to, { ...releaseOf(escrowId), amount: amounts.seller })
  if (amounts.buyer) await payOut(to, refundOf(escrowId, { amount: amounts.buyer }))
}
const settle = (
  to: Writer,
  { disputeId, sellerId }: Sides,
  shares = { sellerAmount: '0.4', buyerAmount: '0.6000001' },
) =>
  to.dispute.update({
    where: { id: disputeId ?? '' },
    data: { decision: 'settled', decidedAt: at, decidedById: sellerId, ...shares },
  })

/** Agrees on a split, and runs `then` in the same transaction. */
async function agreed(of: Sides, then: (tx: Transaction) => Promise<unknown>, changes: object = {}) {
  const id = await proposed(db, of, changes)
  return db.$transaction(async (tx) => {
    await answered(tx, id, 'agreed', of.sellerId)
    await then(tx)
  })
}

describe('a division', () => {
  test.each([
    ['of less than the amount', { sellerAmount: '0.4', buyerAmount: '0.6' }],
    ['of more', { sellerAmount: '0.4', buyerAmount: '0.6000002' }],
    ['in parts that the ledger has not', { sellerAmount: '-1', buyerAmount: '2.0000001' }],
    ['for another wallet than the stated one', { payoutAddress: 'other' }],
    ['that is answered already', { answer: 'agreed', answeredAt: at }],
    ['by the wrong side', { side: 'seller' }],
    ['of an unknown kind', { kind: 'gift' }],
  ])('is not proposed %s', async (_, changes) => {
    await expect(proposed(db, await anEscrow({ isDisputed: true }), changes)).rejects.toThrow()
  })

  test('is not proposed for the seller by somebody who is not', async () => {
    const of = await anEscrow({ isDisputed: true })
    const all = { side: 'seller', sellerAmount: '0', buyerAmount: '1.0000001' }
    const stranger = await aUser(db)
    await expect(proposed(db, of, { ...all, proposedById: stranger.id })).rejects.toThrow(/by its side/)
    await proposed(db, of, { ...all, proposedById: of.sellerId })
  })

  test('at a lower price leaves both something, and is of documents that wait', async () => {
    const of = await anEscrow()
    await expect(proposed(db, of, { sellerAmount: '0', buyerAmount: '1.0000001' })).rejects.toThrow(/kind_known/)
    const stranger = { side: 'seller', proposedById: of.sellerId }
    await expect(proposed(db, of, stranger)).rejects.toThrow(/kind_known/)
    const disputed = await anEscrow({ isDisputed: true })
    await expect(proposed(db, { ...disputed, disputeId: null })).rejects.toThrow(/no documents that wait/)
    await approve(db, of.id)
    await expect(proposed(db, of)).rejects.toThrow(/no documents that wait/)
  })

  test('in a dispute is of the one that is open', async () => {
    const [of, other] = [await anEscrow({ isDisputed: true }), await anEscrow({ isDisputed: true })]
    await expect(proposed(db, { ...of, disputeId: other.disputeId })).rejects.toThrow(/no open dispute/)
  })

  test('is one of a side at a time', async () => {
    const of = await anEscrow({ isDisputed: true })
    await proposed(db, of)
    await expect(proposed(db, of)).rejects.toMatchObject({ code: 'P2002' })
    await proposed(db, of, { side: 'seller', proposedById: of.sellerId })
  })

  test('is answered by the other side, taken back by its own, once, and never changed', async () => {
    const of = await anEscrow({ isDisputed: true })
    const id = await proposed(db, of)
    for (const [answer, by] of [
      ['declined', of.buyerId],
      ['agreed', of.buyerId],
      ['withdrawn', of.sellerId],
      ['agreed', (await aUser(db)).id],
    ] as const) {
      await expect(answered(db, id, answer, by), `${answer} by ${by}`).rejects.toThrow()
    }
    await expect(answered(db, id, 'declined', null)).rejects.toThrow(/this side/)
    await expect(db.division.update({ where: { id }, data: { sellerAmount: '0.5' } })).rejects.toThrow(/stays/)
    await answered(db, id, 'declined', of.sellerId)
    await expect(answered(db, id, 'withdrawn', of.buyerId)).rejects.toThrow(/stays/)
    await expect(db.division.delete({ where: { id } })).rejects.toThrow(/never deleted/)
  })

  test('is carried out by the end of its transaction, or was not agreed', async () => {
    const nothing = async () => undefined
    await expect(agreed(await anEscrow(), nothing)).rejects.toThrow(/not carried out/)
    await expect(agreed(await anEscrow({ isDisputed: true }), nothing)).rejects.toThrow(/not carried out/)
    const half = await anEscrow()
    await expect(
      agreed(half, async (tx) => {
        await approve(tx, half.id)
        await pay(tx, half.id, { seller: '0.4' })
      }),
    ).rejects.toThrow(/not carried out/)
    const whole = await anEscrow()
    await agreed(whole, async (tx) => {
      await approve(tx, whole.id)
      await pay(tx, whole.id, { seller: '0.4', buyer: '0.6000001' })
    })
  })
})

describe('the right to be paid', () => {
  test('by an agreed lower price is for these amounts, and for no other', async () => {
    for (const amounts of [
      { seller: '1.0000001' },
      { seller: '0.4000001' },
      { buyer: '0.6' },
      { buyer: '1.0000001' },
      { buyer: '0.4' },
    ]) {
      const of = await anEscrow()
      const wrong = agreed(of, async (tx) => {
        await approve(tx, of.id)
        await pay(tx, of.id, amounts)
      })
      await expect(wrong, JSON.stringify(amounts)).rejects.toThrow(/owes no/)
    }
  })

  test('is not given before the documents count as approved, nor by what is only proposed', async () => {
    const early = await anEscrow()
    await expect(agreed(early, (tx) => pay(tx, early.id, { seller: '0.4' }))).rejects.toThrow(/owes no release/)
    const open = await anEscrow()
    await proposed(db, open)
    await expect(pay(db, open.id, { seller: '0.4' })).rejects.toThrow(/owes no release/)
    await expect(pay(db, open.id, { buyer: '0.6000001' })).rejects.toThrow(/owes no refund/)
  })

  test('by an accepted offer comes with its dispute, settled with the same shares by whoever accepted', async () => {
    const of = await anEscrow({ isDisputed: true })
    await expect(settle(db, of)).rejects.toThrow(/otherwise than both sides agreed/)
    const other = { sellerAmount: '0.5', buyerAmount: '0.5000001' }
    await expect(agreed(of, (tx) => settle(tx, of, other))).rejects.toThrow(/otherwise/)
    const again = await anEscrow({ isDisputed: true })
    const byOther = { ...again, sellerId: again.buyerId }
    await expect(agreed(again, (tx) => settle(tx, byOther))).rejects.toThrow(/otherwise/)
    const right = await anEscrow({ isDisputed: true })
    await agreed(right, async (tx) => {
      await settle(tx, right)
      await pay(tx, right.id, { seller: '0.4', buyer: '0.6000001' })
    })
  })

  test('by an accepted offer leaves no amendment open', async () => {
    const of = await anEscrow()
    const day = (days: number) => new Date(Date.now() + days * 86_400_000)
    const dates = { fundBy: day(1), presentBy: day(9), examineDays: 5, onSilence: 'quayside', documents: [] } as const
    await giveDates(db, of.id, dates)
    const change = { id: randomUUID(), words: '', examineDays: 9, changesDocuments: false, proposedAt: at }
    await db.amendment.create({ data: { ...change, escrowId: of.id, proposedById: of.sellerId } })
    const disputed = { ...of, disputeId: await dispute(db, of.id) }
    await agreed(disputed, async (tx) => {
      await settle(tx, disputed)
      await pay(tx, of.id, { seller: '0.4', buyer: '0.6000001' })
    })
    expect(await db.amendment.findUnique({ where: { id: change.id } })).toMatchObject({ answer: 'superseded' })
  })

  test.each(['release', 'refund', 'split', 'dismissed', 'withdrawn'])(
    'an accepted offer and %s exclude each other',
    async (decision) => {
      const of = await anEscrow({ isDisputed: true })
      const shares = {
        release: { sellerAmount: '1.0000001', buyerAmount: '0' },
        refund: { sellerAmount: '0', buyerAmount: '1.0000001' },
        split: { sellerAmount: '0.4', buyerAmount: '0.6000001' },
      }[decision]
      const decide = (tx: Writer) =>
        tx.dispute.update({
          where: { id: of.disputeId ?? '' },
          data: { decision, decidedAt: at, decidedById: of.buyerId, ...shares },
        })
      const id = await proposed(db, of)
      const both = db.$transaction(async (tx) => {
        await answered(tx, id, 'agreed', of.sellerId)
        await decide(tx)
      })
      await expect(both).rejects.toThrow(/otherwise than both sides agreed/)
      await decide(db)
      await expect(answered(db, id, 'agreed', of.sellerId)).rejects.toThrow(/stays/)
      expect(await db.division.findUniqueOrThrow({ where: { id } })).toMatchObject({ answer: 'superseded' })
    },
  )
})
