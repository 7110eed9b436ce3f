/** Decides who has to act on an on-chain escrow: before the deposit, for a signature, after its date. */
import type { Awaiting, Stage } from '#app/escrow/domain/escrow.ts'
import { FUND_AWAITING, type FundStep } from '#app/escrow/domain/onchain-state.ts'
import { awaitingPastDate, type Dated, isPastDate } from './past-date.ts'

export type Awaited = Dated & { held: { fundStep: FundStep } | null }

/** Who is asked to sign first; the other side's signature is accepted too, except for a claim after the date. */
const SIGNERS = { release: 'buyer', refund: 'seller', division: 'buyer', expiry: 'buyer' } as const

/** Null: custody waits for nobody, so the stage decides. */
export function awaitingOfCustody(stage: Stage, escrow: Awaited, now: Date): Awaiting | null {
  const { held } = escrow
  if (isPastDate(escrow, now)) return awaitingPastDate(escrow)
  // Nothing can be deposited before the seller has stated a wallet and Quayside has checked both sides.
  if (stage === 'awaiting_funds' && held) return FUND_AWAITING[held.fundStep]
  return held?.exit?.state === 'collecting' ? SIGNERS[held.exit.kind] : null
}
