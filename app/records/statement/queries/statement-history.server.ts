/** All events of an escrow, oldest first, and the decisions about its documents. */
import { z } from 'zod'
import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { ESCROW_EVENTS, type EscrowEvent } from '#app/kernel/domain/audit-events.ts'
import type { Side, StatementDecision, StatementEvent } from '#app/records/statement/domain/statement.ts'
import { PRESENTED_TYPES, type PresentedType } from '#app/trade/documents/domain/documents.ts'

const presentedType = z.enum(PRESENTED_TYPES as [PresentedType, ...PresentedType[]])
// Other fields belong to the event's workflow; older events may lack newer fields.
const decisionDetail = z.object({
  reason: z.string().nullable().catch(null),
  rejected: z.array(presentedType).catch([]),
})
const removalDetail = z.object({ type: presentedType, fileName: z.string(), sha256: z.string() })

const DECISIONS: Partial<Record<EscrowEvent, StatementDecision['decision']>> = {
  documents_approved: 'approved',
  documents_rejected: 'rejected',
  approval_withdrawn: 'withdrawn',
  accepted_by_silence: 'silence',
  reduction_agreed: 'reduction',
}

export async function findHistory(
  tx: Transaction,
  escrow: StoredEscrow,
): Promise<{ decisions: StatementDecision[]; events: StatementEvent[] }> {
  const rows = await tx.auditEvent.findMany({
    where: { escrowId: escrow.id, kind: { in: [...ESCROW_EVENTS] } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { kind: true, at: true, detail: true, userId: true, user: { select: { role: true } } },
  })
  const decisions: StatementDecision[] = []
  const events: StatementEvent[] = []
  for (const row of rows) {
    const kind = ESCROW_EVENTS.find((known) => known === row.kind)
    // The opener of a link is unknown, and is no party.
    if (!kind || kind === 'view_link_opened') continue
    const at = row.at.toISOString()
    const decision = DECISIONS[kind]
    if (decision) decisions.push({ decision, at, ...decisionDetail.parse(row.detail) })
    const removed = kind === 'document_removed' ? (removalDetail.safeParse(row.detail).data ?? null) : null
    events.push({ kind, at, by: sideOf(row, escrow), removed })
  }
  return { decisions, events }
}

/** Without a person, Quayside did it. A seller may act before being bound. */
function sideOf(
  { userId, user }: { userId: string | null; user: { role: string | null } | null },
  { buyerId, sellerId }: StoredEscrow,
): Side {
  if (userId === buyerId) return 'buyer'
  return userId !== null && (userId === sellerId || user?.role === 'seller') ? 'seller' : 'quayside'
}
