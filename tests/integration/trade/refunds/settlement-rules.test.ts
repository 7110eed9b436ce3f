/** How an escrow may end: rules that the database keeps whatever the code does (product.md §3, §4). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import {
  aFundedEscrow,
  agree,
  anOverfundedEscrow,
  answer,
  ask,
  decide,
  dispute,
  refundOf,
  returnOf,
} from '#tests/support/settlement/settlement-rows.ts'
import { aDueEscrow, anEscrow, arrived, at, aUser, releaseOf } from '#tests/support/world/rows.ts'

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

describe('money back', () => {
  test('is refunded when the seller agreed, once', async () => {
    const { id } = await anOverfundedEscrow(db)
    await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund/)
    await ask(db, id)
    await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund/)
    await answer(db, id)
    await payOut(db, refundOf(id))
    await expect(payOut(db, refundOf(id))).rejects.toMatchObject({ code: 'P2002' })
  })

  test.each(['declined', 'withdrawn'] as const)('is not refunded when the request was %s', async (said) => {
    const { id } = await aFundedEscrow(db)
    await ask(db, id)
    await answer(db, id, said)
    await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund/)
  })

  test.each([
    ['to another wallet than the buyer stated', { address: 'G' }],
    ['with another memo', { memo: '1' }],
    ['of another amount', { amount: '1' }],
  ])('is not refunded %s', async (_, changes) => {
    const { id } = await anOverfundedEscrow(db)
    await agree(db, id)
    await expect(payOut(db, refundOf(id, changes))).rejects.toThrow(/owes no refund/)
  })

  test('is not refunded while the buyer has stated no wallet', async () => {
    const { id } = await aFundedEscrow(db, { refundAddress: null, refundStatedAt: null })
    await agree(db, id)
    await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund/)
    await expect(payOut(db, returnOf(id, '1'))).rejects.toThrow(/owes no return/)
  })

  test('is returned as far as it is beyond the amount, in parts too, and no further', async () => {
    const { id } = await anOverfundedEscrow(db)
    await expect(payOut(db, returnOf(id, '3.0000002'))).rejects.toThrow(/has not received/)
    await payOut(db, returnOf(id, '1'))
    await expect(payOut(db, returnOf(id, '2.0000002'))).rejects.toThrow(/has not received/)
    await payOut(db, returnOf(id, '2'))
    await expect(payOut(db, returnOf(id, '0.0000002'))).rejects.toThrow(/has not received/)
  })

  test('is returned from a part that is not enough only after cancelling, and then whole', async () => {
    const unfunded = { amount: '9', txValidated: false, verifiedAt: null }
    const { id } = await aFundedEscrow(db, unfunded)
    await expect(payOut(db, returnOf(id, '1'))).rejects.toThrow(/has not received/)
    await db.escrow.update({ where: { id }, data: { cancelledAt: at } })
    await expect(payOut(db, returnOf(id, '1.0000003'))).rejects.toThrow(/has not received/)
    await payOut(db, returnOf(id, '1.0000001'))
  })

  test('does not count what only looks like money for the escrow', async () => {
    const problem = { ...arrived('5'), problem: 'wrong_asset', asset: 'USDC' as const }
    const { id } = await aFundedEscrow(db, { payments: { create: [arrived('1.0000001'), problem] } })
    await expect(payOut(db, returnOf(id, '5'))).rejects.toThrow(/has not received/)
    const counted = { ...arrived('5'), asset: 'USDC' as const, escrowId: id }
    await expect(db.ledgerPayment.create({ data: counted })).rejects.toThrow(/is not what escrow/)
    await expect(db.ledgerPayment.create({ data: { ...arrived('5'), toAddress: 'x', escrowId: id } })).rejects.toThrow(
      /is not what escrow/,
    )
  })
})

describe('a settlement', () => {
  test('is either a release or a refund of the same money, however much came in', async () => {
    const released = await anOverfundedEscrow(db, { documentApprovalStatus: 'Approved' })
    await ask(db, released.id)
    await payOut(db, releaseOf(released.id))
    await expect(answer(db, released.id)).rejects.toThrow(/holds nothing to decide/)
    await expect(ask(db, released.id)).rejects.toThrow(/holds nothing to decide/)
    await expect(dispute(db, released.id)).rejects.toThrow(/holds nothing to decide/)

    const refunded = await anOverfundedEscrow(db, { documentApprovalStatus: 'Approved' })
    await agree(db, refunded.id)
    await payOut(db, refundOf(refunded.id))
    await expect(payOut(db, releaseOf(refunded.id))).rejects.toThrow(/is settled/)
    const changed = db.escrow.update({ where: { id: refunded.id }, data: { documentApprovalStatus: 'Pending' } })
    await expect(changed).rejects.toThrow(/has been settled/)
  })

  test('never pays more than came in', async () => {
    const short = await aDueEscrow(db, { payments: { create: arrived('1') } })
    await expect(payOut(db, releaseOf(short.id))).rejects.toThrow(/has not received/)
  })

  test.each([
    ['0', '1.0000001', false],
    ['1.0000001', '0', false],
    ['0.5', '0.5', false],
    ['0.5', '0.5000002', false],
    ['-1', '2.0000001', false],
    ['0.4', '0.6000001', true],
  ])('can be a split of %s and %s: %s %s', async (seller, buyer, isRight) => {
    const { id } = await aFundedEscrow(db)
    await dispute(db, id)
    const split = decide(db, id, { decision: 'split', seller, buyer })
    if (!isRight) return expect(split).rejects.toThrow(/dispute_shares_fit|are not the amount/)
    await split
    await expect(payOut(db, releaseOf(id))).rejects.toThrow(/owes no release/)
    await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund/)
    await payOut(db, { ...releaseOf(id), amount: seller })
    await payOut(db, refundOf(id, { amount: buyer }))
    await expect(payOut(db, returnOf(id, '0.0000002'))).rejects.toThrow(/has not received/)
  })

  test.each([
    ['release', { seller: '1', buyer: '0.0000001' }],
    ['release', { seller: '1.0000001' }],
    ['refund', { seller: '1', buyer: '0.0000001' }],
    ['refund', {}],
    ['dismissed', { seller: '1.0000001', buyer: '0' }],
    ['withdrawn', { seller: '0', buyer: '0' }],
    ['something else', {}],
  ])('that is a %s gives nobody %o', async (decision, shares) => {
    const { id } = await aFundedEscrow(db)
    await dispute(db, id)
    await expect(decide(db, id, { decision, ...shares })).rejects.toThrow(/dispute_shares_fit|are not the amount/)
  })

  test('by the operator needs no approval, and nothing leaves when nothing was decided', async () => {
    const { id } = await aFundedEscrow(db)
    await dispute(db, id)
    await expect(payOut(db, releaseOf(id))).rejects.toThrow(/owes no release/)
    await decide(db, id, { decision: 'dismissed' })
    await expect(payOut(db, releaseOf(id))).rejects.toThrow(/owes no release/)
    await dispute(db, id)
    await decide(db, id, { decision: 'release', seller: '1.0000001', buyer: '0' })
    await payOut(db, releaseOf(id))
  })
})

describe('a dispute', () => {
  test('stops a refund that was agreed, and its decision takes the place of it', async () => {
    const { id } = await aFundedEscrow(db)
    await agree(db, id)
    await dispute(db, id)
    await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund/)
    await decide(db, id, { decision: 'release', seller: '1.0000001', buyer: '0' })
    await expect(payOut(db, refundOf(id))).rejects.toThrow(/owes no refund/)
    await payOut(db, releaseOf(id))
  })

  test('freezes the approval, the payee and the release', async () => {
    const { id } = await aDueEscrow(db)
    await dispute(db, id)
    await expect(payOut(db, releaseOf(id))).rejects.toThrow(/owes no release/)
    for (const data of [{ documentApprovalStatus: 'Pending' as const }, { payoutAddress: 'H' }, { payoutMemo: '7' }]) {
      await expect(db.escrow.update({ where: { id }, data })).rejects.toThrow(/is in dispute/)
    }
    await expect(ask(db, id)).rejects.toThrow(/is in dispute/)
  })

  test('keeps a request for a refund from being agreed to', async () => {
    const { id } = await aFundedEscrow(db)
    await ask(db, id)
    await dispute(db, id)
    await expect(answer(db, id)).rejects.toThrow(/is in dispute/)
    await answer(db, id, 'withdrawn')
  })

  test('is one at a time, as is a request for a refund', async () => {
    const { id } = await aFundedEscrow(db)
    await ask(db, id)
    await expect(ask(db, id)).rejects.toMatchObject({ code: 'P2002' })
    await dispute(db, id)
    await expect(dispute(db, id)).rejects.toMatchObject({ code: 'P2002' })
  })

  test('is about money that is there', async () => {
    const { id } = await anEscrow(db)
    await expect(dispute(db, id)).rejects.toThrow(/holds nothing to decide/)
    await expect(ask(db, id)).rejects.toThrow(/holds nothing to decide/)
  })

  test('is asked for unanswered; the seller answers, and the buyer alone withdraws', async () => {
    const { id, buyerId, sellerId } = await aFundedEscrow(db)
    const begun = { escrowId: id, reason: 'r', askedAt: at, answer: 'agreed', answeredAt: at, answeredById: sellerId }
    await expect(db.refundRequest.create({ data: begun })).rejects.toThrow(/begins unanswered/)
    await ask(db, id)
    const stranger = (await aUser(db)).id
    for (const [said, by] of [
      ['agreed', buyerId],
      ['agreed', stranger],
      ['agreed', null],
      ['declined', buyerId],
      ['withdrawn', sellerId],
    ] as const) {
      await expect(answer(db, id, said, by), `${said} by ${by}`).rejects.toThrow(/not for them/)
    }
    await answer(db, id, 'agreed', sellerId)
  })

  test('once decided, and a request once answered, stays so', async () => {
    const { id } = await aFundedEscrow(db)
    await ask(db, id)
    await answer(db, id, 'declined')
    const said = db.refundRequest.updateMany({ where: { escrowId: id }, data: { answer: 'agreed' } })
    await expect(said).rejects.toThrow(/is answered/)
    await dispute(db, id)
    const moved = db.dispute.updateMany({ where: { escrowId: id }, data: { openedById: (await aUser(db)).id } })
    await expect(moved).rejects.toThrow(/stays what it is/)
    await decide(db, id, { decision: 'dismissed' })
    const data = { decision: 'refund', sellerAmount: '0', buyerAmount: '1.0000001' }
    await expect(db.dispute.updateMany({ where: { escrowId: id }, data })).rejects.toThrow(/is decided/)
    await expect(db.dispute.deleteMany({ where: { escrowId: id } })).rejects.toThrow(/never deleted/)
    await expect(db.refundRequest.deleteMany({ where: { escrowId: id } })).rejects.toThrow(/never deleted/)
  })
})
