import type { Asset } from '#app/domain/kernel/assets.ts'

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
