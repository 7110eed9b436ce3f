import type { Asset } from '#app/kernel/domain/assets.ts'

/** A payment as its payer's page shows it. */
export type SeenPayment = {
  id: string
  hash: string
  /** Plain decimal, in whole units. */
  amount: string
  /** Null: something else than what we settle in; `assetLabel` names it, with its issuer. */
  asset: Asset | null
  assetLabel: string
  /** Null: it counts. */
  problem: string | null
  at: string
}

/** The largest payments of one escrow or one quote, oldest first. */
export type SeenPayments = {
  payments: SeenPayment[]
  /** Those that are not listed; null when all are. `isMore`: there are more than `count`. */
  smaller: SmallerPayments | null
}
export type SmallerPayments = { count: number; isMore: boolean }
