/**
 * An escrow as independent bookkeeping by product.md §3, sharing only decimals with the product. The test
 * tests/integration/trade/opening/escrow-model.long.test.ts holds the product to it.
 */
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  type Approval,
  type Book,
  beyondNeed,
  counterpart,
  giveBack,
  isFree,
  isOnSellersSide,
  isOver,
  LEAST_OWED,
  mail,
  mailBoth,
  maySell,
  owe,
  type PartyName,
  releaseIfDue,
  type SellerName,
  shareOf,
  TOLERANCE,
} from './escrow-book.ts'
import { answerProposal, type DivisionAct, propose, superseded } from './escrow-divisions.ts'

/** Somebody's act. Wallets are numbered: two of the seller's, two of the buyer's. */
export type Act =
  | DivisionAct
  | { kind: 'watch' }
  | { kind: 'fetch' }
  | { kind: 'confirm'; by: SellerName; wallet: 0 | 1; hasPaper: boolean }
  | {
      kind: 'review'
      approval: Approval
      reason: string
      rejects: boolean
      view: 'true' | 'other wallet' | 'other paper'
    }
  | { kind: 'ask'; wallet: 0 | 1; reason: string }
  | { kind: 'withdraw' }
  | { kind: 'answer'; by: SellerName; isAgreed: boolean; reason: string }
  | { kind: 'refund wallet'; wallet: 0 | 1 }
  | { kind: 'cancel'; wallet: 0 | 1 | null }
  | { kind: 'dispute'; by: PartyName; reason: string }
  | { kind: 'end dispute'; by: PartyName }
  | { kind: 'say'; by: PartyName; words: string }
  | { kind: 'decide'; decision: 'release' | 'refund' | 'split' | 'dismissed'; percent: number; isStale: boolean }

/** 'ok', or the refusal code. */
export type Answer = string
type Outcome = { book: Book; answer: Answer }

/** Applies an act to a book; `seen` is the book as the person's page showed it. */
export function apply(book: Book, act: Act, seen: Book): Outcome {
  const refused = (answer: Answer): Outcome => ({ book, answer })
  const done = (changes: Partial<Book>): Outcome => ({ book: { ...book, ...changes }, answer: 'ok' })
  switch (act.kind) {
    case 'watch':
      return { book: readAll(book), answer: 'ok' }
    case 'fetch': {
      const read = book.isFunded ? book : readAll(book)
      return { book: read, answer: read.isFunded ? 'ok' : 'payment_not_seen' }
    }
    case 'confirm':
      if (!maySell(book, act.by)) return refused('escrow_not_found')
      if (book.dispute) return refused('in_dispute')
      if (isOver(book) || book.approval === 'Approved') return refused('escrow_settled')
      if (book.approval === 'Rejected' && !act.hasPaper && book.payee === book.sellerWallets[act.wallet])
        return refused('nothing_changed')
      return { book: superseded(confirm(book, act)), answer: 'ok' }
    case 'review':
      return review(book, act, seen)
    case 'ask':
      if (!isFree(book) || !book.isFunded || book.isAsked) return refused('refund_not_possible')
      if (book.bound === null && !book.isNamed) return refused('refund_nobody_to_ask')
      if (act.reason === '') return refused('refund_reason_required')
      return done({
        ...mail(book, 'refund_requested', counterpart(book)),
        refundTo: book.buyerWallets[act.wallet],
        isAsked: true,
      })
    case 'withdraw':
      return isFree(book) && book.isAsked ? done({ isAsked: false }) : refused('refund_not_asked')
    case 'answer':
      if (!isOnSellersSide(book, act.by)) return refused('escrow_not_found')
      if (!act.isAgreed && act.reason === '') return refused('decline_reason_required')
      if (!isFree(book) || !book.isAsked) return refused('refund_not_asked')
      return { book: answer(book, act.isAgreed), answer: 'ok' }
    case 'refund wallet':
      return { book: giveBack({ ...book, refundTo: book.buyerWallets[act.wallet] }), answer: 'ok' }
    case 'cancel': {
      if (!book.isCancelled && (book.isFunded || !isFree(book))) return refused('cancel_not_possible')
      const cancelled = book.isCancelled
        ? book
        : mail({ ...book, isCancelled: true }, 'escrow_cancelled', counterpart(book))
      if (act.wallet === null) return { book: cancelled, answer: 'ok' }
      return { book: giveBack({ ...cancelled, refundTo: book.buyerWallets[act.wallet] }), answer: 'ok' }
    }
    case 'dispute': {
      if (act.by !== 'buyer' && !isOnSellersSide(book, act.by)) return refused('escrow_not_found')
      if (act.reason === '') return refused('dispute_reason_required')
      if (!book.isFunded || !isFree(book)) return refused('dispute_not_possible')
      const number = book.disputes + 1
      return done({
        ...superseded(mailBoth(book, 'dispute_opened')),
        dispute: { number, by: act.by },
        disputes: number,
      })
    }
    case 'end dispute':
      if (act.by !== 'buyer' && !isOnSellersSide(book, act.by)) return refused('escrow_not_found')
      if (book.dispute?.by !== act.by) return refused('dispute_not_open')
      return { book: releaseIfDue({ ...superseded(book), dispute: null }), answer: 'ok' }
    case 'say':
      return say(book, act)
    case 'decide':
      return decide(book, act, seen)
    case 'propose':
      return propose(book, act, seen)
    case 'answer proposal':
      return answerProposal(book, act, seen)
  }
}

/** Statements move no money. They are stored; a repeated one of a side counts once per dispute. */
function say(book: Book, { by, words }: Extract<Act, { kind: 'say' }>): Outcome {
  if (by !== 'buyer' && !isOnSellersSide(book, by)) return { book, answer: 'escrow_not_found' }
  if (words === '') return { book, answer: 'statement_empty' }
  if (!book.dispute) return { book, answer: 'dispute_not_open' }
  const { number: dispute } = book.dispute
  const side = by === 'buyer' ? 'buyer' : 'seller'
  const isKnown = book.said.some((one) => one.dispute === dispute && one.side === side && one.words === words)
  return { book: isKnown ? book : { ...book, said: [...book.said, { dispute, side, words }] }, answer: 'ok' }
}

function readAll(book: Book): Book {
  if (book.sent.length === 0) return book
  const together = book.sent.reduce((sum, amount) => sum.plus(amount), new Decimal(0))
  return tell(book.sent.reduce(count, { ...book, sent: [] }), together)
}

/** One email for all payments read together: about a part while something is outstanding, or about the excess. */
function tell(book: Book, together: Decimal): Book {
  const stillDue = book.amount.minus(book.received)
  const isSmall = together.lt(book.dustBelow)
  if (beyondNeed(book).gte(LEAST_OWED)) return isSmall ? book : mail(book, 'money_owed_back', 'buyer')
  const isPart = stillDue.gt(TOLERANCE) && !book.isCancelled
  return isPart && !(isSmall && stillDue.gte(book.dustBelow)) ? mail(book, 'deposit_incomplete', 'buyer') : book
}

function count(book: Book, amount: Decimal): Book {
  const counted = { ...book, received: book.received.plus(amount) }
  const isCovered = counted.received.plus(TOLERANCE).gte(counted.amount)
  if (!isCovered || counted.isFunded || counted.isCancelled) return counted
  return releaseIfDue(mailBoth({ ...counted, isFunded: true }, 'escrow_funded'))
}

function confirm(book: Book, act: Extract<Act, { kind: 'confirm' }>): Book {
  const wallet = book.sellerWallets[act.wallet]
  const isNew = book.payee === null
  const isSame = book.payee === wallet
  const confirmed: Book = {
    ...mail(book, 'seller_confirmed', 'buyer'),
    bound: act.by,
    payee: wallet,
    papers: book.papers + (act.hasPaper ? 1 : 0),
    approval: 'Pending',
    reason: null,
    rejects: false,
  }
  // The buyer expects the first of the wallets.
  return isSame || (isNew && act.wallet === 0) ? confirmed : mailBoth(confirmed, 'payout_wallet_changed')
}

function review(book: Book, act: Extract<Act, { kind: 'review' }>, seen: Book): Outcome {
  const refused = (answer: Answer): Outcome => ({ book, answer })
  if (book.dispute) return refused('in_dispute')
  if (book.bound === null) return refused('not_confirmed_yet')
  const isSeen = act.view === 'true' && seen.payee === book.payee && seen.papers === book.papers
  // Idempotent: repeating the same approval succeeds.
  if (book.approval === 'Approved' && act.approval === 'Approved' && isSeen) return { book, answer: 'ok' }
  if (isOver(book) || book.approval === 'Approved')
    return refused(book.approval === 'Approved' ? 'approval_final' : 'escrow_settled')
  if (act.approval === 'Rejected' && act.reason === '') return refused('rejection_reason_required')
  if (act.approval === 'Approved' && (act.view === 'other wallet' || seen.payee !== book.payee))
    return refused('wallet_changed')
  if (act.approval === 'Approved' && (act.view === 'other paper' || seen.papers !== book.papers))
    return refused('documents_changed')
  const reason = act.approval === 'Rejected' ? act.reason : null
  const rejects = act.approval === 'Rejected' && act.rejects
  if (book.approval === act.approval && book.reason === reason && book.rejects === rejects)
    return { book, answer: 'ok' }
  const reviewed = { ...book, approval: act.approval, reason, rejects }
  if (act.approval === 'Pending') return { book: reviewed, answer: 'ok' }
  if (act.approval === 'Rejected') return { book: mail(reviewed, 'documents_rejected', book.bound), answer: 'ok' }
  const approved = superseded({ ...reviewed, isAsked: false })
  return { book: releaseIfDue(mail(approved, 'documents_approved', book.bound)), answer: 'ok' }
}

function answer(book: Book, isAgreed: boolean): Book {
  const answered = mail({ ...book, isAsked: false }, 'refund_answered', 'buyer')
  return isAgreed ? giveBack(owe(superseded(answered), 'refund', book.amount)) : answered
}

function decide(book: Book, act: Extract<Act, { kind: 'decide' }>, seen: Book): Outcome {
  const refused = (answer: Answer): Outcome => ({ book, answer })
  if (act.isStale || book.dispute === null || seen.dispute?.number !== book.dispute.number)
    return refused('dispute_not_open')
  const decided = { ...superseded(mailBoth(book, 'dispute_decided')), dispute: null }
  if (act.decision === 'dismissed') return { book: releaseIfDue(decided), answer: 'ok' }
  const toSeller = { release: book.amount, refund: new Decimal(0), split: shareOf(book, act.percent) }[act.decision]
  const toBuyer = book.amount.minus(toSeller)
  if (act.decision === 'split' && !(toSeller.gt(0) && toBuyer.gt(0))) return refused('split_invalid')
  if (toSeller.gt(0) && book.payee === null) return refused('seller_wallet_missing')
  if (toBuyer.gt(0) && book.refundTo === null) return refused('refund_wallet_missing')
  const isOther = (toSeller.gt(0) && seen.payee !== book.payee) || (toBuyer.gt(0) && seen.refundTo !== book.refundTo)
  if (isOther) return refused('decision_wallet_changed')
  const settled = { ...decided, isAsked: false }
  const toldSeller = toSeller.gt(0) ? owe(settled, 'release', toSeller) : settled
  return { book: toBuyer.gt(0) ? owe(toldSeller, 'refund', toBuyer) : toldSeller, answer: 'ok' }
}
