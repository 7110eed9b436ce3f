/** Exactly what the payment page shows. */
import { ASSET_FACTS, type Asset } from '#app/domain/assets.ts'
import { plain, plainUsd } from '#app/domain/money.ts'
import { depositState } from '#app/domain/payment-match.ts'
import { paymentUri } from '#app/domain/payment-uri.ts'
import type { Database } from '#app/db/client.server.ts'
import { findLatestFeeQuote, type StoredFeeQuote } from '#app/db/fee-quotes.server.ts'
import { findSeenPayments, type SeenPayment } from '#app/db/ledger-payments.server.ts'

export type PaymentNetwork = {
  usdcIssuer: string
  /** Null on the public network. */
  stellarPassphrase: string | null
}

export type PaymentPage = {
  quote: {
    amountUsd: string
    grossUsd: string
    couponDiscountUsd: string
    minimumTopUpUsd: string
    netUsd: string
    couponCode: string | null
    couponVerdict: string | null
    discountPercent: string | null
    asset: Asset
    networkName: string
    account: string
    reference: string
    amountDue: string
    priceUsd: string
    priceSource: string
    priceAt: string
    lockedAt: string
    expiresAt: string
    isExpired: boolean
    uri: string
    state: 'open' | 'paid'
  } | null
  deposit: { state: 'none' | 'short' | 'exact' | 'over'; received: string; stillDue: string } | null
  payments: SeenPayment[]
}

export async function loadPaymentPage(
  db: Database,
  ask: { userId: string; now: Date; network: PaymentNetwork },
): Promise<PaymentPage> {
  const quote = await findLatestFeeQuote(db, ask.userId)
  if (!quote) return { quote: null, deposit: null, payments: [] }
  const { payments, counted } = await findSeenPayments(db, { feeQuoteId: quote.id })
  const { state, stillDue } = depositState({ due: quote.amountDue, received: counted })
  return {
    quote: showQuote(quote, ask),
    deposit: { state, received: plain(counted), stillDue: plain(stillDue) },
    payments,
  }
}

function showQuote(quote: StoredFeeQuote, { now, network }: { now: Date; network: PaymentNetwork }) {
  return {
    amountUsd: plainUsd(quote.amountUsd),
    grossUsd: plainUsd(quote.grossUsd),
    couponDiscountUsd: plainUsd(quote.couponDiscountUsd),
    minimumTopUpUsd: plainUsd(quote.minimumTopUpUsd),
    netUsd: plainUsd(quote.netUsd),
    couponCode: quote.couponCode,
    couponVerdict: quote.couponVerdict,
    discountPercent: quote.discountRate && plain(quote.discountRate.mul(100)),
    asset: quote.asset,
    networkName: ASSET_FACTS[quote.asset].networkName,
    account: quote.account,
    reference: String(quote.reference),
    amountDue: quote.amountDue.toFixed(ASSET_FACTS[quote.asset].quotePlaces),
    priceUsd: plain(quote.priceUsd),
    priceSource: quote.priceSource,
    priceAt: quote.priceAt.toISOString(),
    lockedAt: quote.lockedAt.toISOString(),
    expiresAt: quote.expiresAt.toISOString(),
    isExpired: quote.expiresAt <= now,
    state: quote.state,
    uri: paymentUri({
      asset: quote.asset,
      account: quote.account,
      amount: quote.amountDue,
      memo: String(quote.reference),
      usdcIssuer: network.usdcIssuer,
      passphrase: network.stellarPassphrase,
      message: 'Quayside service fee',
    }),
  }
}
