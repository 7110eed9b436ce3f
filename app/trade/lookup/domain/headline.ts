/** Which sentence is the headline of an escrow, on its page and in lists. */
import type { Stage } from '#app/escrow/domain/escrow.ts'
import type { CustodyView } from '#app/escrow/domain/escrow-details.ts'
import type { Headline } from '#app/escrow/domain/parts-view.ts'
import { isUnderWay, type PayoutPurpose, type PayoutState } from '#app/kernel/domain/payout-state.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { type WaitingPayout, waitsForOperator } from '#app/settlement/payouts/domain/waiting-payout.ts'

type Of = {
  stage: Stage
  payouts: readonly { purpose: PayoutPurpose; state: PayoutState; blockedReason: string | null }[]
  walletProposal: Pick<Wallet, 'address'> | null
  custody: Pick<CustodyView, 'fundedBy' | 'isSigning' | 'hasLapsed'>
}

export function headlineOf({ stage, payouts, walletProposal, custody }: Of): Headline {
  const blocked = payoutOfStage({ stage, payouts })
  if (blocked && waitsForOperator(blocked)) return 'stuck'
  if (walletProposal) return 'proposal'
  if (custody.hasLapsed) return 'past'
  const isBegun = payouts.length > 0 || stage !== 'releasing'
  if (custody.isSigning || (custody.fundedBy === 'lock' && (stage === 'awaiting_funds' || !isBegun))) return 'held'
  const due = stage === 'releasing' ? 'release' : stage === 'refunding' ? 'refund' : null
  return payouts.some(({ purpose, state }) => purpose === due && state === 'queued') ? 'waits' : 'stage'
}

/** True if a transfer is under way. A refund that waits for the on-chain escrow's date is not: it cannot go earlier. */
export function isMoving(of: Omit<Of, 'walletProposal'> & { custody: Pick<CustodyView, 'backAt'> }): boolean {
  const waitsForDate =
    of.custody.backAt !== null && of.stage === 'refunding' && headlineOf({ ...of, walletProposal: null }) === 'waits'
  return !waitsForDate && of.payouts.some(({ state }) => isUnderWay(state))
}

/** The payout that the stage is named after. After a split, the blocked one. */
export function payoutOfStage<Payout extends WaitingPayout>(of: {
  stage: Stage
  payouts: readonly Payout[]
}): Payout | undefined {
  const purpose = { release_blocked: 'release', refund_blocked: 'refund' }[of.stage as string]
  return of.payouts.find((payout) => payout.purpose === purpose)
}
