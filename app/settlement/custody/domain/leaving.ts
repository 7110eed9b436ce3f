/** Decides what leaves an escrow and when the last of it left, whoever keeps the money. */
import { leavingOf, type OnchainState } from '#app/escrow/domain/onchain-state.ts'
import type { PayoutPurpose, PayoutState } from '#app/kernel/domain/payout-state.ts'

type Payout = { purpose: PayoutPurpose; state: PayoutState; blockedReason: string | null; settledAt: Date | null }

type Recorded = {
  payouts: readonly Payout[]
  held: { exit: OnchainState['exit']; lock: { end: OnchainState['end']; endedAt: Date | null } | null } | null
}

export function leavingFrom({ held, payouts }: Recorded): readonly Omit<Payout, 'settledAt'>[] {
  return held ? leavingOf({ exit: held.exit, end: held.lock?.end ?? null }) : payouts
}

/** Null: nothing has left. */
export function leftAt({ held, payouts }: Recorded): Date | null {
  if (held?.lock?.endedAt) return held.lock.endedAt
  const settled = payouts.flatMap(({ settledAt }) => settledAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  return settled.at(-1) ?? null
}
