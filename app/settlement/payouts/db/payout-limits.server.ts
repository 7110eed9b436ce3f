/** The sums that are compared with the limits (docs/decisions/020, 119). */

import type { Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Limit } from '#app/settlement/payouts/domain/payout-limits.ts'

/** Weighs payouts of all ledgers one after the other: two concurrent ones would each see room for itself alone. */
export async function lockWeighing(tx: Transaction): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('payout_limits', 0))`
}

/** Cleared deposits of other agreements, not made yet. Payouts ignore them: an unused clearance delays none. */
const OFFERED = (except: string) => Prisma.sql`
  union all
  select c."id", c."usdValue", c."clearedAt" from "hold_clearance" c join "hold_agreement" a on a."id" = c."agreementId"
    where c."aboveLimit" is null and c."clearedAt" > clock_timestamp() - interval '1 day' and c."usedAt" is null
      and a."supersededAt" is null and a."closedAt" is null
      and c."agreementId" is distinct from (select "agreementId" from "hold_clearance" where "id" = ${except}::uuid)`

/**
 * What was let through without a second person in the last hour and day, by the database's clock: payouts, and on-chain
 * deposits once made. Without this one, whose earlier envelopes have not paid. `withOffers`: and those yet to be made.
 */
export async function sumCleared(
  tx: Transaction,
  except: string,
  { withOffers }: { withOffers: boolean },
): Promise<{ lastHour: Decimal; lastDay: Decimal }> {
  const [row] = await tx.$queryRaw<{ hour: Prisma.Decimal; day: Prisma.Decimal }[]>`
    select coalesce(sum("usdValue") filter (where "clearedAt" > clock_timestamp() - interval '1 hour'), 0) as "hour",
           coalesce(sum("usdValue"), 0) as "day"
    from (
      select "id", "usdValue", "clearedAt" from "transfer"
        where "aboveLimit" is null and "clearedAt" > clock_timestamp() - interval '1 day'
      union all
      select "id", "usdValue", "usedAt" from "hold_clearance"
        where "aboveLimit" is null and "usedAt" > clock_timestamp() - interval '1 day'
      ${withOffers ? OFFERED(except) : Prisma.empty}
    ) "cleared"
    where "id" <> ${except}::uuid`
  if (!row) throw new Error('a sum has one row')
  return { lastHour: toDecimal(row.hour), lastDay: toDecimal(row.day) }
}

/** For a payout `p`. An unmatched payment closed by its payer went where the payer said (decision 111). */
const BY_OPERATOR = Prisma.sql`(p."purpose" = 'commission' or p."redirectedById" is not null or (p."purpose" = 'payback' and not exists (
  select 1 from "payment_case" c where c."id" = p."caseId" and c."closedById" = "payer_of_case"(c."id"))))`

/**
 * What operators alone directed in the last day, without this one: their paybacks, commissions and redirections. Null:
 * this one is not such; its owner directed it.
 */
export async function sumDirected(tx: Transaction, id: string): Promise<Decimal | null> {
  const [row] = await tx.$queryRaw<{ isDirected: boolean; day: Prisma.Decimal }[]>`
    select exists (select 1 from "transfer" p where "id" = ${id}::uuid and ${BY_OPERATOR})
        as "isDirected",
      coalesce((
        select sum("usdValue") from "transfer" p where "aboveLimit" is null and "clearedAt" > clock_timestamp() - interval '1 day'
          and ${BY_OPERATOR} and "id" <> ${id}::uuid
      ), 0) as "day"`
  return row?.isDirected ? toDecimal(row.day) : null
}

/** `isCleared`: it may be signed now. */
export async function storeWeighing(
  tx: Transaction,
  weighed: { id: string; usdValue: Decimal | null; aboveLimit: Limit | null; isCleared: boolean },
): Promise<void> {
  const { id, usdValue, aboveLimit, isCleared } = weighed
  await tx.$executeRaw`
    update "transfer" set
      "usdValue" = ${usdValue && plain(usdValue)}::numeric, "aboveLimit" = ${aboveLimit},
      "clearedAt" = case when ${isCleared} then clock_timestamp() end
    where "id" = ${id}::uuid`
}
