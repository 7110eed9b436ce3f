/** The last date of an escrow that a reader was sent for the calendar (decision 110). */
import type { Transaction } from '#app/kernel/db/client.server.ts'

type Of = { recipient: string; txid: string; since: Date; letterId: string }

/** The date in the reader's calendar, ISO 8601. Null: none, or cancelled. `since`: when the escrow was opened. */
export async function findSentDate(tx: Transaction, of: Of): Promise<string | null> {
  const { recipient, txid, since, letterId } = of
  const [last] = await tx.$queryRaw<{ by: string | null }[]>`
    select case when "content"->'calendar'->'cancels' is null then "content"->'dates'->'ahead'->>'by' end as "by"
    from "outbox_letter"
    where "recipient" = ${recipient} and "createdAt" >= ${since} and "id" <> ${letterId}::uuid
      and "content"->'calendar'->>'txid' = ${txid} and "firstTriedAt" is not null
    order by "firstTriedAt" desc, "id" desc limit 1`
  return last?.by ?? null
}
