import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { countTry, returnTryAfterOutage } from '#app/kernel/web/http/limits.server.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { statePayment } from '#app/trade/opening/workflows/state-payment.server.ts'

/** Stores a payment claim. Null: stored. Throws a 429 Response. */
export async function stateHash(
  buyerId: string,
  { escrow, hash }: { escrow: PartyView; hash: string },
): Promise<Refusal | null> {
  await countTry('state_payment_by_user', buyerId)
  const stated = await orRefuse(statePayment(deps, { escrowId: escrow.id, buyerId, hash }), 'fetch_failed')
  if (!isRefusal(stated)) return null
  await returnTryAfterOutage('state_payment_by_user', buyerId, [stated])
  return stated
}
