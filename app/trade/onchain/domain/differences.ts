/**
 * Compares a deposit with the agreement. One that differs is never “funded”. On Stellar its owner takes it back from
 * the ledger date on. On the XRP Ledger it goes back after its date, unless it has the counting deposit's condition.
 */
import { type Asset, isIssued, networkOf } from '#app/kernel/domain/assets.ts'
import { Decimal } from '#app/kernel/domain/money.ts'
import type { OnchainTerms } from './terms.ts'

export const ONCHAIN_DIFFERENCES = [
  'asset',
  'amount',
  /** Not from the buyer's wallet. */
  'payer',
  /** Stellar: others may claim it, or one of the two may not. */
  'claimants',
  /** Stellar: the right claimants, but not one before and the other from a date on. */
  'predicates',
  /** Another ledger date. */
  'date',
  /** XRP Ledger. */
  'condition',
  'destination',
  'tag',
  /** XRP Ledger: cannot be released before some date. */
  'finish_after',
  /** Stellar, of the multisig account. */
  'signers',
  'thresholds',
  'trustline',
  'data',
  'flags',
  'sponsor',
] as const
export type OnchainDifference = (typeof ONCHAIN_DIFFERENCES)[number]

/** Of the balance itself, which cannot change: with one of these it never counts. Those of its account may pass. */
export const OF_BALANCE = [
  'asset',
  'amount',
  'payer',
  'claimants',
  'predicates',
  'date',
] as const satisfies readonly OnchainDifference[]

/** When somebody may claim a balance, in unix seconds. 'other': any other predicate (relative, “and”, “or”, always). */
export type ClaimRule = { is: 'before' | 'from'; seconds: number } | { is: 'other' }

/** A claimable balance as the ledger has it. `asset` null: none that we settle in, such as another issuer's USDC. */
export type DepositedBalance = {
  asset: Asset | null
  amount: Decimal
  payer: string
  claimants: readonly { address: string; rule: ClaimRule }[]
}

/** `account`: the multisig account that may claim before the ledger date. */
export function compareBalance(terms: OnchainTerms, account: string, found: DepositedBalance): OnchainDifference[] {
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

/** The multisig account as the ledger has it. */
export type TwoSignatureAccount = {
  signers: readonly { key: string; weight: number; sponsor: string | null }[]
  thresholds: { low: number; medium: number; high: number }
  /** The trustline for the agreed asset and issuer, and the number of other lines. */
  agreedLine: { limit: Decimal; balance: Decimal; isAuthorized: boolean } | null
  otherLines: number
  hasData: boolean
  /** Has it authorization flags? None is allowed. */
  hasFlags: boolean
  sponsor: string | null
}

/** Who co-signs for the account, and who pays its reserves. */
export type Trustees = { arbiter: string; sponsor: string }

/** Any other signer, weight or threshold could move the money. */
export function compareAccount(
  terms: OnchainTerms,
  { account, arbiter, sponsor }: Trustees & { account: string },
  found: TwoSignatureAccount,
): OnchainDifference[] {
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

function hasRightLines({ asset, amount }: OnchainTerms, { agreedLine, otherLines }: TwoSignatureAccount): boolean {
  if (otherLines > 0) return false
  if (!isIssued(asset)) return agreedLine === null
  return agreedLine?.isAuthorized === true && agreedLine.limit.minus(agreedLine.balance).gte(amount)
}

/** An escrow as the XRP Ledger has it. `drops` null: it holds tokens. Dates in unix seconds. */
export type DepositedEscrow = {
  drops: string | null
  owner: string
  destination: string
  tag: string | null
  condition: string | null
  cancelAfter: number | null
  finishAfter: number | null
}

/** `conditions`: those offered for these terms; any of them is as agreed. */
export function compareEscrow(
  terms: OnchainTerms,
  conditions: readonly string[],
  found: DepositedEscrow,
): OnchainDifference[] {
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

function namesOf(claims: Partial<Record<OnchainDifference, boolean>>): OnchainDifference[] {
  return ONCHAIN_DIFFERENCES.filter((name) => claims[name] === true)
}
