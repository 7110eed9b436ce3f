/** What the parties can do about a discrepancy notice besides curing it: a waiver, or one more presentation. */

import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { canReview } from '#app/escrow/domain/escrow.ts'
import { type Act, sideFor } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { writeToOther } from '#app/notices/workflows/write-to-other.server.ts'
import {
  allowNextPresentation,
  answerWaiver,
  createWaiverRequest,
} from '#app/trade/documents/db/discrepancy-notices.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type Examination, findExamination } from './give-discrepancy-notice.server.ts'

type Looked = { escrow: StoredEscrow; examination: Examination; now: Date }
type Work = (tx: Transaction, looked: Looked) => Promise<Refusal | null>

/**
 * The seller asks the buyer to accept the documents in spite of the notice, once per notice. No deadline stops.
 * Refusals: escrow_not_found, in_dispute, waiver_not_possible, waiver_words_required, waiver_asked_before.
 */
export async function askForWaiver(
  deps: Deps,
  asked: { escrowId: string; sellerId: string; words: string },
): Promise<StoredEscrow | Refusal> {
  const { escrowId, sellerId, words } = asked
  return onDiscrepancyNotice(
    deps,
    { escrowId, userId: sellerId, act: 'askForWaiver' },
    async (tx, { escrow, examination, now }) => {
      const notice = examination.standing
      if (!notice?.isBinding || !canReview(escrow.facts)) return refuse('waiver_not_possible')
      if (words === '') return refuse('waiver_words_required', { field: 'waiverWords' })
      const before = notice.waiver
      if (before) return before.words === words && !before.answer ? null : refuse('waiver_asked_before')
      const request = { id: deps.newId(), escrowId, examinationId: notice.id, askedById: sellerId, words, askedAt: now }
      await createWaiverRequest(tx, request)
      await writeEvent(tx, { kind: 'waiver_asked', at: now, escrowId, userId: sellerId, detail: { reason: words } })
      await notify(tx, { escrow, now, from: sellerId, to: escrow.buyerId, moment: 'asked', words })
      return null
    },
  )
}

/**
 * The buyer declines; the notice and its deadline stand. To accept, the buyer approves (reviewDocuments). Refusals:
 * escrow_not_found, in_dispute, waiver_not_asked (answered, presented anew or withdrawn meanwhile).
 */
export async function declineWaiver(
  deps: Deps,
  declined: { escrowId: string; buyerId: string; requestId: string; words: string },
): Promise<StoredEscrow | Refusal> {
  const { escrowId, buyerId, requestId, words } = declined
  return onDiscrepancyNotice(
    deps,
    { escrowId, userId: buyerId, act: 'examine' },
    async (tx, { escrow, examination, now }) => {
      const request = examination.standing?.waiver
      if (!request || request.id !== requestId || !canReview(escrow.facts)) return refuse('waiver_not_asked')
      if (request.answer === 'declined' && request.answerWords === words) return null
      if (!(await answerWaiver(tx, { escrowId, answer: 'declined', at: now, words }))) return refuse('waiver_not_asked')
      await writeEvent(tx, { kind: 'waiver_declined', at: now, escrowId, userId: buyerId, detail: { reason: words } })
      if (escrow.sellerId) {
        await notify(tx, { escrow, now, from: buyerId, to: escrow.sellerId, moment: 'declined', words })
      }
      return null
    },
  )
}

/**
 * The buyer allows one presentation after the last one, with a new deadline. Refusals: escrow_not_found, in_dispute,
 * round_not_possible (presentations are left, there are no dates, or nothing is rejected).
 */
export async function allowPresentation(
  deps: Deps,
  { escrowId, buyerId }: { escrowId: string; buyerId: string },
): Promise<StoredEscrow | Refusal> {
  return onDiscrepancyNotice(
    deps,
    { escrowId, userId: buyerId, act: 'examine' },
    async (tx, { escrow, examination, now }) => {
      const { standing: notice, left } = examination
      if (!notice || !canReview(escrow.facts)) return refuse('round_not_possible')
      // Repeated, for example by a double click.
      if (notice.roundAllowedAt) return null
      if (left !== 0 || !(await allowNextPresentation(tx, { id: notice.id, at: now })))
        return refuse('round_not_possible')
      await writeEvent(tx, { kind: 'round_allowed', at: now, escrowId, userId: buyerId })
      if (escrow.sellerId)
        await notify(tx, { escrow, now, from: buyerId, to: escrow.sellerId, moment: 'round', words: '' })
      await scheduleDeadline(tx, { escrowId, now })
      return null
    },
  )
}

type Asked = { escrowId: string; userId: string; act: Act }

async function onDiscrepancyNotice(
  deps: Deps,
  { escrowId, userId, act }: Asked,
  work: Work,
): Promise<StoredEscrow | Refusal> {
  const seen = await findPermitted(deps.db, { escrowId, userId }, act)
  if (!seen) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, escrowId)
    if (!sideFor(escrow, seen.person, act)) return refuse('escrow_not_found')
    if (escrow.dispute) return refuse('in_dispute')
    const refused = await work(tx, { escrow, examination: await findExamination(tx, escrow), now: deps.clock.now() })
    return refused ?? lockEscrow(tx, escrowId)
  })
}

type Told = {
  escrow: StoredEscrow
  now: Date
  from: string
  to: string
  moment: 'asked' | 'declined' | 'round'
  words: string
}

async function notify(tx: Transaction, { escrow, now, from, to, moment, words }: Told): Promise<void> {
  await writeToOther(tx, {
    event: `waiver_${moment}:${escrow.id}:${now.getTime()}`,
    escrowId: escrow.id,
    from,
    to: { userId: to },
    now,
    content: {
      letter: 'waiver',
      moment,
      ...(words && { words }),
      txid: escrow.transactionId,
      amount: plain(escrow.amount),
      asset: escrow.currency,
    },
  })
}
