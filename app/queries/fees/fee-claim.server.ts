/** What the ledger has shown of a hash that did not settle the fee: for the payer who pasted it. */

import { findLatestFeeQuote } from '#app/db/fees/fee-quotes.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { findMadeBy } from '#app/db/ledger-payments/claimable-money.server.ts'
import { findPaymentsByHash } from '#app/db/ledger-payments/seen-payments.server.ts'
import { adviseOnClaim, type ClaimAdvice, type ClaimedPayment } from '#app/domain/fees/claim-advice.ts'
import { looksLikeHash, networkOf, normalizeHash } from '#app/domain/kernel/assets.ts'
import type { RefusalCode } from '#app/domain/kernel/refusal.ts'
import type { SeenPayment } from '#app/domain/ledger-payments/seen-payment.ts'

/** What the payment carried as a memo; null for none. */
type ShownPayment = Omit<SeenPayment, 'problem'> & { memo: string | null }

/** Only what anybody can read on the public ledger: the payment may be somebody else's. */
export type ShownClaim = { advice: ClaimAdvice; hash: string; payments: ShownPayment[] }

/** Null where the refusal's own sentence says everything. */
export async function findFeeClaim(
  db: Database,
  claim: { userId: string; hash: string; refused: RefusalCode },
): Promise<ShownClaim | null> {
  const quote = await findLatestFeeQuote(db, claim.userId)
  if (!quote || !looksLikeHash(claim.hash.trim())) return null
  const network = networkOf(quote.asset)
  const hash = normalizeHash(network, claim.hash)
  const payments = await findPaymentsByHash(db, { network, hash, account: quote.account })
  const own = String(quote.reference)
  const claimed = payments.map(({ memo, problem }): ClaimedPayment => {
    const carried = memo === own ? 'own' : memo === null ? 'none' : 'other'
    return { memo: carried, counts: problem === null }
  })
  const isOnLedger = (await findMadeBy(db, { network, hash })).some(({ isOpen }) => isOpen)
  const advice = adviseOnClaim(claim.refused, { payments: claimed, isOnLedger })
  return advice && { advice, hash, payments: payments.map(({ problem: _, ...shown }) => shown) }
}
