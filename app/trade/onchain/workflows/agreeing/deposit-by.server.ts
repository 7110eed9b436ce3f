import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Database, Transaction } from '#app/kernel/db/client.server.ts'
import { findStanding } from '#app/trade/terms/db/milestones.server.ts'
import { fundableUntil } from '#app/trade/terms/domain/consequence.ts'
import { deadlineOf } from '#app/trade/terms/domain/deadline.ts'

/** Until when a deposit can be made, by the current deadline with its pauses. Throws where Quayside holds the money. */
export async function findDepositBy(db: Database | Transaction, escrow: StoredEscrow): Promise<Date> {
  if (escrow.held === null) throw new Error(`no ledger holds ${escrow.id}`)
  const standing = await findStanding(db, escrow)
  const clock = standing && deadlineOf(standing)
  const fundBy = clock?.step === 'fund' ? clock.dueAt : null
  return fundableUntil({ fundBy, ledgerDate: escrow.held.deadline })
}
