/** An escrow of the model test as bookkeeping of its own, and the rules that several acts share. */
import { Decimal } from '#app/kernel/domain/money.ts'

export type SellerName = 'seller' | 'other'
export type PartyName = 'buyer' | SellerName
export type Wallet = { address: string; memo: string }
export type Approval = 'Pending' | 'Approved' | 'Rejected'
type Purpose = 'release' | 'refund' | 'return'
export type Owed = { purpose: Purpose; amount: string; wallet: Wallet }

/** A side's proposed split; `number`: in order of proposal. */
export type Proposal = {
  number: number
  kind: 'offer' | 'reduction'
  side: 'buyer' | 'seller'
  by: PartyName
  toSeller: string
  /** Null: it is open. */
  answer: string | null
  answeredBy: PartyName | null
}

export type Book = Readonly<{
  amount: Decimal
  /** The asset's smallest unit. */
  unit: Decimal
  /** A total below this notifies nobody. */
  dustBelow: Decimal
  /** The buyer named the email address of `seller`. */
  isNamed: boolean
  sellerWallets: readonly [Wallet, Wallet]
  buyerWallets: readonly [Wallet, Wallet]
  /** Sent with the escrow's reference and in its asset, but not read yet; in the ledger's order. */
  sent: readonly Decimal[]
  received: Decimal
  isFunded: boolean
  isCancelled: boolean
  bound: SellerName | null
  payee: Wallet | null
  /** Counts changes of the documents. */
  papers: number
  approval: Approval
  reason: string | null
  rejects: boolean
  refundTo: Wallet | null
  isAsked: boolean
  dispute: { number: number; by: PartyName } | null
  disputes: number
  proposals: readonly Proposal[]
  /** The statements by dispute and side. */
  said: readonly { dispute: number; side: 'buyer' | 'seller'; words: string }[]
  owed: readonly Owed[]
  /** Emails by name and reader, without those of finished payouts. */
  letters: Readonly<Record<string, number>>
}>

export function newBook(
  of: Pick<Book, 'amount' | 'unit' | 'dustBelow' | 'isNamed' | 'sellerWallets' | 'buyerWallets'>,
): Book {
  const book: Book = {
    ...of,
    sent: [],
    received: new Decimal(0),
    isFunded: false,
    isCancelled: false,
    bound: null,
    payee: null,
    papers: 0,
    approval: 'Pending',
    reason: null,
    rejects: false,
    refundTo: null,
    isAsked: false,
    dispute: null,
    disputes: 0,
    proposals: [],
    said: [],
    owed: [],
    letters: {},
  }
  const opened = mail(book, 'escrow_to_fund', 'buyer')
  return of.isNamed ? mail(opened, 'escrow_opened', 'seller') : opened
}

export const TOLERANCE = new Decimal('0.0000001')
/** A smaller amount costs more to return than it is worth (decision 096). */
export const LEAST_OWED = new Decimal('0.001')

/** Whether the money's way is decided, or the escrow cancelled. */
export function isOver(book: Book): boolean {
  return book.isCancelled || book.owed.some(({ purpose }) => purpose !== 'return')
}

export function isFree(book: Book): boolean {
  return !isOver(book) && book.dispute === null
}

export function maySell(book: Book, who: SellerName): boolean {
  if (book.bound !== null) return book.bound === who
  return !book.isNamed || who === 'seller'
}

export function isOnSellersSide(book: Book, who: SellerName): boolean {
  return (book.bound !== null || book.isNamed) && maySell(book, who)
}

/** The reader on the seller's side: the bound seller, else the one whom the buyer named. */
export function counterpart(book: Book): SellerName | null {
  return book.bound ?? (book.isNamed ? 'seller' : null)
}

/** Joined emails: sent at most once per interval (letters-of-acts.test.ts tests them). */
export const JOINED_LETTERS = [
  'refund_requested',
  'refund_answered',
  'dispute_opened',
  'dispute_statement',
  'division',
  'seller_confirmed',
  'documents_rejected',
  'payout_wallet_changed',
]

export function mail(book: Book, letter: string, to: PartyName | null): Book {
  if (to === null || JOINED_LETTERS.includes(letter)) return book
  const key = `${letter} to ${to}`
  return { ...book, letters: { ...book.letters, [key]: (book.letters[key] ?? 0) + 1 } }
}

export const mailBoth = (book: Book, letter: string) => mail(mail(book, letter, 'buyer'), letter, counterpart(book))

/** A share of the amount, rounded down to the asset's unit. */
export function shareOf({ amount, unit }: Book, percent: number): Decimal {
  return amount.times(percent).div(100).div(unit).floor().times(unit)
}

/** Releases when all three facts hold. */
export function releaseIfDue(book: Book): Book {
  const isDue = book.isFunded && book.bound !== null && book.approval === 'Approved' && isFree(book)
  return isDue ? owe(book, 'release', book.amount) : book
}

/** Returns the excess, if the buyer gave a refund wallet. */
export function giveBack(book: Book): Book {
  const beyond = beyondNeed(book)
  return beyond.gte(LEAST_OWED) ? owe(book, 'return', beyond) : book
}

export function beyondNeed(book: Book): Decimal {
  const owed = book.owed.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
  return book.received.minus(owed).minus(isOver(book) ? 0 : book.amount)
}

export function owe(book: Book, purpose: Purpose, amount: Decimal): Book {
  const wallet = purpose === 'release' ? book.payee : book.refundTo
  if (!wallet) throw new Error(`the model owes a ${purpose} to nobody`)
  return { ...book, owed: [...book.owed, { purpose, amount: amount.toFixed(), wallet }] }
}

/** The book as plain values, to be compared with the product's rows. */
export function factsOf(book: Book) {
  return {
    received: book.received.toFixed(),
    isFunded: book.isFunded,
    isCancelled: book.isCancelled,
    bound: book.bound,
    payee: book.payee,
    approval: book.approval,
    reason: book.reason,
    rejects: book.rejects,
    refundTo: book.refundTo,
    isAsked: book.isAsked,
    disputedBy: book.dispute?.by ?? null,
    said: book.said.map(({ side, words }) => `${side} ${words}`).sort(),
    proposals: book.proposals.map(({ side, toSeller, answer }) => `${side} ${toSeller} ${answer ?? 'open'}`).sort(),
    owed: book.owed.map((owed) => JSON.stringify(owed)).sort(),
    letters: book.letters,
  }
}
export type Facts = ReturnType<typeof factsOf>
