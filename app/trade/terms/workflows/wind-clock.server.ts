import { randomUUIDv7 } from 'node:crypto'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { endClock, startClock } from '#app/trade/terms/db/clocks.server.ts'
import { findStanding, type StoredStanding } from '#app/trade/terms/db/milestones.server.ts'
import { beginPause } from '#app/trade/terms/db/undelivered.server.ts'
import { type Clock, clockOf, isSame, nextLook } from '#app/trade/terms/domain/clock.ts'

/**
 * Puts the clock of an escrow right after anything that may have changed whose turn it is: call it in the same transaction,
 * with the row locked. The clock that ran before ends, so that whatever waits for it does nothing. Does nothing where there are no
 * dates, or where the clock is right.
 */
export async function windClock(tx: Transaction, { escrowId, now }: { escrowId: string; now: Date }): Promise<void> {
  const standing = await findStandingNow(tx, await lockEscrow(tx, escrowId))
  if (!standing) return
  const clock = clockOf(standing)
  if (isRunning(standing, clock)) return
  if (standing.running) await endClock(tx, { id: standing.running.id, end: 'moved', at: now })
  if (!clock) return
  const { kind, owner, since, stepSince: turnSince, dueAt } = clock
  const times = { startedAt: now, dueAt }
  const named = { kind, owner, since, turnSince }
  await startClock(tx, { id: randomUUIDv7(), escrowId, ...named, ...times, nextAt: lookNext(clock, { ...times, now }) })
}

/**
 * How it stands, with the pause that has begun since somebody last looked: letters to whose turn it is come back (decision 109).
 * Call it with the row locked.
 */
export async function findStandingNow(tx: Transaction, escrow: StoredEscrow): Promise<StoredStanding | null> {
  const standing = await findStanding(tx, escrow)
  const clock = standing && clockOf(standing)
  if (!clock || clock.step === 'fund') return standing
  const { step, stepSince: since, dueAt } = clock
  return (await beginPause(tx, { escrowId: escrow.id, step, since, dueAt })) ? findStanding(tx, escrow) : standing
}

/** What a clock waits for may end before its time, without a word to the escrow: an account is unlocked, or confirmed. */
const WHILE_WAITING_MS = 5 * 60_000

/** When to look at a clock again: for its next reminder, at its end, or because what it waits for may be over. */
export function lookNext({ wait }: Clock, { now, ...times }: { startedAt: Date; dueAt: Date; now: Date }): Date {
  if (!wait?.until) return nextLook(times, now)
  return new Date(Math.min(times.dueAt.getTime(), now.getTime() + WHILE_WAITING_MS))
}

/** Does the clock that should run run already? */
export function isRunning({ running }: Pick<StoredStanding, 'running'>, clock: Clock | null): boolean {
  if (!running || !clock) return running === null && clock === null
  return running.kind === clock.kind && isSame(running.since, clock.since) && isSame(running.dueAt, clock.dueAt)
}
