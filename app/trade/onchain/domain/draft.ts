/** How long a deposit transaction that was offered to the buyer's wallet can still be used (decision 120). */

/** About an hour on the XRP Ledger, at three to four seconds per ledger: people read, find their wallet, and think. */
export const LEDGERS_TO_SIGN = 900
export const SECONDS_TO_SIGN = 3_600
/** A draft that ends sooner is not shown again if another one can replace it. */
export const LEAST_SECONDS_LEFT = 300

const SECONDS_A_LEDGER = SECONDS_TO_SIGN / LEDGERS_TO_SIGN

/**
 * For how many seconds a draft that is offered now may be signed: about an hour, but not beyond the end of funding,
 * when a deposit would be too late. Null: too few are left to sign and send it.
 */
export function secondsToSign({ now, lockBy }: { now: Date; lockBy: Date }): number | null {
  const left = Math.floor((lockBy.getTime() - now.getTime()) / 1000)
  return left < LEAST_SECONDS_LEFT ? null : Math.min(left, SECONDS_TO_SIGN)
}

/** The same in ledgers of the XRP Ledger, where a transaction can expire by ledger number only. */
export function ledgersIn(seconds: number): number {
  return Math.floor(seconds / SECONDS_A_LEDGER)
}

/** From a validated ledger. `sequence`: the wallet's next sequence; null: the ledger has no such wallet. */
export type WalletSeen = { ledger: number; sequence: number | null }

type Numbers<Number> = { sequence: Number | null; lastLedger: Number | null }

/** The numbers of a stored XRP Ledger draft, which have 32 bits there. */
export function numbersOf({ sequence, lastLedger }: Numbers<bigint>): Numbers<number> {
  return {
    sequence: sequence === null ? null : Number(sequence),
    lastLedger: lastLedger === null ? null : Number(lastLedger),
  }
}

/** Can no ledger include it (XRP Ledger)? A recreated account begins higher. Drafts without stored numbers: false. */
export function isSpent(draft: Numbers<number>, seen: WalletSeen): boolean {
  const { sequence, lastLedger } = draft
  if (sequence === null || lastLedger === null) return false
  return seen.ledger > lastLedger || seen.sequence === null || seen.sequence > sequence
}

/** The same on Stellar, by the close time of a ledger: the last second is included. */
export function isDraftExpired({ validUntil }: { validUntil: Date }, closedAt: Date): boolean {
  return closedAt > validUntil
}

/** May it be shown again? Its sequence must be the wallet's next one, and enough time must be left for signing. */
export function fitsStill(draft: { sequence: string; validUntil: Date }, now: { sequence: string; at: Date }): boolean {
  const left = (draft.validUntil.getTime() - now.at.getTime()) / 1000
  return draft.sequence === now.sequence && left >= LEAST_SECONDS_LEFT
}
