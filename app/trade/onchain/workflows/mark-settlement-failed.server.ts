import { lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { hasRight } from '#app/settlement/custody/db/settlements.server.ts'
import { SETTLEMENT_OPEN } from '#app/settlement/custody/domain/settlement.ts'
import { settleOnLedger } from '#app/settlement/custody/workflows/settle-on-ledger.server.ts'
import { moveSettlement, type StoredSettlement } from '#app/trade/onchain/db/settlements.server.ts'
import { mayFollow } from '#app/trade/onchain/domain/settlement-fate.ts'
import type { Deps } from '#app/workflow-deps.ts'

type Buried = { exit: Pick<StoredSettlement, 'id' | 'escrowId' | 'kind' | 'shares'>; why: string }

/** Marks a settlement dead that has no transfer attempt in flight and can no longer be included. */
export async function markSettlementFailed(deps: Deps, { exit, why }: Buried): Promise<void> {
  const isDead = await inTransaction(deps.db, async (tx) => {
    await lockEscrow(tx, exit.escrowId)
    return endSettlement(tx, { exit, why, now: deps.clock.now() })
  })
  const facts = { escrow: exit.escrowId, exit: exit.id, cause: why }
  if (isDead) deps.log.warn(facts, 'settlement invalidated')
}

/**
 * The same, with the escrow's row locked and the attempt closed. Another settlement replaces it at once, to be signed
 * anew, while the record gives the right to it and the ledger date leaves time.
 */
export async function endSettlement(tx: Transaction, { exit, why, now }: Buried & { now: Date }): Promise<boolean> {
  const { id, escrowId, kind, shares } = exit
  if (!(await moveSettlement(tx, { id, from: SETTLEMENT_OPEN, to: 'dead', deadReason: why }))) return false
  if (mayFollow(why) && kind !== 'expiry' && (await hasRight(tx, { escrowId, shares })))
    await settleOnLedger(tx, { escrow: await lockEscrow(tx, escrowId), shares, now, isAgain: true })
  return true
}
