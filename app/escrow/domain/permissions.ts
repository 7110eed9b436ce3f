/** Who may see and do what in an escrow (decision 135; product.md §3). `can…` of escrow.ts checks its stage. */
import type { Reader } from '#app/kernel/domain/reader.ts'

export type Parties = { buyerId: string; sellerId: string | null; sellerEmail: string | null }

export type Person = {
  id: string
  email: string
  /** Anybody can register under somebody else's address; only its owner can confirm it. */
  hasConfirmedEmail: boolean
  role: string | null
}

/**
 * `seller`: bound by accepting or confirming. `named`: nobody is bound; the buyer named this account's confirmed
 * address. `holder`: nobody is bound or named; whoever has the ID may confirm. `link`, `link_with_files`: no account.
 */
export type PersonStanding =
  | 'buyer'
  | 'seller'
  | 'named'
  | 'holder'
  | 'link'
  | 'link_with_files'
  | 'operator'
  | 'nobody'

const SIDES: readonly PersonStanding[] = ['buyer', 'seller', 'named']
const BUYER: readonly PersonStanding[] = ['buyer']
const BOUND_SELLER: readonly PersonStanding[] = ['seller']
const MIGHT_SELL: readonly PersonStanding[] = ['seller', 'named', 'holder']

const SEES = {
  /** Found on the page that looks up by ID or hash; a holder brings the ID to the seller's page. */
  lookup: SIDES,
  trade: [...SIDES, 'holder', 'operator'],
  contract: [...SIDES, 'holder', 'link_with_files', 'operator'],
  /** The files that the seller presented. */
  documents: ['buyer', 'seller', 'link_with_files', 'operator'],
  statement: [...SIDES, 'link', 'link_with_files', 'operator'],
  events: [...SIDES, 'holder', 'link', 'link_with_files', 'operator'],
  /** What both sides said and showed in a dispute, with the files. */
  voices: [...SIDES, 'operator'],
  /** The buyer's wallets, payments and payment claims, and an excess. */
  buyersMoney: ['buyer', 'operator'],
} satisfies Record<string, readonly PersonStanding[]>

const MAY = {
  /** Pays: deposits on-chain, claims a hash, has the ledger polled, takes what arrived for the whole. */
  pay: BUYER,
  correct: BUYER,
  cancel: BUYER,
  /** Names the seller, and invites again. */
  nameSeller: BUYER,
  openLike: BUYER,
  /** Approves and rejects; declines a waiver, allows a presentation, takes unreadable documents. */
  examine: BUYER,
  /** Asks for a refund, and withdraws the request. */
  askForRefund: BUYER,
  stateRefundWallet: BUYER,
  agreeToWallet: BUYER,
  /** Takes back on-chain money: after the deadline, and before it a deposit that does not count. */
  takeBack: BUYER,
  /** Accepts the terms, agrees to an on-chain escrow, presents documents. */
  confirm: MIGHT_SELL,
  answerRefund: ['seller', 'named'],
  removeDocument: BOUND_SELLER,
  askForWaiver: BOUND_SELLER,
  /** States or proposes another payout wallet. */
  changeWallet: BOUND_SELLER,
  /** Proposes other terms, and answers; before a seller is bound, so does whoever may accept them. */
  amend: [...SIDES, 'holder'],
  /** Asks for an extension, and answers. */
  moreTime: SIDES,
  /** Opens a dispute, withdraws one's own, makes statements in it. */
  dispute: SIDES,
  /** Proposes and answers an agreed split. */
  divide: SIDES,
  /** Signs for an on-chain escrow, takes the own share, gets the recovery file. */
  sign: SIDES,
  makeViewLink: ['buyer', 'seller'],
} satisfies Record<string, readonly PersonStanding[]>

export type Sight = keyof typeof SEES
export type Act = keyof typeof MAY

export type Permissions = {
  as: PersonStanding
  /** The side as which pages address the person; a possible seller counts as the seller. Null: neither. */
  reader: Reader | null
  sees: Record<Sight, boolean>
  may: Record<Act, boolean>
}

/**
 * Must agree with the database's `is_of_side` (prisma/functions), which knows no roles: who may `dispute` or `divide`
 * here is of that side there. An operator is on no side. Named and holder read pages only with a seller's account.
 */
export function permissionsOf(escrow: Parties, person: Person): Permissions {
  const as = standingOf(escrow, person)
  const isToSell = (as === 'named' || as === 'holder') && person.role !== 'seller'
  return granted(as, (sight) => !isToSell || sight === 'voices')
}

/** For readers by a link, of any escrow. */
export function permissionsOfLink({ showsFiles }: { showsFiles: boolean }): Permissions {
  return granted(showsFiles ? 'link_with_files' : 'link')
}

export const PERMISSIONS_OF_OPERATOR = granted('operator')

/** The side for which this person may act; null: not permitted. */
export function sideFor(escrow: Parties, person: Person, act: Act): Reader | null {
  const { reader, may } = permissionsOf(escrow, person)
  return may[act] ? reader : null
}

/** The row of an act that only a side may do. */
type Done =
  | { openedById: string }
  | { proposedById: string }
  | { askedById: string }
  | { uploadedById: string }
  | { madeById: string }

/**
 * The side of a recorded act. Whoever acted and is not the buyer was then on the seller's side, even if replaced since.
 * Takes a row, not an id: for a present reader, `permissionsOf` gives the side.
 */
export function sideOfAct({ buyerId }: Pick<Parties, 'buyerId'>, done: Done): Reader {
  return actorOf(done) === buyerId ? 'buyer' : 'seller'
}

function actorOf(done: Done): string {
  if ('openedById' in done) return done.openedById
  if ('proposedById' in done) return done.proposedById
  if ('askedById' in done) return done.askedById
  return 'uploadedById' in done ? done.uploadedById : done.madeById
}

function standingOf({ buyerId, sellerId, sellerEmail }: Parties, person: Person): PersonStanding {
  if (person.role === 'admin') return 'operator'
  if (person.id === buyerId) return 'buyer'
  if (sellerId !== null) return person.id === sellerId ? 'seller' : 'nobody'
  if (sellerEmail === null) return 'holder'
  return person.hasConfirmedEmail && person.email === sellerEmail ? 'named' : 'nobody'
}

function granted(as: PersonStanding, reads: (sight: Sight) => boolean = () => true): Permissions {
  const isSeller = as === 'seller' || as === 'named' || as === 'holder'
  const sees = Object.entries<readonly PersonStanding[]>(SEES).map(([sight, who]) => [
    sight,
    who.includes(as) && reads(sight as Sight),
  ])
  const may = Object.entries<readonly PersonStanding[]>(MAY).map(([act, who]) => [act, who.includes(as)])
  return {
    as,
    reader: as === 'buyer' ? 'buyer' : isSeller ? 'seller' : null,
    sees: Object.fromEntries(sees),
    may: Object.fromEntries(may),
  }
}
