import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findStandingListings } from '#app/screening/db/entries.server.ts'
import { storeWalletRefusal } from '#app/screening/db/refused-wallets.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** `statedBy`: the account that states it, perhaps an operator's. */
type Stated = { address: string; statedBy: string; field: string }

/**
 * Refuses a listed wallet, letter by letter (docs/decisions/119), when it is stated, so that nobody is under review for
 * it. Recorded once for each person, wallet and day. Null: not listed, or a false match. Refusal: wallet_not_possible.
 */
export async function refuseListed(deps: Deps, { address, statedBy, field }: Stated): Promise<Refusal | null> {
  const entryIds = await findStandingListings(deps.db, address)
  if (entryIds.length === 0) return null
  const at = deps.clock.now()
  const isNew = await storeWalletRefusal(deps.db, { userId: statedBy, address, entryIds, field, at })
  if (isNew) deps.log.warn({ user: statedBy, entries: entryIds }, 'listed wallet refused')
  return refuse('wallet_not_possible', { field, values: { support: deps.settings.supportEmail } })
}
