import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { findUnsettled, settleFromBefore } from '#app/settlement/custody/db/settlements.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const SLICE = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Gives the payouts and ways out of before there were settlements their own (docs/decisions/142), an escrow in a transaction. One that cannot be given one
 * stops no other. For one release.
 */
export async function fillSettlements(deps: Pick<Deps, 'db' | 'log'>, { slice = SLICE } = {}): Promise<void> {
  let escrowIds = await findUnsettled(deps.db, { after: FIRST, take: slice })
  while (escrowIds.length > 0) {
    for (const escrowId of escrowIds) {
      await inTransaction(deps.db, (tx) => settleFromBefore(tx, escrowId)).catch((error: unknown) =>
        deps.log.error({ escrow: escrowId, cause: causeOf(error), err: error }, 'an escrow was given no settlement'),
      )
    }
    escrowIds = await findUnsettled(deps.db, { after: escrowIds.at(-1) ?? FIRST, take: slice })
  }
}
