/** What a buyer's unused fees cover, for the pages that lead to opening an escrow. */
import { findPaidFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { findUnusedFees } from '#app/fees/db/fee-uses.server.ts'
import { mostCovered, statedFor } from '#app/fees/domain/service-fee.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { ASSET_FACTS, type Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import { pricesNow } from '#app/prices/queries/prices-now.server.ts'

/** In US dollars: the amounts stated for the fees, and the maximum worth of an escrow. */
export type UnusedCover = { statedUsd: string; mostUsd: string }

/** Null: no fee is unused. */
export async function findUnusedCover(db: Database, userId: string): Promise<UnusedCover | null> {
  const fees = await findUnusedFees(db, userId)
  if (fees.length === 0) return null
  return { statedUsd: plainUsd(statedFor(fees)), mostUsd: plainUsd(mostCovered(fees)) }
}

/** The trade that a fee was paid for, to prefill the form. `amount`: null while no price can be trusted. */
export type PaidTrade = { currency: Asset; amount: string | null; usd: string }

/** Returns what the newest fee was paid for. Null: none was paid, or an escrow was opened with it. */
export async function findPaidTrade(db: Database, of: { userId: string; now: Date }): Promise<PaidTrade | null> {
  const quote = await findPaidFeeQuote(db, { userId: of.userId })
  if (!quote?.paidAt) return null
  const isOpened =
    quote.covers === 'account'
      ? await db.escrow.findFirst({
          where: { buyerId: of.userId, createdAt: { gte: quote.paidAt } },
          select: { id: true },
        })
      : await db.feePayment.findFirst({
          where: { buyerUid: of.userId, payToMemoOrTag: String(quote.reference), escrowId: { not: null } },
          select: { paymentHash: true },
        })
  if (isOpened) return null
  const price = (await pricesNow(db, of.now)).find(({ asset }) => asset === quote.asset)
  const isKnown = price?.usd && price.doubt === null
  // A trade in USDC is stated in dollars.
  const perUnit = ASSET_FACTS[quote.asset].isDollar ? new Decimal(1) : isKnown ? new Decimal(price.usd ?? 0) : null
  const amount = perUnit && quote.amountUsd.div(perUnit).toDecimalPlaces(ASSET_FACTS[quote.asset].quotePlaces)
  return { currency: quote.asset, amount: amount && plain(amount), usd: plainUsd(quote.amountUsd) }
}
