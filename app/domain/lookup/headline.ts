/** Which sentence stands above an escrow, on its own page and in the list of a person's escrows. */
import type { Stage } from '#app/domain/escrow/escrow.ts'
import type { PayoutPurpose, PayoutState } from '#app/domain/kernel/payout-state.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { type WaitingPayout, waitsForOperator } from '#app/domain/payouts/waiting-payout.ts'

/**
 * 'stuck': sending has failed, and a person looks into it; that is said before anything else. 'proposal': another wallet is
 * proposed for a release that waits. 'waits': the money is due and not on its way yet. Else the stage says it.
 */
export type Headline = 'stuck' | 'proposal' | 'waits' | 'stage'

type Of = {
  stage: Stage
  payouts: readonly { purpose: PayoutPurpose; state: PayoutState; blockedReason: string | null }[]
  walletProposal: Pick<Wallet, 'address'> | null
}

export function headlineOf({ stage, payouts, walletProposal }: Of): Headline {
  const blocked = payoutOfStage({ stage, payouts })
  if (blocked && waitsForOperator(blocked)) return 'stuck'
  if (walletProposal) return 'proposal'
  const due = stage === 'releasing' ? 'release' : stage === 'refunding' ? 'refund' : null
  return payouts.some(({ purpose, state }) => purpose === due && state === 'queued') ? 'waits' : 'stage'
}

/** The payout that the stage is named after: of a split, the one that is blocked. */
export function payoutOfStage<Payout extends WaitingPayout>(of: {
  stage: Stage
  payouts: readonly Payout[]
}): Payout | undefined {
  const purpose = { release_blocked: 'release', refund_blocked: 'refund' }[of.stage as string]
  return of.payouts.find((payout) => payout.purpose === purpose)
}
