import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { type Database, inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { inSlices } from '#app/kernel/db/in-slices.ts'
import { lockReferences } from '#app/ledgers/references/db/references.server.ts'
import type { OpenWork } from '#app/settings/domain/closing.ts'
import { emailsOfAccount } from './account-emails.ts'

/**
 * Locks everything by which money could become a person's until the transaction ends: references first, as storing a
 * payment does; then escrows and quotes; the person last, as writing an email does (deadlocks).
 */
export async function lockAllOf(tx: Transaction, userId: string): Promise<void> {
  const rows = await tx.$queryRaw<{ reference: number }[]>`
    select "reference" from "escrow" where "buyerId" = ${userId}::uuid
    union all select "reference" from "fee_quote" where "userId" = ${userId}::uuid`
  await lockReferences(
    tx,
    rows.map(({ reference }) => reference),
  )
  await tx.$queryRaw`
    select 1 from "escrow" where "buyerId" = ${userId}::uuid or "sellerId" = ${userId}::uuid order by "id" for update`
  await tx.$queryRaw`select 1 from "fee_quote" where "userId" = ${userId}::uuid order by "id" for update`
  await tx.$queryRaw`select 1 from "user" where "id" = ${userId}::uuid for update`
}

/** What has to end before the account can be closed; the database refuses a closing while there is any (trigger). */
export async function findOpenWork(db: Database | Transaction, userId: string): Promise<OpenWork[]> {
  return db.$queryRaw<OpenWork[]>`select "kind", "subject" from "open_work_of"(${userId}::uuid)`
}

/** Has this person been part of an escrow, or paid anything? */
export async function hasTraded(db: Database | Transaction, userId: string): Promise<boolean> {
  const [found] = await db.$queryRaw<{ has: boolean }[]>`
    select exists (select 1 from "escrow" where "buyerId" = ${userId}::uuid)
      or exists (select 1 from "escrow" where "sellerId" = ${userId}::uuid)
      or exists (select 1 from "fee_payment" where "buyerUid" = ${userId}::uuid)
      or exists (
        select 1 from "fee_quote" q join "ledger_payment" p on p."feeQuoteId" = q."id" where q."userId" = ${userId}::uuid
      ) as "has"`
  return found?.has ?? false
}

type Closing = { userId: string; at: Date; keptUntil: Date | null }

/**
 * Deletes all that nobody has to keep: ways in, wallets, choices, links to read. Name and address stay until
 * `keptUntil`, the address moved aside to be free again; null: neither. A pilot's mailbox stays as a digest.
 */
export async function storeClosed(tx: Transaction, { userId, at, keptUntil }: Closing): Promise<void> {
  await forgetAccountEmails(tx, userId)
  await tx.feeQuote.updateMany({ where: { userId, state: 'open' }, data: { state: 'closed' } })
  await tx.session.deleteMany({ where: { userId } })
  await tx.password.deleteMany({ where: { userId } })
  await tx.secondFactor.deleteMany({ where: { userId } })
  await tx.accountToken.deleteMany({ where: { userId } })
  await tx.savedWallet.deleteMany({ where: { userId } })
  await tx.dataExport.deleteMany({ where: { userId } })
  await tx.emailChange.deleteMany({ where: { userId } })
  if (keptUntil === null) await tx.personDetail.deleteMany({ where: { userId } })
  await tx.viewLink.updateMany({
    where: { madeById: userId, revokedAt: null, expiresAt: { gt: at } },
    data: { revokedAt: at },
  })
  await tx.$executeRaw`
    delete from "letter_off" where "address" = (select "email" from "user" where "id" = ${userId}::uuid)`
  for (const table of ['mail_event', 'mail_address']) {
    await tx.$executeRaw`
      delete from ${Prisma.raw(`"${table}"`)} where "address" = (select "email" from "user" where "id" = ${userId}::uuid)`
  }
  await tx.$executeRaw`
    update "user" set
      "closedAt" = ${at}, "keptUntil" = ${keptUntil}, "updatedAt" = ${at},
      "keptEmail" = case when ${keptUntil}::timestamptz is null then null else "email" end,
      "name" = case when ${keptUntil}::timestamptz is null then '' else "name" end,
      "email" = "id"::text || '@closed.invalid', "emailConfirmedAt" = null,
      "pilotPerson" = case when "pilotPerson" is null then null
        else 'sha256:' || encode(sha256(convert_to("pilotPerson", 'UTF8')), 'hex') end,
      "walletAddress" = null, "walletMemo" = null, "walletCurrency" = null, "walletSellerEmail" = null,
      "buyerWalletAddress" = null, "buyerMemoTag" = null, "buyerWalletCurrency" = null
    where "id" = ${userId}::uuid`
}

/**
 * Of emails about the account, keeps that one was sent, not to whom and what. Only the last is still sent. Call it
 * before the changes of the address are deleted: they lead to the emails that the new addresses got.
 */
async function forgetAccountEmails(tx: Transaction, userId: string): Promise<void> {
  const but = Prisma.sql`"id" in (${emailsOfAccount(userId)}) and "content" ->> 'letter' <> 'account_closed'`
  await tx.$executeRaw`delete from "outbox_letter" where ${but} and "attempts" = 0 and "sentAt" is null`
  await tx.$executeRaw`
    update "outbox_letter"
    set "recipient" = '', "key" = "id"::text, "content" = jsonb_build_object('letter', "content" ->> 'letter')
    where ${but} and ("sentAt" is not null or "givenUpAt" is not null)`
}

/**
 * Deletes the rest of a closed account after `keptUntil`: name, address, details, names on receipts, texts of terms
 * with the name (their fingerprints stay), its last email's recipient. Records how many.
 */
export async function forgetKept(db: Database, { now, sentBefore }: { now: Date; sentBefore: Date }): Promise<number> {
  const people = await inSlices((limit) => inTransaction(db, (tx) => forgetSlice(tx, { now, limit })))
  const letters = await inSlices(
    (limit) => db.$executeRaw`
      update "outbox_letter" set "recipient" = '', "key" = "id"::text where "id" in (
        select "id" from "outbox_letter" where "content" ->> 'letter' = 'account_closed' and "recipient" <> ''
          and "sentAt" is not null and "sentAt" <= ${sentBefore} limit ${limit})`,
  )
  return people + letters
}

async function forgetSlice(tx: Transaction, { now, limit }: { now: Date; limit: number }): Promise<number> {
  // Also by the database's clock, which refuses whatever is too early (trigger).
  const over = await tx.$queryRaw<{ id: string }[]>`
    with "over" as (
      select "id" from "user" where "keptUntil" is not null and "keptUntil" <= least(${now}, now()) limit ${limit}
    ), "said" as (
      delete from "person_detail" where "userId" in (select "id" from "over")
    )
    update "user" set "name" = '', "keptEmail" = null, "keptUntil" = null where "id" in (select "id" from "over")
    returning "id"`
  const ids = over.map(({ id }) => id)
  // After the accounts: the trigger checks whether the name is still kept.
  const texts = await tx.$executeRaw`
    update "accepted_terms" set "text" = null where "text" is not null and "escrowId" in (
      select "id" from "escrow" where "buyerId" = any(${ids}::uuid[])
      union all select "id" from "escrow" where "sellerId" = any(${ids}::uuid[]))`
  await tx.$executeRaw`
    update "fee_receipt" set "billedAt" = null, "changedAt" = null, "billedName" = null, "billedAddress" = null, "billedTaxNumber" = null
    where "billedAt" is not null and "number" in (select "reference" from "fee_quote" where "userId" = any(${ids}::uuid[]))`
  if (ids.length > 0) await writeEvent(tx, { kind: 'kept_purged', at: now, detail: { accounts: ids.length, texts } })
  return over.length
}
