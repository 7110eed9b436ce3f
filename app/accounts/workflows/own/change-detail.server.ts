import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import { isRefusal, type Refusal } from '#app/kernel/domain/refusal.ts'
import { storePersonDetail } from '#app/screening/db/person-details.server.ts'
import { reopenAsked } from '#app/screening/db/reviews.server.ts'
import { givenIn, readDetail, type TypedDetail } from '#app/screening/domain/person-detail.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Replaces what somebody states of themselves, compares it with the lists, and reopens the review that asked for it.
 * The event does not repeat the details. Refusals: those of readDetail.
 */
export async function changeDetail(
  deps: Deps,
  { userId, typed }: { userId: string; typed: TypedDetail },
): Promise<{ is: 'saved' } | Refusal> {
  const at = deps.clock.now()
  const detail = readDetail(typed, at)
  if (isRefusal(detail)) return detail
  await inTransaction(deps.db, async (tx) => {
    await storePersonDetail(tx, { userId, detail })
    await reopenAsked(tx, { personId: userId, given: givenIn(detail) })
    await writeEvent(tx, { kind: 'person_detail_changed', at, userId })
    await enqueue(tx, { name: 'screen_person', payload: { userId } })
  })
  return { is: 'saved' }
}
