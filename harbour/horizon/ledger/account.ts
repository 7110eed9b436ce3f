/** An account on the ledger. Immutable, so failed transactions leave no trace and earlier states can be shown. */
import type { AssetName } from '#harbour/horizon/assets.ts'

export type Trustline = {
  asset: AssetName
  balance: bigint
  limit: bigint
  /** Bits of LINE_FLAGS. */
  flags: number
  /** Who pays its reserve (CAP-33); null: the account. */
  sponsor: string | null
  /** Ledger of the last change. */
  modifiedIn: number
}

/** A key and what its signature weighs. `key` is a StrKey: G…, T… (pre-authorized), X… (hash) or P… (payload). */
export type Weighed = { key: string; weight: number }

/** A signer besides the account's own key. `sponsor`: who pays its reserve; null: the account. */
export type Signer = Weighed & { sponsor: string | null }

export type Thresholds = { low: number; med: number; high: number }

export type Account = {
  address: string
  /** Stroops of XLM. */
  balance: bigint
  sequence: bigint
  /** Ledger and close time (unix seconds) of the last change of the sequence; null: none since creation. */
  sequenceMoved: { ledger: number; time: number } | null
  homeDomain: string
  inflationDestination: string | null
  /** Bits of AUTH_FLAGS. */
  flags: number
  masterWeight: number
  thresholds: Thresholds
  signers: readonly Signer[]
  trustlines: readonly Trustline[]
  /** Base64 values by name. */
  data: Readonly<Record<string, string>>
  /** Who pays the reserve of a data entry, by its name; entries that the account pays are left out. */
  dataSponsors: Readonly<Record<string, string>>
  /** Who pays the reserve of the account itself, two entries; null: the account. */
  sponsor: string | null
  /** Entries of others whose reserve it pays. */
  sponsoring: number
  /** Ledger of the last change. */
  modifiedIn: number
}

/** What the issuer allows a trustline, and whether the issuer may claw back its balance. */
export const LINE_FLAGS = { authorized: 1, maintainsLiabilities: 2, clawback: 4 } as const

export const AUTH_FLAGS = { required: 1, revocable: 2, immutable: 4, clawback: 8 } as const

/** Stroops: 0.5 XLM for each entry of an account; the account itself counts as two. */
export const BASE_RESERVE = 5_000_000n
export const ACCOUNT_ENTRIES = 2
export const MAX_SUBENTRIES = 1000

type NewAccount = { address: string; balance: bigint; ledger: number }

/** A new account; its sequence starts at the ledger number in the upper half, as on every Stellar network. */
export function newAccount({ address, balance, ledger }: NewAccount): Account {
  return {
    address,
    balance,
    sequence: BigInt(ledger) << 32n,
    sequenceMoved: null,
    homeDomain: '',
    inflationDestination: null,
    flags: 0,
    masterWeight: 1,
    thresholds: { low: 0, med: 0, high: 0 },
    signers: [],
    trustlines: [],
    data: {},
    dataSponsors: {},
    sponsor: null,
    sponsoring: 0,
    modifiedIn: ledger,
  }
}

export function subentryCount(account: Account): number {
  return account.signers.length + account.trustlines.length + Object.keys(account.data).length
}

/** Counts the account's entries whose reserve others pay; the account itself counts as two. */
export function sponsoredCount({ sponsor, signers, trustlines, dataSponsors }: Account): number {
  const ofOthers = [...signers, ...trustlines].filter((entry) => entry.sponsor !== null).length
  return (sponsor === null ? 0 : ACCOUNT_ENTRIES) + ofOthers + Object.keys(dataSponsors).length
}

/** Stroops that the account must keep (stellar-core, getMinBalance). */
function minimumBalance(account: Account): bigint {
  const entries = ACCOUNT_ENTRIES + subentryCount(account) + account.sponsoring - sponsoredCount(account)
  return BigInt(entries) * BASE_RESERVE
}

/** Stroops of XLM that the account can spend; negative when it is below its reserve. */
export function spendable(account: Account): bigint {
  return account.balance - minimumBalance(account)
}

/** Returns true if it can pay the reserve of so many more entries. */
export function canReserve(account: Account, entries: number): boolean {
  return spendable(account) >= BigInt(entries) * BASE_RESERVE
}

export function trustlineOf(account: Account, asset: AssetName): Trustline | undefined {
  return account.trustlines.find((line) => line.asset === asset)
}

export function isAuthorized({ flags }: Trustline): boolean {
  return (flags & LINE_FLAGS.authorized) !== 0
}

/** Returns the account with the trustline of the same asset replaced. */
export function withTrustline(account: Account, line: Trustline): Account {
  return { ...account, trustlines: account.trustlines.map((other) => (other.asset === line.asset ? line : other)) }
}
