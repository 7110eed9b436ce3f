/** Settlements: one row for how an escrow's money ends, in any custody; kept by the database (docs/decisions/142). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import {
  aDepositedEscrow,
  aDueOnchain,
  beginSettlement,
  deadline,
  ended,
  markFailed,
  shares,
} from '#tests/support/onchain/onchain-rows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import {
  aFundedEscrow,
  agree,
  anOverfundedEscrow,
  decide,
  dispute,
  refundOf,
  returnOf,
} from '#tests/support/settlement/settlement-rows.ts'
import { aDueEscrow, at, releaseOf } from '#tests/support/world/rows.ts'

const WHOLE = '1.0000001'

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

const open = (escrowId: string, seller: string, buyer: string, changes: { isExcess?: boolean; at?: Date } = {}) =>
  db.$queryRaw<{ id: string }[]>`
    select "open_settlement"(${escrowId}::uuid, ${seller}::numeric, ${buyer}::numeric, ${changes.at ?? at}, ${changes.isExcess ?? false}) as "id"`.then(
    ([row]) => row?.id ?? '',
  )
const told = async (escrowId: string) =>
  (await db.settlement.findMany({ where: { escrowId }, orderBy: { createdAt: 'asc' } })).map(
    ({ cause, toSeller, toBuyer, deadAt }) => `${cause} ${toSeller} ${toBuyer}${deadAt ? ' dead' : ''}`,
  )

describe('the cause is what the record says', () => {
  test.each([
    ['an approval', async () => aDueEscrow(db), WHOLE, '0', 'approval 1.0000001 0'],
    [
      'an agreed refund',
      async () => {
        const escrow = await aFundedEscrow(db)
        await agree(db, escrow.id)
        return escrow
      },
      '0',
      WHOLE,
      'agreed_refund 0 1.0000001',
    ],
    [
      'a decision',
      async () => {
        const escrow = await aFundedEscrow(db)
        await dispute(db, escrow.id)
        await decide(db, escrow.id, { decision: 'split', seller: '0.4', buyer: '0.6000001' })
        return escrow
      },
      '0.4',
      '0.6000001',
      'decision 0.4 0.6000001',
    ],
  ] as const)('%s', async (_, make, seller, buyer, expected) => {
    const { id } = await make()
    await open(id, seller, buyer)
    expect(await told(id)).toEqual([expected])
  })

  test('whatever a row claims', async () => {
    const { id: escrowId } = await aDueEscrow(db)
    const claimed = { id: randomUUID(), escrowId, toSeller: WHOLE, toBuyer: '0', createdAt: at }
    await db.settlement.create({ data: { ...claimed, cause: 'decision', disputeId: randomUUID() } })
    expect(await told(escrowId)).toEqual(['approval 1.0000001 0'])
  })
})

describe('nothing is settled', () => {
  test('without a right to these shares', async () => {
    const { id } = await aFundedEscrow(db)
    for (const [seller, buyer] of [
      [WHOLE, '0'],
      ['0', WHOLE],
      ['0.4', '0.6000001'],
    ] as const)
      await expect(open(id, seller, buyer)).rejects.toThrow(/gives no right/)
    expect(await told(id)).toEqual([])
  })

  test('twice', async () => {
    const { id } = await aFundedEscrow(db, { documentApprovalStatus: 'Approved' })
    await agree(db, id)
    const first = await open(id, WHOLE, '0')
    expect(await open(id, WHOLE, '0')).toBe(first)
    await expect(open(id, '0', WHOLE)).rejects.toThrow(/is settled/)
    const both = await Promise.allSettled([open(id, '0', WHOLE), open(id, '0', WHOLE)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('twice at the same moment', async () => {
    const { id } = await aFundedEscrow(db, { documentApprovalStatus: 'Approved' })
    await agree(db, id)
    const both = await Promise.allSettled([open(id, WHOLE, '0'), open(id, '0', WHOLE)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await told(id)).toHaveLength(1)
  })

  test('as an excess of what a ledger holds', async () => {
    const { id } = await aDueOnchain(db)
    await expect(open(id, '0', '1', { isExcess: true })).rejects.toThrow(/nothing that is too much/)
  })
})

describe('a settlement', () => {
  test('stays what it is', async () => {
    const { id } = await aDueEscrow(db)
    const settlement = { id: await open(id, WHOLE, '0') }
    const others = await aDueEscrow(db)
    for (const data of [{ toSeller: '1' }, { cause: 'decision' as const }, { escrowId: others.id }, { deadAt: at }])
      await expect(db.settlement.update({ where: settlement, data })).rejects.toThrow(
        /stay what they are|is carried out/,
      )
    await expect(db.settlement.delete({ where: settlement })).rejects.toThrow(/stay what they are/)
    await expect(db.$executeRaw`truncate "settlement" cascade`).rejects.toThrow(/stay what they are/)
  })

  test('is paid by its own escrow’s payouts alone, each of its share', async () => {
    const { id } = await anOverfundedEscrow(db)
    await dispute(db, id)
    await decide(db, id, { decision: 'split', seller: '0.4', buyer: '0.6000001' })
    const settlementId = await open(id, '0.4', '0.6000001')
    const excess = await open(id, '0', '3', { isExcess: true })
    const other = await aDueEscrow(db)
    const foreign = await open(other.id, WHOLE, '0')
    const wrong = [
      { ...releaseOf(id), amount: '0.5', settlementId },
      refundOf(id, { amount: '0.4', settlementId }),
      refundOf(id, { amount: '3', settlementId: excess }),
      returnOf(id, '0.6000001', { settlementId }),
      { ...releaseOf(id), amount: WHOLE, settlementId: foreign },
    ]
    for (const data of wrong) await expect(db.transfer.create({ data })).rejects.toThrow(/owes no|is settled/)
    const { id: payoutId } = await payOut(db, { ...releaseOf(id), amount: '0.4', settlementId })
    await payOut(db, refundOf(id, { amount: '0.6000001', settlementId }))
    await payOut(db, returnOf(id, '3', { settlementId: excess }))
    const moved = db.transfer.update({ where: { id: payoutId }, data: { settlementId: excess } })
    await expect(moved).rejects.toThrow(/stays what it is/)
  })

  test('is not paid once its right is gone', async () => {
    const { id } = await aFundedEscrow(db)
    await agree(db, id)
    const settlementId = await open(id, '0', WHOLE)
    await dispute(db, id)
    await expect(payOut(db, refundOf(id, { settlementId }))).rejects.toThrow(/is settled/)
  })

  test('is opened for a payout of a process that knows none', async () => {
    const { id } = await anOverfundedEscrow(db)
    await agree(db, id)
    const refund = await payOut(db, refundOf(id))
    const back = await payOut(db, returnOf(id, '3'))
    expect(await told(id)).toEqual(expect.arrayContaining(['agreed_refund 0 1.0000001', 'excess 0 3']))
    expect(new Set([refund.settlementId, back.settlementId, null]).size).toBe(3)
  })
})

describe('of what a ledger holds', () => {
  test('a way out that died is followed by another one of the same settlement', async () => {
    const locked = await aDueOnchain(db)
    const first = await beginSettlement(db, locked)
    await markFailed(db, first.id, 'sequence_used')
    const second = await beginSettlement(db, locked)
    expect(second.settlementId).toBe(first.settlementId)
    expect(await told(locked.id)).toEqual(['approval 1 0'])
  })

  test('what was not carried out is dead once the date gave the money back', async () => {
    const locked = await aDueOnchain(db)
    const { id } = await beginSettlement(db, locked)
    await markFailed(db, id, 'too_late')
    await beginSettlement(db, locked, { purpose: 'expiry', ...shares.back, createdAt: deadline })
    expect(await told(locked.id)).toEqual(['approval 1 0 dead', 'deadline 0 1'])
  })

  test('its right is asked again for another way out', async () => {
    const locked = await aDepositedEscrow(db)
    await agree(db, locked.id)
    const { id, settlementId } = await beginSettlement(db, locked, { purpose: 'refund', ...shares.back })
    await markFailed(db, id, 'sequence_used')
    await dispute(db, locked.id)
    const again = { purpose: 'refund', ...shares.back, settlementId: undefined } as const
    await expect(beginSettlement(db, locked, again)).rejects.toThrow(/gives no right/)
    await decide(db, locked.id, { decision: 'release', seller: '1', buyer: '0' })
    await beginSettlement(db, locked)
    expect(await told(locked.id)).toEqual(['agreed_refund 0 1 dead', 'decision 1 0'])
    await expect(beginSettlement(db, locked, { ...again, settlementId })).rejects.toThrow(/is settled/)
  })

  test('it is dead when the ledger says that the money left otherwise', async () => {
    const locked = await aDueOnchain(db)
    const { id } = await beginSettlement(db, locked)
    await db.$transaction(async (tx) => {
      await ended(tx, locked, 'expired', randomUUID())
      await markFailed(tx, id)
    })
    expect(await told(locked.id)).toEqual(['approval 1 0 dead'])
  })
})
