/**
 * How far an account has been read: a paging token, which holds ledger, transaction and operation in one number and is
 * the same on every Horizon (SEP-35). Other modules must not parse it.
 */
import type { HistoryView } from '../ledger.ts'

/** The cursor of an account that was never read. */
export const FROM_THE_START = '0'
const LEDGER_BITS = 32n
/** About a day of ledgers, and an hour. */
const LEDGERS_OF_A_DAY = 17_280
const LEDGERS_OF_AN_HOUR = 720

/** Throws when the text is not a Stellar cursor. */
export function readCursor(text: string | null): string {
  if (text !== null && !/^\d{1,20}$/.test(text)) throw new Error(`"${text}" is no Stellar cursor`)
  return text ?? FROM_THE_START
}

export function ledgerOf(cursor: string): number {
  return Number(BigInt(cursor) >> LEDGER_BITS)
}

/** The following tokens belong to the ledger of this number and later ones. */
export function cursorBefore(sequence: number): string {
  return sequence <= 0 ? FROM_THE_START : ((BigInt(sequence) << LEDGER_BITS) - 1n).toString()
}

/**
 * Keeps the cursor of an idle account from growing older than the server's history. Stays a day behind: behind a load
 * balancer an empty page may come from a lagging server. Moves once an hour: each move needs a mark.
 */
export function followAtADistance(cursor: string, { oldest, newest }: Pick<HistoryView, 'oldest' | 'newest'>): string {
  const followed = newest.sequence - LEDGERS_OF_A_DAY
  const isDue = followed - ledgerOf(cursor) >= LEDGERS_OF_AN_HOUR && followed >= oldest
  return isDue ? (BigInt(followed) << LEDGER_BITS).toString() : cursor
}
