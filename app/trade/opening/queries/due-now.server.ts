/** For the payer of an outstanding amount: its value in US dollars, and a small test payment. */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { testPayment } from '#app/ledgers/references/domain/test-payment.ts'
import { findWorth, type SumWorth } from '#app/prices/queries/worth-now.server.ts'
import { isUnderReview } from '#app/screening/db/screenings.server.ts'

export type DueNow = {
  /** Null: no fresh price. */
  worth: SumWorth | null
  /** Plain decimals. Null: the amount is so small that no test payment is useful. */
  test: { amount: string; rest: string } | null
  /** The payer is under review: the payment is kept, and the money does not leave before the decision. */
  isChecked: boolean
}

type Due = { amount: string; asset: Asset; now: Date; payerId: string }

/** `amount`: the outstanding amount, a plain decimal. */
export async function dueNow(db: Database, due: Due): Promise<DueNow> {
  const test = testPayment(due.asset, new Decimal(due.amount))
  return {
    worth: await findWorth(db, due),
    test: test && { amount: plain(test.amount), rest: plain(test.rest) },
    isChecked: await isUnderReview(db, due.payerId),
  }
}
