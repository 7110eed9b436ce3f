/** Selects of the row ids that a search term means, shared by several lists. Each uses indexes. */

import type { Sought } from '#app/admin/domain/sought.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'

const { sql, join } = Prisma

/** Accounts with this address, and closed accounts that had it. */
export const peopleAt = (email: string) => sql`
  select "id" from "user" where "email" = ${email} union select "id" from "user" where "keptEmail" = ${email}`

export const payoutsOfHashes = (hashes: readonly string[]) => sql`
  select "id" from "transfer" where "settledHash" in (${join([...hashes])})
  union select "payoutId" from "transfer_attempt" where "payoutId" is not null and "hash" in (${join([...hashes])})`

/** For a wallet: escrows paid from it or to it, and escrows for which somebody stated it. */
export function escrowsMeant(sought: Sought): Prisma.Sql {
  switch (sought.kind) {
    case 'escrow':
      return sql`select "id" from "escrow" where "transactionId" = ${sought.txid}`
    case 'hash':
      return sql`
        select "escrowId" from "ledger_payment" where "network" in ('stellar', 'xrpl') and "hash" in (${join(sought.hashes)})
        union select "escrowId" from "transfer" where "id" in (${payoutsOfHashes(sought.hashes)})
        union select "id" from "escrow" where "realTxId" in (${join(sought.hashes)})
        union select "escrowId" from "hold_lock" where "hash" in (${join(sought.hashes)})
        union select "escrowId" from "hold_lock" where "endHash" in (${join(sought.hashes)})`
    case 'email':
      return sql`
        ${escrowsOfPeople(sought.email)}
        union select "id" from "escrow" where "sellerEmail" = ${sought.email}`
    case 'wallet':
      return sql`
        select "escrowId" from "ledger_payment" where "fromAddress" = ${sought.address}
        union select "escrowId" from "transfer" where "address" = ${sought.address}
        union select "id" from "escrow" where "walletAddress" = ${sought.address}
        union select "id" from "escrow" where "buyerWalletAddress" = ${sought.address}
        union select "id" from "escrow" where "payoutAddress" = ${sought.address}
        union select "id" from "escrow" where "refundAddress" = ${sought.address}
        union select "escrowId" from "hold_agreement" where "sellerWallet" = ${sought.address}`
    case 'reference':
      return sql`select "id" from "escrow" where "reference" = ${Number(sought.number)}`
  }
}

export const escrowsOfPeople = (email: string) => sql`
  select "id" from "escrow" where "buyerId" in (${peopleAt(email)})
  union select "id" from "escrow" where "sellerId" in (${peopleAt(email)})`

const quotesOfPeople = (email: string) => sql`select "id" from "fee_quote" where "userId" in (${peopleAt(email)})`
const quoteOfReference = (number: string) => sql`select "id" from "fee_quote" where "reference" = ${Number(number)}`

export const depositsOfPeople = (email: string) => sql`
  select "id" from "ledger_payment" where "feeQuoteId" in (${quotesOfPeople(email)})
  union select "id" from "ledger_payment" where "escrowId" in (${escrowsOfPeople(email)})`

/** Payments received with this memo or tag, matched or not. */
export const depositsOfReference = (number: string) => sql`
  select "id" from "ledger_payment" where "memo" = ${number} and "feeQuoteId" is null and "escrowId" is null
  union select "id" from "ledger_payment" where "escrowId" = (select "id" from "escrow" where "reference" = ${Number(number)})
  union select "id" from "ledger_payment" where "feeQuoteId" = (${quoteOfReference(number)})`

/** Payouts of their escrows, refunds of their unmatched payments, and the commissions they earned. */
export const payoutsOfPeople = (email: string) => sql`
  select "id" from "transfer" where "escrowId" in (${escrowsOfPeople(email)})
  union select "id" from "transfer" where "caseId" in (${unmatchedOf(quotesOfPeople(email), depositsOfPeople(email))})
  union ${payoutsOfCommissions(sql`
    select o."id" from "reseller" s join "reseller_payout" o on o."resellerId" = s."resellerId" where s."email" = ${email}`)}`

/** By memo or tag: payouts of its escrow, refunds of its unmatched payment, commission on the fee paid with it. */
export const payoutsOfReference = (number: string) => sql`
  select "id" from "transfer" where "escrowId" = (select "id" from "escrow" where "reference" = ${Number(number)})
  union select "id" from "transfer" where "caseId" in (${unmatchedOf(quoteOfReference(number), depositsOfReference(number))})
  union ${payoutsOfCommissions(sql`
    select e."resellerPayoutId" as "id" from "fee_payment" f
    join "reseller_earning" e on e."paymentHash" = f."paymentHash" and e."buyerUid" = f."buyerUid"
    where f."payToMemoOrTag" = ${number}`)}`

/** One lookup per row: almost no transfer pays a commission, but PostgreSQL would assume that all do. */
const payoutsOfCommissions = (paid: Prisma.Sql) => sql`
  select p."id" from (${paid}) o
    cross join lateral (select "id" from "transfer" where "resellerPayoutId" = o."id" limit 1) p`

/** One lookup per row: for people with many payments PostgreSQL would otherwise read all unmatched payments. */
const unmatchedOf = (quotes: Prisma.Sql, deposits: Prisma.Sql) => sql`
  select c."id" from (${quotes}) q
    cross join lateral (select "id" from "payment_case" where "feeQuoteId" = q."id" limit 1) c
  union select c."id" from (${deposits}) d
    cross join lateral (select "id" from "payment_case" where "ledgerPaymentId" = d."id" limit 1) c
  union select g."caseId" from (${deposits}) d
    cross join lateral (select "caseId" from "gathered_payment" where "ledgerPaymentId" = d."id" limit 1) g`

/** Hashes that people may have typed: of payments received or claimed, by escrow, wallet, or memo or tag. */
export function hashesMeant(sought: Extract<Sought, { kind: 'escrow' | 'wallet' | 'reference' }>): Prisma.Sql {
  switch (sought.kind) {
    case 'wallet':
      return sql`select "hash" from "ledger_payment" where "fromAddress" = ${sought.address}`
    case 'escrow':
      return sql`
        select "hash" from "ledger_payment" where "escrowId" = (${escrowsMeant(sought)})
        union ${hashesStatedFor(escrowsMeant(sought))}`
    case 'reference':
      return sql`
        select "hash" from "ledger_payment" where "id" in (${depositsOfReference(sought.number)})
        union ${hashesStatedFor(escrowsMeant(sought))}`
  }
}

const hashesStatedFor = (escrow: Prisma.Sql) => sql`
  select "hash" from "stated_payment" where "escrowId" = (${escrow})
  union select "ledgerHash" from "stated_payment" where "escrowId" = (${escrow})`
