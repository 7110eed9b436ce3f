import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { custodyFactsOf } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { findOpenedWith } from '#app/trade/onchain/db/deposits.server.ts'
import { fateOf } from '#app/trade/onchain/domain/onchain-view.ts'

/** What a release would open beside the escrow's money, as of the last poll. Empty unless a secret releases it. */
export async function showAlsoReleased(
  db: Database,
  { id, currency, held }: StoredEscrow,
): Promise<EscrowDetails['alsoReleased']> {
  if (!held?.lock || held.lock.end !== null || custodyFactsOf(currency).settledBy !== 'secret') return []
  const locks = await findOpenedWith(db, { escrowId: id, lockId: held.lock.id })
  return locks.map(({ hash, amount, draftId, differences }) => {
    const fate = fateOf({ isOnStellar: false, draftId, differences }, { counting: draftId })
    return { hash, amount: amount && plain(amount), toSeller: fate === 'to_seller' }
  })
}
