import { inTransaction } from '#app/kernel/db/client.server.ts'
import { causeOf } from '#app/kernel/domain/cause.ts'
import { findWithoutMilestone, giveMilestone } from '#app/trade/terms/db/milestones-from-before.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const SLICE = 1000
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Gives the escrows of before there were milestones theirs (docs/decisions/147), an escrow in a transaction. One that cannot be given one stops no other.
 * For one release.
 */
export async function fillMilestones(deps: Pick<Deps, 'db' | 'log'>, { slice = SLICE } = {}): Promise<void> {
  for (let after: string | null = FIRST; after !== null; ) {
    const { last, escrowIds } = await findWithoutMilestone(deps.db, { after, take: slice })
    for (const escrowId of escrowIds) {
      await inTransaction(deps.db, (tx) => giveMilestone(tx, escrowId)).catch((error: unknown) =>
        deps.log.error({ escrow: escrowId, cause: causeOf(error), err: error }, 'an escrow was given no milestone'),
      )
    }
    after = last
  }
}
