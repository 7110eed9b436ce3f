import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { isReleasable } from '#app/escrow/domain/escrow.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { type StoreSigned, settle } from '#app/settlement/custody/workflows/custody.server.ts'

/**
 * Releases an escrow when it is due. Whoever records the last of the three facts (funded, confirmed, approved) calls it
 * with the escrow as it is now, its row locked, in that same transaction. Does nothing while a fact is missing. `storeSigned`: the last fact
 * was the buyer's signature of it.
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
