/** What one side has to do on the page of what the ledger holds: the sentence on top of the escrow's own page leads there by its name. */
import type { Stage, Turn } from '#app/domain/escrow/escrow.ts'
import type { HeldTask } from '#app/domain/escrow/shown-parts.ts'
import type { Reader } from '#app/domain/kernel/reader.ts'
import type { ShownPayout } from '#app/domain/payouts/shown-payout.ts'

type Of = {
  isHeld: boolean
  isPastDate: boolean
  asksForSignature: boolean
  stage: Stage
  turn: Turn
  payouts: readonly Pick<ShownPayout, 'purpose' | 'isToTake'>[]
}

const OWN = { buyer: 'refund', seller: 'release' } as const

/** Null: nothing, or Quayside holds the money. `reader`: null for the operator. */
export function heldTaskOf(of: Of, reader: Reader | null): HeldTask | null {
  if (!of.isHeld || reader === null) return null
  if (of.turn === reader) {
    if (of.isPastDate) return 'take_back'
    if (of.asksForSignature) return 'sign'
    // It is the seller's turn until a wallet is stated.
    if (of.stage === 'awaiting_funds') return reader === 'seller' ? 'agree' : 'lock'
  }
  return of.payouts.some(({ purpose, isToTake }) => isToTake && purpose === OWN[reader]) ? 'take' : null
}
