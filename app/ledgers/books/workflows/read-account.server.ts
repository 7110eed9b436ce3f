import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import { watchedAccounts } from '#app/ledgers/payments/workflows/watched-accounts.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** How often a read is repeated when something moved meanwhile. */
const TRIES = 5

export type AccountReading = {
  /** What the account held; null: it does not exist. */
  balances: Map<Asset, Decimal | null>
  /** Its newest transaction at that time; null: it has none. */
  newest: string | null
}

/**
 * Reads what an account of ours holds while everything that reached it is in the books. Its newest transaction is the
 * same before and after, so balance and books are of the same ledger: nothing booked is missing from the balance, and
 * everything that had arrived has been read. Throws LedgerUnavailable, also when the account keeps changing.
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
