import { NETWORKS, type Network } from '#app/domain/kernel/assets.ts'
import type { Deps } from '#app/workflows/deps.ts'

/** The accounts whose payments we read: fee income and client money on both ledgers. */
export function watchedAccounts(deps: Pick<Deps, 'accounts'>): { network: Network; account: string }[] {
  return NETWORKS.flatMap((network) =>
    [deps.accounts[network].fee, deps.accounts[network].escrow].map((account) => ({ network, account })),
  )
}
