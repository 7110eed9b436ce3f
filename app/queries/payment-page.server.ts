/** Exactly what the payment page shows. */

import type { Database } from '#app/db/client.server.ts'
import { findLatestFeeQuote, type StoredFeeQuote } from '#app/db/fee-quotes.server.ts'
import { findSeenPayments } from '#app/db/ledger-payments.server.ts'
import { ASSET_FACTS, type Asset } from '#app/domain/assets.ts'
import type { SeenPayment } from '#app/domain/escrow-view.ts'
import { FEE_RATE } from '#app/domain/fee.ts'
import { type Decimal, plain, plainUsd } from '#app/domain/money.ts'
import { depositState } from '#app/domain/payment-match.ts'
import { paymentUri } from '#app/domain/payment-uri.ts'
import { latestPrices } from './home.server.ts'

export type PaymentNetwork = {
  usdcIssuer: string
  /** Null on the public network. */
  stellarPassphrase: string | null
}

/** US dollars for one unit, or null for 'N/A'. */
export type PriceNow = { asset: Asset; usd: string | null }

export type ShownQuote = {
  amountUsd: string
  feeRate: string
  grossUsd: string
  /** Null when there is none. */
  coupon: { code: string; discountRate: string; discountUsd: string } | null
  couponCode: string | null
  couponVerdict: 'applied' | 'unknown' | 'inactive' | null
  /** Null when the minimum adds nothing. */
  minimumTopUpUsd: string | null
  netUsd: string
  asset: Asset
  networkName: string
  account: string
  reference: string
  /** The whole amount, as it was locked. */
  amountDue: string
  /** What is still to be sent: the whole amount, or the rest after a part has arrived. */
  toSend: { amount: string; uri: string }
  priceUsd: string
  priceAt: string
  lockedAt: string
  expiresAt: string
  isExpired: boolean
}

/** What has arrived for the quote: nothing, a part, or all of it too late for its locked price. */
export type FeeDeposit = { state: 'none' | 'short' | 'covered'; received: string; stillDue: string }

export type PaymentPage = {
  quote: ShownQuote | null
  deposit: FeeDeposit
  payments: SeenPayment[]
  prices: PriceNow[]
}

type Ask = { userId: string; now: Date; network: PaymentNetwork }

export async function loadPaymentPage(db: Database, ask: Ask): Promise<PaymentPage> {
  const [quote, prices] = await Promise.all([findLatestFeeQuote(db, ask.userId), pricesNow(db, ask.now)])
  if (!quote) return { quote: null, deposit: { state: 'none', received: '0', stillDue: '0' }, payments: [], prices }
  const { payments, counted } = await findSeenPayments(db, { feeQuoteId: quote.id })
  const { state, stillDue } = depositState({ due: quote.amountDue, received: counted })
  return {
    quote: showQuote(quote, { ...ask, stillDue: state === 'short' ? stillDue : null }),
    deposit: {
      state: state === 'none' || state === 'short' ? state : 'covered',
      received: plain(counted),
      stillDue: plain(stillDue),
    },
    payments,
    prices,
  }
}

/** How long a settled fee is announced on the payment page, which is closed to its payer from then on. */
const ANNOUNCED_MS = 60_000

/** The fee that was settled a moment ago, to be announced once before the page moves on; null at any other time. */
export async function findFeeJustPaid(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<{ netUsd: string } | null> {
  const quote = await db.feeQuote.findFirst({
    where: { userId, state: 'paid', paidAt: { gte: new Date(now.getTime() - ANNOUNCED_MS) } },
    select: { netUsd: true },
  })
  return quote && { netUsd: quote.netUsd.toFixed(2) }
}

/** USDC counts as 1 when the price service is silent (spec §7). */
async function pricesNow(db: Database, now: Date): Promise<PriceNow[]> {
  const prices = await latestPrices(db, now)
  return prices.map(({ asset, usd }) => ({ asset, usd: usd ?? (asset === 'USDC' ? '1' : null) }))
}

function showQuote(quote: StoredFeeQuote, ask: Ask & { stillDue: Decimal | null }): ShownQuote {
  return {
    amountUsd: plainUsd(quote.amountUsd),
    feeRate: plain(FEE_RATE),
    grossUsd: plainUsd(quote.grossUsd),
    coupon: showCoupon(quote),
    couponCode: quote.couponCode,
    couponVerdict: verdictOf(quote.couponVerdict),
    minimumTopUpUsd: quote.minimumTopUpUsd.gt(0) ? plainUsd(quote.minimumTopUpUsd) : null,
    netUsd: plainUsd(quote.netUsd),
    asset: quote.asset,
    networkName: ASSET_FACTS[quote.asset].networkName,
    account: quote.account,
    reference: String(quote.reference),
    amountDue: inPlaces(quote, quote.amountDue),
    toSend: showOrder(quote, ask),
    priceUsd: plain(quote.priceUsd),
    priceAt: quote.priceAt.toISOString(),
    lockedAt: quote.lockedAt.toISOString(),
    expiresAt: quote.expiresAt.toISOString(),
    isExpired: quote.expiresAt <= ask.now,
  }
}

function showCoupon({
  couponCode,
  couponVerdict,
  discountRate,
  couponDiscountUsd,
}: StoredFeeQuote): ShownQuote['coupon'] {
  if (couponVerdict !== 'applied' || couponCode === null || discountRate === null) return null
  return { code: couponCode, discountRate: plain(discountRate), discountUsd: plainUsd(couponDiscountUsd) }
}

function verdictOf(stored: string | null): ShownQuote['couponVerdict'] {
  return stored === 'applied' || stored === 'unknown' || stored === 'inactive' ? stored : null
}

function showOrder(
  quote: StoredFeeQuote,
  { stillDue, network }: { stillDue: Decimal | null; network: PaymentNetwork },
) {
  const amount = stillDue ?? quote.amountDue
  const uri = paymentUri({
    asset: quote.asset,
    account: quote.account,
    amount,
    memo: String(quote.reference),
    usdcIssuer: network.usdcIssuer,
    passphrase: network.stellarPassphrase,
    message: 'Quayside service fee',
  })
  return { amount: inPlaces(quote, amount), uri }
}

/** With the places of the asset's quotes (spec §9); a rest may need more of them. */
function inPlaces({ asset }: StoredFeeQuote, amount: Decimal): string {
  return amount.toFixed(Math.max(ASSET_FACTS[asset].quotePlaces, amount.decimalPlaces()))
}
