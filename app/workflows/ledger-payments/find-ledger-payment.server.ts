import { findEscrow, type StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { inTransaction } from '#app/db/kernel/client.server.ts'
import { networkOf } from '#app/domain/kernel/assets.ts'
import { type Refusal, refuse } from '#app/domain/kernel/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { ingestPayments } from './ingest-payments.server.ts'
import { recordLedgerPayments } from './record-ledger-payments.server.ts'

/**
 * 'Fetch real TXID': asks the ledger now for payments with this escrow's reference (spec §5, Lookup auto-fetch; for all
 * three assets, product.md §3). It reads on from the stored cursor, as the watcher does, so nothing is counted twice.
 * Refusals: escrow_not_found, payment_not_seen, ledger_query_failed (Horizon), fetch_failed.
 */
export async function findLedgerPayment(
  deps: Deps,
  ask: { escrowId: string; buyerId: string },
): Promise<StoredEscrow | Refusal> {
  const escrow = await findEscrow(deps.db, ask.escrowId)
  if (!escrow || escrow.buyerId !== ask.buyerId) return refuse('escrow_not_found')
  if (escrow.realTxId) return escrow
  try {
    await ingestPayments(deps, { network: networkOf(escrow.currency), account: escrow.account })
  } catch (error) {
    // The spec's sentences (§8): one for Horizon, one for whatever else went wrong.
    if (error instanceof LedgerUnavailable)
      return refuse(error.network === 'stellar' ? 'ledger_query_failed' : 'fetch_failed')
    throw error
  }
  const found = await findEscrow(deps.db, escrow.id)
  return found?.realTxId ? found : refuse('payment_not_seen')
}

/** Looks again this much later for a hash that the ledger does not know yet, ten times (spec §9: 10 tries, 7 s apart). */
const LOOK_AGAIN_MS = 7_000
const LOOK_FOR_MS = 10 * LOOK_AGAIN_MS

/**
 * Manual mode: verifies the hash that the buyer stated as a fee's is verified: the payment must carry the escrow's
 * reference. Answers with when to look again, or null when there is nothing more to do: found, or left to the watcher, who
 * costs nothing per escrow and sees it whenever it comes.
 */
export async function verifyStatedPayment(deps: Deps, { escrowId }: { escrowId: string }): Promise<Date | null> {
  const escrow = await findEscrow(deps.db, escrowId)
  if (!escrow?.statedTxId || escrow.verifiedAt) return null
  const transaction = await deps.ledgers[networkOf(escrow.currency)].findTransaction(escrow.statedTxId, {
    account: escrow.account,
  })
  if (transaction) {
    await inTransaction(deps.db, (tx) => recordLedgerPayments(deps, tx, transaction.payments))
    return null
  }
  const now = deps.clock.now()
  return now.getTime() - escrow.createdAt.getTime() < LOOK_FOR_MS ? new Date(now.getTime() + LOOK_AGAIN_MS) : null
}
