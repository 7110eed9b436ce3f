import { writeEvent } from '#app/db/kernel/audit.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { storePersonDetail } from '#app/db/screening/person-details.server.ts'
import { reopenAsked } from '#app/db/screening/reviews.server.ts'
import { isRefusal, type Refusal } from '#app/domain/kernel/refusal.ts'
import { givenIn, readDetail, type TypedDetail } from '#app/domain/screening/person-detail.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import type { Deps } from '#app/workflows/deps.ts'

/**
 * What somebody says of themselves takes the place of what was said before, and is compared with the lists; what an
 * operator has asked for is looked at anew. The event does not
 * repeat it. Refusals: those of readDetail.
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
