/** What helps whoever pays what is due: its worth in dollars, and a small payment to try the way with. */
import type { Database } from '#app/db/kernel/client.server.ts'
import { isUnderReview } from '#app/db/screening/screenings.server.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'
import { testPayment } from '#app/domain/references/test-payment.ts'
import { findWorth, type SumWorth } from '#app/queries/prices/worth-now.server.ts'

export type DueNow = {
  /** Null without a price that is fresh. */
  worth: SumWorth | null
  /** Plain decimals; null where so little is due that it is sent at once. */
  test: { amount: string; rest: string } | null
  /** Somebody has yet to look at whoever pays: the money is kept, and does not leave. */
  isChecked: boolean
}

type Due = { amount: string; asset: Asset; now: Date; payerId: string }

/** `amount`: what is still due, as a plain decimal. */
export async function dueNow(db: Database, due: Due): Promise<DueNow> {
  const test = testPayment(due.asset, new Decimal(due.amount))
  return {
    worth: await findWorth(db, due),
    test: test && { amount: plain(test.amount), rest: plain(test.rest) },
    isChecked: await isUnderReview(db, due.payerId),
  }
}
