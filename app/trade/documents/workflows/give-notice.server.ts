/** A rejection as one notice, and the round that it is about (UCP 600, article 16; decisions 077 and 078). */

import type { StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { findDocuments } from '#app/trade/documents/db/documents.server.ts'
import {
  addToRound,
  answerWaiver,
  bindingOf,
  createNotice,
  createRound,
  findRounds,
  type NewFacts,
  type StoredNotice,
  type StoredRound,
  standingOf,
  withdrawNotice,
} from '#app/trade/documents/db/notices.server.ts'
import { isMarked, lacksWords, type Notice, namedTooLate } from '#app/trade/documents/domain/notice.ts'
import { findDates } from '#app/trade/terms/db/milestones.server.ts'
import { roundsLeft } from '#app/trade/terms/domain/rounds.ts'
import type { Deps } from '#app/workflow-deps.ts'

export type Examination = {
  rounds: StoredRound[]
  /** The notice of the last round that was not taken back. */
  standing: StoredNotice | null
  hasDates: boolean
  /** How often the seller can still present; null: without a limit. */
  left: number | null
}

export async function findExamination(tx: Transaction, escrow: StoredEscrow): Promise<Examination> {
  const rounds = await findRounds(tx, escrow.id)
  const hasDates = (await findDates(tx, escrow.id)) !== null
  const standing = escrow.documentApprovalStatus === 'Rejected' ? standingOf(rounds) : null
  const isAllowed = Boolean(standing?.roundAllowedAt)
  return { rounds, standing, hasDates, left: roundsLeft({ hasDates, round: rounds.at(-1)?.round ?? 0, isAllowed }) }
}

/**
 * May this notice be given about what is presented now? Null: yes. Refusals: mark_words_required, defect_too_late (a notice about
 * the same files did not name it).
 */
export async function checkNotice(
  tx: Transaction,
  { escrow, notice, rounds }: { escrow: StoredEscrow; notice: Notice; rounds: StoredRound[] },
): Promise<Refusal | null> {
  const wordless = lacksWords(notice)
  if (wordless) return refuse('mark_words_required', { field: `words-${wordless}` })
  const files = await findDocuments(tx, escrow.id)
  const late = namedTooLate(bindingOf(rounds), { files, notice })
  if (!late) return null
  return refuse('defect_too_late', { field: late === 'reason' ? 'reason' : `rejected-${late}` })
}

/** A notice binds where dates were agreed, and wherever documents are marked; a mere reason without dates does not. */
export function isBinding(notice: Notice, { hasDates }: Pick<Examination, 'hasDates'>): boolean {
  return hasDates || isMarked(notice)
}

/** Writes the notice; what stood against the same round is taken back by it. */
export async function giveNotice(
  deps: Deps,
  tx: Transaction,
  given: { escrow: StoredEscrow; examination: Examination; notice: Notice; by: string; now: Date },
): Promise<void> {
  const { escrow, examination, notice, by, now } = given
  const { id: escrowId } = escrow
  const round = examination.rounds.at(-1)?.round ?? (await beginOldRound(deps, tx, { escrow, now }))
  await takeBackNotice(tx, { escrowId, examination, now })
  const files = await findDocuments(tx, escrowId)
  const about = { id: deps.newId(), escrowId, round, givenById: by, givenAt: now }
  await createNotice(tx, { ...about, isBinding: isBinding(notice, examination), notice, files }, deps.newId)
}

/** Of documents that were presented before rounds were counted. */
async function beginOldRound(deps: Deps, tx: Transaction, { escrow, now }: { escrow: StoredEscrow; now: Date }) {
  const presentedAt = escrow.confirmedAt ?? now
  await createRound(tx, { id: deps.newId(), escrowId: escrow.id, round: 1, presentedAt, wasLate: false })
  return 1
}

/** The buyer takes it back, or gives another one: a question about it is over. */
export async function takeBackNotice(
  tx: Transaction,
  { escrowId, examination, now }: { escrowId: string; examination: Examination; now: Date },
): Promise<void> {
  const round = examination.rounds.at(-1)?.round
  if (round === undefined) return
  await answerWaiver(tx, { escrowId, answer: 'overtaken', at: now })
  await withdrawNotice(tx, { escrowId, round, at: now })
}

/** The next round begins after a notice; until then what is presented belongs to the round that is. */
export async function storeRound(
  deps: Deps,
  tx: Transaction,
  presented: { escrowId: string; examination: Examination; facts: Partial<NewFacts>; wasLate: boolean; now: Date },
): Promise<void> {
  const { escrowId, examination, facts, wasLate, now: presentedAt } = presented
  const { rounds, standing } = examination
  const last = rounds.at(-1)
  if (last && !standing) return addToRound(tx, { id: last.id, presentedAt, wasLate, facts })
  await answerWaiver(tx, { escrowId, answer: 'overtaken', at: presentedAt })
  await createRound(tx, { id: deps.newId(), escrowId, round: (last?.round ?? 0) + 1, presentedAt, wasLate, ...facts })
}
