/**
 * Where escrows that the ledger itself holds can be had: only where all that keeps them is set, and new ones on the harbour's networks
 * alone until they are safe against a dishonest counterparty (docs/decisions/095). Those that are open are carried out everywhere.
 */
import { type Asset, NETWORK_FACTS, NETWORKS, type Network, networkOf } from '#app/domain/kernel/assets.ts'
import { HARBOUR_CHAINS } from '#app/domain/kernel/harbour-addresses.ts'

/** `keeping` has null for a ledger without that kind; `chains`: passphrase and network id, as in `Deps`. */
export type HeldPlace = { keeping: Record<Network, object | null>; chains: Record<Network, string> }

/** True: a new escrow of this asset can be held by its ledger. */
export function heldOffered(place: HeldPlace, asset: Asset): boolean {
  return offeringLedgers(place).includes(networkOf(asset))
}

/** True: its ledger holds escrows here, and no new ones. */
export function heldPaused(place: HeldPlace, asset: Asset): boolean {
  return pausedLedgers(place).includes(networkOf(asset))
}

/** The ledgers that hold escrows here, open ones among them. Empty: no page speaks of that kind. */
export function holdingLedgers({ keeping }: Pick<HeldPlace, 'keeping'>): Network[] {
  return NETWORKS.filter((network) => keeping[network] !== null)
}

/** The ledgers that may be given new escrows to hold: what nobody's wallet could lock is not offered. */
export function offeringLedgers(place: HeldPlace): Network[] {
  return holdingLedgers(place).filter((network) => isPlay(place, network) && isSigned(place, network))
}

/** The ledgers that carry open escrows out and are given no new ones. */
export function pausedLedgers(place: HeldPlace): Network[] {
  return holdingLedgers(place).filter((network) => !isPlay(place, network))
}

/** Can a wallet be had there that signs the lock by a link or a code? It holds by itself, also where new ones are not paused any more. */
export function isSigned(place: Pick<HeldPlace, 'chains'>, network: Network): boolean {
  return NETWORK_FACTS[network].custody.signedByLink === 'everywhere' || isPlay(place, network)
}

/** Any network that is not the harbour's may have somebody's money on it, whatever it is called. */
function isPlay({ chains }: Pick<HeldPlace, 'chains'>, network: Network): boolean {
  return chains[network] === HARBOUR_CHAINS[network]
}
