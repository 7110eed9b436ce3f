/** The one pause of a step because emails to its reader come back, and what ends it (decision 109). */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { STOPS_DEADLINES } from '#app/notices/domain/mail-event.ts'
import type { Step } from '#app/trade/terms/domain/standing.ts'

/**
 * Begins the pause when emails to the awaited side come back: from then, or from the start of the step if later. False:
 * they do not, the reader opened the page in this step, the date had passed, or the step had its pause. `since`,
 * `dueAt`: of the deadline.
 */
export async function beginPause(
  tx: Transaction,
  { escrowId, step, since, dueAt }: { escrowId: string; step: Step; since: Date; dueAt: Date },
): Promise<boolean> {
  const reader = Prisma.raw(step === 'examine' ? '"buyerId"' : '"sellerId"')
  const begun = await tx.$executeRaw`
    insert into "undelivered_pause" ("escrowId", "step", "userId", "startedAt")
    select e."id", ${step}, u."id", greatest(m."since", ${since})
    from "escrow" e join "user" u on u."id" = e.${reader} and u."closedAt" is null
    join "mail_address" m on m."address" = u."email" and m."trouble" = any(${STOPS_DEADLINES}) and m."since" < ${dueAt}
    where e."id" = ${escrowId}::uuid and not exists (
      select 1 from "party_visit" v where v."escrowId" = e."id" and v."userId" = u."id" and v."at" >= ${since})
    on conflict do nothing`
  return begun > 0
}

/** The reader has been notified: ends this person's pauses in an escrow. */
export async function endPauses(tx: Transaction, of: { escrowId: string; userId: string; at: Date }): Promise<void> {
  const { escrowId, userId, at } = of
  // Clocks of processes differ: a pause never ends before it begins.
  await tx.$executeRaw`
    update "undelivered_pause" set "endedAt" = greatest("startedAt", ${at})
    where "escrowId" = ${escrowId}::uuid and "userId" = ${userId}::uuid and "endedAt" is null`
}

/** Escrows that are paused for the person with this address. */
export async function findPausedFor(db: Database, address: string): Promise<{ escrowId: string; userId: string }[]> {
  return db.undeliveredPause.findMany({
    where: { endedAt: null, user: { email: address } },
    select: { escrowId: true, userId: true },
    orderBy: { escrowId: 'asc' },
  })
}

/** Has a step of this person begun since the last visit, or is it paused? */
export async function isVisitNews(
  db: Database,
  { escrowId, userId }: { escrowId: string; userId: string },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isNews: boolean }[]>`
    select exists (
      select 1 from "escrow_clock" c join "escrow" e on e."id" = c."escrowId"
      where c."escrowId" = ${escrowId}::uuid and c."endedAt" is null
        and case c."owner" when 'buyer' then e."buyerId" else e."sellerId" end = ${userId}::uuid
        and not exists (select 1 from "party_visit" v
          where v."escrowId" = c."escrowId" and v."userId" = ${userId}::uuid and v."at" >= c."turnSince")
    ) or exists (
      select 1 from "undelivered_pause" p
      where p."escrowId" = ${escrowId}::uuid and p."userId" = ${userId}::uuid and p."endedAt" is null
    ) as "isNews"`
  return row?.isNews ?? false
}

export async function storeVisit(
  tx: Transaction,
  visit: { escrowId: string; userId: string; at: Date },
): Promise<void> {
  const { at, ...of } = visit
  await tx.partyVisit.upsert({
    where: { escrowId_userId: of },
    create: visit,
    update: { at },
    select: { escrowId: true },
  })
}

/** Since when emails to each side come back; null: they do not, or the side has no address. */
export async function findUnreachedSides(
  db: Database | Transaction,
  escrowId: string,
): Promise<Record<Reader, Date | null>> {
  const rows = await db.$queryRaw<{ side: Reader; since: Date }[]>`
    select s."side", m."since" from "escrow" e
    left join "user" b on b."id" = e."buyerId" left join "user" v on v."id" = e."sellerId"
    cross join lateral (values ('buyer', b."email"), ('seller', case when e."sellerId" is null then e."sellerEmail" else v."email" end))
      as s ("side", "email")
    join "mail_address" m on m."address" = s."email" and m."trouble" is not null
    where e."id" = ${escrowId}::uuid`
  const sinceOf = (reader: Reader) => rows.find(({ side }) => side === reader)?.since ?? null
  return { buyer: sinceOf('buyer'), seller: sinceOf('seller') }
}

/** Escrows whose reader has this address: all with the person's deadline running, and the newest `take` open ones. */
export async function findReadAt(
  db: Database,
  { address, take }: { address: string; take: number },
): Promise<{ escrowId: string; side: Reader }[]> {
  return db.$queryRaw<{ escrowId: string; side: Reader }[]>`
    with "mine" as (
      select e."id", e."createdAt", case when e."buyerId" = u."id" then 'buyer' else 'seller' end as "side"
      from "user" u join "escrow" e on e."buyerId" = u."id" or e."sellerId" = u."id"
      where u."email" = ${address}
      union all
      select e."id", e."createdAt", 'seller' from "escrow" e where e."sellerEmail" = ${address} and e."sellerId" is null)
    (select m."id"::text as "escrowId", m."side" from "mine" m
      join "escrow_clock" c on c."escrowId" = m."id" and c."endedAt" is null and c."owner" = m."side")
    union
    (select m."id"::text, m."side" from "mine" m join "escrow" e on e."id" = m."id"
      where e."cancelledAt" is null and e."lapsedAt" is null and e."releasedAt" is null and not "is_settled"(e."id")
      order by m."createdAt" desc, m."id" desc limit ${take})
    order by 1`
}
