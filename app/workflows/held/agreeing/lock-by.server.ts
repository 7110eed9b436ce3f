import { findStanding } from '#app/db/agreement/milestones.server.ts'
import type { StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import type { Database, Transaction } from '#app/db/kernel/client.server.ts'
import { clockOf } from '#app/domain/agreement/clock.ts'
import { fundableUntil } from '#app/domain/agreement/consequence.ts'

/** Until when the money of an escrow can be locked, as its clock runs now: pauses have moved it. Throws where Quayside keeps the money. */
export async function findLockBy(db: Database | Transaction, escrow: StoredEscrow): Promise<Date> {
  if (escrow.held === null) throw new Error(`no ledger holds ${escrow.id}`)
  const standing = await findStanding(db, escrow)
  const clock = standing && clockOf(standing)
  const fundBy = clock?.step === 'fund' ? clock.dueAt : null
  return fundableUntil({ fundBy, ledgerDate: escrow.held.deadline })
}
