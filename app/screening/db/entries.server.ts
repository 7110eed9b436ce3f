/** What the lists in force contain: names to compare, and wallets that must be equal. */
import { z } from 'zod'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import type { Candidate, ListedWallet } from '#app/screening/domain/names/name-index.ts'

/** Vessels and aircraft are no party of an escrow. */
const COMPARED = ['person', 'entity']

export const entryDetail = z.object({
  names: z.array(z.object({ text: z.string(), isWeak: z.boolean() })),
  births: z.array(z.string()),
  countries: z.array(z.string()),
  programmes: z.array(z.string()),
  documents: z.array(z.string()),
  wallets: z.array(z.object({ currency: z.string(), address: z.string() })),
  remarks: z.string().nullable(),
})

/** Of a list, or of what a snapshot added. */
export type NamesWanted = { list: string } | { since: string }

export async function findNamesInForce(db: Database, wanted: NamesWanted): Promise<Candidate[]> {
  const rows = await db.listEntry.findMany({
    where: {
      endedAt: null,
      kind: { in: COMPARED },
      ...('list' in wanted ? { list: wanted.list } : { snapshotId: wanted.since }),
    },
    select: { id: true, hash: true, detail: true },
  })
  return rows.flatMap(({ id: entryId, hash: entryHash, detail: said }) => {
    const { names, births, countries, documents } = entryDetail.parse(said)
    const facts = { births, countries, documents }
    return names.map(({ text, isWeak }) => ({ entryId, entryHash, text, isWeak, facts }))
  })
}

export async function countNamesInForce(db: Database, list: string): Promise<number> {
  const [row] = await db.$queryRaw<{ names: number }[]>`
    select coalesce(sum(jsonb_array_length("detail" -> 'names')), 0)::int as "names" from "list_entry"
    where "list" = ${list} and "endedAt" is null`
  return row?.names ?? 0
}

/** Exact match: an address that differs in one letter is another one. */
export async function findListedWallets(
  db: Database | Transaction,
  addresses: readonly string[],
): Promise<(ListedWallet & { currency: string })[]> {
  if (addresses.length === 0) return []
  const rows = await db.listedWallet.findMany({
    where: { address: { in: [...addresses] } },
    select: { address: true, currency: true, entryId: true, entry: { select: { hash: true } } },
  })
  return rows.map(({ entryId, entry, address, currency }) => {
    return { entryId, entryHash: entry.hash, text: address, currency }
  })
}

/** Entries in force that list this wallet, unless decided as false matches only. A new wording is another entry. */
export async function findStandingListings(db: Database, address: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ entryId: string }[]>`
    select distinct w."entryId"::text as "entryId" from "listed_wallet" w join "list_entry" e on e."id" = w."entryId"
    where w."address" = ${address} and not coalesce((
      select bool_or(r."state" = 'false_match') and not bool_or(r."state" = 'true_match') from "screening_review" r
      where r."subject" = 'wallet:' || w."address" and r."entryHash" = e."hash"), false)
    order by 1`
  return rows.map(({ entryId }) => entryId)
}
