import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The accounts whose payments we read: fee income and client money, on both ledgers. */
export function watchedAccounts(deps: Pick<Deps, 'accounts'>): { network: Network; account: string }[] {
  return NETWORKS.flatMap((network) =>
    [deps.accounts[network].fee, deps.accounts[network].escrow].map((account) => ({ network, account })),
  )
}

/** Our account that sponsors escrows on a ledger: without client money, and not read. Null: none is set. */
export function sponsorOn({ keeping }: Pick<Deps, 'keeping'>, network: Network): string | null {
  return (network === 'stellar' ? keeping.stellar?.sponsor : keeping.xrpl?.keeper) ?? null
}
