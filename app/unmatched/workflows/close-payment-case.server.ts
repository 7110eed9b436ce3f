import { closeFeeQuote, lockFeeQuote } from '#app/fees/db/fee-quotes.server.ts'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { inTransaction, type Transaction } from '#app/kernel/db/client.server.ts'
import { findPeopleOfCase, hasOwnChangeWaiting } from '#app/kernel/db/own-changes.server.ts'
import { type Asset, isAsset, looksLikeHash, normalizeHash } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { type Doubt, findDoubts } from '#app/ledgers/payments/db/case-answers.server.ts'
import { closeCase, findQuoteOfCase, type LockedCase, lockCase } from '#app/ledgers/payments/db/payment-cases.server.ts'
import { isDust } from '#app/ledgers/payments/domain/dust.ts'
import { CLOSED_BY_HAND, type ClosedByHand } from '#app/ledgers/payments/domain/payment-case.ts'
import { queueLetter } from '#app/notices/workflows/queue-letter.server.ts'
import { findPayerOfCase } from '#app/settlement/payouts/db/paybacks.server.ts'
import { linkOutgoing } from '#app/settlement/payouts/workflows/outgoing/link-outgoing.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type LinkableOutgoing, lockLinkable } from './link-case.server.ts'
import { tellClaimants } from './tell-claimants.server.ts'

export type CaseEnd = {
  caseId: string
  /** What the operator read: a short fee may have become one that is owed back meanwhile. `amount` as plain digits. */
  seen: { kind: string; amount: string }
  /** As typed: `by_hand`, the money was given back past Quayside; `kept`, it stays here and nobody knows more. */
  end: string
  /** Of the payment that gave it back, as typed; counts for `by_hand` only. */
  hash: string
  /** What was done and why; kept for whoever asks later. */
  outcome: string
}

/** What closing does, for the operator to read before saying yes. */
export type WeighedEnd = {
  end: ClosedByHand
  amount: string
  assetLabel: string
  hash: string | null
  /** Payments out that may have paid its money out (decision 098), and are not the one with this hash. */
  doubts: Doubt[]
}

/** Would it be possible, and what would it do? Changes nothing. Refuses as closePaymentCase does. */
export async function weighCaseEnd(deps: Deps, asked: CaseEnd): Promise<WeighedEnd | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { end, amount, assetLabel, hash, doubts } = checked
    return { end, amount, assetLabel, hash, doubts }
  })
}

/**
 * The operator says how a case ended that Quayside does not pay back itself; it then leaves the list (product.md §2). Nothing
 * moves by it: what is given back by hand is paid before, and what is kept stays booked as owed and can be taken up again
 * (take-up-case). Whoever's reference the money came with is told, and whoever stated its hash. A fee that never became whole
 * ends with its case, so that money given back cannot pay it later. Closed with the hash of a payment out that may have paid its money
 * out, it is linked to that one, which is explained by it (decision 098). The caller has checked that `operatorId` is an operator.
 * Refusals: case_end_required, case_hash_required, case_outcome_required, case_changed, case_closed (also for a case that does
 * not exist), act_own_change (this operator's change of its payer's account waits for another operator).
 */
export async function closePaymentCase(
  deps: Deps,
  asked: CaseEnd & { operatorId: string },
): Promise<{ closedAt: Date } | Refusal> {
  const { caseId: id, operatorId: by, outcome } = asked
  return inTransaction(deps.db, async (tx) => {
    const checked = await check(tx, asked)
    if (isRefusal(checked)) return checked
    const { quoteId, kind, amount, assetLabel, end, hash, payment, paidOutBy } = checked
    const closedAt = deps.clock.now()
    const about = { operatorId: by, userIds: await findPeopleOfCase(tx, id), at: closedAt }
    if (await hasOwnChangeWaiting(tx, about)) return refuse('act_own_change')
    if (quoteId) await closeFeeQuote(tx, quoteId)
    if (paidOutBy) {
      await linkOutgoing(deps, tx, { ...paidOutBy, by, reason: outcome, at: closedAt })
    } else {
      if (!(await closeCase(tx, { id, by, outcome, at: closedAt, end, endHash: hash }))) return refuse('case_closed')
      await writeEvent(tx, {
        kind: 'case_closed',
        at: closedAt,
        userId: by,
        detail: { caseId: id, case: kind, amount, asset: assetLabel, end, ...(hash !== null && { hash }), outcome },
      })
    }
    const knownTo = isTold(checked) ? await tellPayer(tx, { caseId: id, checked, at: closedAt }) : null
    if (payment) await tellClaimants(tx, { caseId: id, hash: payment.hash, knownTo })
    return { closedAt }
  })
}

type Checked = WeighedEnd & {
  kind: string
  quoteId: string | null
  payment: LockedCase['payment']
  /** Null: a token that is none of ours. */
  asset: Asset | null
  hasGathered: boolean
  /** The payment out with the hash that was typed, where it may have paid the money out; null: it is none of those. */
  paidOutBy: LinkableOutgoing | null
}

/** Next to nothing, sent with a memo that everybody can read, writes no letter. */
function isTold({ asset, amount, hasGathered }: Checked): boolean {
  return !hasGathered && !isDust({ asset, amount: new Decimal(amount), stillDue: null })
}

/** Writes to the account whose reference the money came with, and answers whose that is; null: nobody knows. */
async function tellPayer(
  tx: Transaction,
  { caseId, checked, at }: { caseId: string; checked: Checked; at: Date },
): Promise<string | null> {
  const userId = await findPayerOfCase(tx, caseId)
  if (userId === null) return null
  const { end, asset, amount, payment, hash } = checked
  await queueLetter(tx, {
    // A case that was kept may be taken up and closed again, with another end.
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

async function check(tx: Transaction, asked: CaseEnd): Promise<Checked | Refusal> {
  const { caseId: id, seen, outcome } = asked
  const end = CLOSED_BY_HAND.find((known) => known === asked.end)
  if (!end) return refuse('case_end_required', { field: 'end' })
  const hash = asked.hash.trim()
  if (end === 'by_hand' && !looksLikeHash(hash)) return refuse('case_hash_required', { field: 'hash' })
  if (outcome === '') return refuse('case_outcome_required', { field: 'outcome' })
  if (!looksLikeRowId(id)) return refuse('case_closed')
  // The quote first, as everybody who counts a payment for it does.
  const quoteId = await findQuoteOfCase(tx, id)
  if (quoteId) await lockFeeQuote(tx, quoteId)
  const known = await lockCase(tx, id)
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
