/** The rows that something sought means, as selects of ids that several lists share. Each is answered by indexes. */

import type { Sought } from '#app/admin/domain/sought.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'

const { sql, join } = Prisma

/** Whoever has this address, and whoever had it when the account was closed. */
export const peopleAt = (email: string) => sql`
  select "id" from "user" where "email" = ${email} union select "id" from "user" where "keptEmail" = ${email}`

export const payoutsOfHashes = (hashes: readonly string[]) => sql`
  select "id" from "transfer" where "settledHash" in (${join([...hashes])})
  union select "payoutId" from "transfer_attempt" where "payoutId" is not null and "hash" in (${join([...hashes])})`

/** A wallet: whatever was paid from it or to it, or stated for it. */
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

/** Those whose buyer or seller they are. */
export const escrowsOfPeople = (email: string) => sql`
  select "id" from "escrow" where "buyerId" in (${peopleAt(email)})
  union select "id" from "escrow" where "sellerId" in (${peopleAt(email)})`

const quotesOfPeople = (email: string) => sql`select "id" from "fee_quote" where "userId" in (${peopleAt(email)})`
const quoteOfReference = (number: string) => sql`select "id" from "fee_quote" where "reference" = ${Number(number)}`

/** What came in for them: for their fees, and for escrows of theirs. */
export const depositsOfPeople = (email: string) => sql`
  select "id" from "ledger_payment" where "feeQuoteId" in (${quotesOfPeople(email)})
  union select "id" from "ledger_payment" where "escrowId" in (${escrowsOfPeople(email)})`

/** What came in with a memo or tag, whether it found its way or not. */
export const depositsOfReference = (number: string) => sql`
  select "id" from "ledger_payment" where "memo" = ${number} and "feeQuoteId" is null and "escrowId" is null
  union select "id" from "ledger_payment" where "escrowId" = (select "id" from "escrow" where "reference" = ${Number(number)})
  union select "id" from "ledger_payment" where "feeQuoteId" = (${quoteOfReference(number)})`

/** Out of their escrows, back to them out of cases, and what they earned by their codes. */
export const payoutsOfPeople = (email: string) => sql`
  select "id" from "transfer" where "escrowId" in (${escrowsOfPeople(email)})
  union select "id" from "transfer" where "caseId" in (${casesOf(quotesOfPeople(email), depositsOfPeople(email))})
  union ${payoutsOfCommissions(sql`
    select o."id" from "reseller" s join "reseller_payout" o on o."resellerId" = s."resellerId" where s."email" = ${email}`)}`

/** Out of the escrow with this memo or tag, back out of its case, and the commission on the fee that was paid with it. */
export const payoutsOfReference = (number: string) => sql`
  select "id" from "transfer" where "escrowId" = (select "id" from "escrow" where "reference" = ${Number(number)})
  union select "id" from "transfer" where "caseId" in (${casesOf(quoteOfReference(number), depositsOfReference(number))})
  union ${payoutsOfCommissions(sql`
    select e."resellerPayoutId" as "id" from "fee_payment" f
    join "reseller_earning" e on e."paymentHash" = f."paymentHash" and e."buyerUid" = f."buyerUid"
    where f."payToMemoOrTag" = ${number}`)}`

/** One look for each of them: next to no payout is one, and PostgreSQL would take them for all there are. */
const payoutsOfCommissions = (paid: Prisma.Sql) => sql`
  select p."id" from (${paid}) o
    cross join lateral (select "id" from "transfer" where "resellerPayoutId" = o."id" limit 1) p`

/** One look for each of them: whoever has traded much would otherwise have all cases read. */
const casesOf = (quotes: Prisma.Sql, deposits: Prisma.Sql) => sql`
  select c."id" from (${quotes}) q
    cross join lateral (select "id" from "payment_case" where "feeQuoteId" = q."id" limit 1) c
  union select c."id" from (${deposits}) d
    cross join lateral (select "id" from "payment_case" where "ledgerPaymentId" = d."id" limit 1) c
  union select g."caseId" from (${deposits}) d
    cross join lateral (select "caseId" from "gathered_payment" where "ledgerPaymentId" = d."id" limit 1) g`

/** Hashes of what came in or was stated for an escrow, from a wallet, or with a memo or tag; those that people may have typed. */
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
