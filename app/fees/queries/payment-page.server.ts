import { findLatestFeeQuote, type StoredFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { COUPON_VERDICTS, type CouponVerdictName } from '#app/fees/domain/coupon.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { ASSET_FACTS, type Asset, factsOfNetwork, type Issuers } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { findClaimablesFor } from '#app/ledgers/payments/db/claimable-money.server.ts'
import { findEarlierPayments } from '#app/ledgers/payments/db/seen-payments.server.ts'
import { type ClaimableView, MOST_ON_LEDGER, showClaimable } from '#app/ledgers/payments/domain/claimable.ts'
import type { LedgerNetworks } from '#app/ledgers/payments/domain/explorer.ts'
import type { SeenPayment, SeenPayments } from '#app/ledgers/payments/domain/seen-payment.ts'
import { paymentUri, xamanLink } from '#app/ledgers/references/domain/payment-uri.ts'
import { type PriceNow, pricesNow } from '#app/prices/queries/prices-now.server.ts'
import { type SumWorth, worthBy } from '#app/prices/queries/worth-now.server.ts'
import { isUnderReview } from '#app/screening/db/screenings.server.ts'
import { type FeeDeposit, findFeeDeposit, NO_DEPOSIT } from './fee-deposit.server.ts'
import { type FeeTerms, showFeeTerms } from './fee-terms.server.ts'
import { findUnusedCover, type UnusedCover } from './unused-fee.server.ts'

export type { PriceNow } from '#app/prices/queries/prices-now.server.ts'
export type { FeeDeposit } from './fee-deposit.server.ts'

export type PaymentNetwork = {
  issuers: Issuers
  /** Null: the public network. */
  stellarPassphrase: string | null
}

export type QuoteView = FeeTerms & {
  couponCode: string | null
  couponVerdict: CouponVerdictName | null
  asset: Asset
  networkName: string
  reference: string
  /** The whole amount, as quoted. */
  amountDue: string
  /** What is still to be sent: the whole amount, or the rest. Null: the payer is under review (decision 068). */
  toSend: { account: string; amount: string; uri: string; xaman: string | null; worth: SumWorth | null } | null
  priceUsd: string
  /** A service's name, or 'fixed' for the dollar of USDC. */
  priceSource: string
  priceAt: string
  lockedAt: string
  expiresAt: string
  isExpired: boolean
}

export type PaymentPage = {
  /** Null: no fee is unused. */
  unused: UnusedCover | null
  quote: QuoteView | null
  /** A fee was settled a moment ago, perhaps after the page's guard read. */
  wasJustSettled: boolean
  deposit: FeeDeposit
  seen: SeenPayments
  /** What is on the ledger for us with the quote's reference, and is not claimed yet. */
  onLedger: ClaimableView[]
  /** What arrived with the references of earlier orders, where the page does not show it elsewhere. */
  earlier: SeenPayment[]
  prices: PriceNow[]
}

type Ask = {
  userId: string
  now: Date
  network: PaymentNetwork & Pick<LedgerNetworks, 'xrplNetworkId'>
  /** The note in the payer's wallet, in the payer's language. */
  message: string
  /** Quotes and payments about which the page says elsewhere where they go. */
  told: { quotes: string[]; payments: string[] }
}

export async function loadPaymentPage(db: Database, ask: Ask): Promise<PaymentPage> {
  const [latest, unused, prices] = await Promise.all([
    findLatestFeeQuote(db, ask.userId),
    findUnusedCover(db, ask.userId),
    pricesNow(db, ask.now),
  ])
  // Paid: the next escrow's fee begins with a form. Closed by an operator: no payment counts for it any more.
  const quote = latest?.state === 'open' ? latest : null
  if (!quote) {
    const earlier = await findEarlierPayments(db, { userId: ask.userId, feeQuoteId: null, without: ask.told })
    const wasJustSettled = latest?.paidAt ? latest.paidAt >= announcedSince(ask.now) : false
    return {
      quote: null,
      wasJustSettled,
      deposit: NO_DEPOSIT,
      seen: { payments: [], smaller: null },
      onLedger: [],
      earlier,
      prices,
      unused,
    }
  }
  const [{ deposit, seen }, onLedger, earlier, isChecked] = await Promise.all([
    findFeeDeposit(db, { quote, priceNow: priceOf(quote.asset, prices) }),
    findClaimablesFor(db, { reference: quote.reference, take: MOST_ON_LEDGER, now: ask.now }),
    findEarlierPayments(db, { userId: ask.userId, feeQuoteId: quote.id, without: ask.told }),
    isUnderReview(db, ask.userId),
  ])
  const stillDue = deposit.state === 'short' && deposit.stillDue !== null ? new Decimal(deposit.stillDue) : null
  const shown = showQuote(quote, { ...ask, stillDue, prices, isChecked })
  const shownOnLedger = onLedger.map((claimable) => showClaimable(claimable, ask.now))
  return { quote: shown, wasJustSettled: false, deposit, seen, onLedger: shownOnLedger, earlier, prices, unused }
}

function priceOf(asset: Asset, prices: PriceNow[]): Decimal | null {
  const price = prices.find((entry) => entry.asset === asset)
  return price?.usd && price.doubt === null ? new Decimal(price.usd) : null
}

/** Xaman's links name no network, so they work on the main network only. */
const XRPL_MAIN = 0

/** How long the payment page announces a settled fee; afterwards it is closed to its payer. */
const ANNOUNCED_MS = 60_000
const announcedSince = (now: Date) => new Date(now.getTime() - ANNOUNCED_MS)

/**
 * Returns a fee settled a moment ago, to be announced. Null: none, or a fee for a further escrow was asked for since.
 */
export async function findFeeJustPaid(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<{ netUsd: string } | null> {
  const quote = await db.feeQuote.findFirst({
    where: {
      userId,
      OR: [
        { state: 'paid', paidAt: { gte: announcedSince(now) } },
        { state: 'open', covers: 'escrow' },
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { state: true, netUsd: true },
  })
  return quote?.state === 'paid' ? { netUsd: quote.netUsd.toFixed(2) } : null
}

type Due = { stillDue: Decimal | null; prices: PriceNow[] }

function showQuote(quote: StoredFeeQuote, ask: Ask & Due & { isChecked: boolean }): QuoteView {
  return {
    ...showFeeTerms(quote),
    couponCode: quote.couponCode,
    couponVerdict: verdictOf(quote.couponVerdict),
    asset: quote.asset,
    networkName: factsOfNetwork(quote.asset).name,
    reference: String(quote.reference),
    amountDue: inPlaces(quote, quote.amountDue),
    toSend: ask.isChecked ? null : showOrder(quote, ask),
    priceUsd: plain(quote.priceUsd),
    priceSource: quote.priceSource,
    priceAt: quote.priceAt.toISOString(),
    lockedAt: quote.lockedAt.toISOString(),
    expiresAt: quote.expiresAt.toISOString(),
    isExpired: quote.expiresAt <= ask.now,
  }
}

function verdictOf(stored: string | null): QuoteView['couponVerdict'] {
  return COUPON_VERDICTS.find((verdict) => verdict === stored) ?? null
}

function showOrder(
  quote: StoredFeeQuote,
  { stillDue, prices, network, message }: Pick<Ask, 'network' | 'message'> & Due,
): NonNullable<QuoteView['toSend']> {
  const request = {
    asset: quote.asset,
    account: quote.account,
    amount: stillDue ?? quote.amountDue,
    memo: String(quote.reference),
    issuers: network.issuers,
    passphrase: network.stellarPassphrase,
    message,
  }
  return {
    account: quote.account,
    amount: inPlaces(quote, request.amount),
    uri: paymentUri(request),
    xaman: network.xrplNetworkId === XRPL_MAIN ? xamanLink(request) : null,
    worth: worthBy(prices, { asset: quote.asset, amount: plain(request.amount) }),
  }
}

/** Formats with the places of the asset's quotes (spec §9); a rest may need more. */
function inPlaces({ asset }: StoredFeeQuote, amount: Decimal): string {
  return amount.toFixed(Math.max(ASSET_FACTS[asset].quotePlaces, amount.decimalPlaces()))
}
