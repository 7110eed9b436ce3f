import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Person, sideFor, sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { findFundedThrough } from '#app/settlement/custody/db/funded-through.server.ts'
import { findPresentedTypes, findStanding, type StoredRequest } from '#app/trade/terms/db/milestones.server.ts'
import { findConsequence } from '#app/trade/terms/db/situation.server.ts'
import { missingOf } from '#app/trade/terms/domain/asked-documents.ts'
import { showConsequence } from '#app/trade/terms/domain/consequence.ts'
import type { DatesView, RequestView } from '#app/trade/terms/domain/dates-view.ts'
import { answerBy, type Deadline, deadlineOf, mayWithdrawDispute, requestOf } from '#app/trade/terms/domain/deadline.ts'
import { undeliveredUntil, waitsForLedger } from '#app/trade/terms/domain/pauses.ts'
import type { TradeStanding } from '#app/trade/terms/domain/standing.ts'

/** `viewer`: null for the operator, who answers nothing. */
type Ask = { escrow: StoredEscrow; viewer: Person | null; now: Date }

/** Null: the trade has no dates. */
export async function showDates(db: Database, { escrow, viewer, now }: Ask): Promise<DatesView | null> {
  const standing = await findStanding(db, escrow)
  if (!standing) return null
  const { fundBy, presentBy, examineDays, weekend, onSilence, documents } = standing.dates
  const missing = missingOf(documents, await findPresentedTypes(db, escrow.id))
  const clock = deadlineOf(standing)
  const request = clock && requestOf(standing.requests, { ...clock, since: clock.stepSince })
  const shown = request && showRequest(request, now)
  const side = viewer && sideFor(escrow, viewer, 'moreTime')
  const still = clock ? await stillOf(db, { escrow, standing, clock, now }) : escrow.dispute && BY_DISPUTE
  return {
    fundBy: fundBy.toISOString(),
    presentBy: presentBy.toISOString(),
    examineDays,
    weekend,
    onSilence,
    documents: documents.map((type) => ({ type, isThere: !missing.includes(type) })),
    clock: clock && !still ? await showDeadline(db, { escrow, standing, clock, now }) : null,
    still,
    disputeStands: disputeStands(standing, { escrow, viewer, now }),
    request: shown,
    mayAsk: clock !== null && !still && side === clock.owner && !request && now < clock.dueAt,
    mayAnswer: clock !== null && side !== null && side !== clock.owner && shown?.state === 'open',
  }
}

async function showDeadline(db: Database, running: Running): Promise<DatesView['clock']> {
  return {
    ...showConsequence(await findConsequence(db, running)),
    dueAt: running.clock.dueAt.toISOString(),
  }
}

const BY_DISPUTE: DatesView['still'] = { why: 'dispute', until: null }

type Running = { escrow: StoredEscrow; standing: TradeStanding; clock: Deadline; now: Date }

async function stillOf(db: Database, { escrow, standing, clock, now }: Running): Promise<DatesView['still']> {
  if (clock.wait?.until && clock.wait.from <= now) return { why: 'quayside', until: clock.wait.until.toISOString() }
  const undelivered = undeliveredUntil(standing, { clock, now })
  if (undelivered) return { why: 'undelivered', until: undelivered.toISOString() }
  if (clock.kind !== 'fund' || now < clock.dueAt) return null
  const until = waitsForLedger(clock, { read: await findFundedThrough(db, escrow), now })
  return until && { why: 'ledger', until: until.toISOString() }
}

function disputeStands(standing: TradeStanding, { escrow: { dispute, ...escrow }, viewer, now }: Ask): boolean {
  if (!viewer || dispute?.openedById !== viewer.id) return false
  const { openedAt } = dispute
  return !mayWithdrawDispute(standing, { side: sideOfAct(escrow, dispute), openedAt, now })
}

function showRequest(request: StoredRequest, now: Date): RequestView {
  const { id, step, until, reason, answer } = request
  const state = answer ?? (now < answerBy(request) ? 'open' : 'unanswered')
  return { id, step, until: until.toISOString(), answerBy: answerBy(request).toISOString(), reason, state }
}
