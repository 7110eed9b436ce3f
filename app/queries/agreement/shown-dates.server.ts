import { findPresentedTypes, findStanding, type StoredRequest } from '#app/db/agreement/trade-dates.server.ts'
import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database } from '#app/db/kernel/client.server.ts'
import { missingOf } from '#app/domain/agreement/asked-documents.ts'
import { answerBy, clockOf, requestOf } from '#app/domain/agreement/clock.ts'
import type { ShownDates, ShownRequest } from '#app/domain/agreement/shown-dates.ts'
import { type Somebody, sideWithSay } from '#app/domain/escrow/escrow-party.ts'

/** `viewer`: null for the operator, who answers nothing. */
type Ask = { escrow: StoredEscrow; viewer: Somebody | null; now: Date }

/** What was agreed, whose clock runs, and what the reader may do about it; null: the trade has no dates. */
export async function showDates(db: Database, { escrow, viewer, now }: Ask): Promise<ShownDates | null> {
  const standing = await findStanding(db, escrow)
  if (!standing) return null
  const { fundBy, presentBy, examineDays, onSilence, documents } = standing.dates
  const missing = missingOf(documents, await findPresentedTypes(db, escrow.id))
  const clock = clockOf(standing)
  const request = clock && requestOf(standing.requests, { ...clock, since: clock.stepSince })
  const shown = request && showRequest(request, now)
  const side = viewer && sideWithSay(escrow, viewer)
  return {
    fundBy: fundBy.toISOString(),
    presentBy: presentBy.toISOString(),
    examineDays,
    onSilence,
    documents: documents.map((type) => ({ type, isThere: !missing.includes(type) })),
    clock: clock && { kind: clock.kind, owner: clock.owner, dueAt: clock.dueAt.toISOString() },
    request: shown,
    mayAsk: clock !== null && side === clock.owner && !request && now < clock.dueAt,
    mayAnswer: clock !== null && side !== null && side !== clock.owner && shown?.state === 'open',
  }
}

function showRequest(request: StoredRequest, now: Date): ShownRequest {
  const { id, step, until, reason, answer } = request
  const state = answer ?? (now < answerBy(request) ? 'open' : 'unanswered')
  return { id, step, until: until.toISOString(), answerBy: answerBy(request).toISOString(), reason, state }
}
