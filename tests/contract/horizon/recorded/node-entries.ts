/** Compares accounts and claimable balances of the local ledger with those in the recordings of a real node. */
import { isDeepStrictEqual } from 'node:util'
import { formatStroops, parseStroops } from '#harbour/horizon/amounts.ts'
import { type AssetName, parseAssetName } from '#harbour/horizon/assets.ts'
import {
  ACCOUNT_ENTRIES,
  type Account,
  AUTH_FLAGS,
  BASE_RESERVE,
  LINE_FLAGS,
  sponsoredCount,
  subentryCount,
  type Trustline,
} from '#harbour/horizon/ledger/account.ts'
import type { ClaimableBalance } from '#harbour/horizon/ledger/claimable-balance.ts'
import type { Network } from '#harbour/horizon/ledger/network.ts'

export type Names = { addressOf: ReadonlyMap<string, string>; nameOf: ReadonlyMap<string, string> }

type RecordedBalance = {
  asset: string
  balance: string
  limit?: string
  flags?: string[]
  sponsor?: string | null
  lastModifiedLedger?: number
}

type RecordedAccount = {
  sequence: string
  sequenceLedger: number
  sequenceTime: number
  subentries: number
  numSponsoring: number
  numSponsored: number
  sponsor: string | null
  minimumBalance: string
  balances: RecordedBalance[]
  thresholds: { master: number; low: number; medium: number; high: number }
  signers: { key: string; weight: number; sponsor: string | null }[]
  data?: Record<string, { value: string; sponsor: string | null }>
  flags?: string[]
  homeDomain?: string
  lastModifiedLedger: number
}

type RecordedClaimable = {
  asset: string
  amount: string
  sponsor: string
  claimants: { destination: string; predicateXdr: string }[]
  flags?: number
  lastModifiedLedger: number
}

export type RecordedEntries = {
  accounts: Record<string, RecordedAccount | null>
  claimableBalances: Record<string, RecordedClaimable | null>
}

type Step = { ledger: number; after: RecordedEntries }

/** Returns the differences in the entries that the ledger changed, and in those that it should not have changed. */
export function entryDifferences(network: Network, { ledger, after }: Step, names: Names): string[] {
  const accounts = Object.entries(after.accounts).flatMap(([name, recorded]) => {
    const own = network.state.find(addressOf(name, names))
    return differences(name, own && accountAsRecorded(own, names), recorded && withoutExtras(recorded))
  })
  const balances = Object.entries(after.claimableBalances).flatMap(([id, recorded]) => {
    const own = network.state.findBalance(id)
    return differences(id, own && balanceAsRecorded(own, names), recorded && { flags: 0, ...withoutExtras(recorded) })
  })
  const changed = network.state.accounts
    .allAt(ledger)
    .filter(({ modifiedIn, trustlines }) => [modifiedIn, ...trustlines.map((line) => line.modifiedIn)].includes(ledger))
  const tooMany = changed.map(({ address }) => nameOf(address, names)).filter((name) => !(name in after.accounts))
  return [...accounts, ...balances, ...tooMany.map((name) => `${name} was changed`)]
}

function differences(name: string, own: object | undefined, recorded: object | null): string[] {
  if (own === undefined || recorded === null) {
    return own === undefined && recorded === null ? [] : [`${name} is ${own === undefined ? 'gone' : 'there'}`]
  }
  const keys = new Set([...Object.keys(own), ...Object.keys(recorded)]) as Set<never>
  return [...keys]
    .filter((key) => !isDeepStrictEqual(own[key], recorded[key]))
    .map((key) => `${name} ${key}: ${JSON.stringify(own[key])} instead of ${JSON.stringify(recorded[key])}`)
}

/** Drops the names of keys and the decoded predicates, which repeat other fields. */
function withoutExtras<Entry extends RecordedAccount | RecordedClaimable>(entry: Entry): object {
  if ('claimants' in entry) {
    const claimants = entry.claimants.map(({ destination, predicateXdr }) => ({ destination, predicateXdr }))
    return { ...entry, claimants }
  }
  return { ...entry, signers: entry.signers.map(({ key, weight, sponsor }) => ({ key, weight, sponsor })) }
}

function accountAsRecorded(account: Account, names: Names): object {
  const { thresholds, data, dataSponsors, flags, homeDomain, sequenceMoved } = account
  const named = (sponsor: string | null | undefined) => (sponsor == null ? null : nameOf(sponsor, names))
  const entries = ACCOUNT_ENTRIES + subentryCount(account) + account.sponsoring - sponsoredCount(account)
  const lines = account.trustlines.map((line) => ({
    asset: assetAsRecorded(line.asset, names),
    balance: formatStroops(line.balance),
    limit: formatStroops(line.limit),
    flags: lineFlags(line),
    sponsor: named(line.sponsor),
    lastModifiedLedger: line.modifiedIn,
  }))
  const raised = Object.entries(AUTH_FLAGS).filter(([, bit]) => (flags & bit) !== 0)
  return {
    sequence: account.sequence.toString(),
    sequenceLedger: sequenceMoved?.ledger ?? 0,
    sequenceTime: sequenceMoved?.time ?? 0,
    subentries: subentryCount(account),
    numSponsoring: account.sponsoring,
    numSponsored: sponsoredCount(account),
    sponsor: named(account.sponsor),
    minimumBalance: formatStroops(BigInt(entries) * BASE_RESERVE),
    balances: [
      { asset: 'native', balance: formatStroops(account.balance) },
      ...lines.sort((left, right) => (left.asset < right.asset ? -1 : 1)),
    ],
    thresholds: { master: account.masterWeight, low: thresholds.low, medium: thresholds.med, high: thresholds.high },
    signers: [...account.signers]
      .sort((left, right) => (left.key < right.key ? -1 : 1))
      .map(({ key, weight, sponsor }) => ({ key, weight, sponsor: named(sponsor) })),
    ...(Object.keys(data).length === 0
      ? {}
      : {
          data: Object.fromEntries(
            Object.entries(data).map(([name, value]) => [name, { value, sponsor: named(dataSponsors[name]) }]),
          ),
        }),
    ...(raised.length === 0 ? {} : { flags: raised.map(([name]) => FLAG_NAMES[name as keyof typeof AUTH_FLAGS]) }),
    ...(homeDomain === '' ? {} : { homeDomain }),
    lastModifiedLedger: account.modifiedIn,
  }
}

const FLAG_NAMES = {
  required: 'auth_required',
  revocable: 'auth_revocable',
  immutable: 'auth_immutable',
  clawback: 'auth_clawback_enabled',
} as const

const LINE_FLAG_NAMES = [
  ['authorized', LINE_FLAGS.authorized],
  ['authorized_to_maintain_liabilities', LINE_FLAGS.maintainsLiabilities],
  ['clawback_enabled', LINE_FLAGS.clawback],
] as const

function lineFlags({ flags }: Trustline): string[] {
  return LINE_FLAG_NAMES.filter(([, bit]) => (flags & bit) !== 0).map(([name]) => name)
}

function balanceAsRecorded(balance: ClaimableBalance, names: Names): object {
  const { asset, amount, sponsor, claimants, clawback, modifiedIn } = balance
  return {
    asset: assetAsRecorded(asset, names),
    amount: formatStroops(amount),
    sponsor: nameOf(sponsor, names),
    claimants: claimants.map(({ destination, predicate }) => ({
      destination: nameOf(destination, names),
      predicateXdr: predicate,
    })),
    flags: clawback ? 1 : 0,
    lastModifiedLedger: modifiedIn,
  }
}

/** Replaces our entries by the recorded ones. */
export function adoptEntries(network: Network, { ledger, after }: Step, names: Names): void {
  const accounts = Object.entries(after.accounts).map(([name, recorded]) => {
    const address = addressOf(name, names)
    const known = network.state.find(address)
    return [address, recorded && readAccount(address, recorded, known, names)] as const
  })
  const balances = Object.entries(after.claimableBalances).map(
    ([id, recorded]) => [id, recorded && readClaimable(id, recorded, names)] as const,
  )
  network.state.apply(ledger, { accounts: new Map(accounts), balances: new Map(balances) })
}

function readAccount(address: string, recorded: RecordedAccount, known: Account | undefined, names: Names): Account {
  const { sequenceLedger, sequenceTime, thresholds, data = {}, flags = [] } = recorded
  const [native, ...lines] = recorded.balances
  const addressOrNull = (name: string | null | undefined) => (name == null ? null : addressOf(name, names))
  const sponsored = Object.entries(data).flatMap(([name, { sponsor }]) =>
    sponsor === null ? [] : [[name, addressOf(sponsor, names)] as const],
  )
  return {
    address,
    balance: parseStroops(native?.balance ?? '0'),
    sequence: BigInt(recorded.sequence),
    sequenceMoved: sequenceLedger === 0 ? null : { ledger: sequenceLedger, time: sequenceTime },
    homeDomain: recorded.homeDomain ?? '',
    inflationDestination: known?.inflationDestination ?? null,
    flags: Object.entries(AUTH_FLAGS)
      .filter(([name]) => flags.includes(FLAG_NAMES[name as keyof typeof AUTH_FLAGS]))
      .reduce((bits, [, bit]) => bits | bit, 0),
    masterWeight: thresholds.master,
    thresholds: { low: thresholds.low, med: thresholds.medium, high: thresholds.high },
    signers: recorded.signers.map(({ key, weight, sponsor }) => ({ key, weight, sponsor: addressOrNull(sponsor) })),
    trustlines: lines.map((line) => readLine(line, names)),
    data: Object.fromEntries(Object.entries(data).map(([name, { value }]) => [name, value])),
    dataSponsors: Object.fromEntries(sponsored),
    sponsor: addressOrNull(recorded.sponsor),
    sponsoring: recorded.numSponsoring,
    modifiedIn: recorded.lastModifiedLedger,
  }
}

function readLine(line: RecordedBalance, names: Names): Trustline {
  return {
    asset: readAsset(line.asset, names),
    balance: parseStroops(line.balance),
    limit: parseStroops(line.limit ?? '0'),
    flags: LINE_FLAG_NAMES.filter(([name]) => line.flags?.includes(name)).reduce((bits, [, bit]) => bits | bit, 0),
    sponsor: line.sponsor == null ? null : addressOf(line.sponsor, names),
    modifiedIn: line.lastModifiedLedger ?? 0,
  }
}

function readClaimable(id: string, recorded: RecordedClaimable, names: Names): ClaimableBalance {
  return {
    id,
    asset: readAsset(recorded.asset, names),
    amount: parseStroops(recorded.amount),
    sponsor: addressOf(recorded.sponsor, names),
    clawback: recorded.flags === 1,
    claimants: recorded.claimants.map(({ destination, predicateXdr }) => ({
      destination: addressOf(destination, names),
      predicate: predicateXdr,
    })),
    modifiedIn: recorded.lastModifiedLedger,
  }
}

function addressOf(name: string, { addressOf }: Names): string {
  return addressOf.get(name) ?? name
}

function nameOf(address: string, { nameOf }: Names): string {
  return nameOf.get(address) ?? address
}

function assetAsRecorded(asset: AssetName, names: Names): string {
  if (asset === 'native') return asset
  const [code, issuer = ''] = asset.split(':')
  return `${code}:${nameOf(issuer, names)}`
}

function readAsset(asset: string, names: Names): AssetName {
  if (asset === 'native') return asset
  const [code, issuer = ''] = asset.split(':')
  return parseAssetName(`${code}:${addressOf(issuer, names)}`)
}
