/** What the mail service says became of letters, and which addresses take none (decision 109). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'
import { type MailEvent, TROUBLES, type Trouble, troubleBy } from '#app/notices/domain/mail-event.ts'

/** The letter that an event is about: by the name that we gave it, else by the mail service's number. */
export async function findLetterOf(
  tx: Transaction,
  { letterId, providerId, address: recipient }: Pick<MailEvent, 'letterId' | 'providerId' | 'address'>,
): Promise<string | null> {
  if (letterId === null && providerId === null) return null
  // By its reader, which has an index. Nobody else's letter has come back.
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

/** False: it has been stored before. */
export async function storeMailEvent(tx: Transaction, event: NewMailEvent): Promise<boolean> {
  const { count } = await tx.mailEvent.createMany({ data: [event], skipDuplicates: true })
  return count === 1
}

/**
 * How the address stands from now on, if the event is later than all before, by the mail service's clock. True: it stands otherwise
 * than it did. A trouble that goes on keeps its beginning.
 */
export async function applyToAddress(tx: Transaction, event: NewMailEvent): Promise<boolean> {
  const { kind, address, words, at, receivedAt } = event
  const trouble = troubleBy(kind)
  if (trouble === undefined) return false
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`mail to ${address}`}, 0))`
  const before = await findTrouble(tx, address)
  const since = trouble === null ? null : receivedAt
  const written = await tx.$executeRaw`
    insert into "mail_address" ("address", "trouble", "since", "words", "eventAt")
    values (${address}, ${trouble}, ${since}, ${words}, ${at})
    on conflict ("address") do update set "trouble" = excluded."trouble", "words" = excluded."words", "eventAt" = excluded."eventAt",
      "since" = case when excluded."trouble" is null then null else coalesce("mail_address"."since", excluded."since") end
    where "mail_address"."eventAt" < excluded."eventAt"`
  return written > 0 && before?.trouble !== (trouble ?? undefined)
}

/** Its owner has followed the link of a letter to it. False: nothing spoke against it. */
export async function clearAddress(tx: Transaction, address: string): Promise<boolean> {
  const data = { trouble: null, since: null }
  const { count } = await tx.mailAddress.updateMany({ where: { address, trouble: { not: null } }, data })
  return count > 0
}

/** Why letters to an address come back, and since when we know; null: they do not. */
export async function findTrouble(
  db: Database | Transaction,
  address: string,
): Promise<{ trouble: Trouble; since: Date } | null> {
  const row = await db.mailAddress.findUnique({ where: { address }, select: { trouble: true, since: true } })
  const trouble = TROUBLES.find((known) => known === row?.trouble)
  return trouble && row?.since ? { trouble, since: row.since } : null
}

export type Unreached = {
  address: string
  trouble: Trouble
  since: Date
  words: string
  /** Null: named as the seller of an open escrow, and without an account. */
  userId: string | null
  name: string | null
}

/** Addresses that take no letters, of people who have an account or are named as sellers; those for the longest time first. */
export async function findUnreached(db: Database, take: number): Promise<{ count: number; people: Unreached[] }> {
  const rows = await db.$queryRaw<(Unreached & { count: number })[]>`
    select m."address", m."trouble", m."since", m."words", u."id"::text as "userId", u."name", (count(*) over ())::int as "count"
    from "mail_address" m left join lateral (select "id", "name" from "user" where "email" = m."address" offset 0) u on true
    where m."trouble" is not null and (u."id" is not null or exists (
      select 1 from "escrow" e where e."sellerEmail" = m."address" and e."sellerId" is null and e."cancelledAt" is null))
    order by m."since", m."address" limit ${take}`
  return { count: rows[0]?.count ?? 0, people: rows.map(({ count: _, ...person }) => person) }
}

/** Letters that the mail service took and could not send by our fault, since a moment: how many for each reason. */
export async function countFailed(db: Database, since: Date): Promise<{ words: string; count: number }[]> {
  return db.$queryRaw<{ words: string; count: number }[]>`
    select "words", count(*)::int as "count" from "mail_event"
    where "kind" = 'failed' and "receivedAt" >= ${since} group by "words" order by 2 desc, 1 limit 10`
}

/** What tells of letters that arrived, were late, or came back and went at last: nobody asks for it later. */
export async function deleteOldMailEvents(db: Database, before: Date): Promise<number> {
  const where = { receivedAt: { lt: before }, kind: { in: ['delivered', 'delayed', 'soft_bounced', 'unsuppressed'] } }
  return inSlices(async (limit) => (await db.mailEvent.deleteMany({ where, limit })).count)
}
