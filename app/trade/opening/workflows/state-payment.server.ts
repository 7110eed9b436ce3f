import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { storeClaim } from '#app/escrow/db/payment-claims.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { looksLikeHash, networkOf, normalizeHash } from '#app/kernel/domain/assets.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { CLAIM_POLL_MS, verifyPaymentClaim } from './verify-payment-claim.server.ts'

/**
 * The buyer claims a payment by its hash. It is stored and looked up at once; an unknown hash is looked up again as in
 * manual mode. The verdict is stored with the escrow. Refusals: escrow_not_found, txid_required, hash_malformed,
 * stellar_unavailable, xrp_unavailable (the lookup is retried later).
 */
export async function statePayment(
  deps: Deps,
  stated: { escrowId: string; buyerId: string; hash: string },
): Promise<{ escrowId: string } | Refusal> {
  const { escrowId, buyerId } = stated
  const found = await findPermitted(deps.db, stated, 'pay')
  if (!found) return refuse('escrow_not_found')
  const typed = stated.hash.trim()
  if (typed === '') return refuse('txid_required', { field: 'hash' })
  if (!looksLikeHash(typed)) return refuse('hash_malformed', { field: 'hash' })
  const network = networkOf(found.escrow.currency)
  const hash = normalizeHash(network, typed)
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await storeClaim(tx, { escrowId, hash, at })
    await writeEvent(tx, { kind: 'payment_stated', at, escrowId, userId: buyerId, detail: { hash } })
    const after = { at: new Date(at.getTime() + CLAIM_POLL_MS), now: at }
    await enqueue(tx, { name: 'verify_stated_payment', payload: { escrowId }, after })
  })
  try {
    await verifyPaymentClaim(deps, { escrowId })
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error
    return refuse(network === 'stellar' ? 'stellar_unavailable' : 'xrp_unavailable', { field: 'hash' })
  }
  return { escrowId }
}
