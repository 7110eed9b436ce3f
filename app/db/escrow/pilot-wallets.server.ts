import type { Database } from '#app/db/kernel/client.server.ts'

/**
 * A wallet that several accounts of the pilot paid from. It may be an exchange's, which pays for many. `referrers`: who sent
 * them, as far as they came by somebody's link.
 */
export type SharedPilotWallet = { address: string; emails: string[]; referrers: string[] }

const MOST = 25
/** A pilot pays one escrow, soon after registering: whoever came long before them is not read again for every page. */
const NEWEST_PILOTS = 500

/** Of the payments since a moment that the newest accounts of the pilot made; the newest payment first. */
export async function findSharedPilotWallets(db: Database, since: Date): Promise<SharedPilotWallet[]> {
  return db.$queryRaw<SharedPilotWallet[]>`
    select payment."fromAddress" as "address", array_agg(distinct buyer."email" order by buyer."email") as "emails",
      array_remove(array_agg(distinct referrer."email" order by referrer."email"), null) as "referrers"
    from (
        select "id", "email", "pilotReferredById" from "user" where "plan" = 'pilot'
        order by "createdAt" desc limit ${NEWEST_PILOTS}
      ) buyer
      join "escrow" on "escrow"."buyerId" = buyer."id" and "escrow"."createdAt" >= ${since}::timestamptz - interval '30 days'
      join "ledger_payment" payment on payment."escrowId" = "escrow"."id"
      left join "user" referrer on referrer."id" = buyer."pilotReferredById"
    where payment."problem" is null and payment."seenAt" >= ${since}
    group by payment."fromAddress" having count(distinct buyer."id") > 1
    order by max(payment."seenAt") desc limit ${MOST}`
}
