import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { findEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Network, networkOf } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { LedgerUnavailable } from '#app/ledgers/ledger.ts'
import { depositState } from '#app/ledgers/payments/domain/deposit.ts'
import { ingestPayments } from '#app/ledgers/payments/workflows/ingest-payments.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/**
 * 'Fetch real TXID': reads the ledger now for payments with this escrow's reference (spec §5, Lookup auto-fetch; all
 * three assets, product.md §3). Continues from the watcher's cursor, so that nothing is counted twice. Refusals:
 * escrow_not_found, payment_not_seen, payment_short, ledger_query_failed (Horizon), fetch_failed.
 */
export async function fetchRealTxId(
  deps: Deps,
  ask: { escrowId: string; buyerId: string },
): Promise<StoredEscrow | Refusal> {
  const own = await findPermitted(deps.db, ask, 'pay')
  if (!own) return refuse('escrow_not_found')
  const { escrow } = own
  if (escrow.realTxId) return escrow
  const network = networkOf(escrow.currency)
  try {
    const reading = await ingestPayments(deps, { network, account: escrow.account })
    if (reading === 'stopped') return unread(network)
  } catch (error) {
    if (error instanceof LedgerUnavailable) return unread(network)
    throw error
  }
  const found = await findEscrow(deps.db, escrow.id)
  if (found?.realTxId) return found
  return found?.receivedAmount.gt(0) ? onlyAPart(found) : refuse('payment_not_seen')
}

/** A partial payment shows what is outstanding, rather than that nothing was found. */
function onlyAPart({ amount, receivedAmount, currency }: StoredEscrow): Refusal {
  const { stillDue } = depositState({ due: amount, received: receivedAmount })
  const of = (value: Decimal) => `${plain(value)} ${currency}`
  return refuse('payment_short', { values: { received: of(receivedAmount), stillDue: of(stillDue) } })
}

/** The spec's sentences (§8): one for Horizon, one for other failures. */
function unread(network: Network): Refusal {
  return refuse(network === 'stellar' ? 'ledger_query_failed' : 'fetch_failed')
}
