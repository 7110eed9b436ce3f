/** What the ledger shows of a hash that did not settle the fee, for the payer who pasted it. */

import { findLatestFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { adviseOnClaim, type ClaimAdvice, type ClaimedPayment } from '#app/fees/domain/claim-advice.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { looksLikeHash, networkOf, normalizeHash } from '#app/kernel/domain/assets.ts'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'
import { findMadeBy } from '#app/ledgers/payments/db/claimable-money.server.ts'
import { findPaymentsByHash } from '#app/ledgers/payments/db/seen-payments.server.ts'
import type { SeenPayment } from '#app/ledgers/payments/domain/seen-payment.ts'

/** Null: no memo. */
type PaymentView = Omit<SeenPayment, 'problem'> & { memo: string | null }

/** Only what is public on the ledger: the payment may be somebody else's. */
export type ClaimView = { advice: ClaimAdvice; hash: string; payments: PaymentView[] }

/** Null: the refusal's sentence says everything. */
export async function findFeeClaim(
  db: Database,
  claim: { userId: string; hash: string; refused: RefusalCode },
): Promise<ClaimView | null> {
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
