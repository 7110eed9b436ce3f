/** Which sentence stands above an escrow, on its own page and in the list of a person's escrows. */
import type { Stage } from '#app/domain/escrow/escrow.ts'
import { type Asset, custodyFactsOf } from '#app/domain/kernel/assets.ts'
import type { PayoutPurpose, PayoutState } from '#app/domain/kernel/payout-state.ts'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import { type WaitingPayout, waitsForOperator } from '#app/domain/payouts/waiting-payout.ts'

/**
 * 'stuck': sending has failed, and a person looks into it; that is said before anything else. 'proposal': another wallet is
 * proposed for a release that waits. 'waits': the money is due and not on its way yet. 'held': the ledger is to hold the money,
 * and another page says who does what until it is locked, or holds it and
 * waits for a wallet's signature, or for a way out that is not begun. 'past': its date has come, and the money is the buyer's.
 * Else the stage says it.
 */
export type Headline = 'stuck' | 'proposal' | 'waits' | 'held' | 'past' | 'stage'

type Of = {
  stage: Stage
  payouts: readonly { purpose: PayoutPurpose; state: PayoutState; blockedReason: string | null }[]
  walletProposal: Pick<Wallet, 'address'> | null
  /** Left out: Quayside holds the money. */
  isHeld?: boolean
  /** A way out of what the ledger holds waits for a wallet. */
  asksForSignature?: boolean
  /** Its date has come, and nothing is on its way. */
  isPastDate?: boolean
}

export function headlineOf({ stage, payouts, walletProposal, ...hold }: Of): Headline {
  const { isHeld = false, asksForSignature = false, isPastDate = false } = hold
  const blocked = payoutOfStage({ stage, payouts })
  if (blocked && waitsForOperator(blocked)) return 'stuck'
  if (walletProposal) return 'proposal'
  if (isPastDate) return 'past'
  const isBegun = payouts.length > 0 || stage !== 'releasing'
  if (asksForSignature || (isHeld && (stage === 'awaiting_funds' || !isBegun))) return 'held'
  const due = stage === 'releasing' ? 'release' : stage === 'refunding' ? 'refund' : null
  return payouts.some(({ purpose, state }) => purpose === due && state === 'queued') ? 'waits' : 'stage'
}

/** XRP that was decided to go back before its date: the ledger lets nobody send it any sooner. */
export function waitsForDate({
  isHeld,
  currency,
  ...of
}: Pick<Of, 'stage' | 'payouts' | 'isHeld'> & { currency: Asset }) {
  const isDue = of.stage === 'refunding' && headlineOf({ ...of, walletProposal: null }) === 'waits'
  return isDue && isHeld === true && custodyFactsOf(currency).settledBy === 'secret'
}

/** The payout that the stage is named after: of a split, the one that is blocked. */
export function payoutOfStage<Payout extends WaitingPayout>(of: {
  stage: Stage
  payouts: readonly Payout[]
}): Payout | undefined {
  const purpose = { release_blocked: 'release', refund_blocked: 'refund' }[of.stage as string]
  return of.payouts.find((payout) => payout.purpose === purpose)
}
