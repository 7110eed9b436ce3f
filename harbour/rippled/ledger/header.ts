/** Ledger headers. Hashes derive from index and transactions, so that millions of empty ledgers need no memory. */
import { sha512Half } from '#harbour/rippled/engine/entries.ts'

export type Header = {
  index: number
  hash: string
  parentHash: string
  accountHash: string
  transactionHash: string
  /** Seconds of the XRP Ledger's clock, as all close times. */
  closeTime: number
  parentCloseTime: number
  /** Drops that exist: fees are burnt. */
  totalCoins: bigint
}

/** 2000-01-01, where the clock of the XRP Ledger begins, in unix seconds. */
const LEDGER_EPOCH_SECONDS = 946_684_800

export function ledgerTime(date: Date): number {
  return Math.floor(date.getTime() / 1000) - LEDGER_EPOCH_SECONDS
}

/** Close times are rounded to this many seconds. */
export const CLOSE_TIME_RESOLUTION = 10

/** The rounded clock, and a second after the parent unless that is ahead by more than the resolution. */
export function closeTimeAfter(parentCloseTime: number, clock: number): number {
  const rounded = Math.floor((clock + CLOSE_TIME_RESOLUTION / 2) / CLOSE_TIME_RESOLUTION) * CLOSE_TIME_RESOLUTION
  const next = Math.max(rounded, parentCloseTime + 1)
  return next > clock + CLOSE_TIME_RESOLUTION ? Math.max(rounded, parentCloseTime) : next
}

/** '2025-12-19T03:11:52Z' */
export function isoTime(closeTime: number): string {
  return new Date((closeTime + LEDGER_EPOCH_SECONDS) * 1000).toISOString().replace('.000Z', 'Z')
}

/** '2025-Dec-19 03:11:52.000000000 UTC' */
export function humanTime(closeTime: number): string {
  const date = new Date((closeTime + LEDGER_EPOCH_SECONDS) * 1000)
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const [year, , rest = ''] = date.toISOString().split('-')
  return `${year}-${month}-${rest.slice(0, 2)} ${rest.slice(3, 11)}.000000000 UTC`
}

type Named = { networkId: number; origin: string; index: number; transactions: readonly string[] }

export function ledgerHash({ networkId, origin, index, transactions }: Named): string {
  return sha512Half(`ledger ${networkId}${origin} ${index} ${transactions.join(' ')}`)
}

/** Root of a tree that is not built: of the transactions, or of the state after the ledger that last changed it. */
export function rootHash(what: 'transactions' | 'state', content: readonly (string | number)[]): string {
  return content.length === 0 ? '0'.repeat(64) : sha512Half(`${what} ${content.join(' ')}`)
}
