/**
 * How far an account has been read: a paging token, which holds ledger, transaction and operation in one number and is the
 * same on every Horizon (SEP-35). Opaque to everyone else.
 */
import type { ShownHistory } from '../ledger.ts'

/** The cursor of an account that nothing was ever read of: whatever history the server has. */
export const FROM_THE_START = '0'
const LEDGER_BITS = 32n
/** About a day of ledgers, and an hour. */
const LEDGERS_OF_A_DAY = 17_280
const LEDGERS_OF_AN_HOUR = 720

/** Throws when the text is none of ours. */
export function readCursor(text: string | null): string {
  if (text !== null && !/^\d{1,20}$/.test(text)) throw new Error(`"${text}" is no Stellar cursor`)
  return text ?? FROM_THE_START
}

/** The ledger in which the cursor stands. */
export function ledgerOf(cursor: string): number {
  return Number(BigInt(cursor) >> LEDGER_BITS)
}

/** Tokens after this one belong to the ledger of this number and to later ones. */
export function cursorBefore(sequence: number): string {
  return sequence <= 0 ? FROM_THE_START : ((BigInt(sequence) << LEDGER_BITS) - 1n).toString()
}

/**
 * The cursor of an account without news must not grow old until the server forgets the ledgers after it. It follows a
 * day behind, never closer: behind a load balancer the empty page may have come from a server that lags. It moves once
 * an hour, because each move has to be marked with a ledger.
 */
export function followAtADistance(cursor: string, { oldest, newest }: Pick<ShownHistory, 'oldest' | 'newest'>): string {
  const followed = newest.sequence - LEDGERS_OF_A_DAY
  const isDue = followed - ledgerOf(cursor) >= LEDGERS_OF_AN_HOUR && followed >= oldest
  return isDue ? (BigInt(followed) << LEDGER_BITS).toString() : cursor
}
