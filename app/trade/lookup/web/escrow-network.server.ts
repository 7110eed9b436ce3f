import { config, deps } from '#app/runtime.server.ts'
import type { EscrowNetwork } from '#app/trade/lookup/queries/escrow-view.server.ts'

/** What pages about an escrow need to know of the ledgers: for payment requests and for links to explorers. */
export function escrowNetwork(): EscrowNetwork {
  const { issuers, stellarPassphrase, restLimits } = deps.settings
  return { issuers, stellarPassphrase, restLimits, xrplNetworkId: config.xrpl.networkId }
}
