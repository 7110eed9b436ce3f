import { config, deps } from '#app/runtime.server.ts'
import type { EscrowNetwork } from '#app/trade/lookup/queries/escrow-view.server.ts'

/** The networks that are used: for payment requests, and for explorer links. */
export function adminNetwork(): EscrowNetwork {
  return {
    issuers: config.stellar.issuers,
    stellarPassphrase: deps.settings.stellarPassphrase,
    xrplNetworkId: config.xrpl.networkId,
    restLimits: deps.settings.restLimits,
  }
}
