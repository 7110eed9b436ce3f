/** How far our accounts' outgoing transactions are read, and which sequence numbers and tickets are accounted for. */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { OF_ACCOUNT } from '#app/kernel/db/transfer-kinds.ts'
import type { Network } from '#app/kernel/domain/assets.ts'

export type AccountKey = { network: Network; account: string }

const CURSOR = {
  cursor: true,
  since: true,
  mark: true,
  sequence: true,
  tickets: true,
  countedAt: true,
  behindSince: true,
  updatedAt: true,
} as const

export type OutgoingCursor = NonNullable<Awaited<ReturnType<typeof findOutgoingCursor>>>

export async function findOutgoingCursor(db: Database, { network, account }: AccountKey) {
  return db.outgoingCursor.findUnique({ where: { network_account: { network, account } }, select: CURSOR })
}

/** When the ledger's oldest payout was made. Null: nothing was ever signed or confirmed there. */
export async function findFirstPayoutTime(db: Database, network: Network): Promise<Date | null> {
  const paid = { ...OF_ACCOUNT, OR: [{ state: 'confirmed' as const }, { attempts: { some: {} } }] }
  if ((await db.transfer.findFirst({ where: { network, ...paid }, select: { id: true } })) === null) return null
  const oldest = await db.transfer.findFirst({
    where: { ...OF_ACCOUNT, network },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })
  return oldest?.createdAt ?? null
}

/** Does nothing when another reader has begun. */
export async function beginOutgoing(
  db: Database,
  begun: AccountKey & { cursor: string | null; since: Date | null; now: Date },
): Promise<void> {
  const { now, ...data } = begun
  await db.outgoingCursor.createMany({ data: [{ ...data, updatedAt: now }], skipDuplicates: true })
}

export type MovedCursor = AccountKey & {
  from: string | null
  to: string
  /** The highest number of the page. Null: it used none of the account's own. */
  sequence: string | null
  ticketsMade: string[]
  ticketsUsed: string[]
  now: Date
}

/** Compare-and-set. False: another reader was faster, and nothing of the page may be stored. */
export async function moveOutgoingCursor(tx: Transaction, moved: MovedCursor): Promise<boolean> {
  const { network, account, from, to, sequence, ticketsMade, ticketsUsed, now } = moved
  const rows = await tx.$executeRaw`
    update "outgoing_cursor" set
      "cursor" = ${to}, "updatedAt" = ${now},
      "sequence" = greatest("sequence"::numeric, ${sequence}::numeric)::text,
      "tickets" = case when "countedAt" is null then "tickets" else array(
        select t from unnest("tickets" || ${ticketsMade}::text[]) as made (t)
        where t <> all(${ticketsUsed}::text[]) group by t order by length(t), t
      ) end
    where "network" = ${network}::"Network" and "account" = ${account} and "cursor" is not distinct from ${from}`
  return rows === 1
}

/** Records the account's current numbers, once: what was used before is history. */
export async function countNumbers(
  db: Database,
  counted: AccountKey & { sequence: string; tickets: string[]; now: Date },
): Promise<void> {
  const { network, account, sequence, tickets, now } = counted
  await db.$executeRaw`
    update "outgoing_cursor" set "sequence" = coalesce("sequence", ${sequence}), "tickets" = ${tickets}::text[], "countedAt" = ${now}
    where "network" = ${network}::"Network" and "account" = ${account} and "countedAt" is null`
}

/** Everything was read up to this mark, and the numbers matched. */
export async function noteMark(db: Transaction, { mark, ...key }: AccountKey & { mark: string }): Promise<void> {
  await db.outgoingCursor.update({
    where: { network_account: key },
    data: { mark, behindSince: null },
    select: { network: true },
  })
}

export async function noteBehind(db: Database, { since, ...key }: AccountKey & { since: Date }): Promise<void> {
  await db.outgoingCursor.update({
    where: { network_account: key },
    data: { behindSince: since },
    select: { network: true },
  })
}

/** Accepts numbers that no transaction explains, for an operator. */
export async function acceptNumbers(
  tx: Transaction,
  accepted: AccountKey & { sequence: string | null; tickets: string[] },
): Promise<void> {
  const { network, account, sequence, tickets } = accepted
  await tx.$executeRaw`
    update "outgoing_cursor" set
      "sequence" = greatest("sequence"::numeric, ${sequence}::numeric)::text, "behindSince" = null, "mark" = null,
      "tickets" = array(select t from unnest("tickets") as known (t) where t <> all(${tickets}::text[]))
    where "network" = ${network}::"Network" and "account" = ${account}`
}
