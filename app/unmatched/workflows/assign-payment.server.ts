import { findEscrowByEitherId, lockEscrow } from '#app/escrow/db/escrows.server.ts'
import { normalizeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { lockIsFeePaid } from '#app/fees/db/fee-payments.server.ts'
import { findFeeTargets, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { settleArrivedFee } from '#app/fees/workflows/settle-service-fee.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { hasOwnChangeWaiting } from '#app/kernel/db/own-changes.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { judgeStoredPayments } from '#app/ledgers/payments/db/ledger-payments.server.ts'
import { isDoubted } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import {
  closeUnmatched,
  type LockedUnmatched,
  lockUnmatched,
} from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { isAssignable } from '#app/ledgers/payments/domain/unmatched-payment.ts'
import { lockReferences } from '#app/ledgers/references/db/references.server.ts'
import { looksLikeReference } from '#app/ledgers/references/domain/reference.ts'
import { answersOf } from '#app/settlement/custody/domain/show-custody.ts'
import { findDepositTargets } from '#app/trade/opening/db/openings.server.ts'
import { fundEscrow } from '#app/trade/opening/workflows/fund-escrow.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { notifyClaimants } from './notify-claimants.server.ts'

export type Assignment = {
  caseId: string
  /** The payment's plain amount as the operator read it. */
  seen: { kind: string; amount: string }
  /** As typed: a memo, a destination tag or an escrow ID. */
  target: string
  /** How the operator knows whose payment it is; stored with the unmatched payment. */
  note: string
}

/** What the payment would count for, for the operator to confirm. Amounts are in `asset`, plain. */
export type WeighedAssignment = {
  purpose: 'fee' | 'escrow'
  amount: string
  asset: Asset
  /** The amount asked for there, and how much has arrived. */
  due: string
  received: string
  person: { name: string; email: string }
  /** Null: a fee. */
  transactionId: string | null
}

type Target = {
  purpose: 'fee' | 'escrow'
  id: string
  asset: Asset
  account: string
  due: Decimal
  received: Decimal
  isDue: boolean
  personId: string
  /** Null: no seller is bound yet, or a fee. */
  sellerId: string | null
  transactionId: string | null
}

/** Checks the assignment without storing it. Refusals: those of assignPayment. */
export async function weighAssignment(deps: Deps, asked: Assignment): Promise<WeighedAssignment | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await checkAssignment(tx, asked)
    if (isRefusal(checked)) return checked
    const { amount, target } = checked
    const person = await tx.user.findUniqueOrThrow({
      where: { id: target.personId },
      select: { name: true, email: true },
    })
    return {
      purpose: target.purpose,
      amount,
      asset: target.asset,
      due: plain(target.due),
      received: plain(target.received),
      person,
      transactionId: target.transactionId,
    }
  })
}

/**
 * Assigns, for an operator, a payment without our reference (product.md §2): it counts as if it had one, permanently,
 * and the unmatched payment is closed. The caller has checked that `operatorId` is an operator. Refusals:
 * assign_target_required, assign_note_required, case_closed, case_changed, assign_not_possible, assign_target_unknown,
 * case_doubted, assign_mismatch, assign_not_due, act_own_change (this operator's change of a party's account waits for
 * another).
 */
export async function assignPayment(
  deps: Deps,
  asked: Assignment & { operatorId: string },
): Promise<{ closedAt: Date } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await checkAssignment(tx, asked)
    if (isRefusal(checked)) return checked
    const { payment, amount, target } = checked
    const { id, hash } = payment
    const closedAt = deps.clock.now()
    const about = { operatorId: asked.operatorId, userIds: [target.personId, target.sellerId], at: closedAt }
    if (await hasOwnChangeWaiting(tx, about)) return refuse('act_own_change')
    const isClosed = await closeUnmatched(tx, {
      id: asked.caseId,
      by: asked.operatorId,
      outcome: asked.note,
      at: closedAt,
      end: null,
      endHash: null,
    })
    if (!isClosed) return refuse('case_closed')
    const escrowId = target.purpose === 'escrow' ? target.id : undefined
    const feeQuoteId = target.purpose === 'fee' ? target.id : undefined
    await judgeStoredPayments(tx, { ids: [id], problem: null, escrowId, feeQuoteId })
    await writeEvent(tx, {
      kind: 'payment_assigned',
      at: closedAt,
      escrowId,
      userId: asked.operatorId,
      detail: { caseId: asked.caseId, case: asked.seen.kind, hash, amount, note: asked.note },
    })
    const counted = { hash, from: payment.fromAddress, at: payment.closedAt, amount: new Decimal(amount) }
    if (escrowId) await fundEscrow(deps, tx, { escrowId, payments: [counted] })
    if (feeQuoteId) await settleArrivedFee(deps, tx, { quoteId: feeQuoteId, by: counted })
    await notifyClaimants(tx, { caseId: asked.caseId, hash, knownTo: target.personId })
    return { closedAt }
  })
}

type Checked = { payment: NonNullable<LockedUnmatched['payment']>; amount: string; target: Target }

/** Locks the fee quote or escrow first, then the unmatched payment, as everybody does. */
async function checkAssignment(
  tx: Transaction,
  { caseId, seen, target: typed, note }: Assignment,
): Promise<Checked | Refusal> {
  if (typed.trim() === '') return refuse('assign_target_required', { field: 'target' })
  if (note === '') return refuse('assign_note_required', { field: 'note' })
  if (!looksLikeRowId(caseId)) return refuse('case_closed')
  const target = await lockTarget(tx, typed.trim())
  const known = await lockUnmatched(tx, caseId)
  if (!known || known.closedAt) return refuse('case_closed')
  const { payment } = known
  // One answer cannot assign several gathered payments.
  if (!payment || known.hasGathered || !isAssignable(known.kind)) return refuse('assign_not_possible')
  const amount = plain(known.amount)
  if (known.kind !== seen.kind || amount !== seen.amount) return refuse('case_changed')
  if (!target) return refuse('assign_target_unknown', { field: 'target' })
  if (await isDoubted(tx, caseId)) return refuse('case_doubted')
  const fits = payment.asset === target.asset && payment.toAddress === target.account
  if (!fits) return refuse('assign_mismatch', { field: 'target' })
  if (!target.isDue) return refuse('assign_not_due', { field: 'target' })
  return { payment, amount, target }
}

async function lockTarget(tx: Transaction, typed: string): Promise<Target | null> {
  if (looksLikeReference(typed)) {
    const reference = Number(typed)
    await lockReferences(tx, [reference])
    const fee = (await findFeeTargets(tx, [reference])).get(reference)
    if (fee) return lockFee(tx, fee.id)
    const escrow = (await findDepositTargets(tx, [reference])).get(reference)
    return escrow ? lockDeposit(tx, escrow.id) : null
  }
  const transactionId = normalizeEscrowId(typed)
  const escrow = transactionId === null ? null : await findEscrowByEitherId(tx, { transactionId })
  return escrow && lockDeposit(tx, escrow.id)
}

async function lockFee(tx: Transaction, id: string): Promise<Target> {
  const quote = await lockFeeQuote(tx, id)
  const isPaid = await lockIsFeePaid(tx, quote)
  return {
    purpose: 'fee',
    id,
    asset: quote.asset,
    account: quote.account,
    due: quote.amountDue,
    received: quote.receivedAmount,
    isDue: quote.state === 'open' && !isPaid,
    personId: quote.userId,
    sellerId: null,
    transactionId: null,
  }
}

async function lockDeposit(tx: Transaction, id: string): Promise<Target> {
  const escrow = await lockEscrow(tx, id)
  return {
    purpose: 'escrow',
    id,
    asset: escrow.currency,
    account: escrow.account,
    due: escrow.amount,
    received: escrow.receivedAmount,
    // An on-chain escrow is funded by a wallet's deposit, never by a payment to us.
    isDue: answersOf(escrow).fundedBy === 'deposit' && escrow.verifiedAt === null && escrow.cancelledAt === null,
    personId: escrow.buyerId,
    sellerId: escrow.sellerId,
    transactionId: escrow.transactionId,
  }
}
