import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { hasOwnChangeWaiting } from '#app/kernel/db/own-changes.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import {
  findClearancesOf,
  findSettlementsOf,
  type LockedReview,
  lockReview,
  storeDecision,
  storeWish,
  takeReview,
  wakePayoutsOf,
  wakeSettlementsOf,
} from '#app/screening/db/reviews.server.ts'
import { type AskedDetail, holds, type ReviewAct, type ReviewState, resultOf } from '#app/screening/domain/review.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { lockChecked, notifyOfCheck } from './notify-of-check.server.ts'

/** `asked`: with 'ask', what the person has to state. */
export type ReviewDecision = {
  reviewId: string
  operatorId: string
  act: ReviewAct
  reason: string
  asked?: readonly AskedDetail[]
}

/** Checks only; changes nothing. `counts`: this operator alone decides. Refuses as decideReview does. */
export async function weighReview(
  deps: Deps,
  asked: ReviewDecision,
): Promise<{ typed: string; listed: string; counts: boolean } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked, deps.clock.now())
    if (isRefusal(checked)) return checked
    const { review, result } = checked
    return { typed: review.typed, listed: review.listed, counts: 'state' in result }
  })
}

/**
 * Stores an operator's decision on a match (decision 068). `wanted`: counts once a second one agrees. Cleared people
 * are paid next round. The caller checks that `operatorId` is an operator. Refusals: review_moved_on, review_own_wish,
 * review_reason_required, review_asked_required, act_own_change (own change of the account waits).
 */
export async function decideReview(deps: Deps, asked: ReviewDecision): Promise<{ is: 'saved' | 'wanted' } | Refusal> {
  const { reviewId: id, operatorId, act, reason } = asked
  return inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const checked = await check(tx, asked, at)
    if (isRefusal(checked)) return checked
    const { review, result } = checked
    const said = { id, operatorId, reason: reason.trim(), at }
    if ('wanted' in result) await storeWish(tx, { ...said, wanted: result.wanted })
    else if (result.state === 'in_review') await takeReview(tx, said)
    else await storeDecision(tx, { ...said, state: result.state, asked: act === 'ask' ? (asked.asked ?? []) : [] })
    if ('state' in result) await notify(tx, { review, asked, state: result.state, at })
    // For a wallet: its owner.
    const subject = review.personId === null ? {} : { subject: review.personId }
    const detail = { reviewId: id, act, reason: said.reason, counts: 'state' in result, ...subject }
    await writeEvent(tx, { kind: 'screening_decided', at, userId: operatorId, detail })
    // Notifies at once of a settlement that this decision now blocks.
    if ('state' in result && result.state === 'true_match') await followSettlementsOf(tx, review)
    if ('state' in result && !holds(result.state)) {
      for (const network of await wakePayoutsOf(tx, review))
        await enqueue(tx, { name: 'dispatch_payouts', payload: { network } })
      for (const escrowId of await wakeSettlementsOf(tx, review))
        await enqueue(tx, { name: 'follow_exit', payload: { escrowId } })
      for (const escrowId of await findClearancesOf(tx, review))
        await enqueue(tx, { name: 'clear_lock', payload: { escrowId } })
    }
    return { is: 'wanted' in result ? 'wanted' : 'saved' }
  })
}

async function followSettlementsOf(tx: Transaction, review: LockedReview): Promise<void> {
  for (const escrowId of await findSettlementsOf(tx, review))
    await enqueue(tx, { name: 'follow_exit', payload: { escrowId } })
}

type Notifying = { review: LockedReview; asked: ReviewDecision; state: ReviewState; at: Date }

/** Notifies the person of what is missing, and of the end of the check when no review is left. */
async function notify(tx: Transaction, { review, asked, state, at }: Notifying): Promise<void> {
  const personId = whoseReview(review)
  if (personId === null) return
  const { reviewId } = asked
  if (state === 'needs_information') {
    await notifyOfCheck(tx, { personId, reviewId, what: 'asked', asked: asked.asked ?? [], at })
  } else if (!holds(state) && !(await lockChecked(tx, personId))) {
    await notifyOfCheck(tx, { personId, reviewId, what: 'done' })
  }
}

async function check(tx: Transaction, { reviewId: id, operatorId, act, reason, asked = [] }: ReviewDecision, at: Date) {
  if (!looksLikeRowId(id)) return refuse('review_moved_on')
  const review = await lockReview(tx, id)
  const result = review && resultOf(review, { act, operatorId })
  if (review === null || result === null || result === 'not_now') return refuse('review_moved_on')
  if (result === 'own_wish') return refuse('review_own_wish')
  if (act !== 'take' && (await hasOwnChangeWaiting(tx, { operatorId, userIds: [whoseReview(review)], at })))
    return refuse('act_own_change')
  if (act !== 'take' && reason.trim() === '') return refuse('review_reason_required', { field: 'reason' })
  if (act === 'ask' && asked.length === 0) return refuse('review_asked_required', { field: 'asked' })
  return { review, result }
}

/** The person who was found, or the wallet's owner; null: a reseller. */
function whoseReview({ subject, personId }: { subject: string; personId: string | null }): string | null {
  return personId ?? (subject.startsWith('user:') ? subject.slice('user:'.length) : null)
}
