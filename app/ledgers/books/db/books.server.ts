/**
 * The books: a double-entry journal that triggers write (prisma/migrations, "books"). What a ledger holds for us is
 * positive, a claim on it negative. This module reads it; it writes only facts whose source is the ledger itself.
 */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, issuedAssets, type Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { issuerPurposeOf } from '#app/ledgers/payments/domain/platform-account.ts'

export type BooksPlace = { network: Network; account: string; asset: Asset }

const ledgerAccount = ({ network, account }: BooksPlace) => `ledger:${network}:${account}`
const openingOf = ({ network, account, asset }: BooksPlace) => `${network}:${account}:${asset}`

export type Booked = {
  /** By the books, what the ledger holds. */
  onLedger: bigint
  /** The clients' part of it: escrows, and money owed back. */
  owed: bigint
  /** The part of `owed` that is in open escrows. */
  inEscrows: bigint
  /** The part that is ours to run the account with. */
  float: bigint
}

/** Reads the books of a place at one moment. */
export async function findBooked(db: Database | Transaction, place: BooksPlace): Promise<Booked> {
  const [row] = await db.$queryRaw<{ onLedger: string; owed: string; inEscrows: string; float: string }[]>`
    select coalesce(sum("units") filter (where "account" = ${ledgerAccount(place)}), 0)::text as "onLedger",
      coalesce(-sum("units") filter (where "account" like 'escrow:%' or "account" like 'owed:%'), 0)::text as "owed",
      coalesce(-sum("units") filter (where "account" like 'escrow:%'), 0)::text as "inEscrows",
      coalesce(-sum("units") filter (where "account" in ('float', 'network_fees')), 0)::text as "float"
    from "book_posting" where "heldAt" = ${place.account} and "asset" = ${place.asset}::"BookAsset"
      and "network" = ${place.network}::"Network"`
  return {
    onLedger: BigInt(row?.onLedger ?? 0),
    owed: BigInt(row?.owed ?? 0),
    inEscrows: BigInt(row?.inEscrows ?? 0),
    float: BigInt(row?.float ?? 0),
  }
}

/** Our own money at a place; null while its books are not open. */
export async function findFloat(db: Database | Transaction, place: BooksPlace): Promise<bigint | null> {
  const [row] = await db.$queryRaw<{ float: string; isOpen: boolean }[]>`
    select coalesce(-sum("units"), 0)::text as "float",
      exists (select 1 from "book_entry" where "kind" = 'opening' and "fact" = ${openingOf(place)}) as "isOpen"
    from "book_posting" where "account" in ('float', 'network_fees') and "heldAt" = ${place.account}
      and "asset" = ${place.asset}::"BookAsset"`
  return row?.isOpen ? BigInt(row.float) : null
}

export type BooksOpening = {
  entryId: bigint
  /** The account's newest transaction when its books were opened; the opening balance contains everything before. */
  hash: string | null
  at: Date
}

export async function findOpening(db: Database | Transaction, place: BooksPlace): Promise<BooksOpening | null> {
  const row = await db.bookEntry.findUnique({
    where: { kind_fact: { kind: 'opening', fact: openingOf(place) } },
    select: { id: true, hash: true, at: true },
  })
  return row && { entryId: row.id, hash: row.hash, at: row.at }
}

/** Every account and asset of a ledger that ever had a booking. */
export async function findBooksPlaces(db: Database, network: Network): Promise<BooksPlace[]> {
  const rows = await db.$queryRaw<{ account: string; asset: Asset }[]>`
    with recursive place as (
      (select "heldAt", "asset" from "book_posting" where "heldAt" is not null order by 1, 2 limit 1)
      union all
      select following.* from place cross join lateral (
        select p."heldAt", p."asset" from "book_posting" p
        where (p."heldAt", p."asset") > (place."heldAt", place."asset") order by 1, 2 limit 1
      ) following
    )
    select place."heldAt" as "account", place."asset"::text as "asset" from place
    where exists (
      select 1 from "book_posting" p where p."heldAt" = place."heldAt" and p."asset" = place."asset"
        and p."network" = ${network}::"Network" and p."account" = ${`ledger:${network}:`} || place."heldAt"
    )`
  return rows.map(({ account, asset }) => ({ network, account, asset }))
}

type Entry = BooksPlace & {
  kind: 'opening' | 'by_hand' | 'network_fee'
  fact: string
  hash: string | null
  at: Date
  /** The account on the other side: its claim grows with what the ledger holds. */
  claim: 'float' | 'by_hand' | 'network_fees'
  /** The increase of what the ledger holds; negative for a decrease. */
  units: bigint
}

/** False: the fact is booked already. */
async function book(tx: Transaction | Database, entry: Entry): Promise<boolean> {
  const { network, asset, account, units } = entry
  const [gets, gives] =
    units < 0n ? [entry.claim, ledgerAccount(entry)] : ([ledgerAccount(entry), entry.claim] as const)
  const amount = plain(fromUnits(units < 0n ? -units : units, asset))
  const rows = await tx.$queryRaw<{ isNew: boolean }[]>`
    select "book"(${entry.kind}, ${entry.fact}, ${entry.hash}, ${entry.at}, ${network}::"Network", ${asset}, ${account},
      ${gets}, ${gives}, ${amount}::numeric) as "isNew"`
  return rows[0]?.isNew === true
}

/** Books what an account held at its opening as our own money, less what is booked already. Once per place. */
export async function bookOpening(
  tx: Transaction,
  { place, units, hash, at }: { place: BooksPlace; units: bigint; hash: string | null; at: Date },
): Promise<boolean> {
  return book(tx, { ...place, kind: 'opening', fact: openingOf(place), hash, at, claim: 'float', units })
}

/** Books a fee that the ledger took for a transaction of ours, once. */
export async function bookNetworkFee(
  tx: Transaction | Database,
  fee: { place: BooksPlace; hash: string; units: bigint; at: Date },
): Promise<boolean> {
  const { place, hash, units, at } = fee
  return book(tx, { ...place, kind: 'network_fee', fact: hash, hash, at, claim: 'network_fees', units: -units })
}

/** Books what a person did with an account by hand, as the ledger shows it. */
export async function bookByHand(
  tx: Transaction | Database,
  moved: { place: BooksPlace; hash: string; units: bigint; at: Date },
): Promise<boolean> {
  const { place, hash, units, at } = moved
  const fact = `${hash}:${place.account}:${place.asset}`
  return book(tx, { ...place, kind: 'by_hand', fact, hash, at, claim: 'by_hand', units })
}

/** Whether the books have an account with this address: it holds, or held, our money or our clients'. */
export async function isBookedAccount(db: Database | Transaction, address: string): Promise<boolean> {
  return (await db.bookPosting.findFirst({ where: { heldAt: address }, select: { entryId: true } })) !== null
}

/** Whether money is or was ever asked for at this address, on any network. Issuers do not count. */
export async function isPlatformAccount(db: Database | Transaction, address: string): Promise<boolean> {
  const where = { address, purpose: { notIn: issuedAssets().map(issuerPurposeOf) } }
  return (await db.platformAccount.findFirst({ where, select: { id: true } })) !== null
}

/** What the books say that each transaction changed at a place since its opening, by hash. */
export async function findBookedChanges(
  db: Database | Transaction,
  { place, since }: { place: BooksPlace; since: bigint },
): Promise<Map<string, { units: bigint; at: string }>> {
  const rows = await db.$queryRaw<{ hash: string; units: string; at: Date }[]>`
    select "hash", sum("units")::text as "units", min("book_entry"."at") as "at"
    from "book_posting" join "book_entry" on "id" = "entryId"
    where "account" = ${ledgerAccount(place)} and "asset" = ${place.asset}::"BookAsset" and "entryId" > ${since}
      and "hash" is not null
    group by "hash"`
  return new Map(rows.map(({ hash, units, at }) => [hash, { units: BigInt(units), at: at.toISOString() }]))
}

/** Transactions under way: the ledger may know their outcome before the books do. */
export async function findHashesUnderWay(db: Database | Transaction, network: Network): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ hash: string }[]>`
    select "hash" from "transfer_attempt" where "network" = ${network}::"Network" and "state" = 'live'`
  return new Set(rows.map(({ hash }) => hash))
}
