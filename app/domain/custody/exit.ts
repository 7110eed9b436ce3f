/**
 * A way out of what the ledger holds, as the record knows it: which one some shares come to, and from when until when it may be
 * begun. What is signed for it is in domain/held.
 */
import { type Asset, custodyFactsOf } from '#app/domain/kernel/assets.ts'
import type { Decimal } from '#app/domain/kernel/money.ts'
import { hasLapsed, mayStillRelease } from './date.ts'

/** `expiry`: back to the buyer by the date. On the XRP Ledger the only way back, which may be decided before. */
export const EXIT_KINDS = ['release', 'refund', 'division', 'expiry'] as const
export type HoldExitKind = (typeof EXIT_KINDS)[number]

/** In whole units; both together are what is locked. */
export type ExitShares = { seller: Decimal; buyer: Decimal }

/** Why some shares cannot be taken out now: the date is too near or has passed; the XRP Ledger gives all of it to one side. */
export type ExitObstacle = 'date_near' | 'not_divided'

type Of = { asset: Asset; deadline: number; shares: ExitShares }

/** The way out that gives these shares; null: the XRP Ledger has none. */
export function exitKindOf({ asset, shares }: Pick<Of, 'asset' | 'shares'>): HoldExitKind | null {
  if (shares.buyer.isZero()) return 'release'
  const isSigned = custodyFactsOf(asset).settledBy === 'signatures'
  if (shares.seller.isZero()) return isSigned ? 'refund' : 'expiry'
  return isSigned ? 'division' : null
}

/**
 * Null: it may be begun. What is to go back on the XRP Ledger waits for the date, so it may always be decided; every other way out
 * needs the two signatures, or the secret, in time.
 */
export function exitObstacle(of: Of, now: Date): ExitObstacle | null {
  const kind = exitKindOf(of)
  if (kind === null) return 'not_divided'
  if (kind === 'expiry' || mayStillRelease(of, now)) return null
  return 'date_near'
}

/** What the record says of an escrow's money, as far as a right to it can follow. */
export type ExitRecord = Omit<Of, 'shares'> & {
  amount: Decimal
  verifiedAt: Date | null
  confirmedAt: Date | null
  isApproved: boolean
  /** A dispute is open. */
  disputedAt: Date | null
  /** No documents were accepted in time: the money is the buyer's. */
  refundOpenedAt: Date | null
  refundAgreed: boolean
  /** What a dispute ended with, by the operator's decision or because both settled; null: nothing was decided of the money. */
  decided: ExitShares | null
  /** The lower price on which both agreed. */
  reduced: ExitShares | null
}

/**
 * To whom the record gives the money, in the order in which one act outranks another; null: to nobody yet. The database holds the
 * same in `rights_to`, which the triggers of payouts and ways out ask.
 */
export function rightOf(record: ExitRecord): ExitShares | null {
  const { amount, verifiedAt } = record
  const nothing = amount.minus(amount)
  if (verifiedAt === null) return null
  if (record.decided) return record.decided
  if (record.disputedAt) return null
  if (record.reduced) return record.isApproved ? record.reduced : null
  if (record.refundAgreed || record.refundOpenedAt) return { seller: nothing, buyer: amount }
  return record.confirmedAt && record.isApproved ? { seller: amount, buyer: nothing } : null
}

/** Has the record the right to exactly this way out? An expiry of Stellar needs the date alone; nobody else's is asked. */
export function hasRight(record: ExitRecord, exit: { kind: HoldExitKind; shares: ExitShares }, now: Date): boolean {
  if (exit.kind === 'expiry' && hasLapsed(record, now)) {
    return exit.shares.buyer.eq(record.amount) && exit.shares.seller.isZero()
  }
  const right = rightOf(record)
  if (!right || exitKindOf({ asset: record.asset, shares: right }) !== exit.kind) return false
  return right.seller.eq(exit.shares.seller) && right.buyer.eq(exit.shares.buyer)
}
