/** The journal: its entries never change, no fact is booked twice, and amounts are whole units of their ledger. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import { expectBooksSound } from '#tests/support/world/books.ts'
import {
  account,
  aDueEscrow,
  anEnvelope,
  anEscrow,
  arrived,
  at,
  aUser,
  compared,
  releaseOf,
} from '#tests/support/world/rows.ts'

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

const entriesOf = (fact: string) => db.bookEntry.findMany({ where: { fact }, include: { postings: true } })
const claim = async (of: string) => {
  const { _sum } = await db.bookPosting.aggregate({ where: { account: of }, _sum: { units: true } })
  return _sum.units?.neg().toFixed() ?? '0'
}

test('a payment is booked when it is stored, and again when it comes to count', async () => {
  const { id } = await db.ledgerPayment.create({ data: { ...arrived('1.5'), problem: 'no_memo' } })
  const [entry] = await entriesOf(id)
  expect(entry?.kind).toBe('payment')
  expect(entry?.postings.map(({ account: name, units }) => [name, units.toFixed()]).sort()).toEqual([
    [`ledger:stellar:${account}`, '15000000'],
    [`owed:payment:${id}`, '-15000000'],
  ])
  const escrow = await anEscrow(db)
  await db.ledgerPayment.update({ where: { id }, data: { problem: null, escrowId: escrow.id } })
  expect([await claim(`owed:payment:${id}`), await claim(`escrow:${escrow.id}`)]).toEqual(['0', '15000000'])
  await expectBooksSound(db)
})

test('what others issue is booked nowhere, whatever its amount', async () => {
  const strange = { ...arrived('1'), asset: null, assetLabel: 'MOON', amount: '0.000000000000001', problem: 'no_memo' }
  const { id } = await db.ledgerPayment.create({ data: strange })
  expect(await entriesOf(id)).toEqual([])
})

test('what is booked is never changed or deleted', async () => {
  const { id } = await db.ledgerPayment.create({ data: { ...arrived('1'), problem: 'no_memo' } })
  const [{ id: entryId } = { id: 0n }] = await entriesOf(id)
  for (const refused of [
    db.bookEntry.update({ where: { id: entryId }, data: { fact: 'another' } }),
    db.bookEntry.delete({ where: { id: entryId } }),
    db.bookPosting.updateMany({ where: { entryId }, data: { account: 'float' } }),
    db.bookPosting.deleteMany({ where: { entryId } }),
    db.$executeRaw`truncate "book_posting"`,
  ]) {
    await expect(refused).rejects.toThrow(/never changed or deleted/)
  }
})

test('a fact is booked once', async () => {
  const { id } = await db.ledgerPayment.create({ data: { ...arrived('1'), problem: 'no_memo' } })
  const [entry] = await entriesOf(id)
  await expect(db.bookEntry.create({ data: { kind: 'payment', fact: id, at } })).rejects.toMatchObject({
    code: 'P2002',
  })
  const again = await db.$queryRaw`
    select "book"('payment', ${id}, null, now(), 'stellar', 'XLM', ${account}, ${`ledger:stellar:${account}`}, 'float', 1) as "isNew"`
  expect(again).toEqual([{ isNew: false }])
  expect((await entriesOf(id)).map((known) => known.id)).toEqual([entry?.id])
})

test('an entry has two sides that sum to nothing, in one asset and one place', async () => {
  const posting = {
    side: 'gets',
    account: 'float',
    network: 'stellar' as const,
    asset: 'XLM' as const,
    heldAt: account,
  }
  const entry = (...postings: object[]) =>
    db.bookEntry.create({
      data: {
        kind: 'by_hand',
        fact: randomUUID(),
        at,
        postings: { create: postings as (typeof posting & { units: string })[] },
      },
    })
  const gives = { ...posting, side: 'gives' }
  await entry({ ...posting, units: '5' }, { ...gives, units: '-5' })
  await expect(entry({ ...posting, units: '5' })).rejects.toThrow(/does not balance/)
  await expect(entry({ ...posting, units: '5' }, { ...gives, units: '-4' })).rejects.toThrow(/does not balance/)
  await expect(entry({ ...posting, units: '5' }, { ...gives, asset: 'USDC', units: '-5' })).rejects.toThrow(/balance/)
  await expect(entry({ ...posting, units: '5' }, { ...gives, heldAt: 'x', units: '-5' })).rejects.toThrow(/balance/)
  await expect(entry({ ...posting, units: '5' }, { ...gives, account: 'pocket', units: '-5' })).rejects.toThrow(
    /book_posting_account_known/,
  )
})

test.each([
  ['XRP', 'xrpl', '1.0000001'],
  ['XLM', 'stellar', '1.00000001'],
] as const)('%s on %s has no part like %s', async (asset, network, amount) => {
  const payment = { ...arrived(amount), asset, assetLabel: asset, network, problem: 'no_memo' }
  await expect(db.ledgerPayment.create({ data: payment })).rejects.toThrow(/ledger_payment_whole_units/)
})

test('an escrow or a payout in XRP has at most six places', async () => {
  await expect(anEscrow(db, { currency: 'XRP', amount: '1.0000001' })).rejects.toThrow(/escrow_whole_units/)
  const { id } = await anEscrow(db, { currency: 'XRP', amount: '1.000001' })
  const payout = {
    escrowId: id,
    purpose: 'return' as const,
    network: 'xrpl' as const,
    asset: 'XRP' as const,
    address: 'r',
  }
  await expect(payOut(db, { ...payout, amount: '0.0000001' })).rejects.toThrow(/payout_whole_units|owes no return/)
})

test('what an escrow has received is the sum of what counts for it', async () => {
  await expect(anEscrow(db, { receivedAmount: '0.0000001' })).rejects.toThrow(/the sum of its payments/)
  const { id } = await anEscrow(db)
  await expect(db.escrow.update({ where: { id }, data: { receivedAmount: '1' } })).rejects.toThrow(/the sum of its/)
  await db.ledgerPayment.createMany({
    data: ['1', '0.5'].map((amount) => ({ ...arrived(amount), escrowId: id })),
  })
  await db.ledgerPayment.create({ data: { ...arrived('7'), escrowId: id, problem: 'wrong_asset' } })
  expect((await db.escrow.findUniqueOrThrow({ where: { id } })).receivedAmount.toFixed()).toBe('1.5')
})

test('a deposit one stroop short is made whole with our own stroop; two are not, and nothing more than came in leaves', async () => {
  const paid = async (amount: string) => {
    const { id } = await anEscrow(db, { payments: { create: arrived(amount) } })
    await db.escrow.update({ where: { id }, data: { txValidated: true, verifiedAt: at } })
    return id
  }
  await expect(paid('0.9999999')).rejects.toThrow(/has not received its amount/)
  const before = BigInt(await claim('float'))
  const id = await paid('1')
  expect([await claim(`escrow:${id}`), before - BigInt(await claim('float'))]).toEqual(['10000001', 1n])
  const whole = await paid('1.0000001')
  expect([await claim(`escrow:${whole}`), before - BigInt(await claim('float'))]).toEqual(['10000001', 1n])
  // An excess of a single stroop is the client's, and no other escrow's payout can take it.
  await db.escrow.update({ where: { id: whole }, data: { refundAddress: 'G', refundStatedAt: at } })
  const back = {
    escrowId: whole,
    purpose: 'return' as const,
    network: 'stellar' as const,
    asset: 'XLM' as const,
    address: 'G',
  }
  await expect(payOut(db, { ...back, amount: '0.0000001' })).rejects.toThrow(/has not received/)
  await expectBooksSound(db)
})

test('a top-up is ours, and becomes somebody’s at most', async () => {
  const { id } = await db.ledgerPayment.create({ data: { ...arrived('8'), toFloat: true } })
  expect((await entriesOf(id))[0]?.postings.map(({ account: name }) => name).sort()).toEqual([
    'float',
    `ledger:stellar:${account}`,
  ])
  const other = await db.ledgerPayment.create({ data: { ...arrived('8'), problem: 'no_memo' } })
  const toFloat = db.ledgerPayment.update({ where: { id: other.id }, data: { problem: null, toFloat: true } })
  await expect(toFloat).rejects.toThrow(/stays what it is/)
})

test('a paid payout leaves its escrow, and the fee is paid by us, from the account that paid it', async () => {
  const escrow = await aDueEscrow(db)
  const payout = await payOut(db, {
    ...releaseOf(escrow.id),
    id: await compared(db, randomUUID(), 'G'),
    attempts: { create: await anEnvelope(db, { source: 'a channel' }) },
  })
  const hash = randomUUID()
  await db.transfer.update({ where: { id: payout.id }, data: { state: 'signed' } })
  await db.transferAttempt.updateMany({ where: { payoutId: payout.id }, data: { state: 'settled', closedAt: at } })
  await db.transfer.update({
    where: { id: payout.id },
    data: { state: 'confirmed', settledHash: hash, settledAt: at, feePaid: '0.00002' },
  })
  expect(await claim(`escrow:${escrow.id}`)).toBe('0')
  const [fee] = await entriesOf(hash)
  expect(fee?.postings.map(({ account: name, heldAt, units }) => [name, heldAt, units.toFixed()]).sort()).toEqual([
    ['ledger:stellar:a channel', 'a channel', '-200'],
    ['network_fees', 'a channel', '200'],
  ])
})

test('what a paying account sends to other accounts of ours stays ours', async () => {
  const { laneKey: _lane, ...envelope } = await anEnvelope(db, { source: account })
  const funds = { 'channel 1': '2', 'channel 2': '2.5' }
  const { id, hash } = await db.transferAttempt.create({ data: { ...envelope, purpose: 'channels', funds } })
  await db.transferAttempt.update({ where: { id }, data: { state: 'settled', feePaid: '0.00001', closedAt: at } })
  const held = await db.bookPosting.groupBy({
    by: ['account', 'heldAt'],
    where: { entry: { hash } },
    _sum: { units: true },
    orderBy: [{ account: 'asc' }, { heldAt: 'asc' }],
  })
  expect(held.map(({ account: name, heldAt, _sum }) => [name, heldAt, _sum.units?.toFixed()])).toEqual([
    ['float', account, '45000000'],
    ['float', 'channel 1', '-20000000'],
    ['float', 'channel 2', '-25000000'],
    [`ledger:stellar:${account}`, account, '-45000100'],
    ['ledger:stellar:channel 1', 'channel 1', '20000000'],
    ['ledger:stellar:channel 2', 'channel 2', '25000000'],
    ['network_fees', account, '100'],
  ])
})

test('a commission is owed to its reseller in cents', async () => {
  const { id: buyerUid } = await aUser(db)
  const amounts = { commissionUSD: '14.25', feeNetUSD: '142.5', feeGrossUSD: '150', transactionAmountUSD: '1' }
  const about = {
    resellerId: 'r7',
    resellerName: 'R',
    code: 'C',
    discountRate: '0',
    payoutRate: '0',
    currency: 'XLM' as const,
  }
  await db.resellerEarning.create({
    data: { ...amounts, ...about, buyerUid, paymentHash: randomUUID(), amountCrypto: '1' },
  })
  expect(await claim('commission:r7')).toBe('1425')
})
