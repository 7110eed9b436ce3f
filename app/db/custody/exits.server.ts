/** Ways out of what the ledger holds, as they are begun. What becomes of them is the business of db/held. */
import type { Transaction } from '#app/db/kernel/client.server.ts'
import type { ExitShares, HoldExitKind } from '#app/domain/custody/exit.ts'
import { plain } from '#app/domain/kernel/money.ts'
import { openSettlement } from './settlements.server.ts'

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
