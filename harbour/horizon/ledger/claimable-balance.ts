/** Claimable balances (CAP-23; stellar-core, CreateClaimableBalanceOpFrame, ClaimClaimableBalanceOpFrame). */
import { hash, xdr } from '@stellar/stellar-sdk'
import type { AssetName } from '#harbour/horizon/assets.ts'
import { addressKey } from '#harbour/horizon/engine/parties.ts'

export type ClaimableBalance = {
  /** Hex of the id's XDR, as Horizon writes it. */
  id: string
  asset: AssetName
  /** Stroops. */
  amount: bigint
  /** Conditions as base64 XDR; on the ledger all of them are absolute. */
  claimants: readonly { destination: string; predicate: string }[]
  /** Who pays the reserve, one entry for each claimant: its creator, unless somebody sponsored it. */
  sponsor: string
  /** Whether its issuer may claw it back. */
  clawback: boolean
  /** Ledger of the last change. */
  modifiedIn: number
}

/** Position of an operation in its transaction; a fee bump around it does not count. */
export type OperationPlace = { transactionSource: string; sequence: bigint; index: number }

export function balanceIdAt({ transactionSource, sequence, index }: OperationPlace): xdr.ClaimableBalanceId {
  const preimage = xdr.HashIdPreimage.envelopeTypeOpId(
    new xdr.HashIdPreimageOperationId({
      sourceAccount: addressKey(transactionSource),
      seqNum: sequence,
      opNum: index,
    }),
  )
  return xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(hash(preimage.toXdr()))
}

export function balanceIdHex(id: xdr.ClaimableBalanceId): string {
  return Buffer.from(id.toXdr()).toString('hex')
}

/** Returns true for the hex of an id's XDR. */
export function isBalanceId(text: string): boolean {
  return /^0{8}[0-9a-f]{64}$/i.test(text)
}

const DEEPEST = 4
const LATEST = 2n ** 63n - 1n

/** Returns true if the ledger accepts it: two parts in each "and" and "or", no negative time, at most four levels. */
export function isValidPredicate(predicate: xdr.ClaimPredicate, depth = 1): boolean {
  if (depth > DEEPEST) return false
  const areValid = (parts: readonly xdr.ClaimPredicate[]) =>
    parts.length === 2 && parts.every((part) => isValidPredicate(part, depth + 1))
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return true
    case 'claimPredicateAnd':
      return areValid(predicate.andPredicates)
    case 'claimPredicateOr':
      return areValid(predicate.orPredicates)
    case 'claimPredicateNot':
      return predicate.notPredicate !== null && isValidPredicate(predicate.notPredicate, depth + 1)
    case 'claimPredicateBeforeAbsoluteTime':
      return predicate.absBefore >= 0n
    case 'claimPredicateBeforeRelativeTime':
      return predicate.relBefore >= 0n
  }
}

/** Makes relative times absolute, counted from `closeTime` (unix seconds) of the ledger that takes the balance in. */
export function madeAbsolute(predicate: xdr.ClaimPredicate, closeTime: number): xdr.ClaimPredicate {
  const { ClaimPredicate } = xdr
  const made = (part: xdr.ClaimPredicate) => madeAbsolute(part, closeTime)
  switch (predicate.type) {
    case 'claimPredicateAnd':
      return ClaimPredicate.claimPredicateAnd(predicate.andPredicates.map(made))
    case 'claimPredicateOr':
      return ClaimPredicate.claimPredicateOr(predicate.orPredicates.map(made))
    case 'claimPredicateNot':
      return ClaimPredicate.claimPredicateNot(predicate.notPredicate && made(predicate.notPredicate))
    case 'claimPredicateBeforeRelativeTime': {
      const time = BigInt(closeTime) + predicate.relBefore
      return ClaimPredicate.claimPredicateBeforeAbsoluteTime(time > LATEST ? LATEST : time)
    }
    default:
      return predicate
  }
}

/** Returns true if it holds in a ledger with this close time (unix seconds). "Before" excludes that second itself. */
export function isFulfilled(predicate: xdr.ClaimPredicate, closeTime: number): boolean {
  const holds = (part: xdr.ClaimPredicate) => isFulfilled(part, closeTime)
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return true
    case 'claimPredicateAnd':
      return predicate.andPredicates.every(holds)
    case 'claimPredicateOr':
      return predicate.orPredicates.some(holds)
    case 'claimPredicateNot':
      return predicate.notPredicate !== null && !holds(predicate.notPredicate)
    case 'claimPredicateBeforeAbsoluteTime':
      return predicate.absBefore > BigInt(closeTime)
    case 'claimPredicateBeforeRelativeTime':
      throw new Error('A condition on the ledger is never relative')
  }
}
