/**
 * The settlements of a multisig account before the ledger date: one transaction claims all of the money and pays the
 * two sides (decision 118). This description alone determines it, so that it can be rebuilt and its hash compared.
 */
import { onStellar, type StellarAsset } from '#app/kernel/domain/assets.ts'
import { Decimal, plain } from '#app/kernel/domain/money.ts'
import type { Trustees } from './differences.ts'
import { lastReleaseAt, type OnchainTerms } from './terms.ts'

/** Amounts are plain digits. Stored shares are read by later versions of this file. */
export type Share = { address: string; amount: string }

/** `isSetAside`: a claimable balance for its wallet alone, at any time, because its payment could be stopped. */
export type PaidShare = Share & { isSetAside?: true }

/** As stored. Two of buyer, seller and arbiter sign it; whoever wraps it in a fee bump pays the network's fee. */
export type OnchainSettlement = {
  asset: StellarAsset
  /** The multisig account. */
  account: string
  /** The account's sequence that it uses up. A failed try uses it up too, and the next one is signed anew. */
  sequence: string
  balanceId: string
  /** They sum to the amount of the deposit. */
  shares: PaidShare[]
  /** Who lends the reserves of shares that are set aside. Left out: none is. */
  sponsor?: string
  /** Only of those from before decision 118: the wallet into which the account is closed too. Null: it is not. */
  closesInto: string | null
  /** Last second (unix) in which it may be included. */
  maxTime: number
}

export type SettlementKind = 'release' | 'refund' | { toSeller: Decimal }

type SettlementFrom = Pick<OnchainSettlement, 'account' | 'sequence' | 'balanceId'> & {
  /** Later than `lastReleaseAt`, the default, only where the parties act alone: they keep no margin of ours. */
  maxTime?: number
  /** Who lends the reserves of shares set aside. Left out: all are paid, as where the parties act alone. */
  sponsor?: string
  /** Sets a single share aside too: its wallet cannot be paid now, or a payment to it has failed. */
  isSetAside?: boolean
}

/** Throws when a split leaves nothing to a side, and for XRP, which is not settled this way. */
export function settlementOf(terms: OnchainTerms, kind: SettlementKind, from: SettlementFrom): OnchainSettlement {
  const asset = onStellar(terms.asset)
  const { account, sequence, balanceId, maxTime = lastReleaseAt(terms), sponsor, isSetAside = false } = from
  const described = { asset, account, sequence, balanceId, closesInto: null, maxTime }
  const shares = sharesOf(terms, kind)
  // Each of two payees could stop the other's payment by closing the own wallet.
  if (sponsor === undefined || (shares.length === 1 && !isSetAside)) return { ...described, shares }
  return { ...described, shares: shares.map((share) => ({ ...share, isSetAside: true })), sponsor }
}

function sharesOf({ amount, buyerWallet, sellerWallet }: OnchainTerms, kind: SettlementKind): Share[] {
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
 * Throws unless it pays all of the money, to the two sides alone, no later than a release of ours may. Checked again
 * before the arbiter signs, so that a mistake elsewhere stops there.
 */
export function assertSettlement(
  terms: OnchainTerms,
  exit: OnchainSettlement,
  trustees: Pick<Trustees, 'sponsor'>,
): void {
  const sides = [terms.buyerWallet, terms.sellerWallet]
  const claims = {
    asset: exit.asset === terms.asset,
    shares: exit.shares.length > 0 && exit.shares.every(({ address }) => sides.includes(address)),
    positive: exit.shares.every(({ amount }) => new Decimal(amount).gt(0)),
    amount: sumOfShares(exit.shares).eq(terms.amount),
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

export function sumOfShares(shares: readonly Share[]): Decimal {
  return shares.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
}
