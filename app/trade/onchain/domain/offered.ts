/**
 * Where escrows that the ledger itself holds can be had: only where all that keeps them is set, and new ones where a wallet can sign what
 * locks (docs/decisions/087). Those that are open are carried out everywhere.
 */
import { type Asset, NETWORK_FACTS, NETWORKS, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { HARBOUR_CHAINS } from '#app/kernel/domain/harbour-addresses.ts'

/** `keeping` has null for a ledger without that kind; `chains`: passphrase and network id, as in `Deps`. */
export type HeldPlace = { keeping: Record<Network, object | null>; chains: Record<Network, string> }

/** True: a new escrow of this asset can be held by its ledger. */
export function heldOffered(place: HeldPlace, asset: Asset): boolean {
  return offeringLedgers(place).includes(networkOf(asset))
}

/** The ledgers that hold escrows here, open ones among them. Empty: no page speaks of that kind. */
export function holdingLedgers({ keeping }: Pick<HeldPlace, 'keeping'>): Network[] {
  return NETWORKS.filter((network) => keeping[network] !== null)
}

/** The ledgers that may be given new escrows to hold: what nobody's wallet could lock is not offered. */
export function offeringLedgers(place: HeldPlace): Network[] {
  return holdingLedgers(place).filter((network) => isSigned(place, network))
}

/** Can a wallet be had there that signs the lock by a link or a code? The harbour has its own. */
function isSigned({ chains }: Pick<HeldPlace, 'chains'>, network: Network): boolean {
  return NETWORK_FACTS[network].custody.signedByLink === 'everywhere' || chains[network] === HARBOUR_CHAINS[network]
}
