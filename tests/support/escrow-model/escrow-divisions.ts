/** Agreed splits in the escrow's model: what is proposed, and what answers do to a book (decision 134). */
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  type Book,
  counterpart,
  giveBack,
  isFree,
  isOnSellersSide,
  isOver,
  mail,
  mailBoth,
  owe,
  type PartyName,
  type Proposal,
  shareOf,
} from './escrow-book.ts'

export type DivisionAct =
  | { kind: 'propose'; by: PartyName; percent: number; wallet: 0 | 1 }
  | { kind: 'answer proposal'; by: PartyName; answer: 'agreed' | 'declined' | 'withdrawn'; wallet: 0 | 1 }

type Outcome = { book: Book; answer: string }

/** A change to what both saw supersedes the open proposals. */
export function superseded(book: Book): Book {
  const proposals = book.proposals.map((one) => (one.answer === null ? { ...one, answer: 'superseded' } : one))
  return { ...book, proposals }
}

/** What a page would propose: an offer in a dispute, else a lower price. */
export const kindOn = ({ dispute }: Book) => (dispute ? 'offer' : 'reduction')

function kindNow(book: Book): Proposal['kind'] | null {
  if (book.dispute) return isOver(book) ? null : 'offer'
  return isFree(book) && book.isFunded && book.bound !== null && book.approval !== 'Approved' ? 'reduction' : null
}

const sideOf = (book: Book, who: PartyName) =>
  who === 'buyer' ? ('buyer' as const) : isOnSellersSide(book, who) ? ('seller' as const) : null

export function propose(book: Book, act: Extract<DivisionAct, { kind: 'propose' }>, seen: Book): Outcome {
  const refused = (answer: string): Outcome => ({ book, answer })
  const side = sideOf(book, act.by)
  if (!side) return refused('escrow_not_found')
  const kind = kindOn(seen)
  if (kindNow(book) !== kind || (kind === 'reduction' && side === 'seller')) return refused('division_not_possible')
  const toSeller = shareOf(book, act.percent)
  const toBuyer = book.amount.minus(toSeller)
  if (kind === 'reduction' && (toSeller.isZero() || toBuyer.isZero())) return refused('division_amount_invalid')
  if (toSeller.gt(0) && book.payee === null) return refused('division_needs_seller_wallet')
  if (kind === 'reduction' && seen.payee !== book.payee) return refused('wallet_changed')
  if (kind === 'reduction' && seen.papers !== book.papers) return refused('documents_changed')
  const own = book.proposals.find((one) => one.answer === null && one.side === side)
  if (own && own.toSeller === toSeller.toFixed() && own.by === act.by) return { book, answer: 'ok' }
  const states = side === 'buyer' && toBuyer.gt(0) && book.refundTo === null
  const before = book.proposals.map((one) => (one === own ? { ...one, answer: 'superseded' } : one))
  const proposal: Proposal = {
    number: book.proposals.length + 1,
    kind,
    side,
    by: act.by,
    toSeller: toSeller.toFixed(),
    answer: null,
    answeredBy: null,
  }
  const refundTo = states ? book.buyerWallets[act.wallet] : book.refundTo
  return { book: { ...book, refundTo, proposals: [...before, proposal] }, answer: 'ok' }
}

/** The proposal that this person sees and can answer so: the other side's, or to withdraw, the own. */
export function proposalFor(seen: Book, act: Extract<DivisionAct, { kind: 'answer proposal' }>): Proposal | null {
  const own = act.by === 'buyer' ? 'buyer' : 'seller'
  const isMeant = ({ side }: Proposal) => (side === own) === (act.answer === 'withdrawn')
  return seen.proposals.find((one) => one.answer === null && isMeant(one)) ?? null
}

export function answerProposal(
  book: Book,
  act: Extract<DivisionAct, { kind: 'answer proposal' }>,
  seen: Book,
): Outcome {
  const refused = (answer: string): Outcome => ({ book, answer })
  if (!sideOf(book, act.by)) return refused('escrow_not_found')
  const number = proposalFor(seen, act)?.number
  const proposal = book.proposals.find((one) => one.number === number)
  if (!proposal) return refused('division_not_open')
  // Idempotent: repeating the same answer succeeds and counts once.
  if (proposal.answer === act.answer && proposal.answeredBy === act.by) return { book, answer: 'ok' }
  if (proposal.answer !== null) return refused('division_not_open')
  const answered: Book = {
    ...book,
    proposals: book.proposals.map((one) =>
      one === proposal ? { ...one, answer: act.answer, answeredBy: act.by } : one,
    ),
  }
  if (act.answer === 'withdrawn') return { book: answered, answer: 'ok' }
  if (act.answer === 'declined') {
    const to = proposal.side === 'buyer' ? 'buyer' : counterpart(book)
    return { book: mail(answered, 'division_answered', to), answer: 'ok' }
  }
  const toSeller = new Decimal(proposal.toSeller)
  // A wallet other than the expected one needs the buyer's check, given with the acceptance (decision 134).
  const isUnchecked = proposal.kind === 'offer' && toSeller.gt(0) && book.payee !== book.sellerWallets[0]
  if (isUnchecked && act.by !== 'buyer') return refused('division_wallet_unchecked')
  const toBuyer = book.amount.minus(toSeller)
  const refundTo = toBuyer.gt(0) && book.refundTo === null ? book.buyerWallets[act.wallet] : book.refundTo
  const decided = proposal.kind === 'offer' ? {} : ({ approval: 'Approved', reason: null, rejects: false } as const)
  const told = { ...superseded(mailBoth(answered, 'division_answered')), ...decided }
  const settled: Book = { ...told, refundTo, dispute: null, isAsked: false }
  const toldSeller = toSeller.gt(0) ? owe(settled, 'release', toSeller) : settled
  const both = toBuyer.gt(0) ? owe(toldSeller, 'refund', toBuyer) : toldSeller
  return { book: refundTo ? giveBack(both) : both, answer: 'ok' }
}
