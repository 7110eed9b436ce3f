/**
 * An account as the ledger stores it. Values are never changed in place: an operation puts a new one into a Draft, so
 * that a failed transaction leaves no trace and the state of an earlier ledger can still be shown.
 */
import type { AssetName } from '#harbour/horizon/assets.ts'

export type Trustline = {
  asset: AssetName
  balance: bigint
  limit: bigint
  authorized: boolean
  /** Ledger of the last change. */
  modifiedIn: number
}

/** A signer besides the account's own key. `key` is a StrKey: G…, T… (pre-authorized), X… (hash) or P… (payload). */
export type Signer = { key: string; weight: number }

export type Thresholds = { low: number; med: number; high: number }

export type Account = {
  address: string
  /** Stroops of XLM. */
  balance: bigint
  sequence: bigint
  /** Ledger and close time (unix seconds) in which the sequence last moved; null: never since it was created. */
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
  /** Ledger of the last change. */
  modifiedIn: number
}

export const AUTH_FLAGS = { required: 1, revocable: 2, immutable: 4, clawback: 8 } as const

/** 0.5 XLM for each entry that an account keeps on the ledger, two of them for the account itself. */
export const BASE_RESERVE = 5_000_000n
export const MAX_SUBENTRIES = 1000

type NewAccount = { address: string; balance: bigint; ledger: number }

/** A fresh account; its sequence starts at the ledger number in the upper half, as on every Stellar network. */
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
    modifiedIn: ledger,
  }
}

export function subentryCount(account: Account): number {
  return account.signers.length + account.trustlines.length + Object.keys(account.data).length
}

/** Stroops that the account must keep, with so many more entries than it has now. */
function minimumBalance(account: Account, more = 0): bigint {
  return BigInt(2 + subentryCount(account) + more) * BASE_RESERVE
}

/** Stroops of XLM that the account can spend. Negative when it is below its reserve. */
export function spendable(account: Account): bigint {
  return account.balance - minimumBalance(account)
}

export function canAffordEntry(account: Account): boolean {
  return account.balance >= minimumBalance(account, 1)
}

export function trustlineOf(account: Account, asset: AssetName): Trustline | undefined {
  return account.trustlines.find((line) => line.asset === asset)
}
