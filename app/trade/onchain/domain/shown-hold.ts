/** What the ledger holds of an escrow, as its page shows it: plain values. */
import { FUND_TURNS, fundStepOf } from '#app/escrow/domain/hold-state.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { HeldDifference } from './differences.ts'

export type ShownLock = {
  id: string
  hash: string
  at: string
  /** Stellar. */
  balanceId: string | null
  /** XRP Ledger: the number of the transaction that made it, and what opens it is locked by. */
  sequence: number | null
  condition: string | null
  /** Why it counts for nothing; empty where it is as agreed. */
  differences: HeldDifference[]
  /** For a wallet that the seller has replaced since. */
  isOfFormerWallet: boolean
  /** XRP Ledger: something else was locked under its condition before. */
  isSecondOfCondition: boolean
  fate: LockFate
  early: EarlyReturn | null
  end: { as: 'released' | 'refunded' | 'divided' | 'expired'; hash: string; at: string } | null
}

/**
 * What becomes of a lock that does not count. `owner_takes`: Stellar, the buyer's from the date on. `goes_back`: XRP Ledger, its own condition is
 * never opened. Under the condition of what counts it is opened with that, for the seller or for whom it names (docs/decisions/120).
 */
export const LOCK_FATES = ['owner_takes', 'goes_back', 'to_seller', 'to_named'] as const
export type LockFate = (typeof LOCK_FATES)[number]

/** `counting`: the draft of the lock that counts; null: none counts, or on Stellar. */
export function fateOf(
  lock: { isOnStellar: boolean; draftId: string | null; differences: readonly string[] },
  { counting }: { counting: string | null },
): LockFate {
  if (lock.isOnStellar) return 'owner_takes'
  if (lock.draftId === null || lock.draftId !== counting) return 'goes_back'
  return lock.differences.includes('destination') ? 'to_named' : 'to_seller'
}

/**
 * May it go back before its date (docs/decisions/124)? `open`: the buyer can ask for it; `settling`: not while a settlement is under way;
 * `signed`: the buyer has signed, and the ledger has not taken it yet. Null: it may not, or never.
 */
export type EarlyReturn = 'open' | 'settling' | 'signed'

export type ShownHold = {
  buyerWallet: string
  /** ISO 8601. */
  until: string
  /** Until when the money can be locked, ISO 8601: the end of funding, or what the ledger leaves time for. */
  lockBy: string
  /** Nothing can be agreed or locked for it any more: its last ten minutes, or later. */
  isTooLate: boolean
  agreed: {
    sellerWallet: string
    sellerTag: string | null
    at: string
    /** Stellar: the account of two signatures. */
    account: string | null
    /** The ledger has what the buyer's lock needs. */
    isPrepared: boolean
    /** It was checked, and the lock is offered now (docs/decisions/119). */
    isCleared: boolean
  } | null
  /** The seller has asked for another wallet, and nothing new is offered to the buyer until then (ISO 8601). */
  changeUntil: string | null
  /** The one that has funded the escrow. */
  lock: ShownLock | null
  /** The date has passed on Stellar, and the buyer has not asked for the money yet. On the XRP Ledger it comes back by itself. */
  mayClaim: boolean
  /** What a way out waits for beside signatures: a check, a second operator, or, by its refusal code, a wallet. */
  waitsFor: string | null
  /** What the network asks for, with its asset, where that is in its way. */
  feeAsked: string | null
  /** Found as agreed, before it was checked: it counts as soon as it is. */
  isLockWaiting: boolean
  /** Whatever else was locked, the newest first. */
  others: ShownLock[]
}

export const HOLD_STEPS = ['agree', 'prepare', 'check', 'lock', 'locked', 'ended', 'over'] as const
export type HoldStep = (typeof HOLD_STEPS)[number]

/** What comes next. `isOver`: called off before anything was locked. */
export function holdStep(
  { agreed, lock, isTooLate, isLockWaiting }: ShownHold,
  { isOver }: { isOver: boolean },
): HoldStep {
  if (lock) return lock.end ? 'ended' : 'locked'
  if (isOver || isTooLate) return 'over'
  // What is locked already is asked for no more.
  return fundStepOf(agreed && { ...agreed, isBeingChecked: !agreed.isCleared || isLockWaiting })
}

const TURNS = {
  ...FUND_TURNS,
  // The escrow's own page says whose turn it is from here on.
  locked: 'nobody',
  ended: 'nobody',
  over: 'nobody',
} as const satisfies Record<HoldStep, Reader | 'quayside' | 'nobody'>

/** Whose turn it is until the money is locked. */
export function holdTurn(step: HoldStep): (typeof TURNS)[HoldStep] {
  return TURNS[step]
}
