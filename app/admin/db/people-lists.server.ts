/** Sources of the lists of failed payments, people, emails and jobs. */
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { escrowsMeant, hashesMeant, peopleAt } from './found-rows.server.ts'
import type { ListSource } from './list-source.ts'

const { sql, join } = Prisma

/** Sorts behind every text that begins with a given prefix. */
const LAST_SIGN = '\u{10FFFF}'

export const failed: ListSource = {
  from: sql`"failed_payment" r join "user" u on u."id" = r."uid"`,
  at: sql`r."timestamp"`,
  id: sql`r."id"`,
  columns: sql`r."txid" as "hash", r."currency" as "asset", r."reason" as "reason",
    u."email" as "person", u."id"::text as "personId"`,
  states: {},
  ofAsset: (asset) => sql`r."currency" = ${asset}`,
  found: (sought) => {
    if (sought.kind === 'hash') return sql`r."txid" in (${join(sought.hashes)})`
    if (sought.kind === 'email') return sql`r."uid" in (${peopleAt(sought.email)})`
    return sql`r."txid" in (${hashesMeant(sought)})`
  },
}

export const people: ListSource = {
  from: sql`"user" r`,
  at: sql`r."createdAt"`,
  id: sql`r."id"`,
  columns: sql`case when r."closedAt" is null then r."email" else coalesce(r."keptEmail", '–') end as "person", r."id"::text as "personId", r."name" as "name",
    case when r."closedAt" is not null then 'closed' when r."lockedAt" is not null then 'locked' else r."role"::text end as "state",
    to_char(r."emailConfirmedAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "confirmedAt",
    to_char(r."paidAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "paidAt", r."plan" as "plan"`,
  states: {
    buyer: sql`r."role" = 'buyer'`,
    seller: sql`r."role" = 'seller'`,
    admin: sql`r."role" = 'admin'`,
    locked: sql`r."lockedAt" is not null`,
    closed: sql`r."closedAt" is not null`,
  },
  ofAsset: null,
  found: (sought) => {
    switch (sought.kind) {
      // By prefix, with the operators of the indexes user_email_prefix and user_kept_email_prefix.
      case 'email': {
        const [first, last] = [sought.email, sought.email + LAST_SIGN]
        return sql`((r."email" ~>=~ ${first} and r."email" ~<~ ${last})
          or (r."keptEmail" ~>=~ ${first} and r."keptEmail" ~<~ ${last}))`
      }
      case 'hash':
        return sql`r."id" in (select "buyerUid" from "fee_payment" where "paymentHash" in (${join(sought.hashes)}))`
      case 'reference':
        return sql`r."id" = (select "userId" from "fee_quote" where "reference" = ${Number(sought.number)})`
      case 'wallet':
        return sql`r."id" in (
          select "userId" from "saved_wallet" where "address" = ${sought.address}
          union select "id" from "user" where "walletAddress" = ${sought.address}
          union select "id" from "user" where "buyerWalletAddress" = ${sought.address})`
      case 'escrow':
        return sql`r."id" in (
          select "buyerId" from "escrow" where "transactionId" = ${sought.txid}
          union select "sellerId" from "escrow" where "transactionId" = ${sought.txid})`
    }
  },
}

export const emails: ListSource = {
  from: sql`"outbox_letter" r`,
  at: sql`r."createdAt"`,
  id: sql`r."id"`,
  columns: sql`r."recipient" as "email", r."content"->>'letter' as "kind",
    case when r."sentAt" is not null then 'sent' when r."givenUpAt" is not null then 'given_up'
      when r."withheldFor" = 'overtaken' then 'overtaken' when r."withheldFor" is not null then 'withheld'
      else 'waiting' end as "state",
    r."attempts"::text as "tries", r."lastError" as "error", r."locale" as "language",
    to_char(r."sentAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "sentAt"`,
  // Beside the state: the condition of the index outbox_letter_list_open.
  states: {
    waiting: sql`r."sentAt" is null and r."givenUpAt" is null and r."withheldFor" is null`,
    sent: sql`r."sentAt" is not null`,
    given_up: sql`r."sentAt" is null and r."givenUpAt" is not null`,
    withheld: sql`r."sentAt" is null and r."withheldFor" <> 'overtaken'`,
    overtaken: sql`r."sentAt" is null and r."withheldFor" = 'overtaken'`,
  },
  ofAsset: null,
  found: (sought) => {
    if (sought.kind === 'email') return sql`r."recipient" = ${sought.email}`
    return sql`r."escrowId" in (${escrowsMeant(sought)})`
  },
}

/** The queue deletes finished jobs, so the list stays short. Payloads are left out: they may hold secret links. */
export const jobs: ListSource = {
  from: sql`"graphile_worker"."jobs" r`,
  at: sql`date_trunc('milliseconds', r."created_at")`,
  id: sql`(lpad(to_hex(r."id"::bigint), 32, '0')::uuid)`,
  columns: sql`r."task_identifier" as "kind",
    case when r."locked_at" is not null then 'running'
      when r."attempts" >= r."max_attempts" then 'failed' else 'waiting' end as "state",
    r."attempts" || '/' || r."max_attempts" as "tries", r."last_error" as "error", r."key" as "key",
    to_char(r."run_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "runAt"`,
  states: {
    waiting: sql`r."locked_at" is null and r."attempts" < r."max_attempts"`,
    running: sql`r."locked_at" is not null`,
    failed: sql`r."locked_at" is null and r."attempts" >= r."max_attempts"`,
  },
  ofAsset: null,
  found: () => null,
}
