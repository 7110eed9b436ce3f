/** Default outcomes of deadlines (trade/terms/domain/consequence.ts), each run once when its deadline ends. */

import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { freeFees } from '#app/fees/db/fee-uses.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import type { Transaction } from '#app/kernel/db/client.server.ts'
import { findAddressee } from '#app/notices/db/addressees.server.ts'
import { ledgerDateOf } from '#app/settlement/custody/domain/custodian.ts'
import { payOwedBack, refundAll } from '#app/settlement/payouts/workflows/pay-buyer-back.server.ts'
import { releaseWhenDue } from '#app/settlement/payouts/workflows/release-when-due.server.ts'
import { createDispute } from '#app/trade/disputes/db/disputes.server.ts'
import { decideBy } from '#app/trade/disputes/domain/decide-by.ts'
import { storeExamination } from '#app/trade/documents/db/examinations.server.ts'
import { expireUnfunded } from '#app/trade/opening/db/openings.server.ts'
import { answerRefundRequest } from '#app/trade/refunds/db/refund-requests.server.ts'
import { openRefund } from '#app/trade/terms/db/deadlines.server.ts'
import { findStanding } from '#app/trade/terms/db/milestones.server.ts'
import type { Consequence, ConsequentAct } from '#app/trade/terms/domain/consequence.ts'
import { deadlineOf } from '#app/trade/terms/domain/deadline.ts'
import { noticeOfDeadline, notifyOutcome } from '#app/trade/terms/workflows/notify-of-deadline.server.ts'
import { scheduleDeadline } from '#app/trade/terms/workflows/schedule-deadline.server.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** `ahead`: the announced outcome of the expired deadline. */
type RanOut = { escrow: StoredEscrow; ahead: Consequence; clockId: string; now: Date }

export const WORK_OF: Record<
  Exclude<ConsequentAct, 'date'>,
  (deps: Deps, tx: Transaction, ran: RanOut) => Promise<void>
> = {
  ends: expireUnfundedEscrow,
  notice: (_, tx, ran) => giveNotice(tx, ran),
  refund: (_, tx, ran) => openToBuyer(tx, ran),
  accepted: (_, tx, ran) => accept(tx, ran),
  quayside: putToQuayside,
}

/** Ends an escrow that is not fully funded. What arrived goes back, and so do later payments (decision 134). */
async function expireUnfundedEscrow(_: Deps, tx: Transaction, { escrow, clockId, now }: RanOut): Promise<void> {
  const { id: escrowId } = escrow
  if (!(await expireUnfunded(tx, { escrowId, at: now }))) throw new Error(`escrow ${escrowId} is funded`)
  if (escrow.receivedAmount.isZero()) await freeFees(tx, escrowId)
  await writeEvent(tx, { kind: 'escrow_lapsed', at: now, escrowId })
  const over = await lockEscrow(tx, escrowId)
  const needsWallet = over.owedBack.gt(0) && over.refundAddress === null
  await notifyOutcome(tx, { escrow: over, now, clockId, outcome: 'lapsed', needsWallet })
  if (over.refundAddress !== null) await payOwedBack(tx, { escrow: over, now })
}

/** Announces the outcome to both sides and starts the next deadline. Moves no money. */
async function giveNotice(tx: Transaction, { escrow, ahead, clockId, now }: RanOut): Promise<void> {
  const kind = ahead.kind === 'examine' ? 'examination_missed' : 'presentation_missed'
  await writeEvent(tx, { kind, at: now, escrowId: escrow.id })
  await scheduleDeadline(tx, { escrowId: escrow.id, now })
  const standing = await findStanding(tx, escrow)
  const next = standing && deadlineOf(standing)
  if (!next) throw new Error(`no clock follows the one of escrow ${escrow.id}`)
  await noticeOfDeadline(tx, { escrow, now, clockId, clock: next })
}

/** No documents were accepted in time: refunds the buyer, or waits for the buyer's refund wallet. */
async function openToBuyer(tx: Transaction, { escrow, clockId, now }: RanOut): Promise<void> {
  const { id: escrowId } = escrow
  if (!(await openRefund(tx, { escrowId, at: now }))) throw new Error(`the refund of escrow ${escrowId} does not open`)
  await writeEvent(tx, { kind: 'refund_opened', at: now, escrowId })
  if (escrow.refundRequest) {
    const answer = { escrowId, answer: 'decided', by: escrow.buyerId, reason: '', at: now } as const
    await answerRefundRequest(tx, answer)
  }
  const open = await lockEscrow(tx, escrowId)
  const needsWallet = open.refundAddress === null
  await notifyOutcome(tx, { escrow: open, now, clockId, outcome: 'refund_opened', needsWallet })
  if (needsWallet) return
  await refundAll(tx, { escrow: open, now })
  await payOwedBack(tx, { escrow: await lockEscrow(tx, escrowId), now })
}

/** Approves the documents: not examined before the final deadline, as both had agreed. */
async function accept(tx: Transaction, { escrow, clockId, now }: RanOut): Promise<void> {
  const { id: escrowId, buyerId, payoutAddress, payoutMemo } = escrow
  await storeExamination(tx, { escrowId, approval: 'Approved', reason: null, rejected: [], decidedAt: now })
  if (escrow.refundRequest) {
    await answerRefundRequest(tx, { escrowId, answer: 'decided', by: buyerId, reason: '', at: now })
  }
  await writeEvent(tx, { kind: 'accepted_by_silence', at: now, escrowId, detail: { payoutAddress, payoutMemo } })
  await releaseWhenDue(tx, await lockEscrow(tx, escrowId), now)
  const after = await lockEscrow(tx, escrowId)
  await notifyOutcome(tx, { escrow: after, now, clockId, outcome: 'accepted', needsWallet: false })
}

/**
 * Opens a dispute in the seller's name and language, by the agreed deadlines. Also instead of another outcome, if the
 * deadline's owner was unable to act: silence means nothing then.
 */
async function putToQuayside(deps: Deps, tx: Transaction, { escrow, ahead, clockId, now }: RanOut): Promise<void> {
  const { id: escrowId, sellerId } = escrow
  if (sellerId === null) throw new Error(`escrow ${escrowId} has no seller who could ask`)
  const outcome = ahead.why === 'unable' ? 'unable' : 'quayside'
  const { locale } = await findAddressee(tx, sellerId)
  const reason = deps.translator(locale)(`common:clock.outcome.${outcome}.title`)
  await createDispute(tx, { escrowId, openedById: sellerId, reason, openedAt: now })
  await writeEvent(tx, { kind: 'put_to_quayside', at: now, escrowId })
  const after = await lockEscrow(tx, escrowId)
  // Without a refund wallet, Quayside cannot decide for the buyer.
  const needsWallet = after.refundAddress === null
  const by = decideBy(now, ledgerDateOf(after))
  await notifyOutcome(tx, { escrow: after, now, clockId, outcome, needsWallet, decideBy: by })
}
