/** Decides which on-chain settlement some shares need, and when. What is signed: trade/onchain/domain. */
import { type Asset, custodyFactsOf } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { mayStillRelease } from './date.ts'

/** `expiry`: back to the buyer by the date; the only way back on the XRP Ledger, and may be decided before the date. */
export const SETTLEMENT_KINDS = ['release', 'refund', 'division', 'expiry'] as const
export type OnchainSettlementKind = (typeof SETTLEMENT_KINDS)[number]

/** `collecting`: signatures are missing. `ready`: not sent yet. `dead`: can never be included; another may follow. */
export type SettlementState = (typeof SETTLEMENT_OPEN)[number] | 'confirmed' | 'dead'
export const SETTLEMENT_OPEN = ['collecting', 'ready', 'submitted'] as const

/** In whole units; together all that was deposited. */
export type SettlementShares = { seller: Decimal; buyer: Decimal }

/** Why shares cannot be settled now: the date is near or past; the XRP Ledger pays everything to one side. */
export type SettlementObstacle = 'date_near' | 'not_divided'

type Of = { asset: Asset; deadline: number; shares: SettlementShares }

/** The settlement that pays these shares. Null: the XRP Ledger has none. */
export function settlementKindOf({ asset, shares }: Pick<Of, 'asset' | 'shares'>): OnchainSettlementKind | null {
  if (shares.buyer.isZero()) return 'release'
  const isSigned = custodyFactsOf(asset).settledBy === 'signatures'
  if (shares.seller.isZero()) return isSigned ? 'refund' : 'expiry'
  return isSigned ? 'division' : null
}

/**
 * Null: it may begin. An XRP Ledger refund waits for the date, so it may always be decided. Every other settlement
 * needs two signatures or the secret in time.
 */
export function settlementObstacle(of: Of, now: Date): SettlementObstacle | null {
  const kind = settlementKindOf(of)
  if (kind === null) return 'not_divided'
  if (kind === 'expiry' || mayStillRelease(of, now)) return null
  return 'date_near'
}
