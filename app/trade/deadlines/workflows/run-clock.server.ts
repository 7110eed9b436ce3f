/**
 * Looks at a clock: reminds whose turn it is, or does what was agreed for when it runs out. Everything is one transaction under
 * the escrow's lock, and the clock's end is a compare-and-set: killed anywhere it has done all of it or nothing, and looked at
 * by many it is done once (decision 072).
 */

import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findFundedThrough } from '#app/settlement/custody/db/funded-through.server.ts'
import { lookNext as lookForLocks } from '#app/trade/onchain/workflows/agreeing/expect-lock.server.ts'
import { endClock, findEscrowOfClock, lookAgainAt } from '#app/trade/terms/db/clocks.server.ts'
import type { StoredStanding } from '#app/trade/terms/db/milestones.server.ts'
import { findConsequence } from '#app/trade/terms/db/situation.server.ts'
import { type Clock, clockOf, roundDue } from '#app/trade/terms/domain/clock.ts'
import type { Consequence } from '#app/trade/terms/domain/consequence.ts'
import { waitsForLedger } from '#app/trade/terms/domain/pauses.ts'
import { remindOfClock } from '#app/trade/terms/workflows/tell-of-clock.server.ts'
import { findStandingNow, isRunning, lookNext, windClock } from '#app/trade/terms/workflows/wind-clock.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { WORK_OF } from './outcomes.server.ts'

const AFTER_FAILURE_MS = 5 * 60_000
const UNTIL_READ_MS = 30_000
const AFTER_DATE_MS = 24 * 3_600_000

export async function runClock(deps: Deps, { clockId }: { clockId: string }): Promise<void> {
  const now = deps.clock.now()
  try {
    await inTransaction(deps.db, async (tx) => {
      const escrowId = await findEscrowOfClock(tx, clockId)
      if (escrowId === null) return
      const escrow = await lockEscrow(tx, escrowId)
      const standing = await findStandingNow(tx, escrow)
      // Of a clock that has ended: what waited for it does nothing.
      if (!standing || standing.running?.id !== clockId) return
      await look(deps, tx, { escrow, standing, running: standing.running, now })
    })
  } catch (error) {
    // The sweep takes those that wait longest: what fails each time would stand before all others for ever.
    await lookAgainAt(deps.db, { id: clockId, at: new Date(now.getTime() + AFTER_FAILURE_MS) })
    throw error
  }
}

export type Looked = {
  escrow: StoredEscrow
  standing: StoredStanding
  running: NonNullable<StoredStanding['running']>
  now: Date
}

async function look(deps: Deps, tx: Transaction, looked: Looked): Promise<void> {
  const { escrow, standing, running, now } = looked
  const clock = clockOf(standing)
  if (!clock || !isRunning(standing, clock)) return windClock(tx, { escrowId: escrow.id, now })
  if (now < running.dueAt) return remind(tx, { ...looked, clock })
  if (waitsForLedger(clock, { read: await findFundedThrough(tx, escrow), now })) {
    await lookForLocks(tx, { escrowId: escrow.id, now })
    return lookAgainAt(tx, { id: running.id, at: new Date(now.getTime() + UNTIL_READ_MS) })
  }
  const ahead = await findConsequence(tx, { escrow, standing, clock, now })
  // It ends when the ledger holds nothing any more.
  if (ahead.act === 'date') return lookAgainAt(tx, { id: running.id, at: afterDate(ahead, now) })
  if (!(await endClock(tx, { id: running.id, end: 'ran_out', at: now }))) return
  await WORK_OF[ahead.act](deps, tx, { escrow, ahead, clockId: running.id, now })
  await windClock(tx, { escrowId: escrow.id, now })
}

function afterDate({ at }: Consequence, now: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime()) + AFTER_DATE_MS)
}

async function remind(tx: Transaction, { escrow, running, clock, now }: Looked & { clock: Clock }): Promise<void> {
  const { wait } = clock
  // Whoever cannot act is reminded of nothing.
  const round = wait?.until ? null : roundDue(running, now)
  if (round) {
    await remindOfClock(tx, { escrow, now, round, clockId: running.id, clock })
  }
  await lookAgainAt(tx, { id: running.id, at: lookNext(clock, { ...running, now }) })
}
