import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { placeOf, settleIntentOf } from '#app/domain/escrow/settle-intents.ts'
import { isRefusal, refuse } from '#app/domain/kernel/refusal.ts'
import { findSellerEscrow } from '#app/queries/lookup/escrow-pages.server.ts'
import { deps } from '#app/runtime.server.ts'
import type { FormFields } from '#app/web/kernel/forms/form-fields.ts'
import { orRefuse } from '#app/web/kernel/http/or-refuse.server.ts'
import { escrowNetwork } from '#app/web/lookup/escrow-network.server.ts'
import { type Settled, settle } from '#app/web/lookup/settle.server.ts'
import type { Refused } from './take-confirmation.server.ts'

/** A form about the end of the escrow, sent from the seller's page: where to go on, or what is to be shown. */
export async function settleHere(
  fields: FormFields,
  viewer: Viewer,
): Promise<{ path: string } | (Refused & { settled: Settled | null })> {
  const refused = { problems: [], status: 200, typed: null, settled: null }
  const readAgain = () =>
    findSellerEscrow(deps.db, { viewer, typed: fields.get('txid'), network: escrowNetwork(), now: deps.clock.now() })
  const intent = settleIntentOf(fields.get('intent'))
  const escrow = await orRefuse(readAgain(), 'settle_failed')
  if (!escrow || isRefusal(escrow) || !intent) {
    const problem = isRefusal(escrow) ? escrow : refuse('escrow_not_found', { field: 'transactionId' })
    return { ...refused, problems: [problem], status: 400 }
  }
  const settled = await settle({
    ...{ intent, escrow, userId: viewer.id, stillUntil: viewer.stillUntil },
    ...{ fields, readAgain },
  })
  if ('said' in settled) {
    const { said } = settled
    return { path: `/seller-confirm?txid=${escrow.transactionId}&settled=${said}${placeOf(said)}` }
  }
  if ('sure' in settled) return { ...refused, settled }
  return { ...refused, problems: [settled.refusal], status: 400, settled }
}
