import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { PERMISSIONS_OF_OPERATOR, type Person, permissionsOf, sideOfAct } from '#app/escrow/domain/permissions.ts'
import type { Database } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { findStatementsIn, type StoredStatement } from '#app/trade/disputes/db/dispute-statements.server.ts'
import { findDisputesOf, findPutByDates, type StoredDispute } from '#app/trade/disputes/db/disputes.server.ts'
import { decideBy } from '#app/trade/disputes/domain/decide-by.ts'
import { disputeEndOf } from '#app/trade/disputes/domain/decision.ts'
import type { DisputesView, OpenDispute, PastDispute, VoiceView } from '#app/trade/disputes/domain/disputes-view.ts'
import { heardSince, VOICE_LIMITS } from '#app/trade/disputes/domain/voices.ts'

/** The disputes of an escrow for its pages. `viewer` null: the operator, who reads everything. */
export async function showDisputes(
  db: Database,
  { escrow, viewer, now }: { escrow: StoredEscrow; viewer: Person | null; now: Date },
): Promise<DisputesView> {
  const disputes = await findDisputesOf(db, escrow.id)
  if (disputes.length === 0) return { dispute: null, pastDisputes: [] }
  const { reader, sees, may } = viewer ? permissionsOf(escrow, viewer) : PERMISSIONS_OF_OPERATOR
  const [statements, putByDates] = await Promise.all([
    // Someone who only has the escrow ID sees the reason for the standstill and nothing more.
    sees.voices ? findStatementsIn(db, escrow.id) : [],
    findPutByDates(db, escrow.id),
  ])
  const opened = disputes.map((dispute) => {
    const byDates = putByDates.some((at) => at.getTime() === dispute.openedAt.getTime())
    const said = statements.filter(({ disputeId }) => disputeId === dispute.id)
    return { dispute, byDates, said, openedBy: sideOfAct(escrow, dispute) }
  })
  const open = opened.find(({ dispute }) => dispute.decision === null)
  return {
    dispute: open ? showOpen(open, { escrow, now, maySpeak: may.dispute && left(open.said, reader) > 0 }) : null,
    pastDisputes: opened.toReversed().flatMap(showPast),
  }
}

type Opened = { dispute: StoredDispute; byDates: boolean; said: StoredStatement[]; openedBy: Reader }

const left = (said: readonly StoredStatement[], of: Reader | null) =>
  VOICE_LIMITS.statements - said.filter(({ side }) => side === of).length

function showOpen(
  opened: Opened,
  { escrow, now, maySpeak }: { escrow: StoredEscrow; now: Date; maySpeak: boolean },
): OpenDispute {
  const { dispute, said, openedBy, byDates } = opened
  const { openedAt, reason } = dispute
  const by = decideBy(openedAt, ledgerDateOf(escrow))
  const { buyer, seller } = heardSince({ openedAt, openedBy, byDates }, said)
  return {
    ...showOpening(opened),
    reason,
    decideBy: by.toISOString(),
    isLate: now > by,
    heardAt: buyer && seller && new Date(Math.max(buyer.getTime(), seller.getTime())).toISOString(),
    maySpeak,
  }
}

function showPast(opened: Opened): PastDispute[] {
  const { decidedAt, sellerAmount, buyerAmount, note, reason, ...row } = opened.dispute
  const decision = disputeEndOf(row.decision)
  if (!decision || !decidedAt) return []
  const shares = sellerAmount && buyerAmount && { seller: plain(sellerAmount), buyer: plain(buyerAmount) }
  return [{ ...showOpening(opened), reason, decision, decidedAt: decidedAt.toISOString(), shares, note }]
}

function showOpening({ dispute: { id, reason, openedAt }, byDates, said, openedBy }: Opened) {
  const at = openedAt.toISOString()
  const first: VoiceView[] = byDates ? [] : [{ id, side: openedBy, at, words: reason, files: [] }]
  return { id, openedAt: at, openedBy, byDates, voices: [...first, ...said.map(showVoice)] }
}

export function showVoice({ id, side, statedAt, words, files }: StoredStatement): VoiceView {
  return {
    id,
    side,
    at: statedAt.toISOString(),
    words,
    files: files.map(({ scannedAt, uploadedAt, ...file }) => ({ ...file, isScanned: scannedAt !== null })),
  }
}
