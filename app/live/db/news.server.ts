/** Notifications of changes, and versions that also reveal missed ones. */
import { hashSessionToken, idleSince } from '#app/accounts/db/sessions.server.ts'
import type { Parties, Person } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import type { NewsSubject } from '#app/live/domain/subject.ts'

/** The channel on which triggers notify (migration 20261126000500_news). */
export const NEWS_CHANNEL = 'quayside_news'

export type Asker = {
  sessionId: string
  hearer: Person
  /** Null: no such escrow, or the subject is a fee. */
  parties: Parties | null
  /** Current version of the subject. Null: no such subject. */
  version: string | null
}

type Row = Person & {
  sessionId: string
  buyerId: string | null
  sellerId: string | null
  sellerEmail: string | null
  version: string | null
}

/** The session and the current version of its subject, in one query. Null: not signed in. */
export async function findAsker(
  db: Database,
  { token, now, subject }: { token: string; now: Date; subject: NewsSubject },
): Promise<Asker | null> {
  const escrowId = subject.kind === 'escrow' ? subject.id : null
  const [row] = await db.$queryRaw<Row[]>`
    select s."id" as "sessionId", u."id", u."email", u."role"::text as "role",
      u."emailConfirmedAt" is not null as "hasConfirmedEmail",
      e."buyerId", e."sellerId", e."sellerEmail",
      case when ${escrowId}::uuid is null then "news_version_of_fee"(${subject.id}::uuid)
        else "news_version_of_escrow"(e."id") end as "version"
    from "session" s
    join "user" u on u."id" = s."userId"
    left join "escrow" e on e."id" = ${escrowId}::uuid
    where s."tokenHash" = ${hashSessionToken(token)} and not s."awaitsCode"
      and s."expiresAt" > ${now} and s."lastSeenAt" > ${idleSince(now)}`
  if (!row) return null
  const { sessionId, buyerId, sellerId, sellerEmail, version, ...hearer } = row
  return { sessionId, hearer, parties: buyerId === null ? null : { buyerId, sellerId, sellerEmail }, version }
}

/** By escrow ID. Null: no such escrow. */
export async function findEscrowVersion(
  db: Database,
  transactionId: string,
): Promise<{ id: string; version: string } | null> {
  const [row] = await db.$queryRaw<{ id: string; version: string }[]>`
    select e."id", "news_version_of_escrow"(e."id") as "version" from "escrow" e
    where e."transactionId" = ${transactionId}`
  return row ?? null
}

export async function findFeeVersion(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ version: string | null }[]>`
    select "news_version_of_fee"(${userId}::uuid) as "version"`
  return row?.version ?? null
}

type Watched = { escrows: string[]; fees: string[]; sessions: string[]; now: Date }

/** Versions of all subjects and 'live' for valid sessions, by notification name, in one query. */
export async function findStates(
  db: Database,
  { escrows, fees, sessions, now }: Watched,
): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ name: string; state: string }[]>`
    select 'escrow:' || i as "name", "news_version_of_escrow"(i) as "state" from unnest(${escrows}::uuid[]) i
    union all
    select 'fee:' || i, "news_version_of_fee"(i) from unnest(${fees}::uuid[]) i
    union all
    select 'session:' || s."id", 'live' from "session" s
      where s."id" = any(${sessions}::uuid[]) and not s."awaitsCode"
        and s."expiresAt" > ${now} and s."lastSeenAt" > ${idleSince(now)}`
  return new Map(rows.map(({ name, state }) => [name, state]))
}

/** Notifies all listeners, including this process. */
export async function publishNews(db: Database, word: string): Promise<void> {
  await db.$executeRaw`select pg_notify(${NEWS_CHANNEL}, ${word})`
}
