import { markFeeQuotePaid, type StoredQuoteWindow } from '#app/fees/db/fee-quotes.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findNewestCounted } from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { closeFeeUnmatched } from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { judgeRest } from '#app/ledgers/payments/domain/rest.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type ArrivingFee, lockArrivingFee, recordPaidFee } from './settle-service-fee.server.ts'

/** A partly paid fee, in whole units, locked until the transaction ends. */
export type ShortFee = {
  arriving: ArrivingFee
  lock: StoredQuoteWindow
  due: Decimal
  received: Decimal
  /** The missing part is within the limit of a small rest. */
  isSmall: boolean
}

/** Judges by the amount last asked for, whatever the price is now. Null: nothing is missing, or the fee is not open. */
export async function lockShortFee(
  deps: Deps,
  tx: Transaction,
  { quoteId }: { quoteId: string },
): Promise<ShortFee | null> {
  const arriving = await lockArrivingFee(tx, { quoteId, now: deps.clock.now() })
  const { quote, isPaid, arrival } = arriving
  const lock = arrival.locks.at(-1)
  if (quote.state !== 'open' || isPaid || lock === undefined) return null
  const { received } = arrival
  const due = lock.amountDue
  const priceUsd = quote.netUsd.div(due)
  return {
    arriving,
    lock,
    due,
    received,
    isSmall: judgeRest({ due, received, priceUsd }, deps.settings.restLimits) === 'small',
  }
}

/** Counts the fee as paid and closes its unmatched payment. Throws when it was settled meanwhile, despite the lock. */
export async function settleShortFee(
  deps: Deps,
  tx: Transaction,
  { arriving, lock, received }: ShortFee,
): Promise<void> {
  const { quote } = arriving
  const now = deps.clock.now()
  const by = await findNewestCounted(tx, { feeQuoteId: quote.id })
  if (by === null || !(await markFeeQuotePaid(tx, { id: quote.id, at: now, lock }))) {
    throw new Error(`the fee ${quote.id} cannot be settled with what has arrived`)
  }
  await closeFeeUnmatched(tx, { feeQuoteId: quote.id, at: now })
  const paid = (await lockArrivingFee(tx, { quoteId: quote.id, now })).quote
  await recordPaidFee(deps, tx, { quote: paid, received, excess: new Decimal(0), by, now })
}
