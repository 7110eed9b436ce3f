/**
 * Polls a deadline: reminds the side whose turn it is, or carries out the default outcome when it expires. One
 * transaction under the escrow's lock, and the deadline ends by compare-and-set: after a crash all of it has happened
 * or nothing, and concurrent runs do it once (decision 072).
 */

import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findFundedThrough } from '#app/settlement/custody/db/funded-through.server.ts'
import { scheduleDepositPoll as pollDeposits } from '#app/trade/onchain/workflows/agreeing/expect-deposit.server.ts'
import { endDeadline, findEscrowOfDeadline, pollAgainAt } from '#app/trade/terms/db/deadlines.server.ts'
import type { StoredStanding } from '#app/trade/terms/db/milestones.server.ts'
import { findConsequence } from '#app/trade/terms/db/situation.server.ts'
import type { Consequence } from '#app/trade/terms/domain/consequence.ts'
import { type Deadline, deadlineOf, deadlineReminderDue } from '#app/trade/terms/domain/deadline.ts'
import { waitsForLedger } from '#app/trade/terms/domain/pauses.ts'
import { remindOfDeadline } from '#app/trade/terms/workflows/notify-of-deadline.server.ts'
import {
  findStandingNow,
  isRunning,
  scheduleDeadline,
  scheduleDeadlinePoll,
} from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { WORK_OF } from './outcomes.server.ts'

const AFTER_FAILURE_MS = 5 * 60_000
const UNTIL_READ_MS = 30_000
const AFTER_DATE_MS = 24 * 3_600_000

export async function expireDeadline(deps: Deps, { clockId }: { clockId: string }): Promise<void> {
  const now = deps.clock.now()
  try {
    await inTransaction(deps.db, async (tx) => {
      const escrowId = await findEscrowOfDeadline(tx, clockId)
      if (escrowId === null) return
      const escrow = await lockEscrow(tx, escrowId)
      const standing = await findStandingNow(tx, escrow)
      // The deadline has ended: a job that is left for it does nothing.
      if (!standing || standing.running?.id !== clockId) return
      await look(deps, tx, { escrow, standing, running: standing.running, now })
    })
  } catch (error) {
    // The sweep takes the oldest first: without a delay, deadlines that always fail would block all others.
    await pollAgainAt(deps.db, { id: clockId, at: new Date(now.getTime() + AFTER_FAILURE_MS) })
    throw error
  }
}

export type ExaminedDeadline = {
  escrow: StoredEscrow
  standing: StoredStanding
  running: NonNullable<StoredStanding['running']>
  now: Date
}

async function look(deps: Deps, tx: Transaction, looked: ExaminedDeadline): Promise<void> {
  const { escrow, standing, running, now } = looked
  const clock = deadlineOf(standing)
  if (!clock || !isRunning(standing, clock)) return scheduleDeadline(tx, { escrowId: escrow.id, now })
  if (now < running.dueAt) return remind(tx, { ...looked, clock })
  if (waitsForLedger(clock, { read: await findFundedThrough(tx, escrow), now })) {
    await pollDeposits(tx, { escrowId: escrow.id, now })
    return pollAgainAt(tx, { id: running.id, at: new Date(now.getTime() + UNTIL_READ_MS) })
  }
  const ahead = await findConsequence(tx, { escrow, standing, clock, now })
  // It ends when the on-chain escrow is empty.
  if (ahead.act === 'date') return pollAgainAt(tx, { id: running.id, at: afterDate(ahead, now) })
  if (!(await endDeadline(tx, { id: running.id, end: 'ran_out', at: now }))) return
  await WORK_OF[ahead.act](deps, tx, { escrow, ahead, clockId: running.id, now })
  await scheduleDeadline(tx, { escrowId: escrow.id, now })
}

function afterDate({ at }: Consequence, now: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime()) + AFTER_DATE_MS)
}

async function remind(
  tx: Transaction,
  { escrow, running, clock, now }: ExaminedDeadline & { clock: Deadline },
): Promise<void> {
  const { wait } = clock
  // No reminder for a side that cannot act.
  const round = wait?.until ? null : deadlineReminderDue(running, now)
  if (round) {
    await remindOfDeadline(tx, { escrow, now, round, clockId: running.id, clock })
  }
  await pollAgainAt(tx, { id: running.id, at: scheduleDeadlinePoll(clock, { ...running, now }) })
}
