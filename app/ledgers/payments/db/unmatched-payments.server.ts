/**
 * Money that a person must look at (product.md §2). One case for each quote whose money does not fit, one for each
 * payment that does not count (unique): the operator's list has each once, however often it is read.
 */

import { beside } from '#app/kernel/db/beside.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Slice } from '#app/kernel/domain/paging/list-place.ts'
import type { PaymentProblem } from '#app/ledgers/payments/domain/arrival.ts'
import type { FeeUnmatchedKind, UnmatchedEnding } from '#app/ledgers/payments/domain/unmatched-payment.ts'

export type UncountedPayment = { ledgerPaymentId: string; problem: PaymentProblem; amount: Decimal; assetLabel: string }

export async function openUnmatchedPayments(
  tx: Transaction,
  payments: readonly UncountedPayment[],
  openedAt: Date,
): Promise<void> {
  if (payments.length === 0) return
  const column = <Value>(read: (payment: UncountedPayment) => Value) => payments.map(read)
  await tx.$executeRaw`
    insert into "payment_case" ("id", "kind", "ledgerPaymentId", "amount", "assetLabel", "openedAt")
    select gen_random_uuid(), "kind", "payment", "amount", "label", ${openedAt}
    from unnest(
      ${column((p) => p.problem)}::text[], ${column((p) => p.ledgerPaymentId)}::uuid[],
      ${column((p) => plain(p.amount))}::numeric[], ${column((p) => p.assetLabel)}::text[]
    ) as uncounted ("kind", "payment", "amount", "label")
    on conflict ("ledgerPaymentId") do nothing`
}

/** The most payments of one case: ending it must be one short transaction. Further ones start another case. */
export const MOST_IN_UNMATCHED = 2_000

/** Dust of one kind, from one batch. */
export type SmallPayments = {
  /** What they have in common: account, asset, reason and reference. */
  key: string
  problem: PaymentProblem
  assetLabel: string
  /** The total. */
  amount: Decimal
  /** At least one. */
  ids: readonly string[]
}

/** Adds uncounted payments to the open case of their kind, or opens one: two statements for any number of them. */
export async function gatherSmallPayments(
  tx: Transaction,
  gathered: readonly SmallPayments[],
  openedAt: Date,
): Promise<void> {
  if (gathered.length === 0) return
  const column = <Value>(read: (payments: SmallPayments) => Value) => gathered.map(read)
  const cases = await tx.$queryRaw<{ id: string; key: string; first: string }[]>`
    insert into "payment_case" ("id", "kind", "ledgerPaymentId", "amount", "assetLabel", "payments", "gatherKey", "openedAt")
    select gen_random_uuid(), "kind", "payment", "amount", "label", "payments", "key", ${openedAt}
    from unnest(
      ${column((g) => g.problem)}::text[], ${column((g) => g.ids[0])}::uuid[], ${column((g) => plain(g.amount))}::numeric[],
      ${column((g) => g.assetLabel)}::text[], ${column((g) => g.ids.length)}::int[], ${column((g) => g.key)}::text[]
    ) as small ("kind", "payment", "amount", "label", "payments", "key")
    order by "key"
    on conflict ("gatherKey") where "closedAt" is null do update
      set "amount" = "payment_case"."amount" + excluded."amount", "payments" = "payment_case"."payments" + excluded."payments"
    returning "id"::text as "id", "gatherKey" as "key", "ledgerPaymentId"::text as "first"`
  const listed = cases.flatMap(({ id, key, first }) => {
    const ids = gathered.find((payments) => payments.key === key)?.ids ?? []
    return ids.filter((payment) => payment !== first).map((payment) => ({ caseId: id, ledgerPaymentId: payment }))
  })
  await tx.gatheredPayment.createMany({ data: listed })
  await tx.paymentCase.updateMany({
    where: { id: { in: cases.map(({ id }) => id) }, payments: { gte: MOST_IN_UNMATCHED } },
    data: { gatherKey: null },
  })
}

/** Opens the case of a quote or updates it; a closed one is reopened. */
export async function noteFeeUnmatched(
  tx: Transaction,
  noted: { feeQuoteId: string; kind: FeeUnmatchedKind; amount: Decimal; asset: string; at: Date },
): Promise<void> {
  const { feeQuoteId, kind, amount, asset: assetLabel, at } = noted
  const facts = { kind, amount: plain(amount), assetLabel }
  await tx.paymentCase.upsert({
    where: { feeQuoteId },
    create: { feeQuoteId, ...facts, openedAt: at },
    update: { ...facts, closedAt: null, closedById: null, outcome: null, end: null },
    select: { id: true },
  })
}

/** The fee was settled after all, without an excess. No effect without an open case. */
export async function closeFeeUnmatched(tx: Transaction, settled: { feeQuoteId: string; at: Date }): Promise<void> {
  await tx.paymentCase.updateMany({
    where: { feeQuoteId: settled.feeQuoteId, closedAt: null },
    data: { closedAt: settled.at, outcome: 'settled' },
  })
}

/**
 * Applies a new verdict to the payments of an open case: it closes when they count now, else it gets the new reason and
 * takes in no more. Compare-and-set: false when an operator closed the case, and may have returned the money.
 */
export async function renameUnmatchedPayment(
  tx: Transaction,
  judged: { id: string; problem: string | null; at: Date },
): Promise<boolean> {
  const { id, problem, at } = judged
  const { count } = await tx.paymentCase.updateMany({
    where: { id, closedAt: null },
    data: problem === null ? { closedAt: at, outcome: 'counted' } : { kind: problem, gatherKey: null },
  })
  return count === 1
}

/** The quote of a case; null: it is about a payment, or there is no such case. */
export async function findQuoteOfUnmatched(tx: Transaction, id: string): Promise<string | null> {
  const row = await tx.paymentCase.findUnique({ where: { id }, select: { feeQuoteId: true } })
  return row?.feeQuoteId ?? null
}

/** Locks a case until the transaction ends and returns it; null: none. `payment` is null for a fee's case. */
export async function lockUnmatched(tx: Transaction, id: string) {
  await tx.$queryRaw`select 1 from "payment_case" where "id" = ${id}::uuid for update`
  const row = await tx.paymentCase.findUnique({
    where: { id },
    select: {
      kind: true,
      amount: true,
      assetLabel: true,
      closedAt: true,
      payments: true,
      ledgerPayment: {
        select: { id: true, hash: true, fromAddress: true, toAddress: true, asset: true, closedAt: true },
      },
    },
  })
  if (!row) return null
  const { ledgerPayment: payment, payments, ...facts } = row
  return { ...facts, amount: toDecimal(row.amount), payment, hasGathered: payments > 1 }
}

export type LockedUnmatched = NonNullable<Awaited<ReturnType<typeof lockUnmatched>>>

/**
 * Stores how an operator ended a case; `end` null: its payment was assigned. Compare-and-set: false if closed already.
 */
export async function closeUnmatched(
  tx: Transaction,
  closed: { id: string; by: string; outcome: string; at: Date; end: UnmatchedEnding | null; endHash: string | null },
): Promise<boolean> {
  const { id, by, at, ...data } = closed
  const { count } = await tx.paymentCase.updateMany({
    where: { id, closedAt: null },
    data: { ...data, closedAt: at, closedById: by },
  })
  return count === 1
}

/** A case that was ended as kept, with the reason given then. Null: not one of these. */
export async function findKeptUnmatched(
  tx: Transaction,
  id: string,
): Promise<{ amount: string; assetLabel: string; outcome: string } | null> {
  const where = { id, end: 'kept' }
  const select = { amount: true, assetLabel: true, outcome: true }
  const kept = await tx.paymentCase.findFirst({ where, select })
  return kept && { amount: plain(toDecimal(kept.amount)), assetLabel: kept.assetLabel, outcome: kept.outcome ?? '' }
}

/** Reopens a case whose money was kept. False: it was not. */
export async function reopenUnmatched(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.paymentCase.updateMany({
    where: { id, end: 'kept' },
    data: { closedAt: null, closedById: null, outcome: null, end: null },
  })
  return count === 1
}

/** Payments of one case. */
const MOST_SHOWN = 20

/** A page of cases with what helps to find the payer: open ones oldest first, closed ones newest first. */
export async function findUnmatched(db: Database, { state, place, take }: Slice & { state: 'open' | 'closed' }) {
  const isOpen = state === 'open'
  const { where, direction } = isOpen
    ? beside(place, { order: 'asc', by: (openedAt) => ({ openedAt }) })
    : beside(place, { order: 'desc', by: (closedAt) => ({ closedAt }) })
  const payer = { select: { id: true, name: true, email: true } }
  const quote = {
    reference: true,
    asset: true,
    account: true,
    amountDue: true,
    netUsd: true,
    state: true,
    expiresAt: true,
    user: payer,
  }
  const payment = { network: true, hash: true, asset: true, fromAddress: true, toAddress: true, closedAt: true }
  const rows = await db.paymentCase.findMany({
    where: { closedAt: isOpen ? null : { not: null }, ...where },
    orderBy: [isOpen ? { openedAt: direction } : { closedAt: direction }, { id: direction }],
    take,
    select: {
      id: true,
      kind: true,
      amount: true,
      assetLabel: true,
      payments: true,
      openedAt: true,
      closedAt: true,
      outcome: true,
      end: true,
      endHash: true,
      backAddress: true,
      backMemo: true,
      payback: {
        select: {
          id: true,
          network: true,
          state: true,
          blockedReason: true,
          waitsFor: true,
          address: true,
          memo: true,
          settledHash: true,
        },
      },
      closedBy: { select: { id: true, name: true } },
      feeQuote: {
        select: {
          ...quote,
          payments: { where: { problem: null }, orderBy: { amount: 'desc' }, take: MOST_SHOWN, select: payment },
        },
      },
      ledgerPayment: {
        select: {
          ...payment,
          memo: true,
          feeQuote: { select: quote },
          escrow: { select: { transactionId: true, currency: true, buyer: payer } },
        },
      },
      gathered: {
        select: { ledgerPayment: { select: payment } },
        orderBy: { ledgerPayment: { closedAt: 'asc' } },
        take: MOST_SHOWN,
      },
    },
  })
  return rows.map((row) => ({
    ...row,
    payback: row.payback && asPayout(row.payback),
    amount: toDecimal(row.amount),
    gathered: row.gathered.map(({ ledgerPayment }) => ledgerPayment),
    feeQuote: row.feeQuote && withDecimals(row.feeQuote),
    ledgerPayment: row.ledgerPayment && {
      ...row.ledgerPayment,
      feeQuote: row.ledgerPayment.feeQuote && withDecimals(row.ledgerPayment.feeQuote),
    },
  }))
}

type QuoteAmounts = { amountDue: Prisma.Decimal; netUsd: Prisma.Decimal }

function withDecimals<Quote extends QuoteAmounts>(quote: Quote) {
  return { ...quote, amountDue: toDecimal(quote.amountDue), netUsd: toDecimal(quote.netUsd) }
}

export async function countOpenUnmatched(db: Database): Promise<number> {
  return db.paymentCase.count({ where: { closedAt: null } })
}
