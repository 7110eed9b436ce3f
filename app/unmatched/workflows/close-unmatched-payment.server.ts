import { closeFeeQuote, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findPeopleOfUnmatched, hasOwnChangeWaiting } from '#app/kernel/db/own-changes.server.ts'
import { type Asset, isAsset, looksLikeHash, normalizeHash } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { type Doubt, findDoubts } from '#app/ledgers/payments/db/unmatched-answers.server.ts'
import {
  closeUnmatched,
  findQuoteOfUnmatched,
  type LockedUnmatched,
  lockUnmatched,
} from '#app/ledgers/payments/db/unmatched-payments.server.ts'
import { isDust } from '#app/ledgers/payments/domain/dust.ts'
import { CLOSED_BY_HAND, type ClosedByHand } from '#app/ledgers/payments/domain/unmatched-payment.ts'
import { queueEmail } from '#app/notices/workflows/queue-email.server.ts'
import { findPayerOfUnmatched } from '#app/settlement/payouts/db/paybacks.server.ts'
import { linkOutgoing } from '#app/settlement/payouts/workflows/outgoing/link-outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type LinkableOutgoing, lockLinkable } from './link-unmatched.server.ts'
import { notifyClaimants } from './notify-claimants.server.ts'

export type UnmatchedEnd = {
  caseId: string
  /** As the operator read it: a short fee may be owed back by now. `amount` in plain digits. */
  seen: { kind: string; amount: string }
  /** As typed: `by_hand`, paid back outside Quayside; `kept`, it stays here and nobody knows more. */
  end: string
  /** Of the payment that paid it back, as typed; only for `by_hand`. */
  hash: string
  /** What was done and why; stored for later questions. */
  outcome: string
}

/** What closing does, for the operator to confirm. */
export type WeighedEnd = {
  end: ClosedByHand
  amount: string
  assetLabel: string
  hash: string | null
  /** Other outgoing payments that may have paid it back (decision 098). */
  doubts: Doubt[]
}

/** Checks the closing without storing it. Refusals: those of closeUnmatchedPayment. */
export async function weighUnmatchedEnd(deps: Deps, asked: UnmatchedEnd): Promise<WeighedEnd | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { end, amount, assetLabel, hash, doubts } = checked
    return { end, amount, assetLabel, hash, doubts }
  })
}

/**
 * Closes, for an operator, an unmatched payment that Quayside does not pay back itself (product.md §2). No money moves:
 * what is paid back by hand was paid before; what is kept stays booked as owed and can be reopened (take-up-unmatched).
 * Notifies the owner of the reference, and those who claimed its hash. A fee that was never complete is closed too, so
 * that money paid back cannot pay it later. The hash of an outgoing payment that may have paid it back links the two,
 * which explains that payment (decision 098). The caller has checked that `operatorId` is an operator. Refusals:
 * case_end_required, case_hash_required, case_outcome_required, case_changed, case_closed (also for an unknown one),
 * act_own_change (this operator's change of the payer's account waits for another operator).
 */
export async function closeUnmatchedPayment(
  deps: Deps,
  asked: UnmatchedEnd & { operatorId: string },
): Promise<{ closedAt: Date } | Refusal> {
  const { caseId: id, operatorId: by, outcome } = asked
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { quoteId, kind, amount, assetLabel, end, hash, payment, paidOutBy } = checked
    const closedAt = deps.clock.now()
    const about = { operatorId: by, userIds: await findPeopleOfUnmatched(tx, id), at: closedAt }
    if (await hasOwnChangeWaiting(tx, about)) return refuse('act_own_change')
    if (quoteId) await closeFeeQuote(tx, quoteId)
    if (paidOutBy) {
      await linkOutgoing(deps, tx, { ...paidOutBy, by, reason: outcome, at: closedAt })
    } else {
      if (!(await closeUnmatched(tx, { id, by, outcome, at: closedAt, end, endHash: hash })))
        return refuse('case_closed')
      await writeEvent(tx, {
        kind: 'case_closed',
        at: closedAt,
        userId: by,
        detail: { caseId: id, case: kind, amount, asset: assetLabel, end, ...(hash !== null && { hash }), outcome },
      })
    }
    const knownTo = isTold(checked) ? await notifyPayer(tx, { caseId: id, checked, at: closedAt }) : null
    if (payment) await notifyClaimants(tx, { caseId: id, hash: payment.hash, knownTo })
    return { closedAt }
  })
}

type Checked = WeighedEnd & {
  kind: string
  quoteId: string | null
  payment: LockedUnmatched['payment']
  /** Null: a foreign token. */
  asset: Asset | null
  hasGathered: boolean
  /** The outgoing payment with the typed hash, if it may have paid the money back; otherwise null. */
  paidOutBy: LinkableOutgoing | null
}

/** Dust causes no email: anybody can send it with a public memo. */
function isTold({ asset, amount, hasGathered }: Checked): boolean {
  return !hasGathered && !isDust({ asset, amount: new Decimal(amount), stillDue: null })
}

/** Emails the account whose reference the money had, and returns it. Null: unknown. */
async function notifyPayer(
  tx: Transaction,
  { caseId, checked, at }: { caseId: string; checked: Checked; at: Date },
): Promise<string | null> {
  const userId = await findPayerOfUnmatched(tx, caseId)
  if (userId === null) return null
  const { end, asset, amount, payment, hash } = checked
  await queueEmail(tx, {
    // A kept payment may be reopened and closed again.
    event: `case_closed:${caseId}:${at.getTime()}`,
    to: { userId },
    content: {
      letter: 'case_closed',
      end,
      ...(asset !== null && { amount, asset }),
      ...(payment && { hash: payment.hash }),
      ...(hash !== null && { backHash: hash }),
    },
  })
  return userId
}

async function check(tx: Transaction, asked: UnmatchedEnd): Promise<Checked | Refusal> {
  const { caseId: id, seen, outcome } = asked
  const end = CLOSED_BY_HAND.find((known) => known === asked.end)
  if (!end) return refuse('case_end_required', { field: 'end' })
  const hash = asked.hash.trim()
  if (end === 'by_hand' && !looksLikeHash(hash)) return refuse('case_hash_required', { field: 'hash' })
  if (outcome === '') return refuse('case_outcome_required', { field: 'outcome' })
  if (!looksLikeRowId(id)) return refuse('case_closed')
  // Locks the quote first, as everybody who counts a payment for it does.
  const quoteId = await findQuoteOfUnmatched(tx, id)
  if (quoteId) await lockFeeQuote(tx, quoteId)
  const known = await lockUnmatched(tx, id)
  if (!known || known.closedAt) return refuse('case_closed')
  const amount = plain(known.amount)
  if (known.kind !== seen.kind || amount !== seen.amount) return refuse('case_changed')
  const { kind, assetLabel, payment, hasGathered } = known
  const asset = payment ? payment.asset : isAsset(assetLabel) ? assetLabel : null
  const doubts = await findDoubts(tx, [id])
  const isMeant = (doubt: Doubt) => end === 'by_hand' && normalizeHash(doubt.network, hash) === doubt.hash
  const meant = doubts.find(isMeant)
  const linkable = meant ? await lockLinkable(tx, { outgoingId: meant.outgoingId, caseId: id }) : null
  const about = { kind, quoteId, payment, amount, assetLabel, asset, hasGathered }
  return {
    ...about,
    end,
    hash: end === 'by_hand' ? (meant?.hash ?? hash) : null,
    doubts: doubts.filter((doubt) => doubt !== meant),
    paidOutBy: linkable && linkable.linked.length > 0 ? linkable : null,
  }
}
