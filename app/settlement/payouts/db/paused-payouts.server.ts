/** Payouts that an operator paused; a database check forbids signing them. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'

/** Compare-and-set: true for the one caller that paused it. Not one that is signed, sent or paid. */
export async function storePause(tx: Transaction, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await tx.transfer.updateMany({
    where: { id, heldAt: null, state: { in: ['queued', 'blocked'] } },
    data: { heldAt: at },
  })
  return count === 1
}

/** Compare-and-set: true for the one caller that resumed it. */
export async function endPause(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.transfer.updateMany({
    where: { id, heldAt: { not: null } },
    data: { heldAt: null, wakes: { increment: 1 } },
  })
  return count === 1
}

export async function isPayoutPaused(db: Database | Transaction, id: string): Promise<boolean> {
  const row = await db.transfer.findUnique({ where: { id }, select: { heldAt: true } })
  return row?.heldAt != null
}
