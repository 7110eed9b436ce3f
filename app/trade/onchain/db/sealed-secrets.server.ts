/** Sealed secrets that may still be needed: to check whether the configured keys open them. */
import type { Database } from '#app/kernel/db/client.server.ts'

/**
 * Returns the newest one per sealing key; the part before the point names the key. Only secrets of deposits that count,
 * are open and before their ledger date, and of agreements whose deposit may still come.
 */
export async function findSecretOfEachKey(db: Database): Promise<{ escrowId: string; sealed: string }[]> {
  return db.$queryRaw`
    select distinct on (split_part("sealedFulfilment", '.', 1)) "escrowId"::text as "escrowId", "sealedFulfilment" as "sealed"
    from (
      select d."escrowId", d."sealedFulfilment", d."createdAt"
      from "hold_lock" l
      join "hold_draft" d on d."id" = l."draftId"
      join "hold" h on h."escrowId" = d."escrowId"
      where l."end" is null and l."counts" and h."deadline" > now()
      union all
      select d."escrowId", d."sealedFulfilment", d."createdAt" from "hold_agreement" a join "hold_draft" d on d."agreementId" = a."id"
      where a."closedAt" is null and a."openedAt" is not null and a."supersededAt" is null
        and not exists (select 1 from "hold_lock" l where l."escrowId" = a."escrowId" and l."counts")
    ) needed
    where "sealedFulfilment" is not null
    order by split_part("sealedFulfilment", '.', 1), "createdAt" desc`
}
