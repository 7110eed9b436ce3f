/** What each clock does when it runs out: called once for each, its end and all of this in one transaction. */
import { isLastNoticeSent, openRefund } from '#app/db/agreement/clocks.server.ts'
import { findPresentedTypes, findStanding, type StoredStanding } from '#app/db/agreement/trade-dates.server.ts'
import { createDispute } from '#app/db/disputes/disputes.server.ts'
import { storeExamination } from '#app/db/documents/examinations.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/db/escrow/escrows.server.ts'
import { freeFees } from '#app/db/fees/fee-uses.server.ts'
import { writeEvent } from '#app/db/kernel/audit.server.ts'
import type { Transaction } from '#app/db/kernel/client.server.ts'
import { findAddressee } from '#app/db/letters/addressees.server.ts'
import { markLapsed } from '#app/db/opening/openings.server.ts'
import { answerRefundRequest } from '#app/db/refunds/refund-requests.server.ts'
import { isComplete } from '#app/domain/agreement/asked-documents.ts'
import { clockOf, type Outcome, outcomeOfSilence } from '#app/domain/agreement/clock.ts'
import type { ClockKind } from '#app/domain/agreement/standing.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import { expectationOf, mustBeChecked } from '#app/domain/payouts/expectation.ts'
import { noticeOfClock, tellOutcome } from '#app/workflows/agreement/tell-of-clock.server.ts'
import { windClock } from '#app/workflows/agreement/wind-clock.server.ts'
import type { Deps } from '#app/workflows/deps.ts'
import { payBuyerBack, payOwedBack } from '#app/workflows/payouts/pay-buyer-back.server.ts'
import { releaseWhenDue } from '#app/workflows/payouts/release-when-due.server.ts'

type RanOut = { escrow: StoredEscrow; standing: StoredStanding; clockId: string; owner: Reader; now: Date }
type Work = (deps: Deps, tx: Transaction, ran: RanOut) => Promise<void>

export const OUTCOMES_OF: Record<ClockKind, Work> = {
  fund: lapse,
  present: (_, tx, ran) => giveNotice(tx, { ...ran, kind: 'presentation_missed' }),
  grace: (_, tx, ran) => openToBuyer(tx, ran),
  examine: (_, tx, ran) => giveNotice(tx, { ...ran, kind: 'examination_missed' }),
  last_notice: endSilence,
}

/** Not funded, or in part: over. What has arrived goes back, and so does what arrives later, as everywhere (decision 007). */
async function lapse(_: Deps, tx: Transaction, { escrow, clockId, now }: RanOut): Promise<void> {
  const { id: escrowId } = escrow
  if (!(await markLapsed(tx, { escrowId, at: now }))) throw new Error(`escrow ${escrowId} is funded`)
  if (escrow.receivedAmount.isZero()) await freeFees(tx, escrowId)
  await writeEvent(tx, { kind: 'escrow_lapsed', at: now, escrowId })
  const over = await lockEscrow(tx, escrowId)
  const needsWallet = over.owedBack.gt(0) && over.refundAddress === null
  await tellOutcome(tx, { escrow: over, now, clockId, outcome: 'lapsed', needsWallet })
  if (over.refundAddress !== null) await payOwedBack(tx, { escrow: over, now })
}

type Missed = RanOut & { kind: 'presentation_missed' | 'examination_missed' }

/** Nothing happens to the money yet: both are told what will, and the next clock begins to run. */
async function giveNotice(tx: Transaction, { escrow, clockId, owner, now, kind }: Missed): Promise<void> {
  await writeEvent(tx, { kind, at: now, escrowId: escrow.id })
  await windClock(tx, { escrowId: escrow.id, now })
  const standing = await findStanding(tx, escrow)
  const next = standing && clockOf(standing)
  if (!next) throw new Error(`no clock follows the one of escrow ${escrow.id}`)
  const { onSilence } = standing.dates
  await noticeOfClock(tx, { escrow, now, owner, clockId, kind: next.kind, dueAt: next.dueAt, onSilence })
}

/** Nothing was presented: the money is the buyer's. It goes to the wallet that is stated, or waits for one. */
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
  await tellOutcome(tx, { escrow: open, now, clockId, outcome: 'refund_opened', needsWallet })
  if (needsWallet) return
  await payBuyerBack(tx, { escrow: open, purpose: 'refund', amount: open.amount, now })
  await payOwedBack(tx, { escrow: await lockEscrow(tx, escrowId), now })
}

/** Not examined, and the last notice has passed. */
async function endSilence(deps: Deps, tx: Transaction, { escrow, standing, clockId, now }: RanOut): Promise<void> {
  const { onSilence, documents: asked } = standing.dates
  const outcome = outcomeOfSilence({
    onSilence,
    isComplete: isComplete(asked, await findPresentedTypes(tx, escrow.id)),
    buyerHasConfirmedEmail: escrow.buyerHasConfirmedEmail,
    isNoticeSent: await isLastNoticeSent(tx, { escrowId: escrow.id, userId: escrow.buyerId }),
    walletMustBeChecked: mustBeChecked(expectationOf(escrow)),
  })
  if (outcome === 'accepted') await accept(tx, { escrow, now })
  else await putToQuayside(deps, tx, { escrow, now, outcome })
  const after = await lockEscrow(tx, escrow.id)
  await tellOutcome(tx, { escrow: after, now, clockId, outcome: outcome satisfies Outcome, needsWallet: false })
}

type Silent = { escrow: StoredEscrow; now: Date }

async function accept(tx: Transaction, { escrow, now }: Silent): Promise<void> {
  const { id: escrowId, buyerId, payoutAddress, payoutMemo } = escrow
  await storeExamination(tx, { escrowId, approval: 'Approved', reason: null, rejected: [], decidedAt: now })
  if (escrow.refundRequest) {
    await answerRefundRequest(tx, { escrowId, answer: 'decided', by: buyerId, reason: '', at: now })
  }
  await writeEvent(tx, { kind: 'accepted_by_silence', at: now, escrowId, detail: { payoutAddress, payoutMemo } })
  await releaseWhenDue(tx, await lockEscrow(tx, escrowId), now)
}

/** In place of what a clock does, where its owner could not act: silence says nothing then. */
export async function waitForQuayside(deps: Deps, tx: Transaction, { escrow, clockId, now }: RanOut): Promise<void> {
  await putToQuayside(deps, tx, { escrow, now, outcome: 'unable' })
  const after = await lockEscrow(tx, escrow.id)
  await tellOutcome(tx, { escrow: after, now, clockId, outcome: 'unable', needsWallet: false })
}

/** As if the seller had asked for it, in the seller's language: by the dates that both agreed. */
async function putToQuayside(
  deps: Deps,
  tx: Transaction,
  { escrow, now, outcome }: Silent & { outcome: 'quayside' | 'unable' },
): Promise<void> {
  const { id: escrowId, sellerId } = escrow
  if (sellerId === null) throw new Error(`escrow ${escrowId} has no seller who could ask`)
  const { locale } = await findAddressee(tx, sellerId)
  const reason = deps.translator(locale)(`common:clock.outcome.${outcome}.reason`)
  await createDispute(tx, { escrowId, openedById: sellerId, reason, openedAt: now })
  await writeEvent(tx, { kind: 'put_to_quayside', at: now, escrowId })
}
