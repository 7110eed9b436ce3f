import { config, deps } from '#app/runtime.server.ts'
import type { EscrowNetwork } from '#app/trade/lookup/queries/escrow-view.server.ts'

/** Ledger settings for payment requests and explorer links. */
export function escrowNetwork(): EscrowNetwork {
  const { issuers, stellarPassphrase, restLimits } = deps.settings
  return { issuers, stellarPassphrase, restLimits, xrplNetworkId: config.xrpl.networkId }
}
