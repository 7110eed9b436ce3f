/** What the buyer can do about a small outstanding amount. */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canTakeArrived } from '#app/escrow/domain/correction.ts'
import type { RestView } from '#app/escrow/domain/escrow-details.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { judgeRest, type RestLimits } from '#app/ledgers/payments/domain/rest.ts'
import { pricesNow } from '#app/prices/queries/prices-now.server.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { canAmendAmount } from '#app/trade/terms/domain/amendment.ts'

/** Same conditions as in the workflow. Null: nothing; also while an amendment is open or no price can be trusted. */
export async function showOutstanding(
  db: Database,
  { escrow, limits, hasProposal, now }: { escrow: StoredEscrow; limits: RestLimits; hasProposal: boolean; now: Date },
): Promise<RestView | null> {
  const { amount: due, receivedAmount: received, currency, facts, sellerId } = escrow
  if (facts.verifiedAt !== null || facts.cancelledAt !== null || received.isZero()) return null
  if (ledgerDateOf(escrow) !== null) return null
  // First without a price: the outstanding amount of most escrows is too large anyway.
  if (judgeRest({ due, received, priceUsd: new Decimal(0) }, limits) !== 'small') return null
  const price = (await pricesNow(db, now)).find(({ asset }) => asset === currency)
  const priceUsd = price?.usd && price.doubt === null ? new Decimal(price.usd) : null
  if (judgeRest({ due, received, priceUsd }, limits) !== 'small') return null
  if (sellerId === null) return canTakeArrived(escrow) ? 'take' : null
  return canAmendAmount(escrow) && escrow.dispute === null && !hasProposal ? 'propose' : null
}
