/** Whom the lists are compared with: people as they call themselves, and every wallet that they saved, stated or paid from. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'

export type ScreenedPerson = { id: string; names: string[]; wallets: string[] }

/** Null: nobody, or an operator. */
export async function findScreenedPerson(db: Database | Transaction, id: string): Promise<ScreenedPerson | null> {
  const user = await db.user.findFirst({
    where: { id, OR: [{ role: null }, { role: { not: 'admin' } }] },
    select: { id: true, name: true, detail: { select: { nativeName: true, company: true } } },
  })
  if (!user) return null
  const wallets = await db.$queryRaw<{ address: string }[]>`
    with "mine" as (
      select "id", "walletAddress" as "expected", "buyerWalletAddress" as "from", "refundAddress" as "back", "buyerId"
      from "escrow" where "buyerId" = ${id}::uuid
    )
    select distinct "address" from (
      select unnest(array["walletAddress", "buyerWalletAddress"]) as "address" from "user" where "id" = ${id}::uuid
      union all select "address" from "saved_wallet" where "userId" = ${id}::uuid
      union all select unnest(array["from", "back"]) from "mine"
      union all select l."fromAddress" from "ledger_payment" l join "mine" on l."escrowId" = "mine"."id"
      union all select l."fromAddress" from "ledger_payment" l join "fee_quote" q on q."id" = l."feeQuoteId" where q."userId" = ${id}::uuid
      union all select "payoutAddress" from "escrow" where "sellerId" = ${id}::uuid
    ) as "all" where "address" <> ''`
  const { detail } = user
  return {
    id: user.id,
    names: [user.name, detail?.nativeName, detail?.company].flatMap((name) => name || []),
    wallets: wallets.map(({ address }) => address).toSorted(),
  }
}

/** The next people in the order of their ids. Accounts of operators are not among them. */
export async function findPeopleAfter(
  db: Database,
  { after, take }: { after: string | null; take: number },
): Promise<string[]> {
  const rows = await db.user.findMany({
    where: { ...(after !== null && { id: { gt: after } }), OR: [{ role: null }, { role: { not: 'admin' } }] },
    orderBy: { id: 'asc' },
    take,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

export type PayoutPeople = { people: string[]; wallets: string[] }

/** Who has to do with a payout: both sides of its escrow, the wallet that it goes to, and those that it came from. */
export async function findPeopleOfPayout(db: Database | Transaction, payoutId: string): Promise<PayoutPeople> {
  const rows = await db.$queryRaw<{ person: string | null; wallet: string | null }[]>`
    with "p" as (select * from "payout" where "id" = ${payoutId}::uuid)
    select e."buyerId"::text as "person", null as "wallet" from "escrow" e join "p" on p."escrowId" = e."id"
    union select e."sellerId"::text, null from "escrow" e join "p" on p."escrowId" = e."id"
    union select null, "address" from "p"
    union select null, l."fromAddress" from "ledger_payment" l join "p" on p."escrowId" = l."escrowId"
    union select null, l."fromAddress" from "payment_case" c join "ledger_payment" l on l."id" = c."ledgerPaymentId"
      join "p" on p."caseId" = c."id"`
  return {
    people: rows.flatMap(({ person }) => person ?? []),
    wallets: rows.flatMap(({ wallet }) => wallet ?? []).toSorted(),
  }
}
