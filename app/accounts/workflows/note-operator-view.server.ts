import { hasEventSince, hasViewedSince, writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

const ONCE_IN_MS = 3_600_000

/** Records that the operator read an escrow of others; once an hour is enough to tell who looked, and when. */
export async function noteOperatorView(deps: Deps, view: { escrowId: string; operatorId: string }): Promise<void> {
  const now = deps.clock.now()
  const event = { kind: 'operator_viewed', escrowId: view.escrowId, userId: view.operatorId } as const
  if (await hasEventSince(deps.db, { ...event, since: new Date(now.getTime() - ONCE_IN_MS) })) return
  await inTransaction(deps.db, (tx) => writeEvent(tx, { ...event, at: now }))
}

/** The same of a person's account. */
export async function notePersonView(deps: Deps, view: { subject: string; operatorId: string }): Promise<void> {
  const now = deps.clock.now()
  const { subject, operatorId: userId } = view
  if (await hasViewedSince(deps.db, { ...view, since: new Date(now.getTime() - ONCE_IN_MS) })) return
  const event = { kind: 'person_viewed', at: now, userId, detail: { subject } } as const
  await inTransaction(deps.db, (tx) => writeEvent(tx, event))
}
