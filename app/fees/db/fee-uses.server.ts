/** Fees paid for single escrows (setting SERVICE_FEE, decision 027): which are unused, and which escrow used which. */

import type { UnusedFee } from '#app/fees/domain/service-fee.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal } from '#app/kernel/db/decimal.server.ts'

/** `reference`: of its quote; unique among fees. */
export type StoredFee = UnusedFee & { reference: string }

/** Returns a buyer's unused fees, newest first. */
export async function findUnusedFees(db: Database | Transaction, buyerUid: string): Promise<StoredFee[]> {
  const rows = await db.feePayment.findMany({
    where: { buyerUid, covers: 'escrow', escrowId: null },
    orderBy: [{ createdAt: 'desc' }, { paymentHash: 'desc' }],
    select: { payToMemoOrTag: true, transactionAmountUSD: true },
  })
  return rows.map((row) => ({ reference: row.payToMemoOrTag, amountUsd: toDecimal(row.transactionAmountUSD) }))
}

/** Returns the fees that an escrow has used; empty when it was opened by the account's fee or free of charge. */
export async function findFeesOfEscrow(tx: Transaction, escrowId: string): Promise<UnusedFee[]> {
  const rows = await tx.feePayment.findMany({ where: { escrowId }, select: { transactionAmountUSD: true } })
  return rows.map((row) => ({ amountUsd: toDecimal(row.transactionAmountUSD) }))
}

/** Throws when one of them is used already: two concurrent openings cannot share a fee. */
export async function spendFees(tx: Transaction, use: { fees: readonly StoredFee[]; escrowId: string }): Promise<void> {
  const references = use.fees.map(({ reference }) => reference)
  const { count } = await tx.feePayment.updateMany({
    where: { payToMemoOrTag: { in: references }, escrowId: null },
    data: { escrowId: use.escrowId },
  })
  if (count !== references.length) throw new Error(`a fee of escrow ${use.escrowId} is used already`)
}

/** Frees the fees of an escrow that was called off before anything arrived. A trigger refuses any other escrow. */
export async function freeFees(tx: Transaction, escrowId: string): Promise<void> {
  await tx.feePayment.updateMany({ where: { escrowId }, data: { escrowId: null } })
}
