import { recordFailedPayment } from '#app/fees/db/fee-payments.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Longer is no hash and no currency, and nobody's to keep. */
const LONGEST = { hash: 200, currency: 20 }

/**
 * Records why a fee was not paid (spec §3 Failed payment, §8): with the sentence that the payer read, in one language,
 * whatever the payer's is. Its sign is for pages.
 */
export async function noteFailedPayment(
  deps: Deps,
  failed: { userId: string; hash: string; currency: string; refusal: Refusal },
): Promise<void> {
  const { userId, hash, currency, refusal } = failed
  await recordFailedPayment(deps.db, {
    uid: userId,
    txid: hash.trim().slice(0, LONGEST.hash),
    currency: currency.slice(0, LONGEST.currency),
    reason: reasonOf(deps, refusal),
    timestamp: deps.clock.now(),
  })
}

function reasonOf(deps: Deps, { refused, values }: Refusal): string {
  // An empty hash is told by the sentence that spec §5 has for it; what is missing stands beside the field.
  const code = refused === 'txid_required' ? 'amount_invalid' : refused
  return deps
    .translator('en')(`common:refusal.${code}`, { replace: values })
    .replace(/^❌\s*/, '')
}
