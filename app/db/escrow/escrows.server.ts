/** Escrows: facts with their times. Every change of a fact is a compare-and-set that says whether it happened. */

import type { Prisma } from '#app/db/generated/client.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { toDecimal } from '#app/db/kernel/decimal.server.ts'
import { owedBack } from '#app/domain/disputes/settlement.ts'
import type { PresentedType } from '#app/domain/documents/documents.ts'
import { type Approval, type EscrowFacts, isSettled } from '#app/domain/escrow/escrow.ts'
import type { EscrowMode } from '#app/domain/escrow/escrow-id.ts'
import type { Asset } from '#app/domain/kernel/assets.ts'
import { Decimal, plain } from '#app/domain/kernel/money.ts'

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
  rejectedTypes: true,
  decidedAt: true,
  releasedAt: true,
  cancelledAt: true,
  refundAddress: true,
  refundMemo: true,
  refundStatedAt: true,
  proposedPayoutAddress: true,
  proposedPayoutMemo: true,
  proposedPayoutAt: true,
  createdAt: true,
  updatedAt: true,
  buyer: { select: { name: true, locale: true } },
  seller: { select: { name: true } },
  payouts: {
    select: {
      id: true,
      purpose: true,
      state: true,
      amount: true,
      address: true,
      memo: true,
      blockedReason: true,
      settledHash: true,
      settledAt: true,
    },
    orderBy: { createdAt: 'asc' },
  },
  refundRequests: {
    where: { answer: null },
    select: { id: true, reason: true, askedAt: true },
  },
  disputes: {
    where: { decision: null },
    select: { id: true, reason: true, openedAt: true, openedById: true },
  },
} satisfies Prisma.EscrowSelect

type EscrowRow = Prisma.EscrowGetPayload<{ select: typeof ESCROW }>
export type StoredEscrow = ReturnType<typeof toEscrow>

function toEscrow({ payouts: rows, buyer, seller, refundRequests, disputes, ...row }: EscrowRow) {
  const payouts = rows.map((payout) => ({ ...payout, amount: toDecimal(payout.amount) }))
  const release = payouts.find((payout) => payout.purpose === 'release') ?? null
  const refund = payouts.find((payout) => payout.purpose === 'refund') ?? null
  const refundRequest = refundRequests[0] ?? null
  const dispute = disputes[0] ?? null
  const facts: EscrowFacts = {
    verifiedAt: row.verifiedAt,
    confirmedAt: row.confirmedAt,
    approval: row.documentApprovalStatus,
    releasedAt: row.releasedAt,
    releaseState: release?.state ?? null,
    refundState: refund?.state ?? null,
    cancelledAt: row.cancelledAt,
    refundAskedAt: refundRequest?.askedAt ?? null,
    disputedAt: dispute?.openedAt ?? null,
  }
  const amount = toDecimal(row.amount)
  const receivedAmount = toDecimal(row.receivedAmount)
  const paidOut = payouts.reduce((sum, payout) => sum.plus(payout.amount), new Decimal(0))
  return {
    ...row,
    amount,
    receivedAmount,
    buyerName: buyer.name,
    buyerLocale: buyer.locale,
    sellerName: seller?.name ?? null,
    payouts,
    release,
    refund,
    walletProposal: toProposal(row),
    /** The question that is open, or null. */
    refundRequest,
    /** The dispute that is open, or null. */
    dispute,
    /** What is owed back to the buyer beside the settlement. */
    owedBack: owedBack({ amount, received: receivedAmount, paidOut, isSettled: isSettled(facts) }),
    facts,
  }
}

/** The wallet that the seller proposes for a release that the approved one cannot receive, or null. */
function toProposal(row: Pick<EscrowRow, 'proposedPayoutAddress' | 'proposedPayoutMemo' | 'proposedPayoutAt'>) {
  const { proposedPayoutAddress: address, proposedPayoutMemo: memo, proposedPayoutAt: at } = row
  return address === null || at === null ? null : { address, memo, at }
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

/** What a payment must fit to count for an escrow. */
export type DepositTarget = { id: string; asset: Asset; account: string }

/** The escrows that have these references, by reference. What a payment must fit never changes, so no lock is needed. */
export async function findDepositTargets(tx: Transaction, references: number[]): Promise<Map<number, DepositTarget>> {
  if (references.length === 0) return new Map()
  const rows = await tx.escrow.findMany({
    where: { reference: { in: references } },
    select: { id: true, reference: true, currency: true, account: true },
  })
  return new Map(rows.map(({ id, reference, currency, account }) => [reference, { id, asset: currency, account }]))
}

export async function storeReceived(tx: Transaction, received: { escrowId: string; total: Decimal }): Promise<void> {
  await tx.escrow.update({
    where: { id: received.escrowId },
    data: { receivedAmount: plain(received.total) },
    select: { id: true },
  })
}

/** True for the one caller that made it funded. A cancelled escrow never is: what arrives then is owed back. */
export async function markFunded(tx: Transaction, funded: { escrowId: string; hash: string; paidAt: Date; now: Date }) {
  const { count } = await tx.escrow.updateMany({
    where: { id: funded.escrowId, txValidated: false, cancelledAt: null },
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
      rejectedTypes: [],
      decidedAt: null,
    },
    select: { id: true },
  })
}

export async function storeDecision(
  tx: Transaction,
  decision: {
    escrowId: string
    approval: Approval
    reason: string | null
    /** The documents that a rejection means. */
    rejected: readonly PresentedType[]
    decidedAt: Date | null
  },
): Promise<void> {
  await tx.escrow.update({
    where: { id: decision.escrowId },
    data: {
      documentApprovalStatus: decision.approval,
      rejectionReason: decision.reason,
      rejectedTypes: [...decision.rejected],
      decidedAt: decision.decidedAt,
    },
    select: { id: true },
  })
}

export async function markReleased(tx: Transaction, released: { escrowId: string; at: Date }): Promise<void> {
  await tx.escrow.update({ where: { id: released.escrowId }, data: { releasedAt: released.at }, select: { id: true } })
}

/** Compare-and-set: true for the one caller that cancelled it while it was not funded. */
export async function markCancelled(tx: Transaction, cancelled: { escrowId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.escrow.updateMany({
    where: { id: cancelled.escrowId, txValidated: false, cancelledAt: null },
    data: { cancelledAt: cancelled.at },
  })
  return count === 1
}

export type Wallet = { address: string; memo: string | null }

/** Where the buyer wants money back from now on. */
export async function storeRefundWallet(
  tx: Transaction,
  stated: { escrowId: string; wallet: Wallet; at: Date },
): Promise<void> {
  await tx.escrow.update({
    where: { id: stated.escrowId },
    data: { refundAddress: stated.wallet.address, refundMemo: stated.wallet.memo, refundStatedAt: stated.at },
    select: { id: true },
  })
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
