import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { findFeesOfEscrow } from '#app/fees/db/fee-uses.server.ts'
import { feeDifference, mostCovered } from '#app/fees/domain/service-fee.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Decimal, plainUsd } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findQuotePrice } from '#app/prices/workflows/find-fresh-price.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Checks that the fees paid for the escrow cover the new amount (decision 027). No limit under the account's fee, or if
 * opened free of charge. Null: covered. Refusals: fee_too_small, escrow_worth_unknown (no trusted price).
 */
export async function checkFeeCovers(
  deps: Deps,
  tx: Transaction,
  { escrow, amount }: { escrow: StoredEscrow; amount: Decimal },
): Promise<Refusal | null> {
  const fees = await findFeesOfEscrow(tx, escrow.id)
  if (fees.length === 0) return null
  const { currency } = escrow
  const price = await findQuotePrice(tx, { asset: currency, now: deps.clock.now() })
  if (typeof price === 'string') return refuse('escrow_worth_unknown', { field: 'amount', values: { currency } })
  const worthUsd = amount.mul(price.usd)
  if (mostCovered(fees).gte(worthUsd)) return null
  const values = {
    worth: plainUsd(worthUsd),
    most: plainUsd(mostCovered(fees)),
    difference: plainUsd(feeDifference(fees, worthUsd)),
  }
  return refuse('fee_too_small', { field: 'amount', values })
}
