import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import type { PartyView } from '#app/domain/lookup/escrow-view.ts'
import { deps } from '#app/runtime.server.ts'
import { countTry, returnTryAfterOutage } from '#app/web/kernel/http/limits.server.ts'
import { orRefuse } from '#app/web/kernel/http/or-refuse.server.ts'
import { statePayment } from '#app/workflows/opening/state-payment.server.ts'

/** Takes the hash of a payment that does not show. Null when it is looked for, else why not. Throws a 429 Response. */
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
