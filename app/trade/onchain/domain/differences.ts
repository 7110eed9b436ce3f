/**
 * What somebody's wallet locked, compared with what was agreed, field by field. Money that differs in anything is never “funded”. On Stellar
 * its owner takes it back from the date on; on the XRP Ledger it goes back after its date, unless it lies under the condition of what counts.
 */
import { type Asset, isIssued, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { HoldTerms } from './terms.ts'

export const HELD_DIFFERENCES = [
  'asset',
  'amount',
  /** Locked by another wallet than the buyer's. */
  'payer',
  /** Stellar: others may claim it, or one of the two may not. */
  'claimants',
  /** Stellar: the two may claim, but not before and from the date on. */
  'predicates',
  /** Ends at another date. */
  'date',
  /** XRP Ledger. */
  'condition',
  'destination',
  'tag',
  /** XRP Ledger: cannot be released before a date. */
  'finish_after',
  /** Stellar, of the account of two signatures. */
  'signers',
  'thresholds',
  'trustline',
  'data',
  'flags',
  'sponsor',
] as const
export type HeldDifference = (typeof HELD_DIFFERENCES)[number]

/** Of a balance itself, which stays as it was made: with one of these it never counts. Those of its account may pass. */
export const OF_BALANCE = [
  'asset',
  'amount',
  'payer',
  'claimants',
  'predicates',
  'date',
] as const satisfies readonly HeldDifference[]

/** When somebody may claim a balance, in unix seconds. 'other': in any other way, with relative times, “and”, “or” or always. */
export type ClaimRule = { is: 'before' | 'from'; seconds: number } | { is: 'other' }

/** A claimable balance as the ledger has it. `asset` null: none that we settle in, such as another issuer's USDC. */
export type LockedBalance = {
  asset: Asset | null
  amount: Decimal
  payer: string
  claimants: readonly { address: string; rule: ClaimRule }[]
}

/** `account`: the account of two signatures that may claim before the date. */
export function compareBalance(terms: HoldTerms, account: string, found: LockedBalance): HeldDifference[] {
  const ofAccount = found.claimants.find(({ address }) => address === account)?.rule
  const ofBuyer = found.claimants.find(({ address }) => address === terms.buyerWallet)?.rule
  const areTwo = found.claimants.length === 2 && ofAccount !== undefined && ofBuyer !== undefined
  const areSplit = ofAccount?.is === 'before' && ofBuyer?.is === 'from' && ofAccount.seconds === ofBuyer.seconds
  return namesOf({
    asset: found.asset !== terms.asset,
    amount: !found.amount.eq(terms.amount),
    payer: found.payer !== terms.buyerWallet,
    claimants: !areTwo,
    predicates: areTwo && !areSplit,
    date: areSplit && ofAccount.seconds !== terms.deadline,
  })
}

/** The account of two signatures as the ledger has it. */
export type TwoSignatureAccount = {
  signers: readonly { key: string; weight: number; sponsor: string | null }[]
  thresholds: { low: number; medium: number; high: number }
  /** The line of the agreed asset of the issuer that counts, and how many others. */
  agreedLine: { limit: Decimal; balance: Decimal; isAuthorized: boolean } | null
  otherLines: number
  hasData: boolean
  /** Whether what it issues needs its consent; any is one too many. */
  hasFlags: boolean
  sponsor: string | null
}

/** Who signs for the account, and who keeps its reserves. */
export type Trustees = { arbiter: string; sponsor: string }

/** Any signer, weight or threshold but these could move the money. */
export function compareAccount(
  terms: HoldTerms,
  { account, arbiter, sponsor }: Trustees & { account: string },
  found: TwoSignatureAccount,
): HeldDifference[] {
  const agreed = [terms.buyerWallet, terms.sellerWallet, arbiter].map((key) => `${key} 1`)
  const wanted = [...agreed, `${account} 0`].toSorted()
  const signers = found.signers.map(({ key, weight }) => `${key} ${weight}`).toSorted()
  const { low, medium, high } = found.thresholds
  return namesOf({
    signers: signers.join() !== wanted.join(),
    thresholds: low !== 2 || medium !== 2 || high !== 2,
    trustline: !hasRightLines(terms, found),
    data: found.hasData,
    flags: found.hasFlags,
    sponsor: found.sponsor !== sponsor,
  })
}

function hasRightLines({ asset, amount }: HoldTerms, { agreedLine, otherLines }: TwoSignatureAccount): boolean {
  if (otherLines > 0) return false
  if (!isIssued(asset)) return agreedLine === null
  return agreedLine?.isAuthorized === true && agreedLine.limit.minus(agreedLine.balance).gte(amount)
}

/** An escrow of the XRP Ledger as the ledger has it. `drops` null: it holds tokens. Dates in unix seconds. */
export type LockedEscrow = {
  drops: string | null
  owner: string
  destination: string
  tag: string | null
  condition: string | null
  cancelAfter: number | null
  finishAfter: number | null
}

/** `conditions`: those that were offered for these terms; any of them is as agreed. */
export function compareEscrow(terms: HoldTerms, conditions: readonly string[], found: LockedEscrow): HeldDifference[] {
  const isKnown = conditions.some((condition) => condition.toUpperCase() === found.condition?.toUpperCase())
  return namesOf({
    asset: found.drops === null || networkOf(terms.asset) !== 'xrpl',
    amount: found.drops !== null && !new Decimal(found.drops).eq(terms.amount.times(1_000_000)),
    payer: found.owner !== terms.buyerWallet,
    date: found.cancelAfter !== terms.deadline,
    condition: !isKnown,
    destination: found.destination !== terms.sellerWallet,
    tag: found.tag !== terms.sellerTag,
    finish_after: found.finishAfter !== null,
  })
}

function namesOf(claims: Partial<Record<HeldDifference, boolean>>): HeldDifference[] {
  return HELD_DIFFERENCES.filter((name) => claims[name] === true)
}
