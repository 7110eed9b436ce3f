/** Finding in the lists that are in force: names that may be alike, and wallets that are the same. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { ReadName } from '#app/domain/screening/names/read-name.ts'

export type Candidate = { entryId: string; entryHash: string; text: string; isWeak: boolean }

/** Of both ways of looking, each; the likeliest first (measured: docs/decisions/067). */
const BY_SPELLING = 200
const BY_SOUND = 100
/** The consonants alone are alike by chance more often than names are. */
const SOUNDS_ALIKE = 0.5

/** Names that may be alike, to be compared word by word. `since`: only in what that snapshot brought. */
export async function findCandidates(
  db: Database | Transaction,
  { name: { norm, skeleton }, since }: { name: ReadName; since: string | null },
): Promise<Candidate[]> {
  if (norm === '') return []
  return db.$queryRaw<Candidate[]>`
    with "near" as (
      (select n."id" from "listed_name" n
        where n."norm" % ${norm} and (${since}::uuid is null or n."entryId" in
          (select e."id" from "list_entry" e where e."snapshotId" = ${since}::uuid))
        order by similarity(n."norm", ${norm}) desc limit ${BY_SPELLING})
      union
      (select n."id" from "listed_name" n
        where ${skeleton} <> '' and n."skeleton" % ${skeleton} and similarity(n."skeleton", ${skeleton}) >= ${SOUNDS_ALIKE}::real
          and (${since}::uuid is null or n."entryId" in
          (select e."id" from "list_entry" e where e."snapshotId" = ${since}::uuid))
        order by similarity(n."skeleton", ${skeleton}) desc limit ${BY_SOUND})
    )
    select n."entryId", e."hash" as "entryHash", n."text", n."isWeak"
    from "near" join "listed_name" n using ("id") join "list_entry" e on e."id" = n."entryId"
    where e."kind" in ('person', 'entity')`
}

/** Letter by letter: an address that differs in one of them is another one. */
export async function findListedWallets(
  db: Database | Transaction,
  addresses: readonly string[],
): Promise<(Candidate & { currency: string })[]> {
  if (addresses.length === 0) return []
  const rows = await db.listedWallet.findMany({
    where: { address: { in: [...addresses] } },
    select: { address: true, currency: true, entryId: true, entry: { select: { hash: true } } },
  })
  return rows.map(({ entryId, entry, address, currency }) => {
    return { entryId, entryHash: entry.hash, text: address, currency, isWeak: false }
  })
}
