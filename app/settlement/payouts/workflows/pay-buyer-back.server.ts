import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { settle } from '#app/settlement/custody/workflows/custody.server.ts'
import { returnExcess } from '#app/settlement/custody/workflows/settle-by-payout.server.ts'

type Back = { escrow: StoredEscrow; now: Date }

/** Pays all of the money back to the buyer. Call it with the current escrow, its row locked. */
export async function refundAll(tx: Transaction, { escrow, now }: Back): Promise<void> {
  await settle(tx, { escrow, shares: { seller: new Decimal(0), buyer: escrow.amount }, now })
}

/** Pays back what the escrow owes beside its settlement, if anything. */
export async function payOwedBack(tx: Transaction, { escrow, now }: Back): Promise<void> {
  if (escrow.owedBack.gt(0)) await returnExcess(tx, { escrow, amount: escrow.owedBack, now })
}
