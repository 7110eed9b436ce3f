import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** So often is an account looked at in which something moved meanwhile. */
const TRIES = 5

export type AccountReading = {
  /** What the account held; null where it does not exist. */
  balances: Map<Asset, Decimal | null>
  /** The newest transaction of the account when it held that; null: it has none. */
  newest: string | null
}

/**
 * What an account of ours holds, while everything that reached it is in the books. Nothing moves between the two looks at
 * its newest transaction, so balance and books tell of the same ledger: what is booked beyond it cannot be, and what had
 * arrived by then has been read. Throws LedgerUnavailable, also when the account does not stand still for long enough.
 */
export async function readAccount(
  deps: Deps,
  of: { network: Network; account: string; assets: readonly Asset[] },
): Promise<AccountReading> {
  const { network, account, assets } = of
  const ledger = deps.ledgers[network]
  const isWatched = watchedAccounts(deps).some((own) => own.network === network && own.account === account)
  const newestNow = async () => (await ledger.movements(account, { until: null, limit: 1 })).movements[0]?.hash ?? null
  for (let tried = 0; tried < TRIES; tried += 1) {
    const newest = await newestNow()
    const balances = new Map<Asset, Decimal | null>()
    for (const asset of assets) balances.set(asset, await ledger.balance(account, asset))
    if (isWatched && (await ingestPayments(deps, { network, account })) === 'stopped') {
      throw new LedgerUnavailable(
        network,
        `the payments to ${account} are not read any more: there is nothing to compare`,
      )
    }
    if ((await newestNow()) === newest) return { balances, newest }
  }
  throw new LedgerUnavailable(network, `something moved in ${account} each time that it was looked at`)
}
