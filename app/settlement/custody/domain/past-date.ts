/** The date of an escrow that the ledger holds has come, and nothing of its money is on its way: who has to do something then. */

import type { Turn } from '#app/escrow/domain/escrow.ts'
import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'
import { hasLapsed } from '#app/settlement/custody/domain/date.ts'
import type { HoldExitKind } from '#app/settlement/custody/domain/exit.ts'

export type Dated = {
  currency: Asset
  /** Null: Quayside holds the money. */
  held: {
    deadline: Date
    /** Null: nothing was locked. */
    lock: { end: string | null } | null
    exit: { kind: HoldExitKind; state: string } | null
  } | null
}

/** Nothing can be released any more, whatever its documents say. What was sent in time is looked at first. */
export function isPastDate({ currency: asset, held }: Dated, now: Date): boolean {
  if (!held?.lock || held.lock.end !== null) return false
  if (held.exit?.kind === 'expiry' || held.exit?.state === 'submitted') return false
  return hasLapsed({ asset, deadline: held.deadline.getTime() / 1000 }, now)
}

/** On Stellar the buyer's wallet takes the money back; on the XRP Ledger it comes back by itself. */
export function turnPastDate({ currency }: Pick<Dated, 'currency'>): Turn {
  return custodyFactsOf(currency).settledBy === 'signatures' ? 'buyer' : 'quayside'
}
