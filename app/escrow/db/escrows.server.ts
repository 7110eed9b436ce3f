/** Escrows as they stand: facts with their times. The rooms that change a fact write it themselves, on a locked row. */

import { type EscrowFacts, isSettled } from '#app/escrow/domain/escrow.ts'
import { TERM_COLUMNS } from '#app/escrow/domain/escrow-terms.ts'
import { type FundStep, fundStepOf, holdStates } from '#app/escrow/domain/hold-state.ts'
import { owedBack } from '#app/escrow/domain/owed-back.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/kernel/db/decimal.server.ts'
import type { Prisma } from '#app/kernel/db/generated/client.ts'
import { asExit, asPayout, OF_ACCOUNT } from '#app/kernel/db/transfer-kinds.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import { plainName } from '#app/kernel/domain/words/person-name.ts'

const EXIT = {
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
            select: { id: true, end: true, endHash: true, endedAt: true, exits: EXIT },
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
  const held = hold && toHeld(hold)
  const facts: EscrowFacts = {
    verifiedAt: row.verifiedAt,
    confirmedAt: row.confirmedAt,
    approval: row.documentApprovalStatus,
    releasedAt: row.releasedAt,
    ...(held
      ? holdStates({ exit: held.exit, end: held.lock?.end ?? null })
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
    /** Has shown to read the address: until then anybody may have typed it. */
    buyerHasConfirmedEmail: buyer.emailConfirmedAt !== null,
    sellerName: seller && plainName(seller.name),
    sellerHasConfirmedEmail: seller !== null && seller.emailConfirmedAt !== null,
    /** Since when an operator has locked it, and until when it stands still: whoever cannot act cannot act in time. */
    accounts: {
      buyer: { lockedAt: buyer.lockedAt, stillUntil: buyer.stillUntil },
      seller: seller && { lockedAt: seller.lockedAt, stillUntil: seller.stillUntil },
    },
    payouts,
    release,
    refund,
    /** Of an escrow that the ledger holds; null of every other. */
    held,
    /** What the ledger holds goes back to the wallet that locked it, and to no other. */
    ...(held && { refundAddress: held.buyerWallet, refundMemo: null }),
    walletProposal: toProposal(row),
    /** The question that is open, or null. */
    refundRequest,
    /** The dispute that is open, or null. */
    dispute,
    /** What is owed back to the buyer beside the settlement. Of what the ledger holds Quayside owes nothing. */
    owedBack: held
      ? new Decimal(0)
      : owedBack({ asset: row.currency, amount, received: receivedAmount, paidOut, isSettled: isSettled(facts) }),
    facts,
  }
}

/** Until when, from which wallet; what comes before the lock; the lock that counts, and the way out that is not dead. */
function toHeld({ agreements, ...hold }: NonNullable<EscrowRow['hold']>) {
  const [lock] = agreements.flatMap(({ locks }) => locks)
  const exit = lock?.exits[0]
  return {
    ...hold,
    fundStep: toFundStep(agreements),
    lock: lock ?? null,
    exit: exit ? toExit(exit) : null,
  }
}

/** What was checked once is checked again only when somebody asks for it: until then it is for the buyer to open the page. */
function toFundStep(agreements: NonNullable<EscrowRow['hold']>['agreements']): FundStep {
  const agreed = agreements.find(({ supersededAt }) => supersededAt === null)
  return fundStepOf(
    agreed ? { isPrepared: agreed.openedAt !== null, isBeingChecked: agreed.clearances.length > 0 } : null,
  )
}

/** Once a side has signed, nobody's wallet is waited for: Quayside's signature is the next. */
function toExit(stored: Prisma.TransferGetPayload<typeof EXIT>) {
  const { id, purpose: kind, state, settlement, signatures } = asExit(stored)
  const shares = { seller: toDecimal(settlement.toSeller), buyer: toDecimal(settlement.toBuyer) }
  return { id, kind, state: state === 'collecting' && signatures.length > 0 ? ('ready' as const) : state, shares }
}

/** The wallet that the seller proposes for a release that the approved one cannot receive, or null. */
function toProposal(row: Pick<EscrowRow, 'proposedPayoutAddress' | 'proposedPayoutMemo' | 'proposedPayoutAt'>) {
  const { proposedPayoutAddress: address, proposedPayoutMemo: memo, proposedPayoutAt: at } = row
  return address === null || at === null ? null : { address, memo, at }
}

export async function findEscrow(db: Database | Transaction, id: string): Promise<StoredEscrow | null> {
  const row = await db.escrow.findUnique({ where: { id }, select: ESCROW })
  return row && toEscrow(row)
}

/**
 * By escrow ID, or among a person's own by the hash of the payment that funded it: those that the buyer has named the person
 * for are among them (`namedEmail`, confirmed) while no seller is bound. One transaction may have funded several: the newest.
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

/** The escrow with its row locked until the transaction ends: what is decided on it is decided one after the other. */
export async function lockEscrow(tx: Transaction, id: string): Promise<StoredEscrow> {
  await tx.$queryRaw`select 1 from "escrow" where "id" = ${id}::uuid for update`
  return toEscrow(await tx.escrow.findUniqueOrThrow({ where: { id }, select: ESCROW }))
}

/** Escrows without a seller yet that name this normalized address as theirs, newest first. */
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
