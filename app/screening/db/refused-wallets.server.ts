/** Refusals of listed wallets: events, one per person, wallet and day (`audit_event_wallet_refused`). */
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { type Database, inTransaction, isDuplicateOf } from '#app/kernel/db/client.server.ts'

export type WalletRefusal = { userId: string; address: string; entryIds: readonly string[]; field: string; at: Date }

/** False: already recorded today. In its own transaction: a refused statement changes nothing else. */
export async function storeWalletRefusal(
  db: Database,
  { userId, address, entryIds, field, at }: WalletRefusal,
): Promise<boolean> {
  const detail = { address, entryIds: [...entryIds], field }
  try {
    await inTransaction(db, (tx) => writeEvent(tx, { kind: 'wallet_refused', at, userId, detail }))
    return true
  } catch (error) {
    if (isDuplicateOf(error, 'audit_event_wallet_refused')) return false
    throw error
  }
}

/** Returns the newest, with who stated which wallet. */
export async function findRefusedWallets(db: Database, take: number) {
  return db.$queryRaw<{ id: string; userId: string; name: string; address: string; at: Date }[]>`
    select a."id"::text as "id", a."userId"::text as "userId", u."name", a."detail"->>'address' as "address", a."at"
    from "audit_event" a join "user" u on u."id" = a."userId"
    where a."kind" = 'wallet_refused' order by a."at" desc, a."id" desc limit ${take}`
}
