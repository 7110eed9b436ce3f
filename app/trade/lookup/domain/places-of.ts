/** Where each part of an escrow's page is shown, by reader and stage (docs/decisions/132). */

import { isCalledOff } from '#app/escrow/domain/escrow.ts'
import { isUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import { isRefundWalletUrgent } from '#app/trade/refunds/domain/refund-wallet-urgent.ts'
import type { PartyView } from './escrow-view.ts'

/** In display order within each place. */
export const PAGE_PARTS = [
  'time_request',
  'other_wallet',
  'pay',
  'held',
  'paid_out',
  'dispute',
  'refund',
  'waiver',
  'unreadable',
  'terms',
  'present',
  'documents',
  'wallets',
  'division',
  'decision',
  'invite',
  'refund_wallet',
  'change_wallet',
  'other_seller',
  'ways_out',
  'facts',
  'held_facts',
  'dates',
  'rounds',
  'deposit',
  'confirmation',
  'history',
  'view_links',
] as const
export type PagePart = (typeof PAGE_PARTS)[number]

/** `task`: to be done or known now. `beside`: second column. `ways`: one fold each. `details`: one fold for all. */
export type Place = 'task' | 'beside' | 'ways' | 'details'

export type Places = Record<Place, PagePart[]>

/** Leaves out parts that have nothing to show. */
export function placesOf(escrow: PartyView): Places {
  const places: Places = { task: [], beside: [], ways: [], details: [] }
  for (const part of PAGE_PARTS) {
    const place = PLACE_OF[part](escrow)
    if (place) places[place].push(part)
  }
  return places
}

type PlaceOf = (escrow: PartyView) => Place | null

const PLACE_OF: Record<PagePart, PlaceOf> = {
  time_request: ({ agreement }) => (agreement?.mayAnswer ? 'task' : null),
  other_wallet: ({ walletProposal, may }) => (walletProposal || may.proposeWallet ? 'task' : null),
  pay: ({ reader, custody, stage }) =>
    reader === 'buyer' && custody.fundedBy === 'deposit' && stage === 'awaiting_funds' ? 'task' : null,
  // Renders nothing if there is no task.
  held: ({ custody }) => (custody.fundedBy === 'lock' ? 'task' : null),
  paid_out: ({ payouts, parts, stage }) => (payouts.length > 0 || (parts.isOver && isEnd(stage)) ? 'task' : null),
  dispute: ({ dispute, pastDisputes: [last] }) => {
    if (dispute || last?.shares) return 'task'
    return last ? 'details' : null
  },
  division: ({ dispute, divisions, mayDivide }) => {
    if (
      (dispute && (mayDivide || divisions.length > 0)) ||
      divisions.some(({ answer, mayAnswer }) => mayAnswer || answer?.kind === 'agreed')
    )
      return 'task'
    if (mayDivide || divisions.some(({ answer }) => answer === null)) return 'ways'
    return divisions.length > 0 ? 'details' : null
  },
  refund: ({ refundRequest, pastRequests: [last] }) => {
    if (refundRequest || last?.answer === 'agreed') return 'task'
    return last ? 'details' : null
  },
  waiver: ({ examination: { notice, may }, parts }) => {
    if (!notice) return null
    if (parts.rounds.left === 0 || may.answerWaiver || notice.waiver) return 'task'
    return may.askWaiver ? 'ways' : null
  },
  unreadable: ({ documents, times }) => (times.confirmedAt === null && documents.some(isUnreadable) ? 'task' : null),
  // A seller who has not accepted before funding accepts by confirming, and can read the terms beside that form.
  terms: ({ sealed, stage }) => {
    if (sealed.open?.mayDecline) return 'task'
    if (!sealed.mayAccept) return 'details'
    return stage === 'awaiting_funds' ? 'task' : 'ways'
  },
  present: presentPlace,
  documents: documentsPlace,
  wallets: walletsPlace,
  decision: decisionPlace,
  // A named seller gets an email, others need the link. With on-chain escrow this page follows the opening.
  invite: ({ may, sellerEmail, custody }) =>
    may.nameSeller ? (sellerEmail && custody.fundedBy === 'deposit' ? 'ways' : 'beside') : null,
  refund_wallet: (escrow) => (escrow.may.stateRefundWallet ? (isRefundWalletUrgent(escrow) ? 'task' : 'ways') : null),
  change_wallet: ({ may }) => (may.changeWallet ? 'ways' : null),
  other_seller: ({ may }) => (may.nameSeller ? 'ways' : null),
  ways_out: ({ may, silence }) => (may.cancel || may.askForRefund || may.dispute || silence ? 'ways' : null),
  facts: () => 'details',
  held_facts: ({ custody }) => (custody.fundedBy === 'lock' ? 'details' : null),
  dates: ({ agreement }) => (agreement ? 'details' : null),
  rounds: ({ examination: { rounds, roundsLeft } }) =>
    rounds.length > 0 && (roundsLeft !== null || rounds.some(({ notices }) => notices.length > 0)) ? 'details' : null,
  deposit: ({ custody }) => (custody.fundedBy === 'deposit' ? 'details' : null),
  confirmation: ({ reader }) => (reader === 'buyer' ? 'details' : null),
  history: () => 'details',
  view_links: ({ viewLinks, may }) => (viewLinks && may.makeViewLink ? 'details' : null),
}

function isEnd(stage: PartyView['stage']): boolean {
  return isCalledOff(stage) || stage === 'released' || stage === 'refunded' || stage === 'split'
}

/** The seller's form is the task once the money is there or after a rejection; otherwise it is one of the ways. */
function presentPlace({ reader, parts, may, stage }: PartyView): Place | null {
  if (reader !== 'seller' || parts.presenting !== 'open' || !may.confirm) return null
  return stage === 'awaiting_confirmation' || stage === 'rejected' ? 'task' : 'ways'
}

/** Beside the documents during the examination. Later it can still be changed, but few do. */
function decisionPlace({ reader, parts, payoutWallet, stage }: PartyView): Place | null {
  if (reader !== 'buyer') return null
  if (parts.decision.is === 'closed' || !payoutWallet) return 'details'
  return stage === 'awaiting_examination' || stage === 'awaiting_funds' ? 'beside' : 'ways'
}

/** A task while the documents are or were decided about; the seller's form lists the stored ones itself. */
function documentsPlace(escrow: PartyView): Place {
  const { reader, stage, parts, times } = escrow
  if (presentPlace(escrow) === 'task') return 'details'
  // The buyer looks at unreadable documents before accepting them as they are.
  if (times.confirmedAt === null) return reader === 'buyer' && escrow.documents.some(isUnreadable) ? 'task' : 'details'
  if (stage === 'awaiting_examination' || stage === 'rejected' || decisionPlace(escrow) === 'beside') return 'task'
  return parts.isOver && reader === 'buyer' ? 'task' : 'details'
}

/** Visible with the decision: if that is folded, the wallet is inside the same fold. */
function walletsPlace(escrow: PartyView): Place | null {
  const { payoutWallet, custody, parts, reader, stage } = escrow
  // A wallet that was agreed before funding is shown with the on-chain escrow.
  if (!payoutWallet) return custody.wallets === 'agreed' || parts.isOver ? null : 'details'
  const decision = decisionPlace(escrow)
  if (decision === 'ways') return null
  if (decision === 'beside') return 'task'
  return reader === 'seller' && stage === 'awaiting_examination' ? 'task' : 'details'
}
