/** Whom the lists are compared with: people by their own and their receipts' names, and every wallet they used. */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { NO_FACTS, type SaidFacts } from '#app/screening/domain/facts/compare-facts.ts'
import type { ReviewSubject } from '#app/screening/domain/review.ts'

/** `personId`: of the account; null for a reseller, who has none. */
export type ScreenedPerson = {
  id: string
  subject: ReviewSubject
  personId: string | null
  names: string[]
  wallets: string[]
  /** What they state of themselves, to distinguish them from others of the same name. */
  facts: SaidFacts
}

/** Receipts of one person for different companies: the newest are compared. */
const MOST_BILLED = 20

/** In the order of their ids, without operators and closed accounts. Reads payments by escrow: never all of them. */
export async function findScreenedPeople(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<ScreenedPerson[]> {
  if (ids.length === 0) return []
  const [users, wallets] = [
    await db.user.findMany({
      where: { id: { in: [...ids] }, closedAt: null, OR: [{ role: null }, { role: { not: 'admin' } }] },
      orderBy: { id: 'asc' },
      select: {
        id: true,
        name: true,
        detail: { select: { nativeName: true, company: true, country: true, birthDate: true } },
        feeQuotes: {
          where: { receipt: { billedName: { not: null } } },
          orderBy: { paidAt: 'desc' },
          take: MOST_BILLED,
          select: { receipt: { select: { billedName: true } } },
        },
      },
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
        union all select "buyerId", unnest(array["expected", "from", "back"]) from "theirs"
        union all select "buyerId", l."fromAddress" from "theirs"
          cross join lateral (select "fromAddress" from "ledger_payment" where "escrowId" = "theirs"."id" offset 0) as l
        union all select q."userId", l."fromAddress" from "them"
          cross join lateral (select * from "fee_quote" where "userId" = "them"."id" offset 0) as q
          cross join lateral (select "fromAddress" from "ledger_payment" where "feeQuoteId" = q."id" offset 0) as l
        union all select q."userId", k."backAddress" from "them"
          cross join lateral (select * from "fee_quote" where "userId" = "them"."id" offset 0) as q
          cross join lateral (
            select "backAddress" from "payment_case" where "feeQuoteId" = q."id"
            union all select c."backAddress" from (select "id" from "ledger_payment" where "feeQuoteId" = q."id" and "problem" is not null offset 0) as l
              cross join lateral (select "backAddress" from "payment_case" where "ledgerPaymentId" = l."id" offset 0) as c
          ) as k
        union all select "them"."id", unnest(array[e."payoutAddress", e."proposedPayoutAddress"]) from "them"
          cross join lateral (select * from "escrow" where "sellerId" = "them"."id" offset 0) as e
      ) as "all" where "address" <> ''`,
  ]
  const walletsOf = Map.groupBy(wallets, ({ id }) => id)
  return users.map(({ id, name, detail, feeQuotes }) => ({
    id,
    subject: `user:${id}` as const,
    personId: id,
    names: [name, detail?.nativeName, detail?.company, ...feeQuotes.map(({ receipt }) => receipt?.billedName)]
      .flatMap((said) => said || [])
      .filter((said, index, all) => all.indexOf(said) === index),
    wallets: (walletsOf.get(id) ?? []).map(({ address }) => address).toSorted(),
    facts: {
      born: detail?.birthDate?.toISOString().slice(0, 10) ?? null,
      country: detail?.country ?? null,
      numbers: [],
    },
  }))
}

/** Whoever earns commissions. Without ids: all, they are few. */
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
    facts: NO_FACTS,
  }))
}

/** The next people in the order of their ids, without operators and closed accounts. */
export async function findPeopleAfter(
  db: Database | Transaction,
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
 * Returns whom each transfer concerns (`parties_of_transfer`, by which the database also refuses signed ones): both
 * sides, the commission's reseller, a payback's payer, paying and receiving wallets; on-chain the agreed wallets.
 */
export async function findPeopleOfTransfers(
  db: Database | Transaction,
  transferIds: readonly string[],
): Promise<Map<string, PayoutPeople>> {
  const rows = await db.$queryRaw<{ id: string; subject: string }[]>`
    select "p"."id", t."subject" from unnest(${[...transferIds]}::uuid[]) as "p" ("id")
    cross join lateral "parties_of_transfer"("p"."id") as t`
  const byTransfer = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byTransfer].map(([id, of]) => [id, byKind(of.map(({ subject }) => subject))]))
}

/** The same before the on-chain deposit (`parties_of_agreement`). */
export async function findPeopleOfClearance(db: Database | Transaction, clearanceId: string): Promise<PayoutPeople> {
  const rows = await db.$queryRaw<{ subject: string }[]>`
    select t."subject" from "hold_clearance" c cross join lateral "parties_of_agreement"(c."agreementId") t
    where c."id" = ${clearanceId}::uuid`
  return byKind(rows.map(({ subject }) => subject))
}

function byKind(subjects: readonly string[]): PayoutPeople {
  const named = (kind: string) =>
    subjects.flatMap((subject) => (subject.startsWith(kind) ? subject.slice(kind.length) : [])).toSorted()
  return { people: named('user:'), resellers: named('reseller:'), wallets: named('wallet:') }
}

/** Locks the person against concurrent findings and decisions. */
export async function lockScreened(tx: Transaction, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 as "locked" from "user" where "id" = ${userId}::uuid for update`
}
