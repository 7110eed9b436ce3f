/** Returns since when the oldest item of each operator queue has waited. Each is the first row of an index. */
import type { Database } from '#app/kernel/db/client.server.ts'
import { CLEARANCE_WAITS } from '#app/settlement/payouts/db/approvals.server.ts'

export type OldestWaiting = Record<
  'disputes' | 'cases' | 'screening' | 'outgoing' | 'approvals' | 'letters',
  Date | null
>

/** `lettersSince`: emails given up before this time are left out. */
export async function findOldestWaiting(
  db: Database,
  { lettersSince }: { lettersSince: Date },
): Promise<OldestWaiting> {
  const [row] = await db.$queryRaw<OldestWaiting[]>`
    select
      (select min("openedAt") from "dispute" where "decision" is null) as "disputes",
      (select min("openedAt") from "payment_case" where "closedAt" is null) as "cases",
      (select min("openedAt") from "screening_review"
        where "state" not in ('false_match', 'true_match') or "wanted" is not null) as "screening",
      least((select min("closedAt") from "outgoing_transaction" where "explanation" is null),
        (select min("seenAt") from "outgoing_gap" where "endedAt" is null)) as "outgoing",
      least((select min("createdAt") from "transfer" where "state" = 'queued' and "waitsFor" = 'second_operator'),
        (select min(c."askedAt") from "hold_clearance" c where ${CLEARANCE_WAITS})) as "approvals",
      (select min("givenUpAt") from "outbox_letter" l where "givenUpAt" is not null and "givenUpAt" >= ${lettersSince}
        and not exists (select 1 from "desk_note" n where n."letterId" = l."id" and n."kind" = 'send_letter')) as "letters"`
  return row ?? { disputes: null, cases: null, screening: null, outgoing: null, approvals: null, letters: null }
}
