/** Decides who has to act when an on-chain escrow's date has come and no settlement is under way. */

import type { Awaiting } from '#app/escrow/domain/escrow.ts'
import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'
import { hasLapsed } from '#app/settlement/custody/domain/date.ts'
import type { OnchainSettlementKind } from '#app/settlement/custody/domain/settlement.ts'

export type Dated = {
  currency: Asset
  /** Null: Quayside keeps the money. */
  held: {
    deadline: Date
    /** Null: nothing was deposited. */
    lock: { end: string | null } | null
    exit: { kind: OnchainSettlementKind; state: string } | null
  } | null
}

/** True when nothing can be released any more, whatever the documents say. What was sent in time is decided first. */
export function isPastDate({ currency: asset, held }: Dated, now: Date): boolean {
  if (!held?.lock || held.lock.end !== null) return false
  if (held.exit?.kind === 'expiry' || held.exit?.state === 'submitted') return false
  return hasLapsed({ asset, deadline: held.deadline.getTime() / 1000 }, now)
}

/** On Stellar the buyer's wallet claims the money; on the XRP Ledger it returns by itself. */
export function awaitingPastDate({ currency }: Pick<Dated, 'currency'>): Awaiting {
  return custodyFactsOf(currency).settledBy === 'signatures' ? 'buyer' : 'quayside'
}
