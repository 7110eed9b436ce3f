import type { Network } from '#app/kernel/domain/assets.ts'
import { findFormerAccounts } from '#app/ledgers/payments/db/platform-accounts.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { watchedAccounts } from './watched-accounts.ts'

/** Our accounts and the former ones: people pay late, and reuse an address that they once got. */
export async function accountsToRead(
  deps: Pick<Deps, 'accounts' | 'chains' | 'db'>,
): Promise<{ network: Network; account: string }[]> {
  const ours = watchedAccounts(deps)
  const former = await findFormerAccounts(deps.db, deps.chains)
  return [...ours, ...former.filter(({ account }) => !ours.some((own) => own.account === account))]
}
