/**
 * A way out of what the ledger holds, as the record knows it: which one some shares come to, and from when until when it may be
 * begun. What is signed for it is in trade/onchain/domain.
 */
import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { mayStillRelease } from './date.ts'

/** `expiry`: back to the buyer by the date. On the XRP Ledger the only way back, which may be decided before. */
export const EXIT_KINDS = ['release', 'refund', 'division', 'expiry'] as const
export type HoldExitKind = (typeof EXIT_KINDS)[number]

/**
 * Signatures are missing; all that it needs is there, and nothing has been sent; sent; taken; or it can never be included any more, and another one may take its place.
 */
export type ExitState = (typeof EXIT_OPEN)[number] | 'confirmed' | 'dead'
export const EXIT_OPEN = ['collecting', 'ready', 'submitted'] as const

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
