/**
 * What depends on who keeps the money of an escrow, asked by every door through which it leaves or is promised (docs/decisions/115). How far
 * a ledger is read is the one question beside these: settlement/custody/db/funded-through.
 */
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import type { Refusal } from '#app/kernel/domain/refusal.ts'
import { type Custodian, custodianOf, type Kept, ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { lastReleaseAt } from '#app/settlement/custody/domain/date.ts'
import type { ExitShares } from '#app/settlement/custody/domain/exit.ts'
import { settleByPayout } from './settle-by-payout.server.ts'
import { obstacleOnLedger, type StoreSigned, settleOnLedger } from './settle-on-ledger.server.ts'

export type { StoreSigned }

/** `storeSigned` left out: nothing of it is signed yet. */
type Settlement = { escrow: StoredEscrow; shares: ExitShares; now: Date; storeSigned?: StoreSigned | undefined }

export type Custody = {
  /** The last moment at which a settlement for the seller may begin; null: at any time. */
  latestSettlement(escrow: Kept): Date | null
  /** Why these shares cannot be settled now; null: they can. */
  obstacleTo(escrow: StoredEscrow, shares: ExitShares, now: Date): Refusal | null
  /** Whose wallets are paid: those that the sides state when they like, or those that both agreed to before the money came. */
  payees: 'stated' | 'agreed'
  /** What an approval of the buyer is: the decision on the form, or the signature of the buyer's wallet (docs/decisions/123). */
  approvedBy: 'decision' | 'signature'
  /** In the transaction of whatever gives the right, the row of the escrow locked. What moves it on is queued with it. */
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
 * Could these shares be paid now, as far as custody lets them? To be asked before somebody decides it. Refusals: escrow_settled (the ledger
 * holds nothing any more, whoever took it out), exit_date_near, exit_not_divided.
 */
export function canSettle(escrow: StoredEscrow, shares: ExitShares, now: Date): Refusal | null {
  return custodyOf(escrow).obstacleTo(escrow, shares, now)
}

/** Pays these shares, by whatever the record has the right to. The only door through which the money of an escrow is settled. */
export async function settle(tx: Transaction, settlement: Settlement): Promise<void> {
  await custodyOf(settlement.escrow).begin(tx, settlement)
}
