/** Ways out of what the ledger holds, from the record's side: their right, and their beginning. Triggers hold both. */
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { toDecimal, toDecimalOrNull } from '#app/db/kernel/decimal.server.ts'
import type { ExitRecord, ExitShares, HoldExitKind } from '#app/domain/custody/exit.ts'
import { type Decimal, plain } from '#app/domain/kernel/money.ts'
import { openSettlement } from './settlements.server.ts'

/** What the record says of the money. Throws for an escrow that Quayside holds. */
export async function findRecord(db: Database | Transaction, escrowId: string): Promise<ExitRecord> {
  const row = await db.escrow.findUniqueOrThrow({
    where: { id: escrowId },
    select: {
      currency: true,
      amount: true,
      verifiedAt: true,
      confirmedAt: true,
      documentApprovalStatus: true,
      refundOpenedAt: true,
      hold: { select: { deadline: true } },
      refundRequests: { where: { answer: 'agreed' }, select: { id: true } },
      divisions: {
        where: { answer: 'agreed' },
        select: { kind: true, sellerAmount: true, buyerAmount: true },
      },
      disputes: {
        where: { OR: [{ decision: null }, { decision: { in: [...ABOUT_MONEY] } }] },
        select: { decision: true, openedAt: true, sellerAmount: true, buyerAmount: true },
      },
    },
  })
  if (!row.hold) throw new Error(`escrow ${escrowId} is held by Quayside`)
  const decision = row.disputes.find(({ decision }) => decision !== null)
  const agreed = row.divisions[0]
  return {
    asset: row.currency,
    deadline: row.hold.deadline.getTime() / 1000,
    amount: toDecimal(row.amount),
    verifiedAt: row.verifiedAt,
    confirmedAt: row.confirmedAt,
    isApproved: row.documentApprovalStatus === 'Approved',
    disputedAt: row.disputes.find(({ decision }) => decision === null)?.openedAt ?? null,
    refundOpenedAt: row.refundOpenedAt,
    refundAgreed: row.refundRequests.length > 0,
    decided: decision ? sharesOf(toDecimalOrNull(decision.sellerAmount), toDecimalOrNull(decision.buyerAmount)) : null,
    reduced:
      agreed?.kind === 'reduction' ? sharesOf(toDecimal(agreed.sellerAmount), toDecimal(agreed.buyerAmount)) : null,
  }
}

/** Ends of a dispute that say where the money goes. */
const ABOUT_MONEY = ['release', 'refund', 'split', 'settled'] as const

function sharesOf(seller: Decimal | null, buyer: Decimal | null): ExitShares | null {
  return seller && buyer ? { seller, buyer } : null
}

export type NewExit = {
  escrowId: string
  lockId: string
  kind: HoldExitKind
  shares: ExitShares
  /** Nobody signs on the XRP Ledger. */
  needsSignatures: boolean
  at: Date
}

/**
 * With its settlement, the one of these shares. Throws a unique-constraint error while another one is not dead, and the triggers' when the record gives
 * no right to it or the date is too near.
 */
export async function createExit(tx: Transaction, exit: NewExit): Promise<{ id: string }> {
  const { shares, needsSignatures, at, ...facts } = exit
  const settlementId = await openSettlement(tx, { escrowId: exit.escrowId, shares, at })
  return tx.holdExit.create({
    data: {
      ...facts,
      settlementId,
      state: needsSignatures ? 'collecting' : 'ready',
      toSeller: plain(shares.seller),
      toBuyer: plain(shares.buyer),
      createdAt: at,
    },
    select: { id: true },
  })
}
