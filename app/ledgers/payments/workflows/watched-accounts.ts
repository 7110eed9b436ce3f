import { NETWORKS, type Network } from '#app/kernel/domain/assets.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** The accounts whose payments we read: fee income and client money on both ledgers. */
export function watchedAccounts(deps: Pick<Deps, 'accounts'>): { network: Network; account: string }[] {
  return NETWORKS.flatMap((network) =>
    [deps.accounts[network].fee, deps.accounts[network].escrow].map((account) => ({ network, account })),
  )
}

/** The account of ours that keeps escrows on a ledger, which holds nothing of clients and is not read; null where there is none. */
export function keeperOn({ keeping }: Pick<Deps, 'keeping'>, network: Network): string | null {
  return (network === 'stellar' ? keeping.stellar?.sponsor : keeping.xrpl?.keeper) ?? null
}
