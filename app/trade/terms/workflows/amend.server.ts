import { findPermitted, findSomebody } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { sideFor, sideOfAct } from '#app/escrow/domain/permissions.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { plain } from '#app/kernel/domain/money.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { bindSeller } from '#app/trade/terms/db/accepted-terms.server.ts'
import {
  answerAmendment,
  applyAmendment,
  createAmendment,
  findAmendments,
  type StoredAmendment,
} from '#app/trade/terms/db/amendments.server.ts'
import { findDates, findStanding } from '#app/trade/terms/db/milestones.server.ts'
import {
  type Amendment,
  canAmend,
  readAmendment,
  stepsMoved,
  type TypedAmendment,
  wrongIn,
} from '#app/trade/terms/domain/amendment.ts'
import { answerBy, awaitingIn, requestOf } from '#app/trade/terms/domain/deadline.ts'
import type { TradeDates } from '#app/trade/terms/domain/trade-dates.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyOfTerms } from './notify-of-terms.server.ts'
import { scheduleDeadline } from './schedule-deadline.server.ts'
import { sealTerms } from './seal-terms.server.ts'

type Ask = { escrowId: string; userId: string }
type Looked = { escrow: StoredEscrow; dates: TradeDates; amendments: StoredAmendment[]; side: Reader; now: Date }

/**
 * Proposes an amendment (decision 076). Before a seller is bound the buyer corrects the escrow instead; a seller who
 * may accept it can ask for a change. Refusals: escrow_not_found, in_dispute, amendment_not_possible,
 * amendment_open_before, those of readAmendment.
 */
export async function proposeAmendment(
  deps: Deps,
  asked: Ask & { typed: TypedAmendment; words: string },
): Promise<StoredEscrow | Refusal> {
  return onTerms(deps, asked, async (tx, { escrow, dates, amendments, side, now }) => {
    const refused = whyNot(escrow)
    if (refused) return refused
    if (side === 'buyer' && escrow.sellerId === null) return refuse('amendment_not_possible')
    const changes = readAmendment(asked.typed, { ...escrow, dates }, now)
    const { userId, words } = asked
    const open = amendments.find(({ answer }) => answer === null)
    if (open) {
      // Idempotent: the same form was sent twice.
      const isSame = !('wrong' in changes) && open.proposedById === userId && open.words === words
      return isSame && saidOf(open.changes) === saidOf(changes) ? escrow : refuse('amendment_open_before')
    }
    if ('wrong' in changes) return changes.wrong[0] ?? refuse('amendment_empty')
    const id = deps.newId()
    const { id: escrowId } = escrow
    await createAmendment(tx, { id, escrowId, proposedById: userId, words, changes, proposedAt: now })
    const detail = { by: side, reason: words, changes: detailOf(changes) }
    await writeEvent(tx, { kind: 'amendment_proposed', at: now, escrowId, userId, detail })
    if (side === 'seller')
      await notifyOfTerms(tx, { ...told(escrow, id, now), moment: 'proposed', from: userId, to: 'buyer', words })
    else if (escrow.sellerId !== null) {
      const to = { sellerId: escrow.sellerId }
      await notifyOfTerms(tx, { ...told(escrow, id, now), moment: 'proposed', from: userId, to, words })
    }
    return lockEscrow(tx, escrowId)
  })
}

/**
 * The other side agrees or declines, or the proposer withdraws. Once agreed, all changes apply at once, as a new
 * version accepted by both. Refusals: escrow_not_found, amendment_not_open (answered before, not there, or not this
 * side's), and to agreeing in_dispute, amendment_not_possible, amendment_passed, amendment_time_asked.
 */
export async function settleAmendment(
  deps: Deps,
  answered: Ask & { amendmentId: string; answer: 'agreed' | 'declined' | 'withdrawn' },
): Promise<StoredEscrow | Refusal> {
  const { userId, answer } = answered
  return onTerms(deps, answered, async (tx, looked) => {
    const { escrow, side, now } = looked
    const amendment = looked.amendments.find(({ id }) => id === answered.amendmentId)
    const isOwn = amendment?.proposedById === userId
    // The proposer withdraws; only the other side answers. A stranger with the escrow ID can do neither.
    const isTheirs = amendment && (isOwn || side !== sideOfAct(escrow, amendment))
    if (!amendment || !isTheirs || isOwn !== (answer === 'withdrawn')) return refuse('amendment_not_open')
    if (amendment.answer !== null) return amendment.answer === answer ? escrow : refuse('amendment_not_open')
    const { id: escrowId } = escrow
    const sellerId = side === 'seller' ? userId : (escrow.sellerId ?? amendment.proposedById)
    if (answer === 'agreed') {
      const refused = await whyNotAgreed(tx, { ...looked, amendment, sellerId })
      if (refused) return refused
      if (escrow.sellerId === null) await bindSeller(tx, { escrowId, sellerId })
      await enqueue(tx, { name: 'screen_person', payload: { userId: sellerId } })
    }
    if (!(await answerAmendment(tx, { id: amendment.id, answer, by: userId, at: now })))
      return refuse('amendment_not_open')
    const sealed = answer === 'agreed' ? await takeEffect(tx, { ...looked, amendment, sellerId, userId }) : {}
    const detail = { by: side, ...sealed }
    await writeEvent(tx, { kind: `amendment_${answer}`, at: now, escrowId, userId, detail })
    const to = side === 'seller' ? 'buyer' : { sellerId }
    const isToTell = side === 'seller' || escrow.sellerId !== null || !isOwn
    const about = told(await lockEscrow(tx, escrowId), amendment.id, now)
    if (isToTell) await notifyOfTerms(tx, { ...about, moment: answer, from: userId, to, words: '' })
    return about.escrow
  })
}

type Agreeing = Looked & { amendment: StoredAmendment; sellerId: string }

async function whyNotAgreed(tx: Transaction, agreeing: Agreeing): Promise<Refusal | null> {
  const { escrow, dates, amendment, sellerId, now } = agreeing
  const refused = whyNot(escrow)
  if (refused) return refused
  // Another seller was named or bound since it was proposed.
  if (!sideFor(escrow, await findSomebody(tx, sellerId), 'confirm')) return refuse('amendment_not_possible')
  if (![escrow.buyerId, sellerId].includes(amendment.proposedById)) return refuse('amendment_not_possible')
  if (wrongIn(amendment.changes, { ...escrow, dates }, now).length > 0) return refuse('amendment_passed')
  const standing = await findStanding(tx, escrow)
  const turn = standing && awaitingIn(standing)
  const request = turn && stepsMoved(amendment.changes).includes(turn.step) && requestOf(standing.requests, turn)
  return request && request.answer === null && now < answerBy(request) ? refuse('amendment_time_asked') : null
}

async function takeEffect(
  tx: Transaction,
  { escrow: { id: escrowId }, amendment, sellerId, userId, now }: Agreeing & { userId: string },
): Promise<{ version: number; sha256: string }> {
  await applyAmendment(tx, { escrowId, changes: amendment.changes })
  const escrow = await lockEscrow(tx, escrowId)
  const sealed = await sealTerms(tx, { escrow, sellerId, by: userId, amendmentId: amendment.id, now })
  await scheduleDeadline(tx, { escrowId, now })
  if (amendment.changes.amount) await enqueue(tx, { name: 'fund_escrow', payload: { escrowId } })
  return sealed
}

function whyNot({ dispute, facts }: StoredEscrow): Refusal | null {
  if (dispute) return refuse('in_dispute')
  return canAmend(facts) ? null : refuse('amendment_not_possible')
}

type Work = (tx: Transaction, looked: Looked) => Promise<StoredEscrow | Refusal>

async function onTerms(deps: Deps, ask: Ask, work: Work): Promise<StoredEscrow | Refusal> {
  const seen = await findPermitted(deps.db, ask, 'amend')
  if (!seen) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, ask.escrowId)
    const side = sideFor(escrow, seen.person, 'amend')
    if (!side) return refuse('escrow_not_found')
    const dates = await findDates(tx, escrow.id)
    if (!dates) return refuse('amendment_not_possible')
    const amendments = await findAmendments(tx, escrow.id)
    return work(tx, { escrow, dates, amendments, side, now: deps.clock.now() })
  })
}

const told = (escrow: StoredEscrow, event: string, now: Date) => ({ escrow, event, now })

function detailOf({ fundBy, presentBy, examineDays, weekend, documents, amount }: Amendment) {
  return {
    ...(fundBy && { fundBy: fundBy.toISOString() }),
    ...(presentBy && { presentBy: presentBy.toISOString() }),
    ...(examineDays !== null && { examineDays }),
    ...(weekend && { weekend }),
    ...(documents && { documents: [...documents] }),
    ...(amount && { amount: plain(amount) }),
  }
}

const saidOf = (changes: Amendment | { wrong: Refusal[] }) =>
  'wrong' in changes ? '' : JSON.stringify(detailOf(changes))
