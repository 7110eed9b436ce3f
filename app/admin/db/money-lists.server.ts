/** Sources of the lists of escrows, deposits, fees and payouts. Each `found` condition is answered by an index. */

import type { Sought } from '#app/admin/domain/sought.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import {
  depositsOfPeople,
  depositsOfReference,
  escrowsMeant,
  payoutsOfHashes,
  payoutsOfPeople,
  payoutsOfReference,
  peopleAt,
} from './found-rows.server.ts'
import type { ListSource } from './list-source.ts'

const { sql, join } = Prisma

/** One limited lookup per row: for a plain exists PostgreSQL would list all refunds. */
const wasRefunded = sql`coalesce(
  (select true from "transfer" p where p."escrowId" = r."id" and p."purpose" = 'refund' and p."state" = 'confirmed' limit 1),
  (select true from "hold_lock" k where k."escrowId" = r."id" and k."counts" and k."end" in ('refunded', 'expired')), false)`
/** Matches the condition of the index escrow_list_funded. */
const isFunded = sql`r."verifiedAt" is not null and r."releasedAt" is null`

const isOf = (column: Prisma.Sql, sought: Sought) => sql`${column} in (${escrowsMeant(sought)})`

export const escrows: ListSource = {
  from: sql`"escrow" r join "user" b on b."id" = r."buyerId" left join "user" s on s."id" = r."sellerId"`,
  at: sql`r."createdAt"`,
  id: sql`r."id"`,
  columns: sql`r."transactionId" as "txid",
    case when r."cancelledAt" is not null then 'cancelled' when r."releasedAt" is not null then 'released'
      when ${wasRefunded} then 'refunded' when r."verifiedAt" is not null then 'funded' else 'unfunded' end as "state",
    trim_scale(r."amount")::text as "amount", r."currency"::text as "asset",
    b."email" as "buyer", b."id"::text as "buyerId", coalesce(s."email", r."sellerEmail") as "seller", s."id"::text as "sellerId",
    r."reference"::text as "reference", r."heldBy"::text as "heldBy"`,
  states: {
    unfunded: sql`r."verifiedAt" is null and r."cancelledAt" is null`,
    funded: sql`${isFunded} and not ${wasRefunded}`,
    released: sql`r."releasedAt" is not null`,
    refunded: sql`${isFunded} and ${wasRefunded}`,
    cancelled: sql`r."cancelledAt" is not null`,
  },
  ofAsset: (asset) => sql`r."currency" = ${asset}::"Asset"`,
  found: (sought) => isOf(sql`r."id"`, sought),
}

export const deposits: ListSource = {
  from: sql`"ledger_payment" r left join "escrow" e on e."id" = r."escrowId"
    left join "fee_quote" q on q."id" = r."feeQuoteId" left join "user" u on u."id" = q."userId"`,
  at: sql`r."closedAt"`,
  id: sql`r."id"`,
  columns: sql`r."hash" as "hash", r."network"::text as "network",
    case when r."toFloat" then 'float' when r."problem" is not null then 'problem' else 'counts' end as "state",
    trim_scale(r."amount")::text as "amount", coalesce(r."asset"::text, r."assetLabel") as "asset",
    e."transactionId" as "txid", u."email" as "person", u."id"::text as "personId",
    r."fromAddress" as "from", r."memo" as "memo", r."problem" as "problem"`,
  states: {
    counts: sql`r."problem" is null and not r."toFloat"`,
    problem: sql`r."problem" is not null`,
    float: sql`r."toFloat"`,
  },
  ofAsset: (asset) => sql`r."asset" = ${asset}::"Asset"`,
  found: (sought) => {
    switch (sought.kind) {
      case 'escrow':
        return isOf(sql`r."escrowId"`, sought)
      case 'hash':
        return sql`r."network" in ('stellar', 'xrpl') and r."hash" in (${join(sought.hashes)})`
      case 'email':
        return sql`r."id" in (${depositsOfPeople(sought.email)})`
      case 'wallet':
        return sql`r."fromAddress" = ${sought.address}`
      case 'reference':
        return sql`r."id" in (${depositsOfReference(sought.number)})`
    }
  },
}

export const fees: ListSource = {
  from: sql`"fee_payment" r join "user" u on u."id" = r."buyerUid" left join "escrow" e on e."id" = r."escrowId"`,
  at: sql`r."createdAt"`,
  // The expression of the index fee_payment_list.
  id: sql`(md5(r."paymentHash" || ' ' || r."payToMemoOrTag")::uuid)`,
  columns: sql`r."paymentHash" as "hash", trim_scale(r."amountCrypto")::text as "amount", r."payWith"::text as "asset",
    r."feeNetUSD"::text as "usd", u."email" as "person", u."id"::text as "personId", e."transactionId" as "txid",
    r."payerWalletAddress" as "from", r."payToMemoOrTag" as "reference", r."couponCode" as "coupon"`,
  states: {},
  ofAsset: (asset) => sql`r."payWith" = ${asset}::"Asset"`,
  found: (sought) => {
    switch (sought.kind) {
      case 'escrow':
        return isOf(sql`r."escrowId"`, sought)
      case 'hash':
        return sql`r."paymentHash" in (${join(sought.hashes)})`
      case 'email':
        return sql`r."buyerUid" in (${peopleAt(sought.email)})`
      case 'wallet':
        return sql`r."payerWalletAddress" = ${sought.address}`
      case 'reference':
        return sql`r."payToMemoOrTag" = ${sought.number}`
    }
  },
}

export const payouts: ListSource = {
  // A transfer that settles an on-chain deposit is no payout: the page of its escrow shows it.
  from: sql`(select * from "transfer" where "lockId" is null) r left join "escrow" e on e."id" = r."escrowId"`,
  at: sql`r."createdAt"`,
  id: sql`r."id"`,
  columns: sql`r."purpose"::text as "purpose",
    case when r."heldAt" is not null then 'held' when r."state" = 'submitted' then 'signed' else r."state"::text end as "state",
    trim_scale(r."amount")::text as "amount", r."asset"::text as "asset", e."transactionId" as "txid",
    r."address" as "to", r."memo" as "memo", r."settledHash" as "hash", coalesce(r."blockedReason", r."waitsFor") as "problem"`,
  // Beside the state: the condition of the index transfer_payouts_unsettled.
  states: {
    queued: sql`r."state" <> 'confirmed' and r."state" = 'queued' and r."heldAt" is null`,
    held: sql`r."state" <> 'confirmed' and r."heldAt" is not null`,
    blocked: sql`r."state" <> 'confirmed' and r."state" = 'blocked' and r."heldAt" is null`,
    signed: sql`r."state" <> 'confirmed' and r."state" in ('signed', 'submitted')`,
    confirmed: sql`r."state" = 'confirmed'`,
  },
  ofAsset: (asset) => sql`r."asset" = ${asset}::"Asset"`,
  found: (sought) => foundPayouts(sought),
}

function foundPayouts(sought: Sought): Prisma.Sql | null {
  switch (sought.kind) {
    case 'escrow':
      return isOf(sql`r."escrowId"`, sought)
    case 'hash':
      return sql`r."id" in (${payoutsOfHashes(sought.hashes)})`
    case 'email':
      return sql`r."id" in (${payoutsOfPeople(sought.email)})`
    case 'wallet':
      return sql`r."address" = ${sought.address}`
    case 'reference':
      return sql`r."id" in (${payoutsOfReference(sought.number)})`
  }
}
