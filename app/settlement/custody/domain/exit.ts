/** Decides which on-chain settlement some shares need, and when. What is signed: trade/onchain/domain. */
import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { mayStillRelease } from './date.ts'

/** `expiry`: back to the buyer by the date; the only way back on the XRP Ledger, and may be decided before the date. */
export const EXIT_KINDS = ['release', 'refund', 'division', 'expiry'] as const
export type HoldExitKind = (typeof EXIT_KINDS)[number]

/** `collecting`: signatures are missing. `ready`: not sent yet. `dead`: can never be included; another may follow. */
export type ExitState = (typeof EXIT_OPEN)[number] | 'confirmed' | 'dead'
export const EXIT_OPEN = ['collecting', 'ready', 'submitted'] as const

/** In whole units; together all that was deposited. */
export type ExitShares = { seller: Decimal; buyer: Decimal }

/** Why shares cannot be settled now: the date is near or past; the XRP Ledger pays everything to one side. */
export type ExitObstacle = 'date_near' | 'not_divided'

type Of = { asset: Asset; deadline: number; shares: ExitShares }

/** The settlement that pays these shares. Null: the XRP Ledger has none. */
export function exitKindOf({ asset, shares }: Pick<Of, 'asset' | 'shares'>): HoldExitKind | null {
  if (shares.buyer.isZero()) return 'release'
  const isSigned = custodyFactsOf(asset).settledBy === 'signatures'
  if (shares.seller.isZero()) return isSigned ? 'refund' : 'expiry'
  return isSigned ? 'division' : null
}

/**
 * Null: it may begin. An XRP Ledger refund waits for the date, so it may always be decided. Every other settlement
 * needs two signatures or the secret in time.
 */
export function exitObstacle(of: Of, now: Date): ExitObstacle | null {
  const kind = exitKindOf(of)
  if (kind === null) return 'not_divided'
  if (kind === 'expiry' || mayStillRelease(of, now)) return null
  return 'date_near'
}
