/** A rejection as one discrepancy notice about a presentation (UCP 600, article 16; decision 077). */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import {
  addToPresentation,
  answerWaiver,
  bindingOf,
  createDiscrepancyNotice,
  createPresentation,
  findPresentations,
  type NewFacts,
  noticeStandingOf,
  type StoredDiscrepancyNotice,
  type StoredPresentation,
  withdrawDiscrepancyNotice,
} from '#app/trade/documents/db/discrepancy-notices.server.ts'
import { findDocuments } from '#app/trade/documents/db/documents.server.ts'
import {
  type DiscrepancyNotice,
  isMarked,
  lacksWords,
  namedTooLate,
} from '#app/trade/documents/domain/discrepancy-notice.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import { roundsLeft } from '#app/trade/terms/domain/presentations-left.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type Examination = {
  rounds: StoredPresentation[]
  /** The notice of the last presentation, unless it was withdrawn. */
  standing: StoredDiscrepancyNotice | null
  hasDates: boolean
  /** How many presentations the seller has left. Null: no limit. */
  left: number | null
}

export async function findExamination(tx: Transaction, escrow: StoredEscrow): Promise<Examination> {
  const rounds = await findPresentations(tx, escrow.id)
  const hasDates = (await findDates(tx, escrow.id)) !== null
  const standing = escrow.documentApprovalStatus === 'Rejected' ? noticeStandingOf(rounds) : null
  const isAllowed = Boolean(standing?.roundAllowedAt)
  return { rounds, standing, hasDates, left: roundsLeft({ hasDates, round: rounds.at(-1)?.round ?? 0, isAllowed }) }
}

/**
 * Checks a notice about the current presentation. Null: it may be given. Refusals: mark_words_required, defect_too_late
 * (an earlier notice about the same files did not name it).
 */
export async function checkDiscrepancyNotice(
  tx: Transaction,
  { escrow, notice, rounds }: { escrow: StoredEscrow; notice: DiscrepancyNotice; rounds: StoredPresentation[] },
): Promise<Refusal | null> {
  const wordless = lacksWords(notice)
  if (wordless) return refuse('mark_words_required', { field: `words-${wordless}` })
  const files = await findDocuments(tx, escrow.id)
  const late = namedTooLate(bindingOf(rounds), { files, notice })
  if (!late) return null
  return refuse('defect_too_late', { field: late === 'reason' ? 'reason' : `rejected-${late}` })
}

/** A notice binds if dates were agreed or documents are marked; a reason alone without dates does not bind. */
export function isBinding(notice: DiscrepancyNotice, { hasDates }: Pick<Examination, 'hasDates'>): boolean {
  return hasDates || isMarked(notice)
}

/** Stores the notice, which withdraws an earlier one about the same presentation. */
export async function giveDiscrepancyNotice(
  deps: Deps,
  tx: Transaction,
  given: { escrow: StoredEscrow; examination: Examination; notice: DiscrepancyNotice; by: string; now: Date },
): Promise<void> {
  const { escrow, examination, notice, by, now } = given
  const { id: escrowId } = escrow
  const round = examination.rounds.at(-1)?.round ?? (await beginOldPresentation(deps, tx, { escrow, now }))
  await takeBackDiscrepancyNotice(tx, { escrowId, examination, now })
  const files = await findDocuments(tx, escrowId)
  const about = { id: deps.newId(), escrowId, round, givenById: by, givenAt: now }
  await createDiscrepancyNotice(tx, { ...about, isBinding: isBinding(notice, examination), notice, files }, deps.newId)
}

/** For documents that were presented before presentations were stored. */
async function beginOldPresentation(deps: Deps, tx: Transaction, { escrow, now }: { escrow: StoredEscrow; now: Date }) {
  const presentedAt = escrow.confirmedAt ?? now
  await createPresentation(tx, { id: deps.newId(), escrowId: escrow.id, round: 1, presentedAt, wasLate: false })
  return 1
}

/** Withdraws the standing notice, because the buyer changes the decision. Ends an open waiver request about it. */
export async function takeBackDiscrepancyNotice(
  tx: Transaction,
  { escrowId, examination, now }: { escrowId: string; examination: Examination; now: Date },
): Promise<void> {
  const round = examination.rounds.at(-1)?.round
  if (round === undefined) return
  await answerWaiver(tx, { escrowId, answer: 'overtaken', at: now })
  await withdrawDiscrepancyNotice(tx, { escrowId, round, at: now })
}

/** Begins the next presentation if a notice stands; otherwise extends the current one. */
export async function storePresentation(
  deps: Deps,
  tx: Transaction,
  presented: { escrowId: string; examination: Examination; facts: Partial<NewFacts>; wasLate: boolean; now: Date },
): Promise<void> {
  const { escrowId, examination, facts, wasLate, now: presentedAt } = presented
  const { rounds, standing } = examination
  const last = rounds.at(-1)
  if (last && !standing) return addToPresentation(tx, { id: last.id, presentedAt, wasLate, facts })
  await answerWaiver(tx, { escrowId, answer: 'overtaken', at: presentedAt })
  await createPresentation(tx, {
    id: deps.newId(),
    escrowId,
    round: (last?.round ?? 0) + 1,
    presentedAt,
    wasLate,
    ...facts,
  })
}
