import type { Network } from '#app/kernel/domain/assets.ts'
import { type LedgerTransaction, LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { isHistoryDoubted } from '#app/ledgers/payments/db/readings.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * Asks the ledger for a transaction to an account of ours; null when it does not know one (yet).
 * Throws LedgerUnavailable, also while a reading on the ledger is stopped: a server whose history is in doubt does not
 * count.
 */
export async function findTransaction(
  deps: Deps,
  asked: { network: Network; account: string; hash: string },
): Promise<LedgerTransaction | null> {
  const { network, account, hash } = asked
  if (await isHistoryDoubted(deps.db, network)) {
    throw new LedgerUnavailable(network, 'the history of its servers is in doubt: a reading is stopped')
  }
  return deps.ledgers[network].findTransaction(hash, { account })
}
