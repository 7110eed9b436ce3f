import { addToResellerTotals, findCoupon, findCouponBuyer } from '#app/fees/db/coupons.server.ts'

import {
  createEarning,
  createFeePayment,
  findPaidWith,
  lockIsFeePaid,
  unlockAccount,
} from '#app/fees/db/fee-payments.server.ts'

import {
  findQuoteWindows,
  lockFeeQuote,
  markFeeQuotePaid,
  type StoredFeeQuote,
  type StoredQuoteWindow,
} from '#app/fees/db/fee-quotes.server.ts'
import { COUPON_VERDICTS, isOwnCoupon } from '#app/fees/domain/coupon.ts'
import { type Arrival, addArrival, judgeFeeArrival } from '#app/fees/domain/fee-arrival.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { type Decimal, plain, plainUsd } from '#app/kernel/domain/money.ts'
import type { LedgerPayment } from '#app/ledgers/ledger.ts'
import { findNewestCounted } from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { closeFeeUnmatched, noteFeeUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { type PaymentProblem, problemOf } from '#app/ledgers/payments/domain/arrival.ts'
import { isDust } from '#app/ledgers/payments/domain/dust.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { findFreshPrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyOfEarlier } from './notify-of-fee-back.server.ts'

/** A locked fee quote with what has arrived for it. `isPaid`: the payer's fee is paid, by this or another quote. */
export type ArrivingFee = { quote: StoredFeeQuote; isPaid: boolean; arrival: Arrival<StoredQuoteWindow> }

export async function lockArrivingFee(
  tx: Transaction,
  { quoteId, now }: { quoteId: string; now: Date },
): Promise<ArrivingFee> {
  const quote = await lockFeeQuote(tx, quoteId)
  const isPaid = await lockIsFeePaid(tx, quote)
  const locks = await findQuoteWindows(tx, quoteId)
  const price = await findFreshPrice(tx, { asset: quote.asset, now })
  const arrival = { quote, locks, received: quote.receivedAmount, priceNow: price?.usd ?? null }
  return { quote, isPaid, arrival }
}

type Arriving = Pick<LedgerPayment, 'hash' | 'from' | 'at' | 'amount'>

/**
 * Judges which payments with a quote's reference count for it, in order of arrival. None counts after the one that
 * settles it, after the quote is closed or the fee paid, nor one whose transaction paid another fee of the payer's.
 * Pass `arriving`, which includes those that count, to settleServiceFee once they are stored.
 */
export async function judgeFeePayments<Payment extends Arriving & Parameters<typeof problemOf>[0]>(
  deps: Deps,
  tx: Transaction,
  { quoteId, payments }: { quoteId: string; payments: readonly Payment[] },
): Promise<{ judged: (Payment & { problem: PaymentProblem | null })[]; arriving: ArrivingFee }> {
  const known = await lockArrivingFee(tx, { quoteId, now: deps.clock.now() })
  const { quote } = known
  const hashes = payments.map(({ hash }) => hash)
  const used = await findPaidWith(tx, { hashes, userId: quote.userId })
  let arriving = known
  const judged = payments.map((payment) => {
    const problem = problemOf(payment, quote) ?? lateProblem(arriving, { isUsed: used.has(payment.hash) })
    if (problem === null) {
      const arrival = addArrival(arriving.arrival, payment)
      const isSettled = judgeFeeArrival(arrival).state === 'settled'
      if (isSettled) used.add(payment.hash)
      arriving = { ...arriving, arrival, isPaid: isSettled }
    }
    return { ...payment, problem }
  })
  return { judged, arriving: { ...arriving, isPaid: known.isPaid } }
}

/** Why it is owed back: the quote is closed, the fee is paid, or this transaction paid another fee of this person's. */
function lateProblem({ quote, isPaid }: ArrivingFee, { isUsed }: { isUsed: boolean }): PaymentProblem | null {
  if (isUsed) return 'hash_used'
  if (quote.state === 'closed') return 'quote_closed'
  return isPaid ? 'already_paid' : null
}

/**
 * Settles a fee quote when what arrived covers it. The payment, the commission (`accrued`; withheld when the payer
 * would earn it), the reseller's totals and the unlocked account are written in the caller's transaction (product.md
 * §2). Money that is short, late or too much becomes the quote's unmatched payment. `payments`: just stored, all count,
 * oldest first. They cause one email about a short fee; new ones (not `isKnown`) below dust cause none.
 */
export async function settleServiceFee(
  deps: Deps,
  tx: Transaction,
  { arriving, payments, isKnown = false }: { arriving: ArrivingFee; payments: readonly Arriving[]; isKnown?: boolean },
): Promise<void> {
  const { quote, arrival: facts } = arriving
  const completing = payments.at(-1)
  if (!completing || quote.state !== 'open') return
  const now = deps.clock.now()
  const { received } = facts
  const arrival = judgeFeeArrival(facts)
  const about = { feeQuoteId: quote.id, asset: quote.asset, at: now }
  if (arrival.state === 'none') return
  if (arrival.state !== 'settled') {
    const kind = arrival.state === 'short' ? 'fee_short' : 'fee_late'
    await noteFeeUnmatched(tx, { ...about, kind, amount: received })
    const isLate = kind === 'fee_late'
    const { stillDue } = arrival
    const told = payments.filter(({ amount }) => isKnown || !isDust({ asset: quote.asset, amount, stillDue })).at(-1)
    if (isLate && facts.priceNow === null) await judgeAgain(tx, { quoteId: quote.id, now })
    else if (told) await notifyOfShortFee(tx, { quote, received, hash: told.hash, isLate })
    return
  }
  if (!(await markFeeQuotePaid(tx, { id: quote.id, at: now, lock: arrival.lock }))) return
  if (arrival.excess.gt(0)) await noteFeeUnmatched(tx, { ...about, kind: 'fee_over', amount: arrival.excess })
  else await closeFeeUnmatched(tx, about)
  const paid = await lockFeeQuote(tx, quote.id)
  await recordPaidFee(deps, tx, { quote: paid, received, excess: arrival.excess, by: completing, now })
}

type ShortFee = { quote: StoredFeeQuote; received: Decimal; hash: string; isLate: boolean }

/** An email for each payment after which something is still due: the payer may have closed the page that says so. */
async function notifyOfShortFee(tx: Transaction, { quote, received, hash, isLate }: ShortFee): Promise<void> {
  await queueEmail(tx, {
    event: `fee_incomplete:${quote.id}:${hash}`,
    to: { userId: quote.userId },
    content: { letter: 'fee_incomplete', received: plain(received), asset: quote.asset, hash, isLate },
  })
}

/**
 * Settles a fee quote with what counts for it already: after a refresh, when a price is known again, or after a payment
 * was assigned (`by`; default: the newest). Does nothing when nothing counts, or when the fee is paid.
 */
export async function settleArrivedFee(
  deps: Deps,
  tx: Transaction,
  { quoteId, by }: { quoteId: string; by?: Arriving },
): Promise<void> {
  const arriving = await lockArrivingFee(tx, { quoteId, now: deps.clock.now() })
  const completing = arriving.isPaid ? null : (by ?? (await findNewestCounted(tx, { feeQuoteId: quoteId })))
  if (completing) await settleServiceFee(deps, tx, { arriving, payments: [completing], isKnown: true })
}

/** Delay before the price is checked again. */
const NO_PRICE_MS = 60_000

async function judgeAgain(tx: Transaction, { quoteId, now }: { quoteId: string; now: Date }): Promise<void> {
  const after = { at: new Date(now.getTime() + NO_PRICE_MS), now }
  await enqueue(tx, { name: 'settle_late_fee', payload: { quoteId }, after })
}

/** Judges what arrived late while no price was known; retries until there is one. */
export async function settleLateFee(deps: Deps, { quoteId }: { quoteId: string }): Promise<void> {
  await inTransaction(deps.db, (tx) => settleArrivedFee(deps, tx, { quoteId }))
}

/**
 * True when the commission would go to the payer. Checked after the payments are stored: only then are all wallets that
 * paid known (decision 027). The discount stays, because the amount asked for was paid.
 */
async function paysItself(tx: Transaction, { couponCode, userId }: StoredFeeQuote): Promise<boolean> {
  const coupon = await findCoupon(tx, couponCode ?? '')
  return coupon !== null && isOwnCoupon(coupon, await findCouponBuyer(tx, userId))
}

type PaidFee = {
  quote: StoredFeeQuote
  /** Everything that arrived and counts, in whole units. */
  received: Decimal
  /** What of `received` is owed back. */
  excess: Decimal
  by: { hash: string; from: string; at: Date }
  now: Date
}

/** Writes everything that follows from a paid fee, in the caller's transaction. */
export async function recordPaidFee(deps: Deps, tx: Transaction, paid: PaidFee): Promise<void> {
  const { quote, by, now } = paid
  const isApplied = quote.couponVerdict === 'applied' && quote.couponCode !== null
  const isWithheld = isApplied && (await paysItself(tx, quote))
  await createFeePayment(tx, { quote, paymentHash: by.hash, payer: by.from, amount: paid.received, isWithheld })
  const verdict = COUPON_VERDICTS.find((known) => known === quote.couponVerdict)
  // The record keeps the sentence in English, whatever the payer's language.
  const couponText = verdict ? deps.translator('en')(`common:coupon.${verdict}`) : null
  await unlockAccount(tx, {
    quote,
    paymentHash: by.hash,
    payer: by.from,
    amount: paid.received,
    paidAt: now,
    couponText,
  })
  if (isWithheld) deps.log.warn({ quote: quote.id }, 'reseller commission withheld')
  if (isApplied && !isWithheld && quote.couponCode !== null) {
    const payableFrom = new Date(now.getTime() + deps.settings.commissionWaitMs)
    await createEarning(tx, { quote, paymentHash: by.hash, amount: paid.received, payableFrom })
    const { couponCode: code, commissionUsd, netUsd } = quote
    const isAdded = await addToResellerTotals(tx, { code, commissionUsd, netUsd })
    if (!isAdded) deps.log.error({ code, quote: quote.id }, 'coupon of paid fee missing')
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
  await queueEmail(tx, {
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
      ...(!isDust({ asset: quote.asset, amount: paid.excess, stillDue: null }) && { excess: plain(paid.excess) }),
    },
  })
  await notifyOfEarlier(tx, { userId: quote.userId, quoteId: quote.id, now })
}
