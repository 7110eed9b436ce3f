/** Describes operations in plain words. An unknown operation is named, with a warning. */
import { Asset, type Claimant, type OperationRecord, type xdr } from '@stellar/stellar-sdk'

/** Names for the reader: accounts by name if the wallet knows one, balances by their content. */
export type Names = {
  account(address: string): string
  asset(asset: Asset): string
  /** “50 XLM”; null: the ledger has no such balance. */
  balance(id: string): Promise<string | null>
}

/** `source`: the transaction's account, for an operation that names none. */
export async function wordsOf(operation: OperationRecord, source: string, names: Names): Promise<string> {
  const actor = names.account(operation.source ?? source)
  switch (operation.type) {
    case 'payment':
      return `${actor} pays ${amountOf(operation.amount, operation.asset, names)} to ${names.account(operation.destination)}.`
    case 'createAccount':
      return `${actor} opens the account ${names.account(operation.destination)} with ${plain(operation.startingBalance)} XLM.`
    case 'accountMerge':
      return `${actor} is closed; all its XLM goes to ${names.account(operation.destination)}.`
    case 'changeTrust': {
      if (!(operation.line instanceof Asset)) return unknown(actor, operation.type)
      const asset = names.asset(operation.line)
      const isClosing = /^0(\.0*)?$/.test(operation.limit)
      return isClosing ? `${actor} stops holding ${asset}.` : `${actor} lets itself hold ${asset}.`
    }
    case 'setOptions':
      return `${actor} changes its own rules: ${optionsOf(operation, actor, names).join('; ')}.`
    case 'manageData':
      return operation.value === undefined
        ? `${actor} removes its note “${operation.name}”.`
        : `${actor} writes a note “${operation.name}”.`
    case 'createClaimableBalance': {
      const amount = amountOf(operation.amount, operation.asset, names)
      return `${actor} locks ${amount} on the ledger. ${operation.claimants.map((who) => claimantOf(who, names)).join(' ')}`
    }
    case 'claimClaimableBalance': {
      const what = await names.balance(operation.balanceId)
      return what === null
        ? `${actor} claims the locked balance ${operation.balanceId}, which is not on the ledger now.`
        : `${actor} claims ${what}, which is locked on the ledger.`
    }
    case 'beginSponsoringFutureReserves':
      return `${actor} begins to pay the reserves of ${names.account(operation.sponsoredId)}.`
    case 'endSponsoringFutureReserves':
      return `${actor} has its reserves paid up to here.`
    default:
      return unknown(actor, operation.type)
  }
}

function unknown(actor: string, type: string): string {
  return `${actor} does something that this wallet has no words for: ${type}. Do not sign what you do not understand.`
}

function amountOf(amount: string, asset: Asset, names: Names): string {
  return `${plain(amount)} ${names.asset(asset)}`
}

/** 5.0000000 → 5, as people write it. */
export function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

type Options = Extract<OperationRecord, { type: 'setOptions' }>

function optionsOf(operation: Options, actor: string, names: Names): string[] {
  const { signer, masterWeight, lowThreshold, medThreshold, highThreshold } = operation
  const thresholds = [lowThreshold, medThreshold, highThreshold].map((threshold) => threshold ?? 'as before')
  const hasThresholds = thresholds.some((threshold) => threshold !== 'as before')
  const others = [operation.inflationDest, operation.setFlags, operation.clearFlags, operation.homeDomain]
  return [
    ...(signer === undefined ? [] : [signerOf(signer, names)]),
    ...(masterWeight === undefined ? [] : [`the signature of ${actor} itself weighs ${masterWeight}`]),
    ...(hasThresholds
      ? [
          `signatures must weigh ${thresholds[0]} to claim, ${thresholds[1]} to pay and ${thresholds[2]} to change rules`,
        ]
      : []),
    ...(others.some((other) => other !== undefined) ? ['and other things that this wallet has no words for'] : []),
  ]
}

function signerOf(signer: NonNullable<Options['signer']>, names: Names): string {
  const key = 'ed25519PublicKey' in signer ? signer.ed25519PublicKey : undefined
  const who = key === undefined ? 'something that is no account' : names.account(String(key))
  return signer.weight === 0 ? `${who} signs for it no longer` : `${who} signs for it with weight ${signer.weight ?? 0}`
}

function claimantOf({ destination, predicate }: Claimant, names: Names): string {
  return `${names.account(destination)} may claim it ${conditionOf(predicate)}.`
}

/** “before 2030-03-17 12:00:00 UTC”, “from … on”, “at any time”. */
function conditionOf(predicate: xdr.ClaimPredicate): string {
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return 'at any time'
    case 'claimPredicateBeforeAbsoluteTime':
      return `before ${momentOf(predicate.absBefore)}`
    case 'claimPredicateBeforeRelativeTime':
      return `within ${predicate.relBefore} seconds`
    case 'claimPredicateAnd':
      return `(${predicate.andPredicates.map(conditionOf).join(', and only ')})`
    case 'claimPredicateOr':
      return `(${predicate.orPredicates.map(conditionOf).join(', or ')})`
    case 'claimPredicateNot':
      return predicate.notPredicate === null ? 'never' : oppositeOf(predicate.notPredicate)
  }
}

function oppositeOf(predicate: xdr.ClaimPredicate): string {
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return 'never'
    case 'claimPredicateBeforeAbsoluteTime':
      return `from ${momentOf(predicate.absBefore)} on`
    case 'claimPredicateBeforeRelativeTime':
      return `from ${predicate.relBefore} seconds after this on`
    default:
      return `only where this is not so: ${conditionOf(predicate)}`
  }
}

const LATEST_DATE = 8_640_000_000_000n

export function momentOf(seconds: bigint): string {
  if (seconds > LATEST_DATE) return 'the end of time'
  const iso = new Date(Number(seconds) * 1000).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
