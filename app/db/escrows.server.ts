/** Escrows: facts with their times. Every change of a fact is a compare-and-set that says whether it happened. */
import type { Asset } from '#app/domain/assets.ts'
import type { Approval, EscrowFacts } from '#app/domain/escrow.ts'
import type { EscrowMode } from '#app/domain/escrow-id.ts'
import { type Decimal, plain } from '#app/domain/money.ts'
import type { Database, Transaction } from './client.server.ts'
import { toDecimal } from './decimal.server.ts'
import type { Prisma } from './generated/client.ts'

const ESCROW = {
  id: true,
  transactionId: true,
  type: true,
  buyerId: true,
  sellerId: true,
  currency: true,
  amount: true,
  notes: true,
  terms: true,
  sellerEmail: true,
  account: true,
  reference: true,
  walletAddress: true,
  walletMemo: true,
  buyerWalletAddress: true,
  buyerMemoTag: true,
  statedTxId: true,
  receivedAmount: true,
  verifiedAt: true,
  realTxId: true,
  paidAt: true,
  confirmedAt: true,
  payoutAddress: true,
  payoutMemo: true,
  payoutStatedAt: true,
  documentApprovalStatus: true,
  rejectionReason: true,
  decidedAt: true,
  releasedAt: true,
  createdAt: true,
  updatedAt: true,
  buyer: { select: { name: true } },
  seller: { select: { name: true } },
  payouts: {
    select: { id: true, purpose: true, state: true, blockedReason: true, settledHash: true, settledAt: true },
  },
} satisfies Prisma.EscrowSelect

type EscrowRow = Prisma.EscrowGetPayload<{ select: typeof ESCROW }>
export type StoredEscrow = ReturnType<typeof toEscrow>

function toEscrow({ payouts, buyer, seller, ...row }: EscrowRow) {
  const release = payouts.find((payout) => payout.purpose === 'release') ?? null
  const refund = payouts.find((payout) => payout.purpose === 'refund') ?? null
  const facts: EscrowFacts = {
    verifiedAt: row.verifiedAt,
    confirmedAt: row.confirmedAt,
    approval: row.documentApprovalStatus,
    releasedAt: row.releasedAt,
    releaseState: release?.state ?? null,
    refundState: refund?.state ?? null,
    cancelledAt: null,
  }
  return {
    ...row,
    amount: toDecimal(row.amount),
    receivedAmount: toDecimal(row.receivedAmount),
    buyerName: buyer.name,
    sellerName: seller?.name ?? null,
    release,
    facts,
  }
}

export type NewEscrow = {
  transactionId: string
  type: EscrowMode
  buyerId: string
  currency: Asset
  amount: Decimal
  notes: string
  terms: string
  sellerEmail: string | null
  account: string
  reference: number
  walletAddress: string
  walletMemo: string | null
  buyerWalletAddress: string | null
  buyerMemoTag: string | null
  statedTxId: string | null
}

export async function createEscrow(tx: Transaction, escrow: NewEscrow): Promise<{ id: string }> {
  return tx.escrow.create({
    data: {
      ...escrow,
      amount: plain(escrow.amount),
      buyerWalletCurrency: escrow.buyerWalletAddress === null ? null : escrow.currency,
    },
    select: { id: true },
  })
}

export async function findEscrow(db: Database | Transaction, id: string): Promise<StoredEscrow | null> {
  const row = await db.escrow.findUnique({ where: { id }, select: ESCROW })
  return row && toEscrow(row)
}

/** By escrow ID, or among a person's own by the hash of the payment that funded it. */
export async function findEscrowByEitherId(
  db: Database | Transaction,
  ids: { transactionId: string } | { realTxId: string; partyId: string },
): Promise<StoredEscrow | null> {
  const row =
    'transactionId' in ids
      ? await db.escrow.findUnique({ where: ids, select: ESCROW })
      : await db.escrow.findFirst({
          where: { realTxId: ids.realTxId, OR: [{ buyerId: ids.partyId }, { sellerId: ids.partyId }] },
          select: ESCROW,
        })
  return row && toEscrow(row)
}

/** The escrow with its row locked until the transaction ends: what is decided on it is decided one after the other. */
export async function lockEscrow(tx: Transaction, id: string): Promise<StoredEscrow> {
  await tx.$queryRaw`select 1 from "escrow" where "id" = ${id}::uuid for update`
  return toEscrow(await tx.escrow.findUniqueOrThrow({ where: { id }, select: ESCROW }))
}

export async function findEscrowsByReference(tx: Transaction, references: number[]): Promise<Map<number, string>> {
  const rows = await tx.escrow.findMany({
    where: { reference: { in: references } },
    select: { id: true, reference: true },
  })
  return new Map(rows.map((row) => [row.reference, row.id]))
}

export async function storeReceived(tx: Transaction, received: { escrowId: string; total: Decimal }): Promise<void> {
  await tx.escrow.update({
    where: { id: received.escrowId },
    data: { receivedAmount: plain(received.total) },
    select: { id: true },
  })
}

/** True for the one caller that made it funded. */
export async function markFunded(tx: Transaction, funded: { escrowId: string; hash: string; paidAt: Date; now: Date }) {
  const { count } = await tx.escrow.updateMany({
    where: { id: funded.escrowId, txValidated: false },
    data: { txValidated: true, verifiedAt: funded.now, realTxId: funded.hash, paidAt: funded.paidAt },
  })
  return count === 1
}

export type Confirmation = {
  escrowId: string
  sellerId: string
  payoutAddress: string
  payoutMemo: string | null
  /** When the wallet was stated: now when it changed, else as before. */
  payoutStatedAt: Date
  confirmedAt: Date
}

/** Binds the seller, states the payout wallet, and puts a rejected escrow before the buyer again. */
export async function storeConfirmation(tx: Transaction, confirmation: Confirmation): Promise<void> {
  const { escrowId, ...stated } = confirmation
  await tx.escrow.update({
    where: { id: escrowId },
    data: {
      ...stated,
      sellerConfirmed: true,
      documentApprovalStatus: 'Pending',
      rejectionReason: null,
      decidedAt: null,
    },
    select: { id: true },
  })
}

export async function storeDecision(
  tx: Transaction,
  decision: { escrowId: string; approval: Approval; reason: string | null; decidedAt: Date | null },
): Promise<void> {
  await tx.escrow.update({
    where: { id: decision.escrowId },
    data: {
      documentApprovalStatus: decision.approval,
      rejectionReason: decision.reason,
      decidedAt: decision.decidedAt,
    },
    select: { id: true },
  })
}

export async function markReleased(tx: Transaction, released: { escrowId: string; at: Date }): Promise<void> {
  await tx.escrow.update({ where: { id: released.escrowId }, data: { releasedAt: released.at }, select: { id: true } })
}

/** Escrows that a person is a party to, newest first. */
export async function findEscrowsOf(db: Database, party: { userId: string; limit: number }): Promise<StoredEscrow[]> {
  const rows = await db.escrow.findMany({
    where: { OR: [{ buyerId: party.userId }, { sellerId: party.userId }] },
    orderBy: { createdAt: 'desc' },
    take: party.limit,
    select: ESCROW,
  })
  return rows.map(toEscrow)
}
