/**
 * Where on-chain escrows are available: only where all their keys and settings are set. New ones only where a wallet
 * can sign the deposit (decision 087); open ones are carried out everywhere.
 */
import { type Asset, NETWORK_FACTS, NETWORKS, type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { HARBOUR_CHAINS } from '#app/kernel/domain/harbour-addresses.ts'

/** `keeping`: null for a ledger without on-chain custody; `chains`: passphrase and network id, as in `Deps`. */
export type OnchainPlace = { keeping: Record<Network, object | null>; chains: Record<Network, string> }

/** Can a new escrow of this asset be held by its ledger? */
export function onchainOffered(place: OnchainPlace, asset: Asset): boolean {
  return offeringLedgers(place).includes(networkOf(asset))
}

/** The ledgers that hold escrows here, open ones included. Empty: no page mentions on-chain custody. */
export function holdingLedgers({ keeping }: Pick<OnchainPlace, 'keeping'>): Network[] {
  return NETWORKS.filter((network) => keeping[network] !== null)
}

/** The ledgers that may hold new escrows: those on which a wallet can sign the deposit. */
export function offeringLedgers(place: OnchainPlace): Network[] {
  return holdingLedgers(place).filter((network) => isSigned(place, network))
}

/** Is there a wallet that signs the deposit by a link or a code? The harbour has its own. */
function isSigned({ chains }: Pick<OnchainPlace, 'chains'>, network: Network): boolean {
  return NETWORK_FACTS[network].custody.signedByLink === 'everywhere' || chains[network] === HARBOUR_CHAINS[network]
}
