import { findFeeStanding } from '#app/accounts/db/users.server.ts'
import { findCoupon, findCouponBuyer } from '#app/fees/db/coupons.server.ts'
import {
  createFeeQuote,
  findLatestFeeQuote,
  lockFeeQuote,
  type QuoteTerms,
  relockFeeQuote,
  type StoredFeeQuote,
} from '#app/fees/db/fee-quotes.server.ts'
import { judgeCoupon, normalizeCode } from '#app/fees/domain/coupon.ts'
import { quoteFee } from '#app/fees/domain/fee.ts'
import { coverOf, type FeeCover } from '#app/fees/domain/service-fee.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { amountToSend, type Decimal, fitsAsset, parseUsd } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { reserveReference } from '#app/ledgers/references/db/references.server.ts'
import { findQuotePrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import { isUnderReview } from '#app/screening/db/screenings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { settleArrivedFee } from './settle-service-fee.server.ts'

/** How long a quote's amount and price hold (product.md §2). */
export const QUOTE_MINUTES = 15

export type QuoteRequest = {
  userId: string
  /** Digits and a dot. */
  amountUsd: string
  /** As typed; empty: none. */
  couponCode: string
  /** False: the account has tried too many unknown codes; this one is not looked up. */
  mayTryCode?: boolean
  asset: Asset
}

/**
 * Makes or refreshes the buyer's quote. The same request returns the open quote while its window lasts. Afterwards it
 * gets a new window with the same reference, and what arrived meanwhile may settle it. A new quote is made for another
 * amount, coupon or currency, a coupon that counts differently, or a changed setting of what a fee covers. The browser
 * calculates nothing. Refusals: account_being_checked, already_paid, amount_invalid, amount_beyond_asset,
 * price_unavailable, price_unconfirmed, prices_disagree, price_jumped.
 */
export async function quoteServiceFee(deps: Deps, request: QuoteRequest): Promise<StoredFeeQuote | Refusal> {
  const amountUsd = parseUsd(request.amountUsd)
  if (!amountUsd) return refuse('amount_invalid', { field: 'amountUsd' })
  if (await isUnderReview(deps.db, request.userId)) return refuse('account_being_checked')
  return inTransaction(deps.db, async (tx) => {
    const { serviceFee } = deps.settings
    const user = await tx.user.findUniqueOrThrow({ where: { id: request.userId }, select: { hasPaid: true } })
    const standing = await findFeeStanding(tx, { userId: request.userId, serviceFee, hasPaid: user.hasPaid })
    if (standing === 'for_good') return refuse('already_paid')
    const covers = coverOf(serviceFee)
    const now = deps.clock.now()
    const latest = await findLatestFeeQuote(tx, request.userId)
    const asked = await readCoupon(tx, { ...request, latest })
    const account = deps.accounts[networkOf(request.asset)].fee
    const again =
      latest?.state === 'open' && isSameRequest(latest, { ...request, account, amountUsd, covers, coupon: asked })
        ? latest
        : null
    // A payment of the quoted amount may be on its way.
    if (again && again.expiresAt > now) return again
    const refreshed = again && keepsItsTerms(again, asked) ? again : null
    const coupon = refreshed ? couponOf(refreshed) : asked

    const price = await findQuotePrice(tx, { asset: request.asset, now })
    if (typeof price === 'string') return refuse(price, { field: 'asset', values: { currency: request.asset } })
    const fee = quoteFee({ amountUsd, discountRate: coupon.discountRate, payoutRate: coupon.payoutRate })
    const amountDue = amountToSend(fee.netUsd, price.usd, request.asset)
    if (!fitsAsset(amountDue, request.asset)) {
      return refuse('amount_beyond_asset', { field: 'amountUsd', values: { currency: request.asset } })
    }
    const terms: QuoteTerms = {
      fee,
      coupon,
      price,
      amountDue,
      lockedAt: now,
      expiresAt: new Date(now.getTime() + QUOTE_MINUTES * 60_000),
    }

    if (refreshed && (await relockFeeQuote(tx, { id: refreshed.id, ...terms }))) {
      await settleArrivedFee(deps, tx, { quoteId: refreshed.id })
      return lockFeeQuote(tx, refreshed.id)
    }
    // The quote was paid or closed concurrently; a paid fee is not asked for again.
    if (refreshed && (await lockFeeQuote(tx, refreshed.id)).state === 'paid') return refuse('already_paid')
    return createFeeQuote(tx, {
      ...terms,
      userId: request.userId,
      covers,
      asset: request.asset,
      account,
      reference: await reserveReference(tx, deps.random),
    })
  })
}

function isSameRequest(
  quote: StoredFeeQuote,
  request: { asset: Asset; account: string; amountUsd: Decimal; covers: FeeCover; coupon: QuoteTerms['coupon'] },
): boolean {
  const { asset, account, amountUsd, covers, coupon } = request
  // The account is not ours to receive at any more.
  if (quote.account !== account) return false
  if (quote.asset !== asset || quote.covers !== covers || !quote.amountUsd.eq(amountUsd)) return false
  // A code that counts now and did not then makes another fee.
  const isGrantedNow = coupon.verdict === 'applied' && quote.couponVerdict !== 'applied'
  return !isGrantedNow && normalizeCode(quote.couponCode ?? '') === normalizeCode(coupon.code ?? '')
}

/**
 * A refresh checks the coupon again: one that was stopped, or has other rates, makes another quote. After a part
 * payment the old terms stay, because the payer relied on them.
 */
function keepsItsTerms(quote: StoredFeeQuote, coupon: QuoteTerms['coupon']): boolean {
  const isSame =
    quote.couponVerdict !== 'applied' ||
    (coupon.verdict === 'applied' &&
      isSameRate(quote.discountRate, coupon.discountRate) &&
      isSameRate(quote.payoutRate, coupon.payoutRate))
  return isSame || quote.receivedAmount.gt(0)
}

function isSameRate(one: Decimal | null, other: Decimal | null): boolean {
  return one !== null && other !== null && one.eq(other)
}

function couponOf(quote: StoredFeeQuote): QuoteTerms['coupon'] {
  const { couponCode: code, couponVerdict: verdict, resellerId, resellerName, discountRate, payoutRate } = quote
  return { code, verdict, resellerId, resellerName, discountRate, payoutRate }
}

type CouponQuestion = Pick<QuoteRequest, 'userId' | 'couponCode' | 'mayTryCode'> & { latest: StoredFeeQuote | null }

async function readCoupon(
  tx: Transaction,
  { userId, couponCode: typed, mayTryCode = true, latest }: CouponQuestion,
): Promise<QuoteTerms['coupon']> {
  const none = { verdict: null, resellerId: null, resellerName: null, discountRate: null, payoutRate: null }
  const code = normalizeCode(typed)
  if (code === '') return { ...none, code: null }
  // A code that was applied before is not a guess.
  const isKnown = latest?.couponVerdict === 'applied' && normalizeCode(latest.couponCode ?? '') === code
  if (!mayTryCode && !isKnown) return { ...none, code, verdict: 'not_permitted' }
  const found = await findCoupon(tx, typed)
  const judged = judgeCoupon(found, await findCouponBuyer(tx, userId))
  // In the record's spelling, by which it is found when the fee is paid.
  return judged.verdict === 'applied'
    ? { ...judged, code: found?.code ?? code }
    : { ...none, code, verdict: judged.verdict }
}
