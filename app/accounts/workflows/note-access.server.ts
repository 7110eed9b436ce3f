import { countAccess, type NewAccess } from '#app/kernel/db/access-records.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** No page of ours has a longer path. */
const LONGEST_SUBJECT = 200

export type Access = Pick<NewAccess, 'kind'> & Partial<Omit<NewAccess, 'kind' | 'at'>>

/** Records who did what, and from where, for 13 months (docs/operating.md, "Who did what"). */
export async function noteAccess(deps: Deps, access: Access): Promise<void> {
  const { kind, userId = null, escrowId = null, subject = '', place = '' } = access
  await countAccess(deps.db, {
    id: deps.newId(),
    kind,
    at: deps.clock.now(),
    userId,
    escrowId,
    subject: subject.slice(0, LONGEST_SUBJECT),
    place,
  })
}
