import { writeEvent } from '#app/db/audit.server.ts'
import type { Transaction } from '#app/db/client.server.ts'
import { addToResellerTotals } from '#app/db/coupons.server.ts'
import { createEarning, createFeePayment, isHashUsed, lockHasPaid, unlockAccount } from '#app/db/fee-payments.server.ts'
import { lockFeeQuote, markFeeQuotePaid, type StoredFeeQuote } from '#app/db/fee-quotes.server.ts'
import { findNewestCounted, sumCounted } from '#app/db/ledger-payments.server.ts'
import { reserveReference } from '#app/db/references.server.ts'
import { keepNextReference } from '#app/db/users.server.ts'
import { type Decimal, plain, plainUsd } from '#app/domain/money.ts'
import { type FeeArrival, judgeFeeArrival } from '#app/domain/payment-match.ts'
import type { Deps } from './deps.ts'
import { findFreshPrice } from './find-fresh-price.server.ts'
import { queueLetter } from './queue-letter.server.ts'

/** The payment that completed the fee. */
type Completing = { hash: string; from: string; at: Date }

/**
 * Settles a fee quote when what arrived for it covers it. The payment record, the commission (`accrued`), the reseller's
 * totals and the unlocked account are written in the caller's transaction, or not at all (product.md §2). Call it after
 * storing the payment `by`.
 */
export async function settleServiceFee(
  deps: Deps,
  tx: Transaction,
  settle: { quoteId: string; by: Completing },
): Promise<FeeArrival['state']> {
  const quote = await lockFeeQuote(tx, settle.quoteId)
  if (quote.state === 'paid') return 'settled'
  const receivedTotal = await sumCounted(tx, { feeQuoteId: quote.id })
  const now = deps.clock.now()
  const price = await findFreshPrice(tx, { asset: quote.asset, now })
  const arrival = judgeFeeArrival({
    quote,
    receivedTotal,
    at: settle.by.at,
    priceNow: price?.usd ?? null,
  })
  if (arrival.state !== 'settled') return arrival.state
  if (await isHashUsed(tx, settle.by.hash)) return 'none'
  if (!(await markFeeQuotePaid(tx, { id: quote.id, at: now }))) return 'settled'
  await recordPaidFee(deps, tx, { quote, receivedTotal, by: settle.by, now })
  return 'settled'
}

/**
 * Settles a fee quote with what arrived for it earlier: its terms were refreshed, or a price is known again. Does nothing
 * when nothing arrived, or when the buyer has paid by another quote.
 */
export async function settleArrivedFee(deps: Deps, tx: Transaction, quoteId: string): Promise<void> {
  const quote = await lockFeeQuote(tx, quoteId)
  if (await lockHasPaid(tx, quote.userId)) return
  const by = await findNewestCounted(tx, { feeQuoteId: quoteId })
  if (by) await settleServiceFee(deps, tx, { quoteId, by })
}

type PaidFee = { quote: StoredFeeQuote; receivedTotal: Decimal; by: Completing; now: Date }

async function recordPaidFee(deps: Deps, tx: Transaction, paid: PaidFee): Promise<void> {
  const { quote, by, now } = paid
  await createFeePayment(tx, { quote, paymentHash: by.hash, payer: by.from, amount: paid.receivedTotal })
  await unlockAccount(tx, { quote, paymentHash: by.hash, payer: by.from, amount: paid.receivedTotal, paidAt: now })
  if (quote.couponVerdict === 'applied' && quote.couponCode !== null) {
    await createEarning(tx, { quote, paymentHash: by.hash, amount: paid.receivedTotal })
    const { couponCode: code, commissionUsd, netUsd } = quote
    const isAdded = await addToResellerTotals(tx, { code, commissionUsd, netUsd })
    if (!isAdded)
      deps.log.error({ code, quoteId: quote.id }, 'the coupon of a paid fee is gone; its totals stand still')
  }
  const reference = await reserveReference(tx, deps.random)
  await keepNextReference(tx, { id: quote.userId, reference })
  await writeEvent(tx, {
    kind: 'fee_paid',
    at: now,
    userId: quote.userId,
    detail: { hash: by.hash, asset: quote.asset, netUsd: plainUsd(quote.netUsd) },
  })
  await queueLetter(tx, {
    event: `fee_receipt:${quote.id}`,
    to: { userId: quote.userId },
    content: {
      letter: 'fee_receipt',
      netUsd: plainUsd(quote.netUsd),
      amount: plain(paid.receivedTotal),
      asset: quote.asset,
      priceUsd: plain(quote.priceUsd),
      priceSource: quote.priceSource,
      hash: by.hash,
      paidAt: by.at.toISOString(),
      number: quote.reference.toString(),
    },
  })
}
