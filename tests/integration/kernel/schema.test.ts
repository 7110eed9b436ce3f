/** The migrations and Prisma's schema agree: every model is written and read with every field. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/runner/database.ts'
import { payOut } from '#tests/support/settlement/pay-out.ts'
import {
  account,
  aDueEscrow,
  anEnvelope,
  aReference,
  at,
  aUser,
  compared,
  releaseOf,
} from '#tests/support/world/rows.ts'

let database: FreshDatabase
let db: Database

beforeAll(async () => {
  database = await freshDatabase()
  db = openDatabase({ url: database.url, connections: 2 })
})

afterAll(async () => {
  await db.$disconnect()
  await database[Symbol.asyncDispose]()
})

test('every column of every model exists in the database with a fitting type', async () => {
  const models = Prisma.ModelName
  for (const name of Object.values(models)) {
    const delegate = db[(name.charAt(0).toLowerCase() + name.slice(1)) as 'user']
    // Without a select Prisma reads every field of the model: a missing or mistyped column fails here.
    expect(await delegate.findMany({ take: 1 })).toBeInstanceOf(Array)
  }
  expect(Object.values(models).length).toBeGreaterThan(15)
})

test('the database has no column that the schema leaves out', async () => {
  const columns = await db.$queryRaw<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_name not like '\\_%' and table_type = 'BASE TABLE'`
  const known = new Set<string>()
  for (const model of Object.values(Prisma.ModelName)) {
    const fields = Object.values(Prisma[`${model}ScalarFieldEnum` as 'UserScalarFieldEnum'])
    const table = model.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
    for (const field of fields) known.add(`${table}.${field}`)
  }
  expect(columns.map(({ table, column }) => `${table}.${column}`).filter((name) => !known.has(name))).toEqual([])
  expect(columns.length).toBe(known.size)
})

test('a record of each kind is written and read back whole, to the stroop', async () => {
  const buyer = await aUser(db, {
    role: 'buyer',
    walletCurrency: 'XRP',
    coupon: { code: 'X' },
    cryptoAmount: '12345678901234567.1234567',
    submitForms: { create: { token: randomUUID(), reference: await aReference(db), slot: 1 } },
    password: { create: { hash: 'h' } },
    sessions: { create: { tokenHash: randomUUID(), expiresAt: at } },
    emailConfirmedAt: at,
    tokens: {
      create: {
        id: randomUUID(),
        purpose: 'confirm_email',
        tokenHash: 'ab'.repeat(32),
        expiresAt: new Date('2999-01-01'),
      },
    },
    dataExports: { create: { id: randomUUID(), askedAt: at, expiresAt: new Date('2999-01-01') } },
    savedWallets: { create: { use: 'paying', asset: 'XLM', address: 'G' } },
    failedPayments: { create: { txid: 't', currency: 'XLM', reason: 'memo_mismatch' } },
    letters: { create: { key: randomUUID(), recipient: 'r', locale: 'en', content: { letter: 'welcome' } } },
    events: { create: { kind: 'user_registered' } },
  })
  expect((await db.user.findUniqueOrThrow({ where: { id: buyer.id } })).cryptoAmount?.toFixed()).toBe(
    '12345678901234567.1234567',
  )
  const quote = await db.feeQuote.create({
    data: {
      userId: buyer.id,
      amountUsd: '20000',
      grossUsd: '150',
      couponDiscountUsd: '7.5',
      minimumTopUpUsd: '0',
      netUsd: '142.5',
      feeDiscountUsd: '7.5',
      commissionUsd: '14.25',
      asset: 'USDC',
      account,
      reference: await aReference(db),
      amountDue: '142.5',
      priceUsd: '0.9999',
      priceSource: 'CoinGecko',
      priceAt: at,
      lockedAt: at,
      expiresAt: at,
    },
  })
  const seller = await aUser(db, { role: 'seller' })
  const escrow = await aDueEscrow(db, {
    contract: { create: { fileName: 'c.pdf', contentType: 'x', size: 1, sha256: 's', storageKey: randomUUID() } },
  })
  await db.escrowDocument.create({
    data: {
      escrowId: escrow.id,
      type: 'BillOfLading',
      fileName: 'b.pdf',
      contentType: 'x',
      size: 1,
      sha256: 's',
      storageKey: randomUUID(),
      uploadedById: seller.id,
    },
  })
  await db.statedPayment.create({ data: { escrowId: escrow.id, hash: 'h0', ledgerHash: 'h0' } })
  const release = { ...releaseOf(escrow.id), id: await compared(db, randomUUID(), releaseOf(escrow.id).address) }
  const payout = await payOut(db, { ...release, attempts: { create: await anEnvelope(db) } })
  expect(payout.amount.toFixed()).toBe('1.0000001')
  const payment = await db.ledgerPayment.create({
    data: {
      network: 'stellar',
      hash: 'h1',
      operation: '1',
      fromAddress: 'f',
      toAddress: 't',
      assetLabel: 'USDC:x',
      amount: '142.5',
      closedAt: at,
      feeQuoteId: quote.id,
    },
  })
  const paymentCase = await db.paymentCase.create({
    data: { kind: 'fee_short', feeQuoteId: quote.id, amount: '1', assetLabel: 'USDC:x' },
  })
  await db.gatheredPayment.create({ data: { ledgerPaymentId: payment.id, caseId: paymentCase.id } })
  expect(payment.feeQuoteId).toBe(quote.id)
  const amounts = { transactionAmountUSD: '1', feeGrossUSD: '1', feeNetUSD: '1', commissionUSD: '0', amountCrypto: '1' }
  await db.feePayment.create({
    data: {
      ...amounts,
      paymentHash: 'p1',
      txid: 'p1',
      buyerUid: buyer.id,
      payerWalletAddress: 'w',
      payWith: 'USDC',
      payToAddress: 'a',
      payToMemoOrTag: String(quote.reference),
      feeDiscountUSD: '0',
      commission: false,
    },
  })
  await db.resellerEarning.create({
    data: {
      ...amounts,
      resellerId: 'r',
      resellerName: 'R',
      code: 'C',
      discountRate: '0.05',
      payoutRate: '0.1',
      buyerUid: buyer.id,
      paymentHash: 'p1',
      currency: 'USDC',
    },
  })
  const coupon = await db.resellerCode.create({ data: { id: 'C', code: 'C', resellerId: 'r', resellerName: 'R' } })
  expect([coupon.discountRate.toFixed(), coupon.payoutRate.toFixed(), coupon.status]).toEqual([
    '0.05',
    '0.1',
    'assigned',
  ])
  await db.ledgerCursor.create({ data: { network: 'xrpl', account, cursor: '7' } })
  await db.marketPrice.create({ data: { asset: 'XLM', usd: '0.1127', source: 'CoinGecko', fetchedAt: at } })
  await db.marketTrades.create({ data: { asset: 'XLM', trades: [], fetchedAt: at } })
  await db.marketSource.create({ data: { name: 'Kraken', failures: 1, retryAt: at, lastError: 'e', lastGoodAt: at } })
  const { laneKey: _lane, ...making } = await anEnvelope(db)
  await db.transferAttempt.create({ data: { ...making, purpose: 'channels', feePaid: '0.00001' } })
  await db.payoutStop.create({ data: { network: 'xrpl', cause: 'books', reason: 'A difference', beganAt: at } })
  await db.workerHeartbeat.create({ data: { workerId: 'w', beatAt: at } })
  await db.rateLimit.create({ data: { key: 'k', points: 1, expire: 1n } })
})
