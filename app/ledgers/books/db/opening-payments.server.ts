/** Payments from before the first reference, booked as owed to nobody, and counting them as ours (decision 094). */
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'
import type { Asset, Network } from '#app/kernel/domain/assets.ts'
import type { Decimal } from '#app/kernel/domain/money.ts'

export type OpeningPayment = {
  id: string
  network: Network
  hash: string
  from: string
  to: string
  asset: Asset
  amount: Decimal
  at: Date
}

/** Those that the database allows to be counted as ours, oldest first. */
export async function findOpeningPayments(db: Database | Transaction): Promise<OpeningPayment[]> {
  const found = await db.$queryRaw<{ id: string }[]>`select "id"::text from "payments_before_references"()`
  const rows = await db.ledgerPayment.findMany({
    where: { id: { in: found.map(({ id }) => id) }, asset: { not: null } },
    select: {
      id: true,
      network: true,
      hash: true,
      fromAddress: true,
      toAddress: true,
      asset: true,
      amount: true,
      closedAt: true,
    },
    orderBy: [{ closedAt: 'asc' }, { id: 'asc' }],
  })
  return rows.flatMap(({ asset, amount, fromAddress: from, toAddress: to, closedAt: at, ...facts }) =>
    asset === null ? [] : [{ ...facts, from, to, asset, amount: toDecimal(amount), at }],
  )
}

type Counted = { id: string; operatorId: string; reason: string; at: Date }

/**
 * Counts a payment as our own money and closes its case, whose row must be locked. Throws where it is not one of
 * `findOpeningPayments` (trigger), and when it was counted before (primary key).
 */
export async function countAsOurs(tx: Transaction, { id, operatorId, reason, at }: Counted): Promise<void> {
  await tx.openingPayment.create({ data: { ledgerPaymentId: id, reason, at }, select: { at: true } })
  await tx.ledgerPayment.update({ where: { id }, data: { problem: null, toFloat: true }, select: { id: true } })
  await tx.paymentCase.update({
    where: { ledgerPaymentId: id },
    data: { closedAt: at, closedById: operatorId, outcome: reason, end: null },
    select: { id: true },
  })
}

/** Locks the case of a payment until the transaction ends; assigning it or paying it back takes the same lock. */
export async function lockCaseOf(tx: Transaction, ledgerPaymentId: string): Promise<void> {
  await tx.$queryRaw`select 1 from "payment_case" where "ledgerPaymentId" = ${ledgerPaymentId}::uuid for update`
}
