/** Maps a path to its resource. */
import { StrKey } from '@stellar/stellar-sdk'
import { isBalanceId } from '#harbour/horizon/ledger/claimable-balance.ts'
import { effectsOf, firstAfter } from '#harbour/horizon/ledger/history.ts'
import { ledgerOf } from '#harbour/horizon/ledger/toid.ts'
import type { Json } from '#harbour/horizon/resources/json.ts'
import type { TransactionRecord } from '#harbour/horizon/resources/records.ts'
import type { View } from '#harbour/horizon/resources/view.ts'
import { parseAssetName } from '../assets.ts'
import { accountResource } from '../resources/account.ts'
import { claimableBalanceResource } from '../resources/claimable-balance.ts'
import { feeStatsResource } from '../resources/fee-stats.ts'
import { ledgerResource } from '../resources/ledger.ts'
import { operationResource } from '../resources/operation.ts'
import { rootResource } from '../resources/root.ts'
import { transactionResource } from '../resources/transaction.ts'
import {
  balanceListing,
  effectListing,
  type Filter,
  type Listing,
  ledgerListing,
  operationListing,
  transactionListing,
} from './listings.ts'
import { invalidField, Problem } from './problems.ts'

/** `isState`: shows the current state, so that the answer names its ledger (Latest-Ledger). */
type Found = { kind: 'resource'; body: Json; isState: boolean } | { kind: 'listing'; listing: Listing }

/** Finds what a GET asks for. Throws Problem when it does not exist or the request is wrong. */
export function findResource(path: string, parameters: URLSearchParams, view: View): Found {
  const [collection = '', id, part, key] = path.split('/').slice(1).map(decodeURIComponent)
  const filter = parseFilter(parameters)
  switch (collection) {
    case '':
      return resource(rootResource(view))
    case 'fee_stats':
      return resource(feeStatsResource(view))
    case 'accounts':
      return part === undefined || part === 'data'
        ? findAccount(id, key, view)
        : findAccountList(id, part, filter, view)
    case 'ledgers':
      return id === undefined ? listed(ledgerListing) : findLedger(id, part, filter, view)
    case 'transactions':
      return id === undefined
        ? listed(transactionListing(view.network.history.transactions, filter))
        : findTransaction(id, part, filter, view)
    case 'operations':
      return id === undefined
        ? listed(operationListing(view.network.history.operations, filter))
        : findOperation(id, part, filter, view)
    case 'payments':
      return listed(operationListing(view.network.history.payments, filter))
    case 'effects':
      return listed(effectListing(view.network.history.effects))
    case 'claimable_balances':
      return id === undefined ? listed(findBalances(parameters)) : findBalance(id, part, filter, view)
    default:
      throw new Problem('not_found')
  }
}

function resource(body: Json): Found {
  return { kind: 'resource', body, isState: false }
}

function listed(listing: Listing): Found {
  return { kind: 'listing', listing }
}

function parseFilter(parameters: URLSearchParams): Filter {
  const join = parameters.get('join') ?? ''
  if (join !== '' && join !== 'transactions') throw invalidField('join', 'Accepted values: transactions')
  return { includesFailed: parameters.get('include_failed') === 'true', isJoined: join === 'transactions' }
}

function findAccount(id: string | undefined, key: string | undefined, view: View): Found {
  const account = view.network.state.accounts.findAt(parseAccountId(id), view.latest)
  if (account === undefined) throw new Problem('not_found')
  if (key === undefined) return { kind: 'resource', body: accountResource(account, view), isState: true }
  const value = account.data[key]
  if (value === undefined) throw new Problem('not_found')
  const sponsor = account.dataSponsors[key]
  return { kind: 'resource', body: sponsor === undefined ? { value } : { value, sponsor }, isState: true }
}

/** An account without a history is not found, even if it exists: new accounts look like this for a moment. */
function findAccountList(id: string | undefined, part: string, filter: Filter, view: View): Found {
  const history = view.network.history.ofAccount(parseAccountId(id))
  if (history === undefined) throw new Problem('not_found')
  switch (part) {
    case 'transactions':
      return listed(transactionListing(history.transactions, filter))
    case 'operations':
      return listed(operationListing(history.operations, filter))
    case 'payments':
      return listed(operationListing(history.payments, filter))
    case 'effects':
      return listed(effectListing(history.effects))
    default:
      throw new Problem('not_found')
  }
}

function findBalances(parameters: URLSearchParams): Listing {
  const asset = parameters.get('asset') ?? ''
  return balanceListing({
    asset: asset === '' ? null : parseAsset(asset),
    sponsor: parseAccountFilter(parameters, 'sponsor'),
    claimant: parseAccountFilter(parameters, 'claimant'),
  })
}

function parseAsset(text: string): string {
  try {
    return parseAssetName(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const rule = 'Asset must be the string "native" or a string of the form "Code:IssuerAccountID" for issued assets.'
    throw invalidField('asset', rule)
  }
}

function parseAccountFilter(parameters: URLSearchParams, name: string): string | null {
  const address = parameters.get(name) ?? ''
  if (address === '') return null
  if (!StrKey.isValidEd25519PublicKey(address)) throw invalidField(name, ACCOUNT_RULE)
  return address
}

/** A claimed balance is not found, its history is. */
function findBalance(id: string, part: string | undefined, filter: Filter, view: View): Found {
  if (part === undefined) {
    if (!isBalanceId(id)) throw invalidField('id', `${id} does not validate as claimableBalanceID`)
    const balance = view.network.state.balances.findAt(id, view.latest)
    if (balance === undefined) throw new Problem('not_found')
    return { kind: 'resource', body: claimableBalanceResource(balance, view), isState: true }
  }
  if (!isBalanceId(id)) {
    const rule = 'Claimable Balance ID must be the hex-encoded XDR representation of a Claimable Balance ID'
    throw invalidField('claimable_balance_id', rule)
  }
  const history = view.network.history.ofBalance(id)
  if (history === undefined) throw new Problem('not_found')
  switch (part) {
    case 'transactions':
      return listed(transactionListing(history.transactions, filter))
    case 'operations':
      return listed(operationListing(history.operations, filter))
    default:
      throw new Problem('not_found')
  }
}

function findLedger(id: string, part: string | undefined, filter: Filter, view: View): Found {
  if (!/^\d{1,9}$/.test(id)) throw invalidField('ledger_id', 'Ledger ID must be an integer higher than 0')
  const ledger = Number(id)
  if (ledger < view.elder) throw new Problem('before_history')
  if (ledger > view.latest) throw new Problem('not_found')
  if (part === undefined) return resource(ledgerResource(ledger, view))
  return findPart(part, view.network.history.inLedger(ledger), filter)
}

function findTransaction(hash: string, part: string | undefined, filter: Filter, view: View): Found {
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    throw invalidField('tx_id', 'Transaction hash must be a hex-encoded, lowercase SHA-256 hash')
  }
  const transaction = view.network.history.find(hash)
  if (transaction === undefined || !isVisible(transaction.ledger, view)) throw new Problem('not_found')
  if (part === undefined) return resource(transactionResource(transaction, view, hash))
  // Whoever asks for one transaction sees whether it failed, so its operations are always listed.
  return findPart(part, [transaction], { ...filter, includesFailed: true })
}

function findPart(part: string, transactions: readonly TransactionRecord[], filter: Filter): Found {
  const operations = transactions.flatMap((transaction) => transaction.operations)
  switch (part) {
    case 'transactions':
      return listed(transactionListing(transactions, filter))
    case 'operations':
      return listed(operationListing(operations, filter))
    case 'payments':
      return listed(
        operationListing(
          operations.filter(({ isPayment }) => isPayment),
          filter,
        ),
      )
    case 'effects':
      return listed(effectListing(operations.flatMap(effectsOf)))
    default:
      throw new Problem('not_found')
  }
}

function findOperation(id: string, part: string | undefined, filter: Filter, view: View): Found {
  if (!/^\d{1,18}$/.test(id)) throw invalidField('id', 'Operation ID must be an integer higher than 0')
  const number = BigInt(id)
  const ledger = ledgerOf(number)
  if (ledger < view.elder) throw new Problem('before_history')
  const { operations } = view.network.history
  const record = operations[firstAfter(operations, (operation) => operation.id >= number)]
  if (record?.id !== number || !isVisible(ledger, view)) throw new Problem('not_found')
  if (part === undefined) return resource(operationResource(record, view, filter))
  if (part !== 'effects') throw new Problem('not_found')
  return listed(effectListing(effectsOf(record)))
}

function isVisible(ledger: number, { elder, latest }: View): boolean {
  return ledger >= elder && ledger <= latest
}

const ACCOUNT_RULE = 'Account ID must start with `G` and contain 56 alphanum characters'

function parseAccountId(id: string | undefined): string {
  if (id === undefined) throw new Problem('not_found')
  if (!StrKey.isValidEd25519PublicKey(id)) {
    throw invalidField('account_id', ACCOUNT_RULE)
  }
  return id
}
