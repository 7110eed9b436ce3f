/**
 * What the buyer's wallet has locked on Stellar and what never comes to count goes back before its date, by the buyer's wallet and the arbiter
 * (docs/decisions/124): which of it may, and the transaction that does it and nothing else.
 */

import { isIssued, type StellarAsset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'
import { mayStillRelease } from '#app/settlement/custody/domain/date.ts'
import { type HeldDifference, OF_BALANCE } from './differences.ts'
import { MOST_RETURNS_A_DAY } from './limits.ts'
import { type HoldTerms, lastReleaseAt } from './terms.ts'

/** Something that was locked, as far as it matters here. */
export type ReturnableLock = {
  isOnStellar: boolean
  counts: boolean
  isEnded: boolean
  differences: readonly string[]
  /** Locked for a wallet that the seller has replaced since. */
  isOfFormerWallet: boolean
}

/** Its escrow. */
export type ReturnTime = {
  /** A lock has funded it. */
  isFunded: boolean
  /** It was called off, or not funded in time. */
  isOver: boolean
  /** A settlement is described, and has not ended. */
  isSettling: boolean
  /** How many were offered for it in the last 24 hours. */
  offered: number
  /** The ledger's date, unix seconds. */
  deadline: number
}

type ReturnRefusal = Extract<
  RefusalCode,
  'return_not_open' | 'return_may_count' | 'return_settling' | 'exit_date_near' | 'return_limit'
>

/** Locked by the buyer's own wallet. Anybody may make balances for the account of an escrow. */
export function isOwnLock({ differences }: Pick<ReturnableLock, 'differences'>): boolean {
  return !differences.includes('payer' satisfies HeldDifference)
}

/** Nothing that may still happen makes it count: what differs in its account alone may pass, and a check may be over soon. */
function canNeverCount(
  lock: Pick<ReturnableLock, 'counts' | 'differences' | 'isOfFormerWallet'>,
  { isFunded, isOver }: Pick<ReturnTime, 'isFunded' | 'isOver'>,
): boolean {
  if (lock.counts) return false
  return isFunded || isOver || lock.isOfFormerWallet || OF_BALANCE.some((name) => lock.differences.includes(name))
}

/** May it go back before its date? Else why not. Whether the account can hold and claim it now is the ledger's to say. */
export function mayReturnEarly(lock: ReturnableLock, at: ReturnTime, now: Date): true | ReturnRefusal {
  if (!lock.isOnStellar || lock.counts || lock.isEnded || !isOwnLock(lock)) return 'return_not_open'
  if (!canNeverCount(lock, at)) return 'return_may_count'
  if (!mayStillRelease(at, now)) return 'exit_date_near'
  if (at.isSettling) return 'return_settling'
  return at.offered < MOST_RETURNS_A_DAY ? true : 'return_limit'
}

/** As stored: what the account of two signatures claims, and pays into the buyer's wallet. */
export type HeldReturn = {
  asset: StellarAsset
  /** Plain digits; exactly what the balance holds. */
  amount: string
  account: string
  balanceId: string
  /** The buyer's, whose number is used up and who pays the fee; the account's own number stays what it is. */
  wallet: string
  sequence: string
  /** Last second (unix) in which it may be included. */
  maxTime: number
}

/**
 * Throws unless this gives something that does not count back to the buyer, in time. `counting`: the balances of the lock that counts and of
 * settlements. Asked again before the arbiter signs, so that a mistake elsewhere stops there.
 */
export function assertReturn(terms: HoldTerms, back: HeldReturn, counting: readonly string[]): void {
  const claims = {
    // The account has a line for what was agreed, and holds the network's own as every account does.
    asset: !isIssued(back.asset) || back.asset === terms.asset,
    amount: new Decimal(back.amount).gt(0),
    wallet: back.wallet === terms.buyerWallet,
    balance: !counting.includes(back.balanceId),
    time: back.maxTime <= lastReleaseAt(terms),
  }
  const wrong = Object.entries(claims).flatMap(([name, holds]) => (holds ? [] : [name]))
  if (wrong.length > 0) throw new Error(`this gives back nothing that may go back: ${wrong.join(', ')}`)
}
