/** What helps whoever pays what is due: its worth in dollars, and a small payment to try the way with. */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { testPayment } from '#app/ledgers/references/domain/test-payment.ts'
import { findWorth, type SumWorth } from '#app/prices/queries/worth-now.server.ts'
import { isUnderReview } from '#app/screening/db/screenings.server.ts'

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
