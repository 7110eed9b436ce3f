/** What holds for the books at any moment, and for the ledgers whenever nothing is under way. */
import { expect } from 'vitest'
import type { Database } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { reconcile } from '#app/ledgers/books/workflows/reconcile.server.ts'
import type { World } from './world.ts'

/** A person closed the unmatched payment `c`, and its money left; money kept, or being returned, is still owed. */
const GIVEN_BACK = Prisma.sql`(c."closedById" is not null and coalesce(
  case c."end" when 'kept' then false
    when 'paid_back' then exists (select 1 from "transfer" where "caseId" = c."id" and "state" = 'confirmed') end, true))`

/** Every entry sums to zero, and every claim is what the rows of its facts say. */
export async function expectBooksSound(db: Database): Promise<void> {
  expect(
    await db.$queryRaw`
    select "entryId" from "book_posting" group by "entryId" having sum("units") <> 0 or count(*) <> 2`,
  ).toEqual([])

  // An escrow is owed what counts for it, and the stroop that we added, less what was paid out of it.
  expect(
    await db.$queryRaw`
    with "owed" as (
      select e."id", e."currency"::text as "asset", e."receivedAmount"
        + coalesce((select e."amount" - e."receivedAmount" from "book_entry" where "kind" = 'made_up' and "fact" = e."id"::text), 0)
        - coalesce((select sum(p."amount") from "transfer" p where p."escrowId" = e."id" and p."lockId" is null and p."state" = 'confirmed'), 0) as "amount"
      from "escrow" e)
    select * from "owed" where "amount" <> "claim_amount"('escrow:' || "id", "asset")`,
  ).toEqual([])

  // Money that fits nothing is owed to its sender until a person closes the unmatched payment.
  expect(
    await db.$queryRaw`
    select p."id" from "ledger_payment" p left join "payment_case" c on c."ledgerPaymentId" = p."id"
    where p."asset" is not null and case when p."problem" is null or ${GIVEN_BACK} then 0 else p."amount" end
      <> "claim_amount"('owed:payment:' || p."id", p."asset"::text)`,
  ).toEqual([])

  // A fee is income once settled; an excess or a part payment is owed until a person closes it.
  expect(
    await db.$queryRaw`
    with "seen" as (
      select q."id", q."asset"::text as "asset", case
        when ${GIVEN_BACK} then 0
        when q."state" = 'paid' then coalesce(case when c."closedAt" is null or c."end" is not null then c."amount" end, 0)
        else coalesce((select sum(p."amount") from "ledger_payment" p where p."feeQuoteId" = q."id" and p."problem" is null), 0)
        end as "owed"
      from "fee_quote" q left join "payment_case" c on c."feeQuoteId" = q."id")
    select * from "seen" where "owed" <> "claim_amount"('owed:quote:' || "id", "asset")`,
  ).toEqual([])

  const [commission] = await db.$queryRaw<{ owed: string; earned: string }[]>`
    select coalesce((select -sum("units") from "book_posting" where "account" like 'commission:%'), 0)::text as "owed",
      coalesce((select trunc(sum("commissionUSD") * 100) from "reseller_earning" where "status" in ('accrued', 'payable')), 0)::text as "earned"`
  expect(commission?.owed).toBe(commission?.earned)
}

/** All that the ledgers hold for us is booked, to the last unit; nothing may be under way. Returns compared rows. */
export async function expectBooksAgree({ deps }: World) {
  await expectBooksSound(deps.db)
  const since = deps.clock.now()
  expect(await reconcile(deps)).toBeNull()
  const rows = await deps.db.reconciliation.findMany({ where: { at: { gte: since } }, orderBy: { id: 'asc' } })
  for (const { account, asset, difference, underWay, findings } of rows) {
    expect([account, asset, difference.toFixed(), underWay.toFixed(), findings]).toEqual([account, asset, '0', '0', []])
  }
  expect(await deps.db.payoutStop.findMany({ where: { cause: 'books' } })).toEqual([])
  return rows
}
