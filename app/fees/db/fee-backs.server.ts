/** The unmatched payments for a person's fee that its payer is asked about (decision 111). */

import { PAYERS_UNMATCHED, WAITING_UNMATCHED } from '#app/fees/domain/fee-back.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import { Prisma } from '#app/kernel/db/generated/client.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import type { Wallet } from '#app/kernel/domain/wallet.ts'

/** Open ones come first. The bound keeps the page short for somebody who sends again and again. */
const MOST_SHOWN = 20

const PAYMENT = { id: true, network: true, hash: true, asset: true, toAddress: true, closedAt: true } as const

const UNMATCHED = {
  id: true,
  kind: true,
  amount: true,
  openedAt: true,
  closedAt: true,
  end: true,
  endHash: true,
  backAddress: true,
  backMemo: true,
  feeQuote: { select: { id: true, reference: true, asset: true, account: true } },
  ledgerPayment: { select: { ...PAYMENT, feeQuote: { select: { id: true, reference: true } } } },
  payback: {
    select: {
      id: true,
      network: true,
      state: true,
      blockedReason: true,
      waitsFor: true,
      feeAsked: true,
      address: true,
      memo: true,
      settledHash: true,
      settledAt: true,
    },
  },
} satisfies Prisma.PaymentCaseSelect

/** `caseId`: only this one. */
type Asked = { userId: string; now: Date; caseId?: string }

/**
 * Unmatched payments with the person's own reference, in an asset that we settle in, above dust, not gathered. Short or
 * late ones only after a fee was paid otherwise: they cannot become it any more. Open ones first, then newest.
 */
export async function findFeeBacks(db: Database | Transaction, { userId, now, caseId }: Asked) {
  const only = caseId === undefined ? Prisma.empty : Prisma.sql`and k."id" = ${caseId}::uuid`
  const found = await db.$queryRaw<{ id: string }[]>`
    select k."id"::text as "id" from (
      select k.*, q."asset"::text as "asset", q."covers", q."lockedAt", q."expiresAt" from "fee_quote" q
        cross join lateral (select * from "payment_case" where "feeQuoteId" = q."id" offset 0) k
        where q."userId" = ${userId}::uuid
      union all
      select k.*, p."asset"::text, q."covers", q."lockedAt", q."expiresAt" from "fee_quote" q
        cross join lateral (select "id", "asset" from "ledger_payment" where "feeQuoteId" = q."id" and "problem" is not null offset 0) p
        cross join lateral (select * from "payment_case" where "ledgerPaymentId" = p."id" offset 0) k
        where q."userId" = ${userId}::uuid
    ) k join "user" u on u."id" = ${userId}::uuid
    where k."asset" is not null and k."payments" = 1 and k."amount" >= "dust_of"(k."asset") ${only}
      and (k."closedAt" is null or k."end" is not null)
      and (k."kind" = any(${[...PAYERS_UNMATCHED]}) or k."backAddress" is not null or k."end" is not null
        or (k."kind" = any(${[...WAITING_UNMATCHED]}) and u."hasPaid" and (
          k."covers" = 'account'
          or not exists (select 1 from "fee_payment" where "buyerUid" = ${userId}::uuid and "covers" = 'escrow')
          or exists (select 1 from "fee_payment" where "buyerUid" = ${userId}::uuid and "covers" = 'account')
          or (k."expiresAt" <= ${now} and exists (
            select 1 from "fee_quote" o where o."userId" = ${userId}::uuid and o."state" = 'paid' and o."paidAt" > k."lockedAt")))))
    order by (k."closedAt" is null) desc, k."openedAt" desc, k."id" desc limit ${MOST_SHOWN}`
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const rows = await db.paymentCase.findMany({ where: { id: { in: ids } }, select: UNMATCHED })
  return rows.map(toFeeBack).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

export type StoredFeeBack = ReturnType<typeof toFeeBack>

function toFeeBack(row: Prisma.PaymentCaseGetPayload<{ select: typeof UNMATCHED }>) {
  const { ledgerPayment: payment, feeQuote, payback, backAddress: address, backMemo: memo, ...facts } = row
  const quote = feeQuote ?? payment?.feeQuote
  const asset = feeQuote ? feeQuote.asset : payment?.asset
  const account = feeQuote ? feeQuote.account : payment?.toAddress
  if (!quote || !asset || account === undefined) throw new Error(`the case ${row.id} is of no fee`)
  const wallet: Wallet | null = address === null ? null : { address, memo }
  return {
    ...facts,
    amount: toDecimal(row.amount),
    asset,
    account,
    quoteId: quote.id,
    reference: quote.reference,
    /** Null: several payments may have added up to it. */
    payment: payment && { id: payment.id, hash: payment.hash, at: payment.closedAt },
    wallet,
    payout: payback && { ...asPayout(payback), feeAsked: toDecimalOrNull(payback.feeAsked) },
  }
}

/** Stores the wallet to which the payer of an open unmatched payment wants the money. */
export async function storeBackWallet(
  tx: Transaction,
  stated: { caseId: string; wallet: Wallet; at: Date },
): Promise<void> {
  const { caseId, wallet, at } = stated
  await tx.paymentCase.update({
    where: { id: caseId },
    data: { backAddress: wallet.address, backMemo: wallet.memo, backStatedAt: at },
    select: { id: true },
  })
}

/**
 * Closes an unmatched payment by a payback to the payer's wallet. One statement: deferred triggers check each version
 * of the row at commit. False: it is closed already.
 */
export async function closeByPayer(
  tx: Transaction,
  closed: { caseId: string; userId: string; wallet: Wallet; at: Date },
): Promise<boolean> {
  const { caseId, userId, wallet, at } = closed
  const { count } = await tx.paymentCase.updateMany({
    where: { id: caseId, closedAt: null },
    data: {
      backAddress: wallet.address,
      backMemo: wallet.memo,
      backStatedAt: at,
      closedAt: at,
      closedById: userId,
      end: 'paid_back',
      outcome: '',
    },
  })
  return count === 1
}

/** Returns open unmatched payments whose payer has stated a wallet, with the payer, longest-waiting first. */
export async function findStatedBacks(db: Database, take: number): Promise<{ caseId: string; userId: string }[]> {
  return db.$queryRaw<{ caseId: string; userId: string }[]>`
    select "id"::text as "caseId", "payer_of_case"("id")::text as "userId" from "payment_case"
    where "closedAt" is null and "backAddress" is not null order by "openedAt", "id" limit ${take}`
}
