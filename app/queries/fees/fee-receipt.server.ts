/** The receipt of a buyer's paid fee: what was owed, at which price, what arrived, and what is owed back. */

import { findPaidFeeQuote, type StoredFeeQuote } from '#app/db/fees/fee-quotes.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import { findEarlierPayments, findSeenPayments } from '#app/db/ledger-payments/seen-payments.server.ts'
import { type ServiceFee, serviceFeeOf } from '#app/domain/fees/service-fee.ts'
import { ASSET_FACTS, type Asset, networkOf } from '#app/domain/kernel/assets.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { explorerLink, type LedgerNetworks } from '#app/domain/ledger-payments/explorer.ts'
import type { SeenPayment, SmallerPayments } from '#app/domain/ledger-payments/seen-payment.ts'
import { type FeeTerms, showFeeTerms } from './fee-terms.server.ts'

export type FeeReceipt = FeeTerms & {
  /** The reference of the payment, unique for ever. */
  number: string
  payer: { name: string; email: string; address: string }
  /** What the payer was told that it covers. */
  serviceFee: ServiceFee
  /** The escrow that used it up; null for the account's, and while it waits for one. */
  usedFor: string | null
  /** When the fee was settled. */
  paidAt: string
  asset: Asset
  networkName: string
  account: string
  price: { usd: string; source: string; readAt: string }
  /** In whole units of the asset. */
  asked: string
  received: string
  /** More than was asked for; `settledAt` is when support has settled it with the payer. */
  excess: { amount: string; settledAt: string | null } | null
  payments: ReceiptPayment[]
  /** Payments with the reference that are not listed. */
  smaller: SmallerPayments | null
  /** What arrived besides and does not count for the fee. */
  others: ReceiptPayment[]
}

export type ReceiptPayment = SeenPayment & { explorer: string | null }

/** The newest, or the one with the number. Null for everybody whose fee was not paid here. */
export async function findFeeReceipt(
  db: Database,
  { userId, number, networks }: { userId: string; number?: number; networks: LedgerNetworks },
): Promise<FeeReceipt | null> {
  const quote = await findPaidFeeQuote(db, { userId, ...(number !== undefined && { reference: number }) })
  const payment = quote && (await findPayment(db, quote))
  if (!quote?.paidAt || !payment) return null
  const [seen, earlier, excess] = await Promise.all([
    findSeenPayments(db, { feeQuoteId: quote.id }),
    // Of somebody who pays for each escrow, another quote may be the next fee and no earlier order of this one.
    quote.covers === 'account' ? findEarlierPayments(db, { userId, feeQuoteId: quote.id }) : [],
    findExcess(db, quote.id),
  ])
  const network = networkOf(quote.asset)
  const toReceiptPayment = (row: SeenPayment): ReceiptPayment => ({
    ...row,
    explorer: explorerLink(networks, { network, hash: row.hash }),
  })
  return {
    ...showFeeTerms(quote),
    number: String(quote.reference),
    payer: { ...payment.buyer, address: payment.payerWalletAddress },
    serviceFee: serviceFeeOf(quote.covers),
    usedFor: payment.escrow?.transactionId ?? null,
    paidAt: quote.paidAt.toISOString(),
    asset: quote.asset,
    networkName: ASSET_FACTS[quote.asset].networkName,
    account: quote.account,
    price: showPrice(quote),
    asked: plain(quote.amountDue),
    received: plain(toDecimal(payment.amountCrypto)),
    excess,
    payments: seen.payments.filter(({ problem }) => problem === null).map(toReceiptPayment),
    smaller: seen.smaller,
    others: [...seen.payments.filter(({ problem }) => problem !== null), ...earlier].map(toReceiptPayment),
  }
}

function showPrice({ priceUsd, priceSource, priceAt }: StoredFeeQuote): FeeReceipt['price'] {
  return { usd: plain(priceUsd), source: priceSource, readAt: priceAt.toISOString() }
}

async function findPayment(db: Database, { userId: buyerUid, reference }: StoredFeeQuote) {
  return db.feePayment.findFirst({
    where: { buyerUid, payToMemoOrTag: String(reference) },
    select: {
      amountCrypto: true,
      payerWalletAddress: true,
      buyer: { select: { name: true, email: true } },
      escrow: { select: { transactionId: true } },
    },
  })
}

async function findExcess(db: Database, feeQuoteId: string): Promise<FeeReceipt['excess']> {
  const found = await db.paymentCase.findUnique({
    where: { feeQuoteId },
    select: { kind: true, amount: true, closedAt: true },
  })
  if (found?.kind !== 'fee_over') return null
  return { amount: plain(toDecimal(found.amount)), settledAt: found.closedAt?.toISOString() ?? null }
}
