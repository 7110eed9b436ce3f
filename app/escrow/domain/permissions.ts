/**
 * Who may see and do what in an escrow, as far as it depends on who they are (docs/decisions/138; product.md §3). What depends on how far the
 * escrow has come is asked beside it (`can…` of escrow.ts).
 */
import type { Reader } from '#app/kernel/domain/reader.ts'

export type Parties = { buyerId: string; sellerId: string | null; sellerEmail: string | null }

/** An account, as these rules know it. */
export type Person = {
  id: string
  email: string
  /** Anybody can register under somebody else's address; only its owner can confirm it. */
  hasConfirmedEmail: boolean
  role: string | null
}

/**
 * `seller`: bound by accepting or confirming. `named`: nobody is bound, and the buyer named the confirmed address of this account. `holder`:
 * nobody is bound or named, and whoever holds the escrow ID may confirm. `link`, `link_with_files`: without an account, by a link to read.
 */
export type Standing = 'buyer' | 'seller' | 'named' | 'holder' | 'link' | 'link_with_files' | 'operator' | 'nobody'

const SIDES: readonly Standing[] = ['buyer', 'seller', 'named']
const BUYER: readonly Standing[] = ['buyer']
const BOUND_SELLER: readonly Standing[] = ['seller']
const MIGHT_SELL: readonly Standing[] = ['seller', 'named', 'holder']

const SEES = {
  /** It is theirs, and found on the page that looks up by ID or hash; a holder brings the ID to the seller's page. */
  lookup: SIDES,
  /** The escrow's page. */
  trade: [...SIDES, 'holder', 'operator'],
  contract: [...SIDES, 'holder', 'link_with_files', 'operator'],
  /** The files that the seller presented. */
  documents: ['buyer', 'seller', 'link_with_files', 'operator'],
  statement: [...SIDES, 'link', 'link_with_files', 'operator'],
  events: [...SIDES, 'holder', 'link', 'link_with_files', 'operator'],
  /** What both sides have said and shown in a dispute, with the files. */
  voices: [...SIDES, 'operator'],
  /** The buyer's wallets, what the buyer has paid or said to have paid, and an excess. */
  buyersMoney: ['buyer', 'operator'],
} satisfies Record<string, readonly Standing[]>

const MAY = {
  /** Pays: locks, states a hash, has the ledger asked, takes what has arrived for the whole. */
  pay: BUYER,
  correct: BUYER,
  cancel: BUYER,
  /** Names the seller, and invites again. */
  nameSeller: BUYER,
  /** Opens another escrow like it. */
  openLike: BUYER,
  /** Approves and rejects; declines a waiver, allows a round, takes papers that cannot be read. */
  examine: BUYER,
  /** Asks for the money back, and takes the question back. */
  askForRefund: BUYER,
  stateRefundWallet: BUYER,
  agreeToWallet: BUYER,
  /** Takes back what a ledger holds: after the date, and before it what does not count. */
  takeBack: BUYER,
  /** Accepts the terms, agrees to a ledger's escrow, presents documents. */
  confirm: MIGHT_SELL,
  answerRefund: ['seller', 'named'],
  removeDocument: BOUND_SELLER,
  askForWaiver: BOUND_SELLER,
  /** States or proposes another payout wallet. */
  changeWallet: BOUND_SELLER,
  /** Proposes other terms, and answers; before somebody is bound also whoever may accept them. */
  amend: [...SIDES, 'holder'],
  /** Asks for more time, and answers. */
  moreTime: SIDES,
  /** Opens a dispute, withdraws the own one, speaks in it. */
  dispute: SIDES,
  /** Proposes and answers a division. */
  divide: SIDES,
  /** Signs what a ledger holds, takes the own share, has the recovery file. */
  sign: SIDES,
  makeViewLink: ['buyer', 'seller'],
} satisfies Record<string, readonly Standing[]>

export type Sight = keyof typeof SEES
export type Act = keyof typeof MAY

export type Permissions = {
  as: Standing
  /** As whom the pages address this person; whoever might sell is addressed as the seller. Null: as neither. */
  reader: Reader | null
  sees: Record<Sight, boolean>
  may: Record<Act, boolean>
}

/**
 * Must agree with the database's `is_of_side` (prisma/functions), which knows no roles: whoever may `dispute` or `divide` here is of that
 * side there. An operator is on no side, whatever address the buyer named. Who is neither buyer nor bound reads by an account that sells.
 */
export function permissionsOf(escrow: Parties, person: Person): Permissions {
  const as = standingOf(escrow, person)
  const isToSell = (as === 'named' || as === 'holder') && person.role !== 'seller'
  return granted(as, (sight) => !isToSell || sight === 'voices')
}

/** Of whoever reads by a link, of whichever escrow. */
export function permissionsOfLink({ showsFiles }: { showsFiles: boolean }): Permissions {
  return granted(showsFiles ? 'link_with_files' : 'link')
}

export const PERMISSIONS_OF_OPERATOR = granted('operator')

/** The side for which this person may do this; null: they may not. */
export function sideFor(escrow: Parties, person: Person, act: Act): Reader | null {
  const { reader, may } = permissionsOf(escrow, person)
  return may[act] ? reader : null
}

/** The row of something that only a side may do, when it was done. */
type Done =
  | { openedById: string }
  | { proposedById: string }
  | { askedById: string }
  | { uploadedById: string }
  | { madeById: string }

/**
 * Which side has done what stands on record. Whoever did it and is not the buyer was on the seller's side then, also a named seller whom
 * another one has replaced since. It takes the row and not an id: of somebody who is looking now, `permissionsOf` says the side.
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

function standingOf({ buyerId, sellerId, sellerEmail }: Parties, person: Person): Standing {
  if (person.role === 'admin') return 'operator'
  if (person.id === buyerId) return 'buyer'
  if (sellerId !== null) return person.id === sellerId ? 'seller' : 'nobody'
  if (sellerEmail === null) return 'holder'
  return person.hasConfirmedEmail && person.email === sellerEmail ? 'named' : 'nobody'
}

function granted(as: Standing, reads: (sight: Sight) => boolean = () => true): Permissions {
  const isSeller = as === 'seller' || as === 'named' || as === 'holder'
  const sees = Object.entries<readonly Standing[]>(SEES).map(([sight, who]) => [
    sight,
    who.includes(as) && reads(sight as Sight),
  ])
  const may = Object.entries<readonly Standing[]>(MAY).map(([act, who]) => [act, who.includes(as)])
  return {
    as,
    reader: as === 'buyer' ? 'buyer' : isSeller ? 'seller' : null,
    sees: Object.fromEntries(sees),
    may: Object.fromEntries(may),
  }
}
