/**
 * What depends on who keeps an escrow's money (docs/decisions/142); all code that settles or promises money asks here.
 * Only how far a ledger is read is elsewhere: settlement/custody/db/funded-through.
 */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { type Custodian, custodianOf, type Kept, ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { lastReleaseAt } from '#app/settlement/custody/domain/date.ts'
import type { SettlementShares } from '#app/settlement/custody/domain/settlement.ts'
import { settleByPayout } from './settle-by-payout.server.ts'
import { obstacleOnLedger, type StoreSigned, settleOnLedger } from './settle-on-ledger.server.ts'

export type { StoreSigned }

/** `storeSigned` left out: no signature came with it. */
type Settlement = { escrow: StoredEscrow; shares: SettlementShares; now: Date; storeSigned?: StoreSigned | undefined }

export type Custody = {
  /** The last moment at which a settlement for the seller may begin. Null: any time. */
  latestSettlement(escrow: Kept): Date | null
  /** Why these shares cannot be settled now. Null: they can. */
  obstacleTo(escrow: StoredEscrow, shares: SettlementShares, now: Date): Refusal | null
  /** Whose wallets are paid: those that each side states at any time, or those that both agreed on before funding. */
  payees: 'stated' | 'agreed'
  /** How the buyer approves: by a decision on the form, or by their wallet's signature (docs/decisions/118). */
  approvedBy: 'decision' | 'signature'
  /** Call in the transaction that gives the right, with the escrow's row locked. Also queues the next job. */
  begin(tx: Transaction, settlement: Settlement): Promise<void>
}

const platform: Custody = {
  latestSettlement: () => null,
  obstacleTo: () => null,
  payees: 'stated',
  approvedBy: 'decision',
  begin: settleByPayout,
}

const ledger: Custody = {
  latestSettlement: (escrow) => {
    const date = ledgerDateOf(escrow)
    return date && new Date(lastReleaseAt({ deadline: date.getTime() / 1000 }) * 1000)
  },
  obstacleTo: obstacleOnLedger,
  payees: 'agreed',
  approvedBy: 'decision',
  begin: settleOnLedger,
}

const CUSTODIES: Record<Custodian, Custody> = {
  platform,
  stellar: { ...ledger, approvedBy: 'signature' },
  xrpl: ledger,
}

export function custodyOf(escrow: Kept): Custody {
  return CUSTODIES[custodianOf(escrow)]
}

/**
 * Checks whether custody allows these shares now; call before somebody decides. Refusals: escrow_settled (the ledger
 * holds nothing any more, whoever took it), exit_date_near, exit_not_divided.
 */
export function canSettle(escrow: StoredEscrow, shares: SettlementShares, now: Date): Refusal | null {
  return custodyOf(escrow).obstacleTo(escrow, shares, now)
}

/** Settles these shares by the right on record. The only entry point for settling an escrow's money. */
export async function settle(tx: Transaction, settlement: Settlement): Promise<void> {
  await custodyOf(settlement.escrow).begin(tx, settlement)
}
