/** The mail service's events about our emails, and which addresses take none (decision 109). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'
import { DELIVERY_FAILURES, type DeliveryFailure, failureBy, type MailEvent } from '#app/notices/domain/mail-event.ts'

/** The email of an event: by the id that we gave it, else by the mail service's id. */
export async function findEmailOf(
  tx: Transaction,
  { letterId, providerId, address: recipient }: Pick<MailEvent, 'letterId' | 'providerId' | 'address'>,
): Promise<string | null> {
  if (letterId === null && providerId === null) return null
  // By the recipient, which has an index; it also rejects ids of other people's emails.
  const letter = await tx.outboxLetter.findFirst({
    where: { recipient, ...(letterId === null ? { providerId } : { id: letterId }) },
    select: { id: true },
  })
  return letter?.id ?? null
}

export type NewMailEvent = Pick<MailEvent, 'kind' | 'address' | 'words' | 'at'> & {
  id: string
  letterId: string | null
  receivedAt: Date
}

/** False: it was stored before. */
export async function storeMailEvent(tx: Transaction, event: NewMailEvent): Promise<boolean> {
  const { count } = await tx.mailEvent.createMany({ data: [event], skipDuplicates: true })
  return count === 1
}

/**
 * Updates the state of the address, if the event is the latest by the mail service's clock. A continuing problem keeps
 * its start. Returns whether the state has changed.
 */
export async function applyToAddress(tx: Transaction, event: NewMailEvent): Promise<boolean> {
  const { kind, address, words, at, receivedAt } = event
  const trouble = failureBy(kind)
  if (trouble === undefined) return false
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`mail to ${address}`}, 0))`
  const before = await findDeliveryFailure(tx, address)
  const since = trouble === null ? null : receivedAt
  const written = await tx.$executeRaw`
    insert into "mail_address" ("address", "trouble", "since", "words", "eventAt")
    values (${address}, ${trouble}, ${since}, ${words}, ${at})
    on conflict ("address") do update set "trouble" = excluded."trouble", "words" = excluded."words", "eventAt" = excluded."eventAt",
      "since" = case when excluded."trouble" is null then null else coalesce("mail_address"."since", excluded."since") end
    where "mail_address"."eventAt" < excluded."eventAt"`
  return written > 0 && before?.trouble !== (trouble ?? undefined)
}

/** Clears the address after its owner has followed a link of an email to it. False: it had no problem. */
export async function clearAddress(tx: Transaction, address: string): Promise<boolean> {
  const data = { trouble: null, since: null }
  const { count } = await tx.mailAddress.updateMany({ where: { address, trouble: { not: null } }, data })
  return count > 0
}

/** Why emails to an address bounce, and since when. Null: they do not. */
export async function findDeliveryFailure(
  db: Database | Transaction,
  address: string,
): Promise<{ trouble: DeliveryFailure; since: Date } | null> {
  const row = await db.mailAddress.findUnique({ where: { address }, select: { trouble: true, since: true } })
  const trouble = DELIVERY_FAILURES.find((known) => known === row?.trouble)
  return trouble && row?.since ? { trouble, since: row.since } : null
}

export type Unreached = {
  address: string
  trouble: DeliveryFailure
  since: Date
  words: string
  /** Null: the named seller of an open escrow, without an account. */
  userId: string | null
  name: string | null
}

/** Addresses that take no emails, of accounts or named sellers; longest-standing first. */
export async function findUnreached(db: Database, take: number): Promise<{ count: number; people: Unreached[] }> {
  const rows = await db.$queryRaw<(Unreached & { count: number })[]>`
    select m."address", m."trouble", m."since", m."words", u."id"::text as "userId", u."name", (count(*) over ())::int as "count"
    from "mail_address" m left join lateral (select "id", "name" from "user" where "email" = m."address" offset 0) u on true
    where m."trouble" is not null and (u."id" is not null or exists (
      select 1 from "escrow" e where e."sellerEmail" = m."address" and e."sellerId" is null and e."cancelledAt" is null))
    order by m."since", m."address" limit ${take}`
  return { count: rows[0]?.count ?? 0, people: rows.map(({ count: _, ...person }) => person) }
}

/** Emails since a moment that the mail service accepted but failed to send by our fault, counted by reason. */
export async function countFailed(db: Database, since: Date): Promise<{ words: string; count: number }[]> {
  return db.$queryRaw<{ words: string; count: number }[]>`
    select "words", count(*)::int as "count" from "mail_event"
    where "kind" = 'failed' and "receivedAt" >= ${since} group by "words" order by 2 desc, 1 limit 10`
}

/** Events of delivered, delayed and finally delivered emails, which nobody needs later. */
export async function deleteOldMailEvents(db: Database, before: Date): Promise<number> {
  const where = { receivedAt: { lt: before }, kind: { in: ['delivered', 'delayed', 'soft_bounced', 'unsuppressed'] } }
  return inSlices(async (limit) => (await db.mailEvent.deleteMany({ where, limit })).count)
}
