/** A transaction that the buyer's wallet was asked to sign, and how long it can still lock (docs/decisions/120). */

/** On the XRP Ledger, which closes one every three to four seconds: about an hour. People read, find their wallet, and think. */
export const LEDGERS_TO_SIGN = 900
export const SECONDS_TO_SIGN = 3_600
/** One that ends sooner is not shown again where another one can take its place. */
export const LEAST_SECONDS_LEFT = 300

/** In about so many seconds the XRP Ledger closes one. */
const SECONDS_A_LEDGER = SECONDS_TO_SIGN / LEDGERS_TO_SIGN

/**
 * For how many seconds something that is offered now may be signed: for about an hour, and no longer than until the end of funding, after which
 * a lock would come too late. Null: too few are left to sign and send it.
 */
export function secondsToSign({ now, lockBy }: { now: Date; lockBy: Date }): number | null {
  const left = Math.floor((lockBy.getTime() - now.getTime()) / 1000)
  return left < LEAST_SECONDS_LEFT ? null : Math.min(left, SECONDS_TO_SIGN)
}

/** The same as a number of ledgers of the XRP Ledger, which knows no other end. */
export function ledgersIn(seconds: number): number {
  return Math.floor(seconds / SECONDS_A_LEDGER)
}

/** What a validated ledger says. `sequence`: the number that the wallet uses up next; null: the ledger has no such wallet. */
export type WalletSeen = { ledger: number; sequence: number | null }

type Numbers<Number> = { sequence: Number | null; lastLedger: Number | null }

/** Those of a stored draft of the XRP Ledger, which have 32 bits there. */
export function numbersOf({ sequence, lastLedger }: Numbers<bigint>): Numbers<number> {
  return {
    sequence: sequence === null ? null : Number(sequence),
    lastLedger: lastLedger === null ? null : Number(lastLedger),
  }
}

/**
 * Can no ledger of the XRP Ledger take it any more? An account that was deleted and made again begins with a higher number. Of one from
 * before numbers were stored nobody can tell: false.
 */
export function isSpent(draft: Numbers<number>, seen: WalletSeen): boolean {
  const { sequence, lastLedger } = draft
  if (sequence === null || lastLedger === null) return false
  return seen.ledger > lastLedger || seen.sequence === null || seen.sequence > sequence
}

/** The same on Stellar, where the close time of a ledger counts: its last second is included. */
export function isOutOfTime({ validUntil }: { validUntil: Date }, closedAt: Date): boolean {
  return closedAt > validUntil
}

/** May it be shown again? Its number has to be the one that the wallet would use, and time has to be left for signing. */
export function fitsStill(draft: { sequence: string; validUntil: Date }, now: { sequence: string; at: Date }): boolean {
  const left = (draft.validUntil.getTime() - now.at.getTime()) / 1000
  return draft.sequence === now.sequence && left >= LEAST_SECONDS_LEFT
}
