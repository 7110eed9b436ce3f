/** What a ledger holds of an escrow, as plain values for its page. */
import { FUND_AWAITING, fundStepOf } from '#app/escrow/domain/onchain-state.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { OnchainDifference } from './differences.ts'

export type DepositView = {
  id: string
  hash: string
  at: string
  /** Stellar. */
  balanceId: string | null
  /** XRP Ledger: the sequence of the transaction that made it, and its condition. */
  sequence: number | null
  condition: string | null
  /** Why it does not count; empty where it is as agreed. */
  differences: OnchainDifference[]
  /** Made for a wallet that the seller has replaced since. */
  isOfFormerWallet: boolean
  /** XRP Ledger: there was another deposit under its condition before. */
  isSecondOfCondition: boolean
  fate: DepositFate
  early: EarlyReturn | null
  end: { as: 'released' | 'refunded' | 'divided' | 'expired'; hash: string; at: string } | null
}

/**
 * `owner_takes`: Stellar, the buyer from the ledger date on. `goes_back`: XRP Ledger, its condition is never opened.
 * `to_seller`, `to_named`: under the counting deposit's condition it is released with that deposit (decision 120).
 */
export const DEPOSIT_FATES = ['owner_takes', 'goes_back', 'to_seller', 'to_named'] as const
export type DepositFate = (typeof DEPOSIT_FATES)[number]

/** `counting`: the draft of the deposit that counts; null: none counts, or on Stellar. */
export function fateOf(
  lock: { isOnStellar: boolean; draftId: string | null; differences: readonly string[] },
  { counting }: { counting: string | null },
): DepositFate {
  if (lock.isOnStellar) return 'owner_takes'
  if (lock.draftId === null || lock.draftId !== counting) return 'goes_back'
  return lock.differences.includes('destination') ? 'to_named' : 'to_seller'
}

/**
 * Early return (decision 118). `open`: the buyer can ask for it; `settling`: not while a settlement is under way;
 * `signed`: the buyer has signed, and the ledger has not included it yet. Null: not possible now, or never.
 */
export type EarlyReturn = 'open' | 'settling' | 'signed'

export type OnchainView = {
  buyerWallet: string
  /** The ledger date, ISO 8601. */
  until: string
  /** Until when a deposit is possible, ISO 8601: the end of funding, or earlier where the ledger date requires it. */
  lockBy: string
  /** Nothing can be agreed or deposited any more: the last ten minutes before the ledger date, or later. */
  isTooLate: boolean
  agreed: {
    sellerWallet: string
    sellerTag: string | null
    at: string
    /** Stellar: the multisig account. */
    account: string | null
    /** The ledger is ready for the buyer's deposit. */
    isPrepared: boolean
    /** It was cleared, and the deposit is offered now (decision 119). */
    isCleared: boolean
  } | null
  /** Until when a seller's request for another wallet stops new offers to the buyer, ISO 8601. */
  changeUntil: string | null
  /** The deposit that has funded the escrow. */
  lock: DepositView | null
  /** Stellar: the ledger date has passed, and the buyer has not claimed yet. The XRP Ledger returns it by itself. */
  mayClaim: boolean
  /** What a settlement waits for beside signatures: a check, a second operator, or a refusal code about a wallet. */
  waitsFor: string | null
  /** The fee that the network asks for, with its asset, where it delays the settlement. */
  feeAsked: string | null
  /** A deposit was found as agreed before the clearance: it counts as soon as it is cleared. */
  isLockWaiting: boolean
  /** Deposits that do not count, newest first. */
  others: DepositView[]
}

export const ONCHAIN_STEPS = ['agree', 'prepare', 'check', 'lock', 'locked', 'ended', 'over'] as const
export type OnchainStep = (typeof ONCHAIN_STEPS)[number]

/** `isOver`: cancelled before any deposit. */
export function onchainStep(
  { agreed, lock, isTooLate, isLockWaiting }: OnchainView,
  { isOver }: { isOver: boolean },
): OnchainStep {
  if (lock) return lock.end ? 'ended' : 'locked'
  if (isOver || isTooLate) return 'over'
  // A deposit that was found is not asked for again.
  return fundStepOf(agreed && { ...agreed, isBeingChecked: !agreed.isCleared || isLockWaiting })
}

const TURNS = {
  ...FUND_AWAITING,
  // From here on the escrow's own page says what it awaits.
  locked: 'nobody',
  ended: 'nobody',
  over: 'nobody',
} as const satisfies Record<OnchainStep, Reader | 'quayside' | 'nobody'>

/** Returns whom the escrow awaits until the deposit is made. */
export function onchainAwaiting(step: OnchainStep): (typeof TURNS)[OnchainStep] {
  return TURNS[step]
}
