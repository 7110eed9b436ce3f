/** Reads audit events of an escrow or an account for operators, from a cursor on. No total is counted. */

import { BESIDE_HISTORY, BY_OPERATORS, EVENTS_OF_ACCOUNT } from '#app/admin/domain/done-events.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { ListPlace, Slice } from '#app/kernel/domain/paging/list-place.ts'

export type DoneEvent = {
  id: string
  kind: string
  at: Date
  userId: string | null
  detail: Record<string, unknown>
}

const { sql } = Prisma

/** Newest first; oldest first when paging back. */
function onTheWay(place: ListPlace | null) {
  const order = place?.way === 'previous' ? sql`order by "at", "id"` : sql`order by "at" desc, "id" desc`
  if (place === null) return { bound: Prisma.empty, order }
  const row = sql`(${place.row.at}::timestamptz, ${place.row.id}::uuid)`
  return { bound: place.way === 'previous' ? sql`and ("at", "id") > ${row}` : sql`and ("at", "id") < ${row}`, order }
}

const COLUMNS = sql`"id"::text, "kind", "at", "userId"::text, "detail"`

export async function findDoneWithEscrow(
  db: Database,
  { escrowId, place, take }: Slice & { escrowId: string },
): Promise<DoneEvent[]> {
  const { bound, order } = onTheWay(place)
  return db.$queryRaw<DoneEvent[]>`
    select ${COLUMNS} from "audit_event"
    where "escrowId" = ${escrowId}::uuid ${bound}
      and ("kind" = any(${[...BESIDE_HISTORY]}::text[]) or ("userId" is not null and "kind" = any(${[...BY_OPERATORS]}::text[])))
    ${order} limit ${take}`
}

/** The conditions match the indexes audit_event_of_account and audit_event_about. */
export async function findDoneWithPerson(
  db: Database,
  { userId, place, take }: Slice & { userId: string },
): Promise<DoneEvent[]> {
  const { bound, order } = onTheWay(place)
  return db.$queryRaw<DoneEvent[]>`
    select * from (
      (select ${COLUMNS} from "audit_event"
       where "userId" = ${userId}::uuid and "escrowId" is null and "kind" = any(${[...EVENTS_OF_ACCOUNT]}::text[]) ${bound}
       ${order} limit ${take})
      union all
      (select ${COLUMNS} from "audit_event"
       where "detail"->>'subject' = ${userId} and "kind" in ('person_viewed', 'screening_decided') ${bound}
       ${order} limit ${take})
    ) as "done" ${order} limit ${take}`
}
