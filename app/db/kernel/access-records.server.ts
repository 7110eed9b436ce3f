/** Who signed in, was refused or took a paper away. What happens again within the hour is counted in one row. */
import type { Database } from './client.server.ts'

export type AccessKind =
  | 'signed_in'
  | 'sign_in_failed'
  | 'role_denied'
  | 'too_many_tries'
  | 'foreign_form'
  | 'file_downloaded'
  | 'file_previewed'
  | 'file_refused'
  | 'statement_read'
  | 'statement_refused'

export type NewAccess = {
  kind: AccessKind
  at: Date
  userId: string | null
  escrowId: string | null
  /** Which page, file or form of a statement. */
  subject: string
  /** A neighbourhood of addresses; empty where nothing tells addresses apart. */
  place: string
}

const HOUR_MS = 3_600_000

export async function countAccess(db: Database, access: NewAccess & { id: string }): Promise<void> {
  const { id, kind, at, userId, escrowId, subject, place } = access
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  await db.$executeRaw`
    insert into "access_record"
      ("id", "kind", "hour", "userId", "escrowId", "subject", "place", "firstAt", "lastAt")
    values (${id}::uuid, ${kind}, ${hour}, ${userId}::uuid, ${escrowId}::uuid, ${subject}, ${place}, ${at}, ${at})
    on conflict ("hour", "kind", "userId", "escrowId", "subject", "place")
    do update set "count" = "access_record"."count" + 1, "lastAt" = excluded."lastAt"`
}

export async function deleteOldAccess(db: Database, before: Date): Promise<number> {
  const { count } = await db.accessRecord.deleteMany({ where: { hour: { lt: before } } })
  return count
}
