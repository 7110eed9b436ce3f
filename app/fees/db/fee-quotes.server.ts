/** Fee quotes: what a buyer was asked to pay, at a price fixed on the server. */

import type { FeeQuote } from '#app/fees/domain/fee.ts'
import type { FeeCover } from '#app/fees/domain/service-fee.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'

const QUOTE = {
  id: true,
  userId: true,
  state: true,
  covers: true,
  amountUsd: true,
  grossUsd: true,
  couponDiscountUsd: true,
  minimumTopUpUsd: true,
  netUsd: true,
  feeDiscountUsd: true,
  commissionUsd: true,
  couponCode: true,
  couponVerdict: true,
  resellerId: true,
  resellerName: true,
  discountRate: true,
  payoutRate: true,
  asset: true,
  account: true,
  reference: true,
  amountDue: true,
  receivedAmount: true,
  priceUsd: true,
  priceSource: true,
  priceAt: true,
  lockedAt: true,
  expiresAt: true,
  paidAt: true,
} satisfies Prisma.FeeQuoteSelect

type QuoteRow = Prisma.FeeQuoteGetPayload<{ select: typeof QUOTE }>
export type StoredFeeQuote = ReturnType<typeof toFeeQuote>

function toFeeQuote(row: QuoteRow) {
  return {
    ...row,
    amountUsd: toDecimal(row.amountUsd),
    grossUsd: toDecimal(row.grossUsd),
    couponDiscountUsd: toDecimal(row.couponDiscountUsd),
    minimumTopUpUsd: toDecimal(row.minimumTopUpUsd),
    netUsd: toDecimal(row.netUsd),
    feeDiscountUsd: toDecimal(row.feeDiscountUsd),
    commissionUsd: toDecimal(row.commissionUsd),
    discountRate: toDecimalOrNull(row.discountRate),
    payoutRate: toDecimalOrNull(row.payoutRate),
    amountDue: toDecimal(row.amountDue),
    receivedAmount: toDecimal(row.receivedAmount),
    priceUsd: toDecimal(row.priceUsd),
  }
}

/** What a refresh replaces: price, amounts and times. */
export type QuoteTerms = {
  fee: FeeQuote
  coupon: {
    code: string | null
    verdict: string | null
    resellerId: string | null
    resellerName: string | null
    discountRate: Decimal | null
    payoutRate: Decimal | null
  }
  amountDue: Decimal
  price: { usd: Decimal; source: string; at: Date }
  lockedAt: Date
  expiresAt: Date
}

function termsData({ fee, coupon, ...lock }: QuoteTerms) {
  return {
    amountUsd: plainUsd(fee.amountUsd),
    grossUsd: plainUsd(fee.grossUsd),
    couponDiscountUsd: plainUsd(fee.couponDiscountUsd),
    minimumTopUpUsd: plainUsd(fee.minimumTopUpUsd),
    netUsd: plainUsd(fee.netUsd),
    feeDiscountUsd: plainUsd(fee.feeDiscountUsd),
    commissionUsd: plainUsd(fee.commissionUsd),
    couponCode: coupon.code,
    couponVerdict: coupon.verdict,
    resellerId: coupon.resellerId,
    resellerName: coupon.resellerName,
    discountRate: coupon.discountRate && plain(coupon.discountRate),
    payoutRate: coupon.payoutRate && plain(coupon.payoutRate),
    ...lockData(lock),
  }
}

function lockData({ amountDue, price, lockedAt, expiresAt }: Omit<QuoteTerms, 'fee' | 'coupon'>) {
  return {
    amountDue: plain(amountDue),
    priceUsd: plain(price.usd),
    priceSource: price.source,
    priceAt: price.at,
    lockedAt,
    expiresAt,
  }
}

export async function createFeeQuote(
  tx: Transaction,
  quote: QuoteTerms & { userId: string; covers: FeeCover; asset: Asset; account: string; reference: number },
): Promise<StoredFeeQuote> {
  const { userId, covers, asset, account, reference } = quote
  const row = await tx.feeQuote.create({
    data: { userId, covers, asset, account, reference, ...termsData(quote), locks: { create: lockData(quote) } },
    select: QUOTE,
  })
  return toFeeQuote(row)
}

/** Opens a new window at a new price on an open quote; its reference stays. False: it was paid or closed meanwhile. */
export async function relockFeeQuote(tx: Transaction, quote: QuoteTerms & { id: string }): Promise<boolean> {
  const { count } = await tx.feeQuote.updateMany({ where: { id: quote.id, state: 'open' }, data: termsData(quote) })
  if (count === 1)
    await tx.feeQuoteLock.create({ data: { feeQuoteId: quote.id, ...lockData(quote) }, select: { id: true } })
  return count === 1
}

export type StoredQuoteWindow = Awaited<ReturnType<typeof findQuoteWindows>>[number]

/** Returns every window that the quote has had, oldest first. */
export async function findQuoteWindows(tx: Transaction, feeQuoteId: string) {
  const rows = await tx.feeQuoteLock.findMany({
    where: { feeQuoteId },
    orderBy: [{ lockedAt: 'asc' }, { id: 'asc' }],
    select: {
      amountDue: true,
      receivedAmount: true,
      priceUsd: true,
      priceSource: true,
      priceAt: true,
      lockedAt: true,
      expiresAt: true,
    },
  })
  return rows.map((row) => ({
    ...row,
    amountDue: toDecimal(row.amountDue),
    receivedAmount: toDecimal(row.receivedAmount),
    priceUsd: toDecimal(row.priceUsd),
  }))
}

export async function findLatestFeeQuote(db: Database | Transaction, userId: string): Promise<StoredFeeQuote | null> {
  const row = await db.feeQuote.findFirst({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: QUOTE,
  })
  return row && toFeeQuote(row)
}

/** Returns the newest paid quote: of the user, of the reference, or of any. */
export async function findPaidFeeQuote(
  db: Database,
  { userId, reference }: { userId?: string; reference?: number },
): Promise<StoredFeeQuote | null> {
  const where = {
    ...(userId !== undefined && { userId }),
    state: 'paid' as const,
    ...(reference !== undefined && { reference }),
  }
  const row = await db.feeQuote.findFirst({ where, orderBy: [{ paidAt: 'desc' }, { id: 'desc' }], select: QUOTE })
  return row && toFeeQuote(row)
}

/** Returns the quote with its row locked, so that two payments to it are counted one after the other. */
export async function lockFeeQuote(tx: Transaction, id: string): Promise<StoredFeeQuote> {
  await tx.$queryRaw`select 1 from "fee_quote" where "id" = ${id}::uuid for update`
  return toFeeQuote(await tx.feeQuote.findUniqueOrThrow({ where: { id }, select: QUOTE }))
}

/** Compare-and-set: true for the one caller that settled it. The quote then shows the window that it was paid in. */
export async function markFeeQuotePaid(
  tx: Transaction,
  quote: { id: string; at: Date; lock: StoredQuoteWindow },
): Promise<boolean> {
  const { receivedAmount: _, ...lock } = quote.lock
  const { count } = await tx.feeQuote.updateMany({
    where: { id: quote.id, state: 'open' },
    data: {
      state: 'paid',
      paidAt: quote.at,
      ...lock,
      amountDue: plain(lock.amountDue),
      priceUsd: plain(lock.priceUsd),
    },
  })
  return count === 1
}

/** Closes an open quote: later payments do not count for it. False: it is paid or closed already. */
export async function closeFeeQuote(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.feeQuote.updateMany({ where: { id, state: 'open' }, data: { state: 'closed' } })
  return count === 1
}

/** A payment must match these to count for a fee. */
export type FeeTarget = { id: string; asset: Asset; account: string }

export async function findFeeTargets(tx: Transaction, references: number[]): Promise<Map<number, FeeTarget>> {
  if (references.length === 0) return new Map()
  const rows = await tx.feeQuote.findMany({
    where: { reference: { in: references } },
    select: { id: true, reference: true, asset: true, account: true },
  })
  return new Map(rows.map(({ reference, ...target }) => [reference, target]))
}
