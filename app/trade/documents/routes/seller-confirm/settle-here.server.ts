import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { intentPlaceOf, settleIntentOf } from '#app/escrow/domain/settle-intents.ts'
import { isRefusal, refuse } from '#app/kernel/domain/refusal.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { deps } from '#app/runtime.server.ts'
import { findSellerEscrow } from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { escrowNetwork } from '#app/trade/lookup/web/escrow-network.server.ts'
import { answerSettle, type SettledPage } from '#app/trade/lookup/web/settle.server.ts'
import type { Refused } from './take-confirmation.server.ts'

/** Takes a settlement form sent from the seller's page. Returns where to go, or what to show. */
export async function settleHere(
  fields: FormFields,
  viewer: Viewer,
): Promise<{ path: string } | (Refused & { settled: SettledPage | null })> {
  const refused = { problems: [], status: 200, typed: null, settled: null }
  const readAgain = () =>
    findSellerEscrow(deps.db, { viewer, typed: fields.get('txid'), network: escrowNetwork(), now: deps.clock.now() })
  const intent = settleIntentOf(fields.get('intent'))
  const escrow = await orRefuse(readAgain(), 'settle_failed')
  if (!escrow || isRefusal(escrow) || !intent) {
    const problem = isRefusal(escrow) ? escrow : refuse('escrow_not_found', { field: 'transactionId' })
    return { ...refused, problems: [problem], status: 400 }
  }
  const settled = await answerSettle({
    ...{ intent, escrow, userId: viewer.id, stillUntil: viewer.stillUntil },
    ...{ fields, readAgain },
  })
  if ('said' in settled) {
    const { said } = settled
    return { path: `/seller-confirm?txid=${escrow.transactionId}&settled=${said}${intentPlaceOf(said)}` }
  }
  if ('sure' in settled) return { ...refused, settled }
  return { ...refused, problems: [settled.refusal], status: 400, settled }
}
