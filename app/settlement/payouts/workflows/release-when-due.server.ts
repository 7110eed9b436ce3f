import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { isReleasable } from '#app/escrow/domain/escrow.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type StoreSigned, settle } from '#app/settlement/custody/workflows/custody.server.ts'

/**
 * Releases an escrow when it is due; does nothing while a fact is missing. Whoever records one of the three facts
 * (funded, confirmed, approved) calls it in the same transaction, with the current escrow, its row locked.
 * `storeSigned`: the last fact was the buyer's signature.
 */
export async function releaseWhenDue(
  tx: Transaction,
  escrow: StoredEscrow,
  now: Date,
  storeSigned?: StoreSigned,
): Promise<void> {
  if (!isReleasable(escrow.facts)) return
  await settle(tx, { escrow, shares: { seller: escrow.amount, buyer: new Decimal(0) }, now, storeSigned })
}
