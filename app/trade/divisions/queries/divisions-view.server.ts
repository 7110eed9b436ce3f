import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { type Person, sideFor } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { showCustody } from '#app/settlement/custody/domain/show-custody.ts'
import { findDivisions } from '#app/trade/divisions/db/divisions.server.ts'
import { divisibleAs, mayPropose } from '#app/trade/divisions/domain/division.ts'
import type { DivisionsView, DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'

/** `viewer` null: an operator, who reads. Nothing to propose after the ledger date, or where custody cannot split. */
export async function showDivisions(
  db: Database,
  { escrow, viewer, now }: { escrow: StoredEscrow; viewer: Person | null; now: Date },
): Promise<DivisionsView> {
  const stored = await findDivisions(db, escrow.id)
  const side = viewer && sideFor(escrow, viewer, 'divide')
  const { isDivisible, hasLapsed } = showCustody(escrow, { now })
  const kind = isDivisible && !hasLapsed ? divisibleAs(escrow.facts) : null
  const divisions = stored.toReversed().map((division): DivisionView => {
    const { answer, answeredAt } = division
    const isOpen = answer === null && division.kind === kind && side !== null
    return {
      id: division.id,
      kind: division.kind,
      side: division.side,
      seller: plain(division.shares.seller),
      buyer: plain(division.shares.buyer),
      words: division.words,
      proposedAt: division.proposedAt.toISOString(),
      answer: answer && answeredAt ? { kind: answer, at: answeredAt.toISOString() } : null,
      mayAnswer: isOpen && division.side !== side,
      mayWithdraw: isOpen && division.side === side,
    }
  })
  return { divisions, mayDivide: kind && side && mayPropose(kind, side) ? kind : null, ownSide: side }
}
