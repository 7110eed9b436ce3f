/** Who has to do something with what a ledger keeps: until it is locked, for a signature, after its date. */
import type { Stage, Turn } from '#app/escrow/domain/escrow.ts'
import { FUND_TURNS, type FundStep } from '#app/escrow/domain/hold-state.ts'
import { type Dated, isPastDate, turnPastDate } from './past-date.ts'

export type Awaited = Dated & { held: { fundStep: FundStep } | null }

/** Whose signature is asked for first; the other side's is taken as well, but for a claim after the date. */
const SIGNERS = { release: 'buyer', refund: 'seller', division: 'buyer', expiry: 'buyer' } as const

/** Null: custody waits for nobody, and the stage says whose turn it is. */
export function turnOfCustody(stage: Stage, escrow: Awaited, now: Date): Turn | null {
  const { held } = escrow
  if (isPastDate(escrow, now)) return turnPastDate(escrow)
  // Nobody can lock anything before the seller has stated a wallet, and Quayside has checked both sides.
  if (stage === 'awaiting_funds' && held) return FUND_TURNS[held.fundStep]
  return held?.exit?.state === 'collecting' ? SIGNERS[held.exit.kind] : null
}
