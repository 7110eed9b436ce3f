import { randomUUIDv7 } from 'node:crypto'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { endDeadline, storeDeadline } from '#app/trade/terms/db/deadlines.server.ts'
import { findStanding, type StoredStanding } from '#app/trade/terms/db/milestones.server.ts'
import { beginPause } from '#app/trade/terms/db/undelivered.server.ts'
import { type Deadline, deadlineOf, isSame, nextDeadlinePoll } from '#app/trade/terms/domain/deadline.ts'

/**
 * Updates the deadline of an escrow. Call it in every transaction that may change what is awaited, with the row locked.
 * The deadline that ran before ends, so that whatever waits for it does nothing. Does nothing without dates, or when it
 * is right.
 */
export async function scheduleDeadline(
  tx: Transaction,
  { escrowId, now }: { escrowId: string; now: Date },
): Promise<void> {
  const standing = await findStandingNow(tx, await lockEscrow(tx, escrowId))
  if (!standing) return
  const clock = deadlineOf(standing)
  if (isRunning(standing, clock)) return
  if (standing.running) await endDeadline(tx, { id: standing.running.id, end: 'moved', at: now })
  if (!clock) return
  const { kind, owner, since, stepSince: turnSince, dueAt } = clock
  const times = { startedAt: now, dueAt }
  const named = { kind, owner, since, turnSince }
  await storeDeadline(tx, {
    id: randomUUIDv7(),
    escrowId,
    ...named,
    ...times,
    nextAt: scheduleDeadlinePoll(clock, { ...times, now }),
  })
}

/** Returns the standing, with a pause that returned emails cause by now (decision 109). Call it with the row locked. */
export async function findStandingNow(tx: Transaction, escrow: StoredEscrow): Promise<StoredStanding | null> {
  const standing = await findStanding(tx, escrow)
  const clock = standing && deadlineOf(standing)
  if (!clock || clock.step === 'fund') return standing
  const { step, stepSince: since, dueAt } = clock
  return (await beginPause(tx, { escrowId: escrow.id, step, since, dueAt })) ? findStanding(tx, escrow) : standing
}

/** A wait may end early without an event of the escrow: an account is no longer suspended, or is confirmed. */
const WHILE_WAITING_MS = 5 * 60_000

/** When to poll a deadline: at its next reminder, at its end, or because a wait may be over. */
export function scheduleDeadlinePoll(
  { wait }: Deadline,
  { now, ...times }: { startedAt: Date; dueAt: Date; now: Date },
): Date {
  if (!wait?.until) return nextDeadlinePoll(times, now)
  return new Date(Math.min(times.dueAt.getTime(), now.getTime() + WHILE_WAITING_MS))
}

/** Is the deadline that should run the one that runs? */
export function isRunning({ running }: Pick<StoredStanding, 'running'>, clock: Deadline | null): boolean {
  if (!running || !clock) return running === null && clock === null
  return running.kind === clock.kind && isSame(running.since, clock.since) && isSame(running.dueAt, clock.dueAt)
}
