import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findStandingDrafts } from '#app/trade/onchain/db/drafts.server.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { findOpenChange, storeChange } from '#app/trade/onchain/db/wallet-changes.server.ts'
import { LEAST_BEFORE_CHANGE_MS, MOST_WALLET_CHANGES, WALLET_CHANGE_MS } from '#app/trade/onchain/domain/limits.ts'
import { findDepositBy } from './deposit-by.server.ts'

type Asking = { id: string; escrow: StoredEscrow; agreed: StoredAgreement; askedById: string; now: Date }

/**
 * Why the agreed wallet stays for now: the buyer may be signing for it. Null: no draft can lock any more. Stores the
 * request, a few times per escrow: it stops new offers to the buyer for some hours. Call it with the escrow locked.
 * Refusals to commit with the request: held_wallet_stands, held_wallet_stands_on (offers go on). Without one:
 * held_change_late (it would hold the buyer up until shortly before the end of funding, or beyond it).
 */
export async function askForChange(
  tx: Transaction,
  { id, escrow, agreed, askedById, now: askedAt }: Asking,
): Promise<Refusal | null> {
  const { id: agreementId, escrowId } = agreed
  const standing = await findStandingDrafts(tx, agreementId)
  if (standing.length === 0) return null
  const times = standing.map(({ validUntil }) => validUntil?.getTime() ?? 0)
  const time = new Date(Math.max(askedAt.getTime(), ...times)).toISOString()
  const open = await findOpenChange(tx, { escrowId, now: askedAt })
  const until = open?.until ?? new Date(askedAt.getTime() + WALLET_CHANGE_MS)
  const about = { field: 'walletAddress', values: { time, until: until.toISOString() } }
  if (open) return refuse('held_wallet_stands', about)
  const lockBy = await findDepositBy(tx, escrow)
  if (lockBy.getTime() - askedAt.getTime() < LEAST_BEFORE_CHANGE_MS) {
    return refuse('held_change_late', { field: 'walletAddress', values: { until: lockBy.toISOString() } })
  }
  const change = { id, escrowId, agreementId, askedById, askedAt, until }
  if (!(await storeChange(tx, change, { most: MOST_WALLET_CHANGES }))) {
    return refuse('held_wallet_stands_on', { field: 'walletAddress', values: { time } })
  }
  const detail = { agreementId, until: until.toISOString() }
  await writeEvent(tx, { kind: 'hold_change_asked', at: askedAt, escrowId, userId: askedById, detail })
  return refuse('held_wallet_stands', about)
}
