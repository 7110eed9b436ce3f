import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { isReleasable } from '#app/domain/escrow/escrow.ts'
import { Decimal } from '#app/domain/kernel/money.ts'
import { type StoreSigned, settle } from '#app/workflows/custody/custody.server.ts'

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
