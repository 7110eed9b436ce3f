/** Which sentence stands above an escrow, on its own page and in the list of a person's escrows. */
import type { Stage } from '#app/domain/escrow/escrow.ts'
import type { PayoutPurpose, PayoutState } from '#app/domain/kernel/payout-state.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { type WaitingPayout, waitsForOperator } from '#app/domain/payouts/waiting-payout.ts'

/**
 * 'stuck': sending has failed, and a person looks into it; that is said before anything else. 'proposal': another wallet is
 * proposed for a release that waits. 'waits': the money is due and not on its way yet. 'held': the ledger is to hold the money,
 * and another page says who does what until it is locked, or holds it and
 * waits for a wallet's signature. Else the stage says it.
 */
export type Headline = 'stuck' | 'proposal' | 'waits' | 'held' | 'stage'

type Of = {
  stage: Stage
  payouts: readonly { purpose: PayoutPurpose; state: PayoutState; blockedReason: string | null }[]
  walletProposal: Pick<Wallet, 'address'> | null
  /** Left out: Quayside holds the money. */
  isHeld?: boolean
  /** A way out of what the ledger holds waits for a wallet. */
  asksForSignature?: boolean
}

export function headlineOf({ stage, payouts, walletProposal, isHeld = false, asksForSignature = false }: Of): Headline {
  const blocked = payoutOfStage({ stage, payouts })
  if (blocked && waitsForOperator(blocked)) return 'stuck'
  if (walletProposal) return 'proposal'
  if (asksForSignature || (isHeld && stage === 'awaiting_funds')) return 'held'
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
