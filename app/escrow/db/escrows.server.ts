/** Escrows as stored: facts with their times. Modules that change a fact write it themselves, on a locked row. */

import { type EscrowFacts, isSettled } from '#app/escrow/domain/escrow.ts'
import { TERM_COLUMNS } from '#app/escrow/domain/escrow-terms.ts'
import { type FundStep, fundStepOf, onchainStates } from '#app/escrow/domain/onchain-state.ts'
import { owedBack } from '#app/escrow/domain/owed-back.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { asPayout, asSettlement, OF_ACCOUNT } from '#app/kernel/db/transfer-kinds.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'

const SETTLEMENT = {
  where: { state: { not: 'dead' } },
  select: {
    id: true,
    purpose: true,
    state: true,
    settlement: { select: { toSeller: true, toBuyer: true } },
    signatures: { select: { address: true } },
  },
} satisfies Prisma.HoldLock$exitsArgs

export const ESCROW = {
  ...TERM_COLUMNS,
  id: true,
  transactionId: true,
  buyerId: true,
  sellerId: true,
  account: true,
  reference: true,
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
  refundOpenedAt: true,
  lapsedAt: true,
  refundAddress: true,
  refundMemo: true,
  refundStatedAt: true,
  proposedPayoutAddress: true,
  proposedPayoutMemo: true,
  proposedPayoutAt: true,
  correctedAt: true,
  serviceTerms: true,
  serviceSupplement: true,
  createdAt: true,
  updatedAt: true,
  buyer: { select: { name: true, locale: true, emailConfirmedAt: true, lockedAt: true, stillUntil: true } },
  seller: { select: { name: true, emailConfirmedAt: true, lockedAt: true, stillUntil: true } },
  transfers: {
    where: OF_ACCOUNT,
    select: {
      id: true,
      purpose: true,
      state: true,
      amount: true,
      address: true,
      memo: true,
      blockedReason: true,
      waitsFor: true,
      feeAsked: true,
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
  hold: {
    select: {
      buyerWallet: true,
      deadline: true,
      agreements: {
        select: {
          supersededAt: true,
          openedAt: true,
          clearances: { where: { clearedAt: null, closedAt: null }, select: { id: true } },
          locks: {
            where: { counts: true },
            select: { id: true, end: true, endHash: true, endedAt: true, exits: SETTLEMENT },
          },
        },
      },
    },
  },
} satisfies Prisma.EscrowSelect

type EscrowRow = Prisma.EscrowGetPayload<{ select: typeof ESCROW }>
export type StoredEscrow = ReturnType<typeof toEscrow>

export function toEscrow({ transfers: rows, buyer, seller, refundRequests, disputes, hold, ...row }: EscrowRow) {
  const payouts = rows.map((payout) => ({
    ...asPayout(payout),
    amount: toDecimal(payout.amount),
    feeAsked: toDecimalOrNull(payout.feeAsked),
  }))
  const release = payouts.find((payout) => payout.purpose === 'release') ?? null
  const refund = payouts.find((payout) => payout.purpose === 'refund') ?? null
  const refundRequest = refundRequests[0] ?? null
  const dispute = disputes[0] ?? null
  const held = hold && toOnchain(hold)
  const facts: EscrowFacts = {
    verifiedAt: row.verifiedAt,
    confirmedAt: row.confirmedAt,
    approval: row.documentApprovalStatus,
    releasedAt: row.releasedAt,
    ...(held
      ? onchainStates({ exit: held.exit, end: held.lock?.end ?? null })
      : { releaseState: release?.state ?? null, refundState: refund?.state ?? null }),
    cancelledAt: row.cancelledAt,
    refundAskedAt: refundRequest?.askedAt ?? null,
    disputedAt: dispute?.openedAt ?? null,
    refundOpenedAt: row.refundOpenedAt,
    lapsedAt: row.lapsedAt,
  }
  const amount = toDecimal(row.amount)
  const receivedAmount = toDecimal(row.receivedAmount)
  const paidOut = payouts.reduce((sum, payout) => sum.plus(payout.amount), new Decimal(0))
  return {
    ...row,
    amount,
    receivedAmount,
    buyerName: plainName(buyer.name),
    buyerLocale: buyer.locale,
    /** Confirmed the address: until then anybody may have typed it. */
    buyerHasConfirmedEmail: buyer.emailConfirmedAt !== null,
    sellerName: seller && plainName(seller.name),
    sellerHasConfirmedEmail: seller !== null && seller.emailConfirmedAt !== null,
    /** When an operator suspended it, and until when it is frozen: its owner cannot act before a deadline. */
    accounts: {
      buyer: { lockedAt: buyer.lockedAt, stillUntil: buyer.stillUntil },
      seller: seller && { lockedAt: seller.lockedAt, stillUntil: seller.stillUntil },
    },
    payouts,
    release,
    refund,
    /** Of an on-chain escrow; null for others. */
    held,
    /** An on-chain escrow pays back only to the wallet that made the deposit. */
    ...(held && { refundAddress: held.buyerWallet, refundMemo: null }),
    walletProposal: toProposal(row),
    /** The open request, or null. */
    refundRequest,
    /** The open dispute, or null. */
    dispute,
    /** What is owed back to the buyer beside the settlement. Of an on-chain escrow Quayside owes nothing. */
    owedBack: held
      ? new Decimal(0)
      : owedBack({ asset: row.currency, amount, received: receivedAmount, paidOut, isSettled: isSettled(facts) }),
    facts,
  }
}

/** Deadline and buyer's wallet, the step before the deposit, the deposit that counts, and its live settlement. */
function toOnchain({ agreements, ...hold }: NonNullable<EscrowRow['hold']>) {
  const [lock] = agreements.flatMap(({ locks }) => locks)
  const exit = lock?.exits[0]
  return {
    ...hold,
    fundStep: toFundStep(agreements),
    lock: lock ?? null,
    exit: exit ? toSettlement(exit) : null,
  }
}

/** A past check is repeated only on request: until then it is the buyer's turn to open the page. */
function toFundStep(agreements: NonNullable<EscrowRow['hold']>['agreements']): FundStep {
  const agreed = agreements.find(({ supersededAt }) => supersededAt === null)
  return fundStepOf(
    agreed ? { isPrepared: agreed.openedAt !== null, isBeingChecked: agreed.clearances.length > 0 } : null,
  )
}

/** Once a side has signed, no wallet's signature is awaited: Quayside's is next. */
function toSettlement(stored: Prisma.TransferGetPayload<typeof SETTLEMENT>) {
  const { id, purpose: kind, state, settlement, signatures } = asSettlement(stored)
  const shares = { seller: toDecimal(settlement.toSeller), buyer: toDecimal(settlement.toBuyer) }
  return { id, kind, state: state === 'collecting' && signatures.length > 0 ? ('ready' as const) : state, shares }
}

/** The wallet that the seller proposes when the approved one cannot receive the release, or null. */
function toProposal(row: Pick<EscrowRow, 'proposedPayoutAddress' | 'proposedPayoutMemo' | 'proposedPayoutAt'>) {
  const { proposedPayoutAddress: address, proposedPayoutMemo: memo, proposedPayoutAt: at } = row
  return address === null || at === null ? null : { address, memo, at }
}

export async function findEscrow(db: Database | Transaction, id: string): Promise<StoredEscrow | null> {
  const row = await db.escrow.findUnique({ where: { id }, select: ESCROW })
  return row && toEscrow(row)
}

/**
 * Finds by escrow ID; or by the hash of the funding payment among a person's own, including those without a seller that
 * name the person's confirmed address (`namedEmail`). If one transaction funded several: the newest.
 */
export async function findEscrowByEitherId(
  db: Database | Transaction,
  ids: { transactionId: string } | { realTxId: string; partyId: string; namedEmail: string | null },
): Promise<StoredEscrow | null> {
  const row =
    'transactionId' in ids
      ? await db.escrow.findUnique({ where: ids, select: ESCROW })
      : await db.escrow.findFirst({
          where: {
            realTxId: ids.realTxId,
            OR: [
              { buyerId: ids.partyId },
              { sellerId: ids.partyId },
              ...(ids.namedEmail === null ? [] : [{ sellerId: null, sellerEmail: ids.namedEmail }]),
            ],
          },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          select: ESCROW,
        })
  return row && toEscrow(row)
}

/** Returns the escrow with its row locked until the transaction ends: decisions on it are serialized. */
export async function lockEscrow(tx: Transaction, id: string): Promise<StoredEscrow> {
  await tx.$queryRaw`select 1 from "escrow" where "id" = ${id}::uuid for update`
  return toEscrow(await tx.escrow.findUniqueOrThrow({ where: { id }, select: ESCROW }))
}

/** Returns the escrows without a seller that name this normalized address, newest first. */
export async function findEscrowsNaming(
  db: Database,
  named: { email: string; limit: number },
): Promise<StoredEscrow[]> {
  const rows = await db.escrow.findMany({
    where: { sellerEmail: named.email, sellerId: null, cancelledAt: null },
    orderBy: { createdAt: 'desc' },
    take: named.limit,
    select: ESCROW,
  })
  return rows.map(toEscrow)
}
