/** Whom the lists are compared with: people as they call themselves, and every wallet that they saved, stated or paid from. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import type { Subject } from '#app/domain/screening/review.ts'

/** `personId`: of the account; null for a reseller, who has none. */
export type ScreenedPerson = {
  id: string
  subject: Subject
  personId: string | null
  names: string[]
  wallets: string[]
}

/** In the order of their ids; without operators and closed accounts. Payments are asked for escrow by escrow: never all of them. */
export async function findScreenedPeople(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ScreenedPerson[]> {
  if (ids.length === 0) return []
  const [users, wallets] = [
    await db.user.findMany({
      where: { id: { in: [...ids] }, closedAt: null, OR: [{ role: null }, { role: { not: 'admin' } }] },
      orderBy: { id: 'asc' },
      select: { id: true, name: true, detail: { select: { nativeName: true, company: true } } },
    }),
    await db.$queryRaw<{ id: string; address: string }[]>`
      with "them" as (select unnest(${[...ids]}::uuid[]) as "id"),
      "theirs" as (
        select e."id", "walletAddress" as "expected", "buyerWalletAddress" as "from", "refundAddress" as "back", "buyerId"
        from "them" cross join lateral (select * from "escrow" where "buyerId" = "them"."id" offset 0) as e
      )
      select distinct "id", "address" from (
        select u."id", unnest(array["walletAddress", "buyerWalletAddress"]) as "address" from "user" u join "them" on "them"."id" = u."id"
        union all select "them"."id", w."address" from "them"
          cross join lateral (select "address" from "saved_wallet" where "userId" = "them"."id" offset 0) as w
        union all select "buyerId", unnest(array["from", "back"]) from "theirs"
        union all select "buyerId", l."fromAddress" from "theirs"
          cross join lateral (select "fromAddress" from "ledger_payment" where "escrowId" = "theirs"."id" offset 0) as l
        union all select q."userId", l."fromAddress" from "them"
          cross join lateral (select * from "fee_quote" where "userId" = "them"."id" offset 0) as q
          cross join lateral (select "fromAddress" from "ledger_payment" where "feeQuoteId" = q."id" offset 0) as l
        union all select "them"."id", e."payoutAddress" from "them"
          cross join lateral (select "payoutAddress" from "escrow" where "sellerId" = "them"."id" offset 0) as e
      ) as "all" where "address" <> ''`,
  ]
  const walletsOf = Map.groupBy(wallets, ({ id }) => id)
  return users.map(({ id, name, detail }) => ({
    id,
    subject: `user:${id}` as const,
    personId: id,
    names: [name, detail?.nativeName, detail?.company].flatMap((said) => said || []),
    wallets: (walletsOf.get(id) ?? []).map(({ address }) => address).toSorted(),
  }))
}

/** Whoever earns commissions; all of them where no ids are given: they are few. */
export async function findScreenedResellers(
  db: Database | Transaction,
  ids?: readonly string[],
): Promise<ScreenedPerson[]> {
  if (ids?.length === 0) return []
  const rows = await db.reseller.findMany({
    where: ids ? { id: { in: [...ids] } } : {},
    orderBy: { id: 'asc' },
    select: { id: true, name: true, address: true },
  })
  return rows.map(({ id, name, address }) => ({
    id,
    subject: `reseller:${id}` as const,
    personId: null,
    names: name ? [name] : [],
    wallets: address ? [address] : [],
  }))
}

/** The next people in the order of their ids. Accounts of operators and closed ones are not among them. */
export async function findPeopleAfter(
  db: Database,
  { after, take }: { after: string | null; take: number },
): Promise<string[]> {
  const rows = await db.user.findMany({
    where: {
      ...(after !== null && { id: { gt: after } }),
      closedAt: null,
      OR: [{ role: null }, { role: { not: 'admin' } }],
    },
    orderBy: { id: 'asc' },
    take,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

export type PayoutPeople = { people: string[]; resellers: string[]; wallets: string[] }

/**
 * Who has to do with each of these payouts: both sides of its escrow, the reseller whose commission it is, the wallet that it
 * goes to, and those that it came from.
 */
export async function findPeopleOfPayouts(
  db: Database | Transaction,
  payoutIds: readonly string[],
): Promise<Map<string, PayoutPeople>> {
  const rows = await db.$queryRaw<
    { id: string; person: string | null; reseller: string | null; wallet: string | null }[]
  >`
    with "p" as (select "id", "escrowId", "caseId", "resellerPayoutId", "address" from "payout" where "id" = any(${[...payoutIds]}::uuid[]))
    select "p"."id", e."buyerId"::text as "person", null as "reseller", null as "wallet" from "escrow" e join "p" on "p"."escrowId" = e."id"
    union select "p"."id", e."sellerId"::text, null, null from "escrow" e join "p" on "p"."escrowId" = e."id"
    union select "p"."id", null, r."id"::text, null from "reseller_payout" o join "p" on "p"."resellerPayoutId" = o."id"
      join "reseller" r on r."resellerId" = o."resellerId"
    union select "id", null, null, "address" from "p"
    union select "p"."id", null, null, l."fromAddress" from "ledger_payment" l join "p" on "p"."escrowId" = l."escrowId"
    union select "p"."id", null, null, l."fromAddress" from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
      join "p" on "p"."caseId" = c."id"`
  const byPayout = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...byPayout].map(([id, of]) => [
      id,
      {
        people: of.flatMap(({ person }) => person ?? []),
        resellers: of.flatMap(({ reseller }) => reseller ?? []),
        wallets: of.flatMap(({ wallet }) => wallet ?? []).toSorted(),
      },
    ]),
  )
}
