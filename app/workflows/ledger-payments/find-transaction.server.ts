import { findStop } from '#app/db/ledger-payments/readings.server.ts'
import type { Network } from '#app/domain/kernel/assets.ts'
import { type LedgerTransaction, LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflows/deps.ts'

/**
 * Asks the ledger now for a transaction to an account of ours; null when it does not know one (yet). Throws
 * LedgerUnavailable, also while the account's reading is stopped: what a server says whose history is in doubt counts for
 * nothing.
 */
export async function findTransaction(
  deps: Deps,
  asked: { network: Network; account: string; hash: string },
): Promise<LedgerTransaction | null> {
  const { network, account, hash } = asked
  const stop = await findStop(deps.db, { network, account })
  if (stop !== null) throw new LedgerUnavailable(network, `the reading of ${account} is stopped: ${stop.detail}`)
  return deps.ledgers[network].findTransaction(hash, { account })
}
