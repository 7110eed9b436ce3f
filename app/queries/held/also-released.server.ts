import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { findOpenedWith } from '#app/db/held/locks.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import type { ShownEscrow } from '#app/domain/escrow/shown-escrow.ts'
import { fateOf } from '#app/domain/held/shown-hold.ts'
import { custodyFactsOf } from '#app/domain/kernel/assets.ts'
import { plain } from '#app/domain/kernel/money.ts'

/** What a release would open beside the money of the escrow: as the ledger was last asked. Nothing where no secret releases it. */
export async function showAlsoReleased(
  db: Database,
  { id, currency, held }: StoredEscrow,
): Promise<ShownEscrow['alsoReleased']> {
  if (!held?.lock || held.lock.end !== null || custodyFactsOf(currency).settledBy !== 'secret') return []
  const locks = await findOpenedWith(db, { escrowId: id, lockId: held.lock.id })
  return locks.map(({ hash, amount, draftId, differences }) => {
    const fate = fateOf({ isOnStellar: false, draftId, differences }, { counting: draftId })
    return { hash, amount: amount && plain(amount), toSeller: fate === 'to_seller' }
  })
}
