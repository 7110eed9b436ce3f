/**
 * The books: a journal in double entry that triggers write (prisma/migrations, "books"). What a ledger holds for us is
 * positive, a claim upon it negative. Here it is read; and written only where the ledger itself is the source of a fact.
 */

import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { type Asset, issuedAssets, type Network } from '#app/kernel/domain/assets.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { fromUnits } from '#app/ledgers/books/domain/units.ts'
import { issuerPurposeOf } from '#app/ledgers/payments/domain/platform-account.ts'

/** An account of ours on a ledger, and one asset on it. */
export type Place = { network: Network; account: string; asset: Asset }

const ledgerAccount = ({ network, account }: Place) => `ledger:${network}:${account}`
const openingOf = ({ network, account, asset }: Place) => `${network}:${account}:${asset}`

export type Booked = {
  /** What the ledger holds, by the books. */
  onLedger: bigint
  /** What of it belongs to clients: escrows, and money that is owed back. */
  owed: bigint
  /** What of that lies in open escrows. */
  inEscrows: bigint
  /** What of it is ours to run the account with. */
  float: bigint
}

/** What the books say of a place, all of it at one moment. */
export async function findBooked(db: Database | Transaction, place: Place): Promise<Booked> {
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
export async function findFloat(db: Database | Transaction, place: Place): Promise<bigint | null> {
  const [row] = await db.$queryRaw<{ float: string; isOpen: boolean }[]>`
    select coalesce(-sum("units"), 0)::text as "float",
      exists (select 1 from "book_entry" where "kind" = 'opening' and "fact" = ${openingOf(place)}) as "isOpen"
    from "book_posting" where "account" in ('float', 'network_fees') and "heldAt" = ${place.account}
      and "asset" = ${place.asset}::"BookAsset"`
  return row?.isOpen ? BigInt(row.float) : null
}

export type Opening = {
  entryId: bigint
  /** The newest transaction of the account when its books were opened; what came before is in the opening balance. */
  hash: string | null
  at: Date
}

export async function findOpening(db: Database | Transaction, place: Place): Promise<Opening | null> {
  const row = await db.bookEntry.findUnique({
    where: { kind_fact: { kind: 'opening', fact: openingOf(place) } },
    select: { id: true, hash: true, at: true },
  })
  return row && { entryId: row.id, hash: row.hash, at: row.at }
}

/** Every account and asset of a ledger that anything was ever booked at. */
export async function findPlaces(db: Database, network: Network): Promise<Place[]> {
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

type Entry = Place & {
  kind: 'opening' | 'by_hand' | 'network_fee'
  fact: string
  hash: string | null
  at: Date
  /** The account on the other side: its claim grows when the ledger holds more, and shrinks when it holds less. */
  claim: 'float' | 'by_hand' | 'network_fees'
  /** By how much the ledger holds more; less when negative. */
  units: bigint
}

/** False when the fact is booked already. */
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

/** What an account held when its books were opened is our own money, but for what is booked already. Once for each place. */
export async function bookOpening(
  tx: Transaction,
  { place, units, hash, at }: { place: Place; units: bigint; hash: string | null; at: Date },
): Promise<boolean> {
  return book(tx, { ...place, kind: 'opening', fact: openingOf(place), hash, at, claim: 'float', units })
}

/** A fee that the ledger took for a transaction of ours, once. */
export async function bookNetworkFee(
  tx: Transaction | Database,
  fee: { place: Place; hash: string; units: bigint; at: Date },
): Promise<boolean> {
  const { place, hash, units, at } = fee
  return book(tx, { ...place, kind: 'network_fee', fact: hash, hash, at, claim: 'network_fees', units: -units })
}

/** What a person did with an account by hand, as the ledger shows it. */
export async function bookByHand(
  tx: Transaction | Database,
  moved: { place: Place; hash: string; units: bigint; at: Date },
): Promise<boolean> {
  const { place, hash, units, at } = moved
  const fact = `${hash}:${place.account}:${place.asset}`
  return book(tx, { ...place, kind: 'by_hand', fact, hash, at, claim: 'by_hand', units })
}

/** Is it an account of ours, by the books: one that holds or has held our money or our clients'? */
export async function isBookedAccount(db: Database | Transaction, address: string): Promise<boolean> {
  return (await db.bookPosting.findFirst({ where: { heldAt: address }, select: { entryId: true } })) !== null
}

/** Is money asked for there, or was it ever, on whatever network? An issuer is nobody's account here. */
export async function isPlatformAccount(db: Database | Transaction, address: string): Promise<boolean> {
  const where = { address, purpose: { notIn: issuedAssets().map(issuerPurposeOf) } }
  return (await db.platformAccount.findFirst({ where, select: { id: true } })) !== null
}

/** By transaction: what the books say that it changed at a place, since its books were opened. */
export async function findBookedChanges(
  db: Database | Transaction,
  { place, since }: { place: Place; since: bigint },
): Promise<Map<string, { units: bigint; at: string }>> {
  const rows = await db.$queryRaw<{ hash: string; units: string; at: Date }[]>`
    select "hash", sum("units")::text as "units", min("book_entry"."at") as "at"
    from "book_posting" join "book_entry" on "id" = "entryId"
    where "account" = ${ledgerAccount(place)} and "asset" = ${place.asset}::"BookAsset" and "entryId" > ${since}
      and "hash" is not null
    group by "hash"`
  return new Map(rows.map(({ hash, units, at }) => [hash, { units: BigInt(units), at: at.toISOString() }]))
}

/** What is on its way: the ledger may know its outcome before the books do. */
export async function findHashesUnderWay(db: Database | Transaction, network: Network): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ hash: string }[]>`
    select "hash" from "transfer_attempt" where "network" = ${network}::"Network" and "state" = 'live'`
  return new Set(rows.map(({ hash }) => hash))
}
