/** Which Stellar deposits may go back to the buyer before the ledger date, as they can never count (decision 118). */

import { isIssued, type StellarAsset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { RefusalCode } from '#app/kernel/domain/refusal.ts'
import { mayStillRelease } from '#app/settlement/custody/domain/date.ts'
import { OF_BALANCE, type OnchainDifference } from './differences.ts'
import { MOST_RETURNS_A_DAY } from './limits.ts'
import { lastReleaseAt, type OnchainTerms } from './terms.ts'

export type ReturnableDeposit = {
  isOnStellar: boolean
  counts: boolean
  isEnded: boolean
  differences: readonly string[]
  /** Made for a wallet that the seller has replaced since. */
  isOfFormerWallet: boolean
}

export type ReturnTime = {
  isFunded: boolean
  /** Cancelled, or not funded in time. */
  isOver: boolean
  /** A settlement is described, and has not ended. */
  isSettling: boolean
  /** How many returns were offered for it in the last 24 hours. */
  offered: number
  /** The ledger date, unix seconds. */
  deadline: number
}

type ReturnRefusal = Extract<
  RefusalCode,
  'return_not_open' | 'return_may_count' | 'return_settling' | 'exit_date_near' | 'return_limit'
>

/** Made by the buyer's own wallet? Anybody can create balances for the account of an escrow. */
export function isOwnDeposit({ differences }: Pick<ReturnableDeposit, 'differences'>): boolean {
  return !differences.includes('payer' satisfies OnchainDifference)
}

/** False while it may still count: differences of the account alone may pass, and a clearance may be granted. */
function canNeverCount(
  lock: Pick<ReturnableDeposit, 'counts' | 'differences' | 'isOfFormerWallet'>,
  { isFunded, isOver }: Pick<ReturnTime, 'isFunded' | 'isOver'>,
): boolean {
  if (lock.counts) return false
  return isFunded || isOver || lock.isOfFormerWallet || OF_BALANCE.some((name) => lock.differences.includes(name))
}

/** True, or why not. Whether the account can hold and claim it now must be asked of the ledger. */
export function mayReturnEarly(lock: ReturnableDeposit, at: ReturnTime, now: Date): true | ReturnRefusal {
  if (!lock.isOnStellar || lock.counts || lock.isEnded || !isOwnDeposit(lock)) return 'return_not_open'
  if (!canNeverCount(lock, at)) return 'return_may_count'
  if (!mayStillRelease(at, now)) return 'exit_date_near'
  if (at.isSettling) return 'return_settling'
  return at.offered < MOST_RETURNS_A_DAY ? true : 'return_limit'
}

/** As stored: the multisig account claims the balance and pays it into the buyer's wallet. */
export type OnchainReturn = {
  asset: StellarAsset
  /** Plain digits; exactly the amount of the balance. */
  amount: string
  account: string
  balanceId: string
  /** The buyer's wallet: source of the transaction, with its sequence and fee. The account's sequence is not used. */
  wallet: string
  sequence: string
  /** Last second (unix) in which it may be included. */
  maxTime: number
}

/**
 * Throws unless it gives a deposit that does not count back to the buyer, in time. `counting`: balances of the counting
 * deposit and of settlements. Checked again before the arbiter signs, so that a mistake elsewhere stops there.
 */
export function assertReturn(terms: OnchainTerms, back: OnchainReturn, counting: readonly string[]): void {
  const claims = {
    // The account has a trustline for the agreed asset, and can always hold XLM.
    asset: !isIssued(back.asset) || back.asset === terms.asset,
    amount: new Decimal(back.amount).gt(0),
    wallet: back.wallet === terms.buyerWallet,
    balance: !counting.includes(back.balanceId),
    time: back.maxTime <= lastReleaseAt(terms),
  }
  const wrong = Object.entries(claims).flatMap(([name, holds]) => (holds ? [] : [name]))
  if (wrong.length > 0) throw new Error(`this gives back nothing that may go back: ${wrong.join(', ')}`)
}
