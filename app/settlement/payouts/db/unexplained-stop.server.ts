/** The stop of a ledger's payouts while an outgoing transaction is unexplained. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Network } from '#app/kernel/domain/assets.ts'

export async function hasUnexplainedStop(db: Database | Transaction, network: Network): Promise<boolean> {
  return (await db.payoutStop.count({ where: { network, cause: 'unexplained', endedAt: null } })) > 0
}

/** True: this call opened it. Waits for signatures being stored (trigger). */
export async function openUnexplainedStop(
  tx: Transaction,
  stop: { id: string; network: Network; reason: string; at: Date },
): Promise<boolean> {
  const opened = await tx.$executeRaw`
    insert into "payout_stop" ("id", "network", "cause", "reason", "beganAt")
    values (${stop.id}::uuid, ${stop.network}::"Network", 'unexplained', ${stop.reason}, ${stop.at})
    on conflict ("network", "cause") where "endedAt" is null do nothing`
  return opened === 1
}

/** True: this call ended it. Throws the trigger's error while something is unexplained. */
export async function endUnexplainedStop(
  tx: Transaction,
  stop: { network: Network; by: string | null; reason: string; at: Date },
): Promise<boolean> {
  const { count } = await tx.payoutStop.updateMany({
    where: { network: stop.network, cause: 'unexplained', endedAt: null },
    data: { endedAt: stop.at, endedById: stop.by, endReason: stop.reason },
  })
  return count === 1
}
