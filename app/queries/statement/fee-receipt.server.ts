/** The receipt of a paid fee: what was owed, at which price, what arrived, and what went back. */

import { findPaidFeeQuote, type StoredFeeQuote } from '#app/db/fees/fee-quotes.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import { findSeenPayments } from '#app/db/ledger-payments/seen-payments.server.ts'
import { findLastBilled, findReceiptFacts } from '#app/db/statement/fee-receipts.server.ts'
import { serviceFeeOf } from '#app/domain/fees/service-fee.ts'
import { factsOfNetwork, networkOf } from '#app/domain/kernel/assets.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import { explorerLink, type LedgerNetworks } from '#app/domain/ledger-payments/explorer.ts'
import type { SeenPayment } from '#app/domain/ledger-payments/seen-payment.ts'
import { type Billed, correctableUntil, type FeeReceipt, NOBODY_BILLED } from '#app/domain/statement/receipt.ts'
import { listFeeBacks, toldOf } from '#app/queries/cases/fee-backs.server.ts'
import { showFeeTerms } from '#app/queries/fees/fee-terms.server.ts'

type Ask = {
  /** Null: an operator's, who reads everybody's, by its number. */
  userId: string | null
  /** The newest of the person where there is none. */
  number?: number | undefined
  networks: LedgerNetworks
  now: Date
}

export type FoundReceipt = {
  receipt: FeeReceipt
  /** What arrived besides and nobody is asked about. */
  others: SeenPayment[]
  /** To whom it is made out: what the form begins with, and until when it can be corrected; null: for good, or not said yet. */
  billing: { begin: Billed; isSaid: boolean; until: string | null; isOpen: boolean }
}

/** Null for everybody else, and where the fee was not paid here. The seller is the one that is kept with it, if one is. */
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
  // Of somebody who pays for each escrow, another order may be the next fee.
  const backs = allBacks.filter(({ quoteId }) => quote.covers === 'account' || quoteId === quote.id)
  const received = toDecimal(payment.amountCrypto)
  const told = toldOf(backs).payments
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

/** What of it is no fee, whether its payer is asked about it or it is next to nothing. */
async function findExcess(db: Database, feeQuoteId: string): Promise<Decimal> {
  const found = await db.paymentCase.findUnique({ where: { feeQuoteId }, select: { kind: true, amount: true } })
  return found?.kind === 'fee_over' ? toDecimal(found.amount) : new Decimal(0)
}
