import type { Database } from '#app/kernel/db/client.server.ts'

/** Several pilot accounts paid from it; it may be an exchange's. `referrers`: of those who came by a link. */
export type SharedPilotWallet = { address: string; emails: string[]; referrers: string[] }

const MOST = 25
/**
 * A pilot pays one escrow, soon after registering, so older accounts are not read for every page. Accounts that opened
 * none are not counted: any number of them displaces nobody.
 */
const NEWEST_PILOTS = 500

/** Among payments since a moment by the newest pilot accounts; the newest payment first. */
export async function findSharedPilotWallets(db: Database, since: Date): Promise<SharedPilotWallet[]> {
  return db.$queryRaw<SharedPilotWallet[]>`
    select payment."fromAddress" as "address", array_agg(distinct buyer."email" order by buyer."email") as "emails",
      array_remove(array_agg(distinct referrer."email" order by referrer."email"), null) as "referrers"
    from (
        select "id", "email", "pilotReferredById" from "user" where "plan" = 'pilot' and "trialCredits" = 0
        order by "createdAt" desc limit ${NEWEST_PILOTS}
      ) buyer
      -- One after the other, by their indexes: “offset 0” keeps the planner from reading all payments instead.
      cross join lateral (
        select "id" from "escrow" where "buyerId" = buyer."id" and "createdAt" >= ${since}::timestamptz - interval '30 days' offset 0
      ) escrow
      cross join lateral (
        select "fromAddress", "seenAt" from "ledger_payment"
        where "escrowId" = escrow."id" and "problem" is null and "seenAt" >= ${since} offset 0
      ) payment
      left join "user" referrer on referrer."id" = buyer."pilotReferredById"
    group by payment."fromAddress" having count(distinct buyer."id") > 1
    order by max(payment."seenAt") desc limit ${MOST}`
}
