/** What the buyer of an escrow can do about a small rest that is missing. */
import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { canAmendAmount } from '#app/domain/agreement/amendment.ts'
import { ledgerDateOf } from '#app/domain/custody/custodian.ts'
import { canTakeArrived } from '#app/domain/escrow/correction.ts'
import type { ShownRest } from '#app/domain/escrow/shown-escrow.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { judgeRest, type RestLimits } from '#app/domain/ledger-payments/rest.ts'
import { pricesNow } from '#app/queries/prices/prices-now.server.ts'

/** The same questions that the workflow asks. Null: nothing; also while an amendment is open, or no price can be trusted. */
export async function showRest(
  db: Database,
  { escrow, limits, hasProposal, now }: { escrow: StoredEscrow; limits: RestLimits; hasProposal: boolean; now: Date },
): Promise<ShownRest | null> {
  const { amount: due, receivedAmount: received, currency, facts, sellerId } = escrow
  if (facts.verifiedAt !== null || facts.cancelledAt !== null || received.isZero()) return null
  if (ledgerDateOf(escrow) !== null) return null
  // Most escrows are not so near: no price is asked for them.
  if (judgeRest({ due, received, priceUsd: new Decimal(0) }, limits) !== 'small') return null
  const price = (await pricesNow(db, now)).find(({ asset }) => asset === currency)
  const priceUsd = price?.usd && price.doubt === null ? new Decimal(price.usd) : null
  if (judgeRest({ due, received, priceUsd }, limits) !== 'small') return null
  if (sellerId === null) return canTakeArrived(escrow) ? 'take' : null
  return canAmendAmount(escrow) && escrow.dispute === null && !hasProposal ? 'propose' : null
}
