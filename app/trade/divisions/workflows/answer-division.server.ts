import { findPermitted } from '#app/escrow/db/escrow-people.server.ts'
import { lockEscrow, type StoredEscrow } from '#app/escrow/db/escrows.server.ts'
import { sideFor } from '#app/escrow/domain/permissions.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { canSettle } from '#app/settlement/custody/workflows/custody.server.ts'
import { answerDivision, findDivisions, type StoredDivision } from '#app/trade/divisions/db/divisions.server.ts'
import { type DivisionKind, divisibleAs } from '#app/trade/divisions/domain/division.ts'
import { keepRefundWallet } from '#app/trade/refunds/workflows/refund-wallet.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { divisionEvent } from './division-events.ts'
import { notifyOfAgreement, notifyOfDeclining } from './notify-of-division.server.ts'
import { type ForBuyer, obstacleOfWallets, obstacleToWallet } from './wallets-of-division.server.ts'

export type AnsweredDivision = { escrowId: string; userId: string; divisionId: string }
export type AgreedDivision = AnsweredDivision & ForBuyer

/** Declines the other side's. Refusals: escrow_not_found, division_not_open (answered, superseded, or the own one). */
export function declineDivision(deps: Deps, answered: AnsweredDivision): Promise<StoredEscrow | Refusal> {
  return onDivision(deps, answered, (tx, looked) => end(tx, { ...looked, answer: 'declined' }))
}

/** Withdraws the own proposal. Refusals: escrow_not_found, division_not_open. */
export function withdrawDivision(deps: Deps, answered: AnsweredDivision): Promise<StoredEscrow | Refusal> {
  return onDivision(deps, answered, (tx, looked) => end(tx, { ...looked, answer: 'withdrawn' }))
}

/**
 * Agrees, as the other side. `carryOut` does, in the same transaction, what follows for a split of this kind; it is
 * called once. Refusals: escrow_not_found, division_not_open, division_needs_refund_wallet, wallet_unverified,
 * division_wallet_unchecked, the wallet_… codes and those of canSettle.
 */
export async function agreeToDivision(
  deps: Deps,
  agreed: AgreedDivision & { kind: DivisionKind },
  carryOut: (tx: Transaction, looked: ExaminedDivision) => Promise<void>,
): Promise<StoredEscrow | Refusal> {
  const { wallet, hasCheckedWallet, kind } = agreed
  const obstacle = await obstacleBefore(deps, agreed)
  if (obstacle) return obstacle
  return onDivision(deps, agreed, async (tx, looked) => {
    const { escrow, division, side, userId, now } = looked
    const { id, shares } = division
    if (division.side === side || division.kind !== kind) return refuse('division_not_open')
    // Idempotent: the same form was sent twice.
    if (division.answer === 'agreed' && division.answeredById === userId) return escrow
    if (!isOpenStill(looked)) return refuse('division_not_open')
    const obstacle = canSettle(escrow, shares, now)
    if (obstacle) return obstacle
    const missing = obstacleOfWallets(escrow, { side, shares, wallet, hasCheckedWallet, kind, step: 'agree' })
    if (missing) return missing
    const isAsked = side === 'buyer' && shares.buyer.gt(0) && escrow.refundAddress === null
    const known = isAsked && wallet ? await keepRefundWallet(tx, { escrow, wallet, now }) : escrow
    if (!(await answerDivision(tx, { id, answer: 'agreed', by: userId, at: now }))) {
      throw new Error(`division ${id} was answered under the lock of its escrow`)
    }
    await writeEvent(tx, { ...divisionEvent('agreed', division, side), at: now, escrowId: escrow.id, userId })
    await notifyOfAgreement(tx, { escrow, kind, divisionId: id, shares, now })
    await carryOut(tx, { ...looked, escrow: known })
    return lockEscrow(tx, escrow.id)
  })
}

export type ExaminedDivision = {
  escrow: StoredEscrow
  division: StoredDivision
  side: Reader
  userId: string
  now: Date
}
type Work = (tx: Transaction, looked: ExaminedDivision) => Promise<StoredEscrow | Refusal>

async function onDivision(deps: Deps, ask: AnsweredDivision, work: Work): Promise<StoredEscrow | Refusal> {
  const seen = await findPermitted(deps.db, ask, 'divide')
  if (!seen) return refuse('escrow_not_found')
  return inTransaction(deps.db, async (tx) => {
    const escrow = await lockEscrow(tx, ask.escrowId)
    const side = sideFor(escrow, seen.person, 'divide')
    if (!side) return refuse('escrow_not_found')
    const division = (await findDivisions(tx, escrow.id)).find(({ id }) => id === ask.divisionId)
    if (!division) return refuse('division_not_open')
    return work(tx, { escrow, division, side, userId: ask.userId, now: deps.clock.now() })
  })
}

async function end(
  tx: Transaction,
  { answer, ...looked }: ExaminedDivision & { answer: 'declined' | 'withdrawn' },
): Promise<StoredEscrow | Refusal> {
  const { escrow, division, side, userId, now } = looked
  const { id, kind, shares } = division
  if ((division.side === side) !== (answer === 'withdrawn')) return refuse('division_not_open')
  // Idempotent: the same form was sent twice.
  if (division.answer === answer && division.answeredById === userId) return escrow
  if (division.answer !== null) return refuse('division_not_open')
  if (!(await answerDivision(tx, { id, answer, by: userId, at: now }))) return refuse('division_not_open')
  await writeEvent(tx, { ...divisionEvent(answer, { kind, shares }, side), at: now, escrowId: escrow.id, userId })
  if (answer === 'declined')
    await notifyOfDeclining(tx, { escrow, kind, divisionId: id, shares, now, by: userId, side })
  return lockEscrow(tx, escrow.id)
}

/** An offer is open only in the dispute for which it was made. */
function isOpenStill({ escrow, division }: ExaminedDivision): boolean {
  if (division.answer !== null || divisibleAs(escrow.facts) !== division.kind) return false
  return division.kind === 'reduction' || escrow.dispute?.id === division.disputeId
}

/** Asks the ledger about the wallet in the form, outside of the transaction. Null: nothing is in the way. */
async function obstacleBefore(deps: Deps, { escrowId, userId, divisionId, ...of }: AgreedDivision) {
  if (!of.wallet) return null
  const found = await findPermitted(deps.db, { escrowId, userId }, 'stateRefundWallet')
  if (!found) return null
  const division = (await findDivisions(deps.db, escrowId)).find(({ id, answer }) => id === divisionId && !answer)
  return division ? obstacleToWallet(deps, { ...found, shares: division.shares, ...of }) : null
}
