/** The money of a person that a ledger has seen: fee, deposits and payouts. */
import type { Database } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import { type Asset, isAsset } from '#app/domain/kernel/assets.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { escrowPurpose } from '#app/domain/kernel/payout-state.ts'

export type PaymentRow = {
  /** `payout`: to the seller; `refund` and `return`: back to the buyer. */
  kind: 'fee' | 'deposit' | 'payout' | 'refund' | 'return'
  /** Plain decimal, in whole units of `asset`. */
  amount: string
  /** Null: something else than what we settle in; `label` names it. */
  asset: Asset | null
  label: string
  hash: string
  at: string
  /** The escrow it belongs to; null for a fee. */
  transactionId: string | null
  /** False: it arrived, but is not what was asked for. */
  counts: boolean
  /** The number of the receipt, for a part of a fee that was paid. */
  receipt: string | null
}

const MOST = 50

/** Newest first: what a buyer paid in, and what was paid out of the escrows that the person is a party to. */
export async function listPayments(db: Database, viewerId: string): Promise<PaymentRow[]> {
  const [paidIn, paidOut] = await Promise.all([findPaidIn(db, viewerId), findPaidOut(db, viewerId)])
  return [...paidIn, ...paidOut].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MOST)
}

async function findPaidIn(db: Database, viewerId: string): Promise<PaymentRow[]> {
  const rows = await db.ledgerPayment.findMany({
    where: { OR: [{ feeQuote: { userId: viewerId } }, { escrow: { buyerId: viewerId } }] },
    orderBy: { closedAt: 'desc' },
    take: MOST,
    select: {
      amount: true,
      asset: true,
      assetLabel: true,
      hash: true,
      closedAt: true,
      problem: true,
      escrow: { select: { transactionId: true } },
      feeQuote: { select: { state: true, reference: true } },
    },
  })
  return rows.map((row) => ({
    kind: row.escrow ? 'deposit' : 'fee',
    amount: plain(toDecimal(row.amount)),
    asset: isAsset(row.asset) ? row.asset : null,
    label: row.assetLabel.split(':')[0] ?? row.assetLabel,
    hash: row.hash,
    at: row.closedAt.toISOString(),
    transactionId: row.escrow?.transactionId ?? null,
    counts: row.problem === null,
    receipt: row.problem === null && row.feeQuote?.state === 'paid' ? String(row.feeQuote.reference) : null,
  }))
}

const KINDS = { release: 'payout', refund: 'refund', return: 'return' } as const

async function findPaidOut(db: Database, viewerId: string): Promise<PaymentRow[]> {
  const rows = await db.payout.findMany({
    where: { state: 'confirmed', escrow: { OR: [{ buyerId: viewerId }, { sellerId: viewerId }] } },
    orderBy: { settledAt: 'desc' },
    take: MOST,
    select: {
      purpose: true,
      amount: true,
      asset: true,
      settledHash: true,
      settledAt: true,
      escrow: { select: { transactionId: true } },
    },
  })
  return rows.flatMap(({ settledHash, settledAt, ...row }) =>
    settledHash === null || settledAt === null
      ? []
      : [
          {
            kind: KINDS[escrowPurpose(row.purpose)],
            amount: plain(toDecimal(row.amount)),
            asset: row.asset,
            label: row.asset,
            hash: settledHash,
            at: settledAt.toISOString(),
            transactionId: row.escrow?.transactionId ?? null,
            counts: true,
            receipt: null,
          },
        ],
  )
}
