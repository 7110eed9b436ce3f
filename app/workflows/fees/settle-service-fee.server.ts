import { addToResellerTotals, findCoupon, findCouponBuyer } from '#app/db/fees/coupons.server.ts'

import { createEarning, createFeePayment, lockIsFeePaid, unlockAccount } from '#app/db/fees/fee-payments.server.ts'

import { findLocks, lockFeeQuote, markFeeQuotePaid, type StoredFeeQuote } from '#app/db/fees/fee-quotes.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction, type Transaction } from '#app/db/kernel/client.server.ts'
import { findCounted } from '#app/db/ledger-payments/ledger-payments.server.ts'
import { closeFeeCase, noteFeeCase } from '#app/db/ledger-payments/payment-cases.server.ts'
import { COUPON_VERDICTS, isOwnCoupon } from '#app/domain/fees/coupon.ts'
import { type FeeArrival, judgeFeeArrival } from '#app/domain/fees/fee-arrival.ts'
import { Decimal, plain, plainUsd } from '#app/domain/kernel/money.ts'
import { isDust } from '#app/domain/ledger-payments/dust.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { queueLetter } from '#app/workflows/letters/queue-letter.server.ts'
import { findFreshPrice } from '#app/workflows/prices/find-fresh-price.server.ts'

/**
 * Settles a fee quote when what arrived for it covers it. The payment record, the commission (`accrued`, withheld
 * where the payer would earn it), the reseller's totals and the unlocked account are written in the caller's transaction, or not at all (product.md §2). Money that is
 * short, late or too much becomes the quote's case. `by` is the hash of the payment that completes the fee: call it after
 * storing that one. `told`: what has come together, of which a short fee is told with the last; next to nothing tells nobody.
 */
export async function settleServiceFee(
  deps: Deps,
  tx: Transaction,
  settle: { quoteId: string; by: string; told?: Told },
): Promise<FeeArrival['state']> {
  const quote = await lockFeeQuote(tx, settle.quoteId)
  if (quote.state === 'paid') return 'settled'
  if (quote.state === 'closed') return 'none'
  const payments = await findCounted(tx, { feeQuoteId: quote.id })
  const completing = payments.find(({ hash }) => hash === settle.by)
  if (!completing) return 'none'
  const now = deps.clock.now()
  const locks = await findLocks(tx, quote.id)
  const price = await findFreshPrice(tx, { asset: quote.asset, now })
  const arrival = judgeFeeArrival({ quote, locks, payments, priceNow: price?.usd ?? null })
  const received = payments.reduce((total, payment) => total.plus(payment.amount), new Decimal(0))
  const about = { feeQuoteId: quote.id, asset: quote.asset, at: now }
  if (arrival.state !== 'settled') {
    if (settle.told?.isLast === false) return arrival.state
    const kind = arrival.state === 'short' ? 'fee_short' : 'fee_late'
    await noteFeeCase(tx, { ...about, kind, amount: received })
    const isLate = kind === 'fee_late'
    if (isLate && !price) await judgeAgain(tx, { quoteId: quote.id, now })
    else if (!isTooLittle(quote, { arrival, told: settle.told }))
      await tellOfShortFee(tx, { quote, received, hash: completing.hash, isLate })
    return arrival.state
  }
  if (!(await markFeeQuotePaid(tx, { id: quote.id, at: now, lock: arrival.lock }))) return 'settled'
  if (arrival.excess.gt(0)) await noteFeeCase(tx, { ...about, kind: 'fee_over', amount: arrival.excess })
  else await closeFeeCase(tx, about)
  const paid = await lockFeeQuote(tx, quote.id)
  await recordPaidFee(deps, tx, { quote: paid, received, excess: arrival.excess, by: completing, now })
  return 'settled'
}

type Told = { isLast: boolean; amount: Decimal }

/** A stranger's joke: not what was known of it earlier, or is all that is missing. */
function isTooLittle({ asset }: StoredFeeQuote, { arrival, told }: { arrival: FeeArrival; told: Told | undefined }) {
  if (!told || !('stillDue' in arrival)) return false
  return isDust({ asset, amount: told.amount, stillDue: arrival.stillDue })
}

type ShortFee = { quote: StoredFeeQuote; received: Decimal; hash: string; isLate: boolean }

/** The payer may have closed the page that says it: a letter for each payment after which something is still due. */
async function tellOfShortFee(tx: Transaction, { quote, received, hash, isLate }: ShortFee): Promise<void> {
  await queueLetter(tx, {
    event: `fee_incomplete:${quote.id}:${hash}`,
    to: { userId: quote.userId },
    content: { letter: 'fee_incomplete', received: plain(received), asset: quote.asset, hash, isLate },
  })
}

/**
 * Settles a fee quote with what arrived for it earlier: its terms were refreshed, or a price is known again. Does nothing
 * when nothing arrived, or when another quote has paid for the account.
 */
export async function settleArrivedFee(deps: Deps, tx: Transaction, quoteId: string): Promise<void> {
  const quote = await lockFeeQuote(tx, quoteId)
  if (await lockIsFeePaid(tx, quote)) return
  const newest = (await findCounted(tx, { feeQuoteId: quoteId })).at(-1)
  if (newest) await settleServiceFee(deps, tx, { quoteId, by: newest.hash })
}

/** How long until somebody asks again whether there is a price. */
const NO_PRICE_MS = 60_000

async function judgeAgain(tx: Transaction, { quoteId, now }: { quoteId: string; now: Date }): Promise<void> {
  const after = { at: new Date(now.getTime() + NO_PRICE_MS), now }
  await enqueue(tx, { name: 'settle_late_fee', payload: { quoteId }, after })
}

/** Judges what arrived late while no price was known; asks again as long as there is none. */
export async function settleLateFee(deps: Deps, { quoteId }: { quoteId: string }): Promise<void> {
  await inTransaction(deps.db, (tx) => settleArrivedFee(deps, tx, quoteId))
}

/**
 * Would the commission go to whoever has paid? With the payments of this fee stored, every wallet that it came from is known; when
 * it was quoted, none may have been (decision 040). The discount stays: what was paid is what was asked for.
 */
async function paysItself(tx: Transaction, { couponCode, userId }: StoredFeeQuote): Promise<boolean> {
  const coupon = await findCoupon(tx, couponCode ?? '')
  return coupon !== null && isOwnCoupon(coupon, await findCouponBuyer(tx, userId))
}

type PaidFee = {
  quote: StoredFeeQuote
  /** Everything that arrived and counts, in whole units. */
  received: Decimal
  /** What of it is owed back. */
  excess: Decimal
  by: { hash: string; from: string; at: Date }
  now: Date
}

async function recordPaidFee(deps: Deps, tx: Transaction, paid: PaidFee): Promise<void> {
  const { quote, by, now } = paid
  const isApplied = quote.couponVerdict === 'applied' && quote.couponCode !== null
  const isWithheld = isApplied && (await paysItself(tx, quote))
  await createFeePayment(tx, { quote, paymentHash: by.hash, payer: by.from, amount: paid.received, isWithheld })
  const verdict = COUPON_VERDICTS.find((known) => known === quote.couponVerdict)
  // The record keeps the sentence in one language, whatever the payer's is.
  const couponText = verdict ? deps.translator('en')(`common:coupon.${verdict}`) : null
  await unlockAccount(tx, {
    quote,
    paymentHash: by.hash,
    payer: by.from,
    amount: paid.received,
    paidAt: now,
    couponText,
  })
  if (isWithheld) deps.log.warn({ quote: quote.id }, 'a reseller has paid the fee: the commission is withheld')
  if (isApplied && !isWithheld && quote.couponCode !== null) {
    const payableFrom = new Date(now.getTime() + deps.settings.commissionWaitMs)
    await createEarning(tx, { quote, paymentHash: by.hash, amount: paid.received, payableFrom })
    const { couponCode: code, commissionUsd, netUsd } = quote
    const isAdded = await addToResellerTotals(tx, { code, commissionUsd, netUsd })
    if (!isAdded) deps.log.error({ code, quote: quote.id }, 'the coupon of a paid fee is gone; its totals stand still')
  }
  await writeEvent(tx, {
    kind: 'fee_paid',
    at: now,
    userId: quote.userId,
    detail: {
      hash: by.hash,
      asset: quote.asset,
      netUsd: plainUsd(quote.netUsd),
      ...(isApplied && { coupon: quote.couponCode, commissionUsd: plainUsd(quote.commissionUsd), isWithheld }),
    },
  })
  await enqueue(tx, { name: 'screen_person', payload: { userId: quote.userId } })
  await queueLetter(tx, {
    event: `fee_receipt:${quote.id}`,
    to: { userId: quote.userId },
    content: {
      letter: 'fee_receipt',
      netUsd: plainUsd(quote.netUsd),
      amount: plain(paid.received),
      asset: quote.asset,
      priceUsd: plain(quote.priceUsd),
      priceSource: quote.priceSource,
      hash: by.hash,
      paidAt: by.at.toISOString(),
      number: quote.reference.toString(),
      covers: quote.covers,
      ...(paid.excess.gt(0) && { excess: plain(paid.excess) }),
    },
  })
}
