/**
 * An on-chain escrow as independent bookkeeping by decision 087, on top of tests/support/escrow-model, whose rules for
 * people are the same. tests/integration/trade/onchain/onchain-model.long.test.ts holds the product to it.
 */
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import {
  type Book,
  factsOf,
  isOver,
  maySell,
  releaseIfDue,
  type SellerName,
  shareOf,
} from '#tests/support/escrow-model/escrow-book.ts'
import { type Act, apply } from '#tests/support/escrow-model/escrow-model.ts'
import type { Trouble } from './onchain-work.ts'

export type SharedAct = Exclude<Act, { kind: 'watch' | 'fetch' | 'refund wallet' }>
export type OnchainAct =
  | SharedAct
  | { kind: 'agree'; by: SellerName; wallet: 0 | 1 }
  /** The buyer's deposit: as agreed, too little, or for the wallet agreed before. */
  | { kind: 'lock'; what: 'right' | 'less' | 'former' }
  | { kind: 'sign'; by: 'buyer' | 'seller' }
  | { kind: 'work'; trouble: Trouble }

/** The record of the other model, with the agreement and the signatures of the settlement. */
export type OnchainBook = Readonly<{
  asset: Asset
  book: Book
  agreed: 0 | 1 | null
  signed: readonly ('buyer' | 'seller')[]
  /** The worker has checked what it may send. */
  isSent: boolean
}>

export type OnchainOutcome = { held: OnchainBook; answer: string }

const BEFORE_SHARES = ['escrow_not_found', 'division_not_possible', 'division_amount_invalid']

/** Applies an act; `seen` is the book as the person's page showed it. */
export function applyOnchain(held: OnchainBook, act: OnchainAct, seen: OnchainBook): OnchainOutcome {
  const { book } = held
  const refused = (answer: string): OnchainOutcome => ({ held, answer })
  const done = (changes: Partial<OnchainBook> = {}): OnchainOutcome => ({ held: { ...held, ...changes }, answer: 'ok' })
  switch (act.kind) {
    case 'agree':
      return agree(held, act)
    case 'lock': {
      const counts = act.what === 'right' && held.agreed !== null && !book.isCancelled && !book.isFunded
      if (!counts) return done()
      return done({ book: releaseIfDue({ ...book, isFunded: true, received: book.amount }) })
    }
    case 'sign': {
      if (!isCollecting(held)) return refused('exit_not_open')
      return done({ signed: held.signed.includes(act.by) ? held.signed : [...held.signed, act.by] })
    }
    case 'work':
      return done({ isSent: held.isSent || mayBeSent(held) })
    case 'review': {
      const outcome = shared(held, act, seen)
      // Once the money is there, the buyer's signature is the approval.
      const isSigned =
        outcome.answer === 'ok' &&
        held.asset !== 'XRP' &&
        toSellerOf(held) === null &&
        toSellerOf(outcome.held) !== null
      return isSigned ? { ...outcome, held: { ...outcome.held, signed: ['buyer'] } } : outcome
    }
    case 'confirm':
      if (!maySell(book, act.by)) return refused('escrow_not_found')
      return act.wallet === held.agreed ? shared(held, act, seen) : refused('held_agreed_wallet')
    case 'propose': {
      const outcome = shared(held, act, seen)
      if (BEFORE_SHARES.includes(outcome.answer) || !isDivided(held, shareOf(book, act.percent))) return outcome
      return refused('exit_not_divided')
    }
    case 'decide': {
      const outcome = shared(held, act, seen)
      const divides = act.decision === 'split' && isDivided(held, shareOf(book, act.percent))
      return outcome.answer === 'ok' && divides ? refused('exit_not_divided') : outcome
    }
    default:
      return shared(held, act, seen)
  }
}

function shared(held: OnchainBook, act: SharedAct, seen: OnchainBook): OnchainOutcome {
  const { book, answer } = apply(unconfirmed(held.book), act, unconfirmed(seen.book))
  return { held: { ...held, book: { ...book, bound: book.bound ?? held.book.bound } }, answer }
}

/** With Quayside's custody the confirmation binds the seller; here a seller is bound before. */
function unconfirmed(book: Book): Book {
  return book.payee === null ? { ...book, bound: null } : book
}

function agree(held: OnchainBook, { by, wallet }: Extract<OnchainAct, { kind: 'agree' }>): OnchainOutcome {
  const { book, agreed } = held
  const refused = (answer: string): OnchainOutcome => ({ held, answer })
  if (!maySell(book, by)) return refused('escrow_not_found')
  if (book.isCancelled) return refused('escrow_settled')
  if (book.dispute) return refused('in_dispute')
  if (book.isFunded) return refused('held_locked_before')
  if (agreed === wallet) return { held, answer: 'ok' }
  const bound = { ...book, bound: by }
  if (book.payee === null) return { held: { ...held, book: bound, agreed: wallet }, answer: 'ok' }
  // The approval was for the wallet that the buyer saw.
  const approval = book.approval === 'Approved' ? 'Pending' : book.approval
  return {
    held: { ...held, book: { ...bound, payee: book.sellerWallets[wallet], approval }, agreed: wallet },
    answer: 'ok',
  }
}

/** The XRP Ledger gives everything to one side. */
function isDivided({ asset, book }: OnchainBook, toSeller: Decimal): boolean {
  return asset === 'XRP' && toSeller.gt(0) && toSeller.lt(book.amount)
}

/** The seller's share of the settlement; null: none has begun. */
export function toSellerOf({ book }: Pick<OnchainBook, 'book'>): Decimal | null {
  if (!book.isFunded || !isOver(book)) return null
  return Decimal.sum(0, ...book.owed.filter(({ purpose }) => purpose === 'release').map(({ amount }) => amount))
}

function isCollecting(held: OnchainBook): boolean {
  return held.asset !== 'XRP' && toSellerOf(held) !== null && held.signed.length < 2 && !held.isSent
}

/** One side signed on Stellar, and the arbiter follows; on the XRP Ledger a release needs no side. */
export function mayBeSent(held: OnchainBook): boolean {
  const toSeller = toSellerOf(held)
  if (toSeller === null) return false
  return held.asset === 'XRP' ? toSeller.gt(0) : held.signed.length > 0
}

/** How the ledger ends the escrow once everything is signed, or the date has come. */
export function endOf(held: OnchainBook): 'released' | 'refunded' | 'divided' | 'expired' | null {
  const { asset, book } = held
  if (!book.isFunded) return null
  const toSeller = toSellerOf(held)
  if (toSeller === null || (asset === 'XRP' && toSeller.isZero())) return 'expired'
  if (toSeller.isZero()) return 'refunded'
  return toSeller.eq(book.amount) ? 'released' : 'divided'
}

/** The book as plain values, to be compared with the product's rows. */
export function onchainFactsOf({ book, agreed }: OnchainBook) {
  const { refundTo, owed, letters, ...facts } = factsOf(book)
  const toSeller = toSellerOf({ book })
  const shares = toSeller && { seller: toSeller.toFixed(), buyer: book.amount.minus(toSeller).toFixed() }
  return { ...facts, agreed: agreed === null ? null : book.sellerWallets[agreed].address, shares }
}
export type OnchainFacts = ReturnType<typeof onchainFactsOf>
