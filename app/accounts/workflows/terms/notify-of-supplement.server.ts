import { takeUnaccepting } from '#app/accounts/db/service-terms.server.ts'
import { TERMS_SUPPLEMENT } from '#app/accounts/domain/service-terms.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** People in one transaction, and transactions in one call; the next call takes the rest. */
const SLICE = 50
const MOST_SLICES = 40
/** The most escrows that an email names; the others are on the dashboard. */
const MOST_ESCROWS = 10

/**
 * Writes once to everybody with an open escrow who has not accepted the supplement of the terms. Each slice is one
 * transaction that stores its progress, so that a killed process repeats nothing and leaves nobody out.
 */
export async function notifyOfSupplement(deps: Pick<Deps, 'db' | 'clock'>, { slice = SLICE } = {}): Promise<void> {
  const now = deps.clock.now()
  for (let taken = 0; taken < MOST_SLICES; taken += 1) {
    const isOver = await inTransaction(deps.db, async (tx) => {
      const people = await takeUnaccepting(tx, { take: slice, mostEscrows: MOST_ESCROWS, now })
      for (const { userId, escrows } of people ?? []) {
        const event = `terms_changed:${TERMS_SUPPLEMENT}:${userId}`
        await queueEmail(tx, { event, to: { userId }, content: { letter: 'terms_changed', escrows } })
      }
      return people === null
    })
    if (isOver) return
  }
}
