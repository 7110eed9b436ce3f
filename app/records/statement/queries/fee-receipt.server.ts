/** The receipt of a paid fee: what was owed, at which price, what arrived, and what was refunded. */

import { findPaidFeeQuote, type StoredFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { serviceFeeOf } from '#app/fees/domain/service-fee.ts'
import { showFeeTerms } from '#app/fees/queries/fee-terms.server.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { factsOfNetwork, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { findSeenPayments } from '#app/ledgers/payments/db/seen-payments.server.ts'
import { explorerLink, type LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import type { SeenPayment } from '#app/ledgers/payments/domain/seen-payment.ts'
import { findLastBilled, findReceiptFacts } from '#app/records/statement/db/fee-receipts.server.ts'
import { type Billed, correctableUntil, type FeeReceipt, NOBODY_BILLED } from '#app/records/statement/domain/receipt.ts'
import { listFeeBacks, notifiedOf } from '#app/unmatched/queries/fee-backs.server.ts'

type Ask = {
  /** Null: an operator, who reads any receipt by its number. */
  userId: string | null
  /** Default: the newest of the person. */
  number?: number | undefined
  networks: LedgerNetworks
  now: Date
}

export type FoundReceipt = {
  receipt: FeeReceipt
  /** Other payments received, about which the payer is not asked. */
  others: SeenPayment[]
  /** What the billing form begins with, and the deadline for corrections. Null: nothing was stated yet. */
  billing: { begin: Billed; isSaid: boolean; until: string | null; isOpen: boolean }
}

/** Null: not this person's, or the fee was not paid here. The seller is the stored one, if any. */
export async function findFeeReceipt(db: Database, ask: Ask): Promise<FoundReceipt | null> {
  const { networks, now, number } = ask
  if (ask.userId === null && number === undefined) return null
  const quote = await findPaidFeeQuote(db, {
    ...(ask.userId !== null && { userId: ask.userId }),
    ...(number !== undefined && { reference: number }),
  })
  const payment = quote && (await findPayment(db, quote))
  if (!quote?.paidAt || !payment) return null
  const { userId, reference } = quote
  const [seen, allBacks, facts, last] = await Promise.all([
    findSeenPayments(db, { feeQuoteId: quote.id }),
    listFeeBacks(db, { userId, now, networks }),
    findReceiptFacts(db, reference),
    findLastBilled(db, { userId, number: reference }),
  ])
  // When a person pays per escrow, another refund may belong to the next fee.
  const backs = allBacks.filter(({ quoteId }) => quote.covers === 'account' || quoteId === quote.id)
  const received = toDecimal(payment.amountCrypto)
  const told = notifiedOf(backs).payments
  const billedAt = facts?.billedAt ?? null
  const until = correctableUntil(billedAt)
  return {
    receipt: {
      ...showQuote(quote),
      issuedAt: now.toISOString(),
      seller: facts?.seller ?? null,
      payer: { ...payment.buyer, wallet: payment.payerWalletAddress },
      billed: facts?.billed ?? NOBODY_BILLED,
      usedFor: payment.escrow?.transactionId ?? null,
      paidAt: quote.paidAt.toISOString(),
      received: plain(received),
      counted: plain(received.minus(await findExcess(db, quote.id))),
      payments: seen.payments
        .filter(({ problem }) => problem === null)
        .map(({ hash, amount, at }) => {
          const explorer = explorerLink(networks, { network: networkOf(quote.asset), hash })
          return { hash, amount, at, explorer }
        }),
      smaller: seen.smaller,
      backs,
    },
    others: seen.payments.filter(({ id, problem }) => problem !== null && !told.includes(id)),
    billing: {
      begin: billedAt === null ? (last ?? NOBODY_BILLED) : (facts?.billed ?? NOBODY_BILLED),
      isSaid: billedAt !== null,
      until: until?.toISOString() ?? null,
      isOpen: until === null || now <= until,
    },
  }
}

function showQuote(quote: StoredFeeQuote) {
  const { amountUsd, feeRate, grossUsd, coupon, minimumTopUpUsd, netUsd } = showFeeTerms(quote)
  return {
    number: String(quote.reference),
    serviceFee: serviceFeeOf(quote.covers),
    fee: {
      transaction: amountUsd,
      rate: feeRate,
      gross: grossUsd,
      coupon: coupon && { code: coupon.code, rate: coupon.discountRate, discount: coupon.discountUsd },
      minimumTopUp: minimumTopUpUsd,
      net: netUsd,
    },
    asset: quote.asset,
    networkName: factsOfNetwork(quote.asset).name,
    account: quote.account,
    price: { usd: plain(quote.priceUsd), source: quote.priceSource, readAt: quote.priceAt.toISOString() },
    asked: plain(quote.amountDue),
  }
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

/** The part that is no fee: refundable excess or dust. */
async function findExcess(db: Database, feeQuoteId: string): Promise<Decimal> {
  const found = await db.paymentCase.findUnique({ where: { feeQuoteId }, select: { kind: true, amount: true } })
  return found?.kind === 'fee_over' ? toDecimal(found.amount) : new Decimal(0)
}
