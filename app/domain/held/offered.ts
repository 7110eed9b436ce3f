/** Where escrows that the ledger itself holds can be had: only where all that keeps them is set. */
import { type Asset, NETWORKS, type Network, networkOf } from '#app/domain/kernel/assets.ts'

/** True: an escrow of this asset can be held by its ledger. `keeping` has null for a ledger without it. */
export function heldOffered(keeping: Record<Network, object | null>, asset: Asset): boolean {
  return keeping[networkOf(asset)] !== null
}

/** The ledgers that hold escrows here. Empty: that kind is not offered, and no page speaks of it. */
export function holdingLedgers(keeping: Record<Network, object | null>): Network[] {
  return NETWORKS.filter((network) => keeping[network] !== null)
}
