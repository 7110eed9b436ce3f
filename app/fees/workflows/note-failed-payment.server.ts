import { recordFailedPayment } from '#app/fees/db/fee-payments.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** No hash or currency is longer, and nothing longer is stored. */
const LONGEST = { hash: 200, currency: 20 }

/**
 * Records why a fee was not paid (spec §3 Failed payment, §8): the sentence that the payer read, always in English,
 * without its sign, which is for pages.
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
  // Spec §5 has one sentence for an empty hash; the field shows what is missing.
  const code = refused === 'txid_required' ? 'amount_invalid' : refused
  return deps
    .translator('en')(`common:refusal.${code}`, { replace: values })
    .replace(/^❌\s*/, '')
}
