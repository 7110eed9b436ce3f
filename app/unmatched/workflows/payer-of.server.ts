import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'
import type { PaidFrom } from '#app/kernel/domain/payout-state.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findPayingAccounts } from '#app/settlement/payouts/db/paybacks.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** Workers report their keys every minute (sweep-open-work). */
const SAID_WITHIN_MS = 15 * 60_000

/**
 * Which of our accounts can pay back from this one. Refusals: payback_other_account (we do not pay from it any more),
 * payback_no_key (the fee account, without a worker that has its key).
 */
export async function payerOf(
  { accounts, clock }: Pick<Deps, 'accounts' | 'clock'>,
  db: Database | Transaction,
  { network, account }: { network: Network; account: string },
): Promise<PaidFrom | Refusal> {
  if (account === accounts[network].escrow) return 'client'
  if (account !== accounts[network].fee) return refuse('payback_other_account')
  const since = new Date(clock.now().getTime() - SAID_WITHIN_MS)
  return (await findPayingAccounts(db, since)).has(account) ? 'fee' : refuse('payback_no_key')
}
