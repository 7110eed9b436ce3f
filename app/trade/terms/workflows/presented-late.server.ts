import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findStanding } from '#app/trade/terms/db/milestones.server.ts'
import { deadlineOf } from '#app/trade/terms/domain/deadline.ts'

/** Has the presentation deadline passed? Call it before the presentation is stored; false where there are no dates. */
export async function isPresentedLate(
  tx: Transaction,
  { escrow, now }: { escrow: StoredEscrow; now: Date },
): Promise<boolean> {
  const standing = await findStanding(tx, escrow)
  if (!standing) return false
  const clock = deadlineOf(standing)
  // Nobody has to present before funding; whoever has presented was in time, or late, then.
  if (clock?.step === 'present') return clock.kind === 'grace' || now > clock.dueAt
  return clock?.step === 'fund' && now > standing.dates.presentBy
}

/**
 * Refuses what a side missed while unable to act (Quayside decides): it would gain time. Refusals: date_at_quayside.
 */
export async function refuseMissed(
  tx: Transaction,
  { escrow, by, now }: { escrow: StoredEscrow; by: Reader; now: Date },
): Promise<Refusal | null> {
  const standing = await findStanding(tx, escrow)
  const clock = standing && deadlineOf(standing)
  return clock?.wait && clock.owner === by && now >= clock.agreedBy ? refuse('date_at_quayside') : null
}
