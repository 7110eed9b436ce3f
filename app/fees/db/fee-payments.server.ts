/** Paid fees, commissions and the account that a fee unlocks. All are written in one transaction. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import type { StoredFeeQuote } from './fee-quotes.server.ts'

const MOST_WITHHELD = 25

type Paid = {
  quote: StoredFeeQuote
  /** Hash of the payment that completed the fee; unique for each reference. */
  paymentHash: string
  payer: string
  /** Everything that arrived, in whole units. */
  amount: Decimal
}

/**
 * True when this hash has settled somebody else's fee and no payment in it is this person's. One transaction may pay
 * for several people, each with their own reference.
 */
export async function isUsedByOthers(db: Database, shown: { hash: string; userId: string }): Promise<boolean> {
  const { hash, userId } = shown
  const used = await db.feePayment.findFirst({ where: { paymentHash: hash }, select: { paymentHash: true } })
  if (!used) return false
  return (await db.ledgerPayment.findFirst({ where: { hash, feeQuote: { userId } }, select: { id: true } })) === null
}

/** Returns those of these transactions that have paid a fee of this person. */
export async function findPaidWith(
  db: Database | Transaction,
  by: { hashes: readonly string[]; userId: string },
): Promise<Set<string>> {
  const where = { paymentHash: { in: [...by.hashes] }, buyerUid: by.userId }
  const rows = await db.feePayment.findMany({ where, select: { paymentHash: true } })
  return new Set(rows.map(({ paymentHash }) => paymentHash))
}

/** Throws a unique-constraint error when the hash has paid for this reference, or the account is paid for. */
export async function createFeePayment(
  tx: Transaction,
  /** `isWithheld`: the commission would go to the payer. */
  { quote, paymentHash, payer, amount, isWithheld }: Paid & { isWithheld: boolean },
): Promise<void> {
  await tx.feePayment.create({
    data: {
      paymentHash,
      txid: paymentHash,
      buyerUid: quote.userId,
      payerWalletAddress: payer,
      payWith: quote.asset,
      payToAddress: quote.account,
      payToMemoOrTag: quote.reference.toString(),
      amountCrypto: plain(amount),
      transactionAmountUSD: plainUsd(quote.amountUsd),
      feeGrossUSD: plainUsd(quote.grossUsd),
      feeDiscountUSD: plainUsd(quote.feeDiscountUsd),
      feeNetUSD: plainUsd(quote.netUsd),
      commission: quote.couponVerdict === 'applied' && !isWithheld,
      commissionUSD: isWithheld ? '0' : plainUsd(quote.commissionUsd),
      withheldUSD: isWithheld ? plainUsd(quote.commissionUsd) : null,
      payoutRate: quote.payoutRate && plain(quote.payoutRate),
      discountRate: quote.discountRate && plain(quote.discountRate),
      couponCode: quote.couponVerdict === 'applied' ? quote.couponCode : null,
      resellerId: quote.resellerId,
      resellerName: quote.resellerName,
      covers: quote.covers,
    },
    select: { paymentHash: true },
  })
}

/** True when this quote, or what it would cover, is paid. Locks the buyer, so that nobody else settles their fee. */
export async function lockIsFeePaid(
  tx: Transaction,
  quote: Pick<StoredFeeQuote, 'userId' | 'state' | 'covers'>,
): Promise<boolean> {
  const [user] = await tx.$queryRaw<{ hasPaid: boolean }[]>`
    select "hasPaid" from "user" where "id" = ${quote.userId}::uuid for update`
  if (!user) throw new Error(`user ${quote.userId} is gone`)
  if (quote.state === 'paid') return true
  if (!user.hasPaid) return false
  return quote.covers === 'account' || (await isPaidForGood(tx, quote.userId))
}

/** Of somebody who has paid: true when it was for the account. Accounts unlocked without a payment count as such. */
async function isPaidForGood(tx: Transaction, userId: string): Promise<boolean> {
  const fees = await tx.feePayment.findMany({ where: { buyerUid: userId }, select: { covers: true } })
  return fees.length === 0 || fees.some(({ covers }) => covers === 'account')
}

/**
 * Sets hasPaid, with the facts of spec §3 User; a fee for a further escrow renews the facts. Throws when the account
 * itself was paid for already.
 */
export async function unlockAccount(
  tx: Transaction,
  /** `couponText`: the sentence that the payer read about the code; null: no code. */
  paid: Paid & { paidAt: Date; couponText: string | null },
): Promise<void> {
  const { quote } = paid
  const { count } = await tx.user.updateMany({
    where: { id: quote.userId, ...(quote.covers === 'account' && { hasPaid: false }) },
    data: {
      hasPaid: true,
      paymentHash: paid.paymentHash,
      paidAt: paid.paidAt,
      currency: quote.asset,
      feeGrossUSD: plainUsd(quote.grossUsd),
      feeDiscountUSD: plainUsd(quote.feeDiscountUsd),
      feeNetUSD: plainUsd(quote.netUsd),
      usdValue: plainUsd(quote.amountUsd),
      cryptoAmount: plain(paid.amount),
      coupon: quote.couponCode === null ? Prisma.DbNull : couponFacts(paid),
    },
  })
  if (count !== 1) throw new Error(`user ${quote.userId} has paid already`)
}

/** Throws a unique-constraint error when the payment has earned its commission already. */
export async function createEarning(
  tx: Transaction,
  { quote, paymentHash, amount, payableFrom }: Pick<Paid, 'quote' | 'paymentHash' | 'amount'> & { payableFrom: Date },
): Promise<void> {
  const { resellerId, resellerName, couponCode, discountRate, payoutRate } = quote
  if (resellerId === null || resellerName === null || couponCode === null || !discountRate || !payoutRate) {
    throw new Error(`the quote ${quote.id} has no reseller to pay`)
  }
  await tx.resellerEarning.create({
    data: {
      resellerId,
      resellerName,
      code: couponCode,
      commissionUSD: plainUsd(quote.commissionUsd),
      feeNetUSD: plainUsd(quote.netUsd),
      feeGrossUSD: plainUsd(quote.grossUsd),
      discountRate: plain(discountRate),
      payoutRate: plain(payoutRate),
      buyerUid: quote.userId,
      payableFrom,
      paymentHash,
      currency: quote.asset,
      amountCrypto: plain(amount),
      transactionAmountUSD: plainUsd(quote.amountUsd),
    },
    select: { id: true },
  })
}

export type WithheldCommission = {
  paymentHash: string
  at: Date
  /** Plain decimal, in dollars. */
  usd: string
  code: string
  resellerName: string
  email: string
  wallet: string
}

/** Newest first. */
export async function findWithheldCommissions(db: Database, since: Date): Promise<WithheldCommission[]> {
  const rows = await db.feePayment.findMany({
    where: { withheldUSD: { not: null }, createdAt: { gte: since } },
    orderBy: { createdAt: 'desc' },
    take: MOST_WITHHELD,
    select: {
      paymentHash: true,
      createdAt: true,
      withheldUSD: true,
      couponCode: true,
      resellerName: true,
      payerWalletAddress: true,
      buyer: { select: { email: true } },
    },
  })
  return rows.map((row) => ({
    paymentHash: row.paymentHash,
    at: row.createdAt,
    usd: row.withheldUSD?.toFixed(2) ?? '0',
    code: row.couponCode ?? '',
    resellerName: row.resellerName ?? '',
    email: row.buyer.email,
    wallet: row.payerWalletAddress,
  }))
}

function couponFacts({
  quote,
  paidAt,
  couponText,
}: {
  quote: StoredFeeQuote
  paidAt: Date
  couponText: string | null
}) {
  return {
    code: quote.couponCode,
    valid: quote.couponVerdict === 'applied',
    resellerId: quote.resellerId,
    resellerName: quote.resellerName,
    payoutRate: quote.payoutRate && plain(quote.payoutRate),
    discountRate: quote.discountRate && plain(quote.discountRate),
    commissionUSD: plainUsd(quote.commissionUsd),
    statusText: couponText,
    trackedAt: paidAt.toISOString(),
  }
}

export async function recordFailedPayment(
  db: Database,
  failed: { uid: string; txid: string; currency: string; reason: string; timestamp: Date },
): Promise<void> {
  await db.failedPayment.create({ data: failed, select: { id: true } })
}
