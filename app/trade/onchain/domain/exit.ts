/**
 * The ways out of an account of two signatures before the date: all of the money is claimed and paid to the two sides, in one
 * transaction that does nothing else (docs/decisions/118). It follows from this description alone, so that it can be built again and its
 * hash compared.
 */
import { onStellar, type StellarAsset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Trustees } from './differences.ts'
import { type HoldTerms, lastReleaseAt } from './terms.ts'

/** Amounts are plain digits; what is kept is read by later versions of this file. */
export type Share = { address: string; amount: string }

/**
 * A share whose payment could be stopped is set aside as a claimable balance, which its wallet alone can take, at any time. Left out:
 * it is paid.
 */
export type PaidShare = Share & { isSetAside?: true }

/** As stored. Two of buyer, seller and arbiter sign it; who wraps it in a fee bump pays the network's fee. */
export type HeldExit = {
  asset: StellarAsset
  /** The account of two signatures. */
  account: string
  /** The number that it uses up; a try that failed has used up its own, and the next one is signed anew. */
  sequence: string
  balanceId: string
  /** Their sum is what was locked. */
  shares: PaidShare[]
  /** Who lends the reserves of what is set aside. Left out: nothing is. */
  sponsor?: string
  /** Of those that were described before decision 118: into which wallet the account is closed as well. Null: it is not. */
  closesInto: string | null
  /** Last second (unix) in which it may be included. */
  maxTime: number
}

export type ExitKind = 'release' | 'refund' | { toSeller: Decimal }

type ExitFrom = Pick<HeldExit, 'account' | 'sequence' | 'balanceId'> & {
  /** Of the parties alone, who keep to no margin of ours. `lastReleaseAt` by default. */
  maxTime?: number
  /** Who lends the reserves of shares that are set aside. Left out: all are paid, as the parties do it alone. */
  sponsor?: string
  /** Set a single share aside as well: its wallet cannot be paid now, or a payment to it has failed. */
  isSetAside?: boolean
}

/** Throws when a division does not leave both sides something, and for XRP, which knows one way only. */
export function exitOf(terms: HoldTerms, kind: ExitKind, from: ExitFrom): HeldExit {
  const asset = onStellar(terms.asset)
  const { account, sequence, balanceId, maxTime = lastReleaseAt(terms), sponsor, isSetAside = false } = from
  const described = { asset, account, sequence, balanceId, closesInto: null, maxTime }
  const shares = sharesOf(terms, kind)
  // Of two payees each could stop the other's payment by shutting the own wallet.
  if (sponsor === undefined || (shares.length === 1 && !isSetAside)) return { ...described, shares }
  return { ...described, shares: shares.map((share) => ({ ...share, isSetAside: true })), sponsor }
}

function sharesOf({ amount, buyerWallet, sellerWallet }: HoldTerms, kind: ExitKind): Share[] {
  if (kind === 'release') return [{ address: sellerWallet, amount: plain(amount) }]
  if (kind === 'refund') return [{ address: buyerWallet, amount: plain(amount) }]
  const toBuyer = amount.minus(kind.toSeller)
  if (!kind.toSeller.gt(0) || !toBuyer.gt(0)) throw new Error('a division gives something to both sides')
  return [
    { address: sellerWallet, amount: plain(kind.toSeller) },
    { address: buyerWallet, amount: plain(toBuyer) },
  ]
}

/**
 * Throws unless this is a way out of these terms: all of the money, to the two sides alone, and no later than a release of ours may be.
 * Asked again before the arbiter signs, so that a mistake elsewhere stops there.
 */
export function assertExit(terms: HoldTerms, exit: HeldExit, trustees: Pick<Trustees, 'sponsor'>): void {
  const sides = [terms.buyerWallet, terms.sellerWallet]
  const claims = {
    asset: exit.asset === terms.asset,
    shares: exit.shares.length > 0 && exit.shares.every(({ address }) => sides.includes(address)),
    positive: exit.shares.every(({ amount }) => new Decimal(amount).gt(0)),
    amount: sumOf(exit.shares).eq(terms.amount),
    closing: exit.closesInto === null || sides.includes(exit.closesInto),
    sponsor: (exit.sponsor ?? null) === (exit.shares.some(isShareSetAside) ? trustees.sponsor : null),
    time: exit.maxTime <= lastReleaseAt(terms),
  }
  const wrong = Object.entries(claims).flatMap(([name, holds]) => (holds ? [] : [name]))
  if (wrong.length > 0) throw new Error(`this is no way out of what was agreed: ${wrong.join(', ')}`)
}

export function isShareSetAside({ isSetAside }: PaidShare): boolean {
  return isSetAside === true
}

/** What the shares come to. */
export function sumOf(shares: readonly Share[]): Decimal {
  return shares.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
}
