/** Decides who has to act on an on-chain escrow: before the deposit, for a signature, after its date. */
import type { Stage, Turn } from '#app/escrow/domain/escrow.ts'
import { FUND_TURNS, type FundStep } from '#app/escrow/domain/hold-state.ts'
import { type Dated, isPastDate, turnPastDate } from './past-date.ts'

export type Awaited = Dated & { held: { fundStep: FundStep } | null }

/** Who is asked to sign first; the other side's signature is accepted too, except for a claim after the date. */
const SIGNERS = { release: 'buyer', refund: 'seller', division: 'buyer', expiry: 'buyer' } as const

/** Null: custody waits for nobody, so the stage decides. */
export function turnOfCustody(stage: Stage, escrow: Awaited, now: Date): Turn | null {
  const { held } = escrow
  if (isPastDate(escrow, now)) return turnPastDate(escrow)
  // Nothing can be deposited before the seller has stated a wallet and Quayside has checked both sides.
  if (stage === 'awaiting_funds' && held) return FUND_TURNS[held.fundStep]
  return held?.exit?.state === 'collecting' ? SIGNERS[held.exit.kind] : null
}
