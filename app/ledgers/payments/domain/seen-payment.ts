import type { Asset } from '#app/kernel/domain/assets.ts'

export type SeenPayment = {
  id: string
  hash: string
  /** Plain decimal, in whole units. */
  amount: string
  /** Null: not an asset that we settle in; `assetLabel` names it, with its issuer. */
  asset: Asset | null
  assetLabel: string
  /** Null: it counts. */
  problem: string | null
  at: string
}

/** The largest payments of one escrow or one quote, oldest first. */
export type SeenPayments = {
  payments: SeenPayment[]
  /** Payments that are not listed; null: all are. `isMore`: there are more than `count`. */
  smaller: SmallerPayments | null
}
export type SmallerPayments = { count: number; isMore: boolean }
