import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { answerTimeRequest, createTimeRequest } from '#app/trade/terms/db/deadlines.server.ts'
import {
  findStanding,
  moveDate,
  type StoredRequest,
  type StoredStanding,
} from '#app/trade/terms/db/milestones.server.ts'
import { answerBy, type Deadline, deadlineOf, MOST_MORE_DAYS, requestOf } from '#app/trade/terms/domain/deadline.ts'
import { leavesTime } from '#app/trade/terms/domain/ledger-time.ts'
import { addDays, endOfDay, readWorkingDay } from '#app/trade/terms/domain/working-days.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyOfExtension } from './notify-of-deadline.server.ts'
import { scheduleDeadline } from './schedule-deadline.server.ts'

/** `until`: a typed day. */
export type RequestedExtension = { escrowId: string; userId: string; until: string; reason: string }

type Looked = { escrow: StoredEscrow; standing: StoredStanding; clock: Deadline; side: Reader }

/**
 * Asks for an extension, once per step; the other side answers within 48 hours (decision 072). The deadline does not
 * wait for the answer. Where no seller is bound yet, nobody has relied on the date: it moves at once. Refusals:
 * escrow_not_found, time_not_possible, time_asked_before, time_until_invalid, amendment_behind_date.
 */
export async function requestExtension(deps: Deps, asked: RequestedExtension): Promise<StoredEscrow | Refusal> {
  return onDeadline(deps, asked, async (tx, { escrow, standing, clock, side }, now) => {
    if (clock.owner !== side) return refuse('time_not_possible')
    const before = requestOf(standing.requests, deadlineStep(clock))
    if (before) return isSameRequest(before, asked) ? escrow : refuse('time_asked_before')
    // The deadline has passed, even if the worker has not processed it yet.
    if (now >= clock.dueAt) return refuse('time_not_possible')
    const until = readWorkingDay(asked.until)
    if (!until || until <= clock.dueAt || until > endOfDay(addDays(clock.dueAt, MOST_MORE_DAYS))) {
      return refuse('time_until_invalid', { field: 'timeUntil' })
    }
    if (!hasTimeFor(until, { escrow, standing, clock })) return refuse('amendment_behind_date', { field: 'timeUntil' })
    const isGranted = escrow.sellerId === null && side === 'buyer'
    const { id: escrowId } = escrow
    const about = { escrowId, step: clock.step, since: clock.stepSince, until }
    await createTimeRequest(tx, {
      id: deps.newId(),
      ...about,
      askedById: asked.userId,
      reason: asked.reason,
      askedAt: now,
      isGranted,
    })
    const detail = { by: side, until: until.toISOString(), reason: asked.reason }
    await writeEvent(tx, {
      kind: isGranted ? 'time_agreed' : 'time_asked',
      at: now,
      escrowId,
      userId: asked.userId,
      detail,
    })
    if (isGranted) await moveTo(tx, about)
    else
      await notifyOfExtension(tx, { escrow, by: asked.userId, side, moment: 'asked', until, reason: asked.reason, now })
    await scheduleDeadline(tx, { escrowId, now })
    return lockEscrow(tx, escrowId)
  })
}

/**
 * Refusals: escrow_not_found, time_not_possible, time_not_asked (answered, over, own request), amendment_behind_date.
 */
export async function answerExtension(
  deps: Deps,
  answered: { escrowId: string; userId: string; requestId: string; isAgreed: boolean },
): Promise<StoredEscrow | Refusal> {
  return onDeadline(deps, answered, async (tx, { escrow, standing, clock, side }, now) => {
    const request = requestOf(standing.requests, deadlineStep(clock))
    // The page may show an outdated request.
    if (!request || request.id !== answered.requestId || clock.owner === side) return refuse('time_not_asked')
    const answer = answered.isAgreed ? ('agreed' as const) : ('declined' as const)
    if (request.answer === answer) return escrow
    if (request.answer !== null || now >= answerBy(request)) return refuse('time_not_asked')
    // Other dates may have moved since it was asked.
    if (answered.isAgreed && !hasTimeFor(request.until, { escrow, standing, clock }))
      return refuse('amendment_behind_date')
    if (!(await answerTimeRequest(tx, { id: request.id, answer, at: now }))) return refuse('time_not_asked')
    const { id: escrowId } = escrow
    const detail = { by: side, until: request.until.toISOString() }
    await writeEvent(tx, {
      kind: answered.isAgreed ? 'time_agreed' : 'time_declined',
      at: now,
      escrowId,
      userId: answered.userId,
      detail,
    })
    if (answered.isAgreed) await moveTo(tx, { escrowId, step: clock.step, until: request.until })
    await notifyOfExtension(tx, {
      escrow,
      by: answered.userId,
      side,
      moment: answer,
      until: request.until,
      reason: '',
      now,
    })
    await scheduleDeadline(tx, { escrowId, now })
    return lockEscrow(tx, escrowId)
  })
}

/** On-chain: what follows the moved date must be carried out before the ledger returns the money. */
function hasTimeFor(until: Date, { escrow, standing, clock }: Omit<Looked, 'side'>): boolean {
  return leavesTime(clock.step, until, { dates: standing.dates, ledgerDate: ledgerDateOf(escrow) })
}

type Work = (tx: Transaction, looked: Looked, now: Date) => Promise<StoredEscrow | Refusal>

async function onDeadline(
  deps: Deps,
  ask: { escrowId: string; userId: string },
  work: Work,
): Promise<StoredEscrow | Refusal> {
  const seen = await findPermitted(deps.db, ask, 'moreTime')
  if (!seen) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, ask.escrowId)
    const side = sideFor(escrow, seen.person, 'moreTime')
    if (!side) return refuse('escrow_not_found')
    const standing = await findStanding(tx, escrow)
    const clock = standing && deadlineOf(standing)
    if (!standing || !clock) return refuse('time_not_possible')
    return work(tx, { escrow, standing, clock, side }, deps.clock.now())
  })
}

/** Matches requests by the step, whatever extended its deadline. */
function deadlineStep({ step, owner, stepSince }: Deadline) {
  return { step, owner, since: stepSince }
}

/** Idempotent: the same form was sent twice. */
function isSameRequest(request: StoredRequest, { userId, until, reason }: RequestedExtension): boolean {
  return (
    request.askedById === userId &&
    request.reason === reason &&
    request.until.getTime() === readWorkingDay(until)?.getTime()
  )
}

async function moveTo(
  tx: Transaction,
  { escrowId, step, until }: { escrowId: string; step: Deadline['step']; until: Date },
) {
  if (step === 'fund') await moveDate(tx, { escrowId, fundBy: until })
  if (step === 'present') await moveDate(tx, { escrowId, presentBy: until })
}
